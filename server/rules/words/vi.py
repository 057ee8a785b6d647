"""Vietnamese."""

from typing import Final

from server.rules.board import Move
from server.rules.phrases import Direction, FullPhrase, phrase_of
from server.rules.position import Position
from server.rules.words.keys import Text
from server.rules.words.language import Language

_ROLES: Final = ("", "Tướng", "Sĩ", "Tượng", "Mã", "Xe", "Pháo", "Tốt")
_FILES: Final = ("", "1", "2", "3", "4", "5", "6", "7", "8", "9")

_DIRECTIONS: Final = {
    Direction.FORWARD: "tấn",
    Direction.BACK: "thoái",
    Direction.SIDEWAYS: "bình",
}


def _move(position: Position, move: Move) -> str:
    """As Vietnamese players write it out: ``Pháo 2 bình 5``, ``Xe trước tấn 1``."""
    phrase = phrase_of(position.board, position.side, move)
    return f"{_ROLES[phrase.role]} {_which(phrase)} {_DIRECTIONS[phrase.direction]} {phrase.value}"


def _which(phrase: FullPhrase) -> str:
    """Which of its like: its file, or its place on it."""
    if phrase.place is None:
        return str(phrase.file)
    if phrase.place == 0:
        place = "trước"
    elif phrase.place == phrase.sharing - 1:
        place = "sau"
    else:
        place = "giữa" if phrase.sharing == 3 else f"thứ {phrase.place + 1}"
    return f"{phrase.file} {place}" if phrase.crowded_files > 1 else place


VIETNAMESE: Final = Language(
    sides=("Đỏ", "Đen"),
    pieces=(_ROLES, _ROLES),
    piece="{piece} {side}",
    adjectives=("đỏ", "đen"),
    comma=", ",
    last_comma=" và ",
    numerals=(_FILES, _FILES),
    ordinals=("", "nhất", "hai", "ba", "tư", "năm", "sáu", "bảy", "tám", "chín", "mười"),
    later_ordinal="{n}",
    rule_sets={
        "axf": "Luật châu Á",
        "wxf": "Luật thế giới",
        "cxa": "luật Trung Quốc",
        "itsyourturn": "Luật ItsYourTurn",
        "chessvariants": "Luật chessvariants.com",
        "loop3": "Luật cchess.rul",
        "club": "Luật câu lạc bộ",
    },
    move=_move,
    gap=" ",
    texts={
        Text.CHECKMATE: "{loser} bị chiếu bí: {winner} thắng.",
        Text.STALEMATE: "{loser} hết nước đi nên thua: {winner} thắng.",
        Text.BARE_MATERIAL: "Hai bên không còn Xe, Mã, Pháo, Tốt để thắng: hòa cờ.",
        Text.NATURAL_LIMIT: "Đã đủ số nước quy định mà không có quân nào bị ăn: hòa cờ.",
        Text.CHECK_COUNT: (
            "{loser} đã chiếu liên tiếp {count} nước, quá số lần cho phép: {winner} thắng."
        ),
        Text.BAN_STALEMATE: (
            "Mọi nước đi của {loser} đều bị cấm, {loser} hết nước nên thua: {winner} thắng."
        ),
        Text.BAN_STALEMATE_DRAW: ("Mọi nước đi đều bị cấm, vòng lặp không thể phá vỡ: hòa cờ."),
        Text.REPETITION: "Thế cờ lặp lại lần thứ {ordinal}, lỗi hai bên ngang nhau: hòa cờ.",
        Text.PERPETUAL: (
            "Thế cờ lặp lại lần thứ {ordinal}. {deed}. {loser} phải đổi nước mà không đổi "
            "nên bị xử thua: {winner} thắng."
        ),
        Text.BY_CLAUSE: "({rules}, điều {clause}: {text})",
        Text.SIDE_DID: "{side}: {deed}.",
        Text.DEED_CHECK: "{pieces}{where} chiếu mãi",
        Text.DEED_CHASE: "{pieces}{where} đuổi mãi {victim}",
        Text.DEED_UNROOT: (
            "{pieces}{where} tấn công {victim} và mỗi nước đều làm quân ấy mất bảo vệ"
        ),
        Text.DEED_CHECKS_AND_CHASES: "một chiếu một đuổi",
        Text.DEED_SOME_CHECKS: "khi chiếu khi không",
        Text.DEED_CHASES_SEVERAL: "nước nào cũng đuổi, nhưng không đuổi cùng một quân",
        Text.DEED_SOME_CHASES: "khi đuổi khi không",
        Text.DEED_IDLE: "không chiếu, không đuổi",
        Text.FILE: "{n}",
        Text.BETWEEN_FILES: " qua lại giữa các lộ {files}",
        Text.ON_FILE: " ở lộ {file}",
        Text.PLACED: "{piece} lộ {file}",
        Text.VICTIM: "{piece}",
        Text.VICTIM_UNPROTECTED: "{piece} không có căn",
        Text.VICTIM_FALSE_ROOT: "{piece} có căn giả",
        Text.WHY_FALSE_ROOT: (" ({root} chỉ có vẻ bảo vệ: nếu ăn lại thì Tướng bị {bar} bắt)"),
        Text.WHY_HORSE_TAKES_CHARIOT: " (Mã không được đuổi mãi Xe, dù Xe có căn)",
        Text.WHY_CANNON_TAKES_CHARIOT: " (Pháo không được đuổi mãi Xe, dù Xe có căn)",
        Text.WARN_LOSS: (
            "Bạn phải đổi nước! Thế cờ đã lặp lại lần thứ {times}. {deed}. "
            "Nếu lặp lại lần thứ {ordinal}, bạn bị xử thua."
        ),
        Text.WARN_BAN: (
            "Bạn phải đổi nước! Thế cờ đã lặp lại lần thứ {times}. {deed}. "
            "Chậm nhất đến lần thứ {ordinal} bạn không được đi tiếp vòng lặp."
        ),
        Text.WARN_BAN_NOW: (
            "Bạn phải đổi nước ngay! Thế cờ đã lặp lại lần thứ {times}. {deed}. "
            "Bạn không được đi tiếp vòng lặp."
        ),
        Text.WARN_DRAW: (
            "Thế cờ đã lặp lại lần thứ {times}, lỗi hai bên ngang nhau; "
            "đến lần thứ {ordinal} ván cờ hòa."
        ),
        Text.NOTICE_LOSS: (
            "Thế cờ đã lặp lại lần thứ {times}. {deed}. {side} phải đổi nước, nếu lặp lại lần "
            "thứ {ordinal} thì thua."
        ),
        Text.NOTICE_BAN: (
            "Thế cờ đã lặp lại lần thứ {times}. {deed}. {side} phải đổi nước, chậm nhất đến "
            "lần thứ {ordinal} không được đi tiếp vòng lặp."
        ),
        Text.NOTICE_BAN_NOW: (
            "Thế cờ đã lặp lại lần thứ {times}. {deed}. {side} phải đổi nước ngay, không được "
            "đi tiếp vòng lặp."
        ),
        Text.NEED_NOT: "Bạn không phải đổi nước.",
        Text.MOVES_LOSE: "Thua ngay: {moves}.",
        Text.MOVES_LOSE_AFTER_REPLY: "Thua nếu đối phương đáp lại như cũ: {moves}.",
        Text.MOVES_BANNED: "Bị cấm: {moves}, vì {reason}.",
        Text.MOVES_BANNED_SOON: (
            "Nếu vòng lặp tiếp diễn, nước sau bạn không được đi {moves}, vì {reason}."
        ),
        Text.MOVES_RESTRICTING: (
            "Sau {moves}, nếu đối phương đáp lại như cũ, bạn không được đi tiếp vòng lặp."
        ),
        Text.MOVES_BREAK: "Còn {count} nước khác phá được vòng lặp.",
        Text.OPPONENT_RESTRAINED: "{side} không được đi {moves}, vì {reason}.",
        Text.LOSES_AT_ONCE: "Nước này thua ngay: {ending}.",
        Text.LOSES_AFTER_REPLY: "Sau nước này, một nước đáp sẽ khiến bạn thua: {ending}.",
        Text.NAME_PERPETUAL_CHECK: "chiếu mãi",
        Text.NAME_PERPETUAL_CHASE: "đuổi mãi",
        Text.NAME_CHECK_COUNT: "chiếu liên tiếp quá nhiều",
        Text.NAME_REPETITION: "lặp lại thế cờ",
        Text.BAN_FOURTH_CHECK: "cùng một quân không được chiếu bốn nước liên tiếp",
        Text.BAN_REPEATED_CHECK: (
            "sau ba nước chiếu liên tiếp, cùng một quân không được chiếu lại thế cờ cũ"
        ),
        Text.BAN_RETURN_CHASE: (
            "quân đuổi không được trở về điểm đầu để đuổi tiếp quân không có căn"
        ),
        Text.BAN_DRIVEN_PIECE: "không được ép một quân chạy qua lại mãi giữa hai điểm",
        Text.BAN_ENDLESS_LOOP: "vòng lặp đã đủ ba lần, bên tấn công phải đổi nước",
        Text.BAN_PERPETUAL_CHECK: "sẽ thành chiếu mãi",
        Text.BAN_PERPETUAL_CHASE: "sẽ thành đuổi mãi",
        Text.BAN_CHECK_COUNT: "sẽ chiếu liên tiếp quá số lần cho phép",
        Text.BAN_SENTENCE: "{move} bị cấm: {reason} (điều {clause}).",
        Text.DEED_KILL: "nước nào cũng dọa chiếu bí (sát mãi)",
        Text.DEED_ATTACKS: "nước nào cũng chiếu, sát hoặc đuổi",
        Text.DEED_SOME_ATTACKS: "khi chiếu, sát, đuổi, khi nhàn",
        Text.NAME_PERPETUAL_ATTACK: "chiếu, sát, đuổi không dứt",
        Text.BAN_PERPETUAL_ATTACK: "sẽ tiếp tục vòng lặp chỉ gồm chiếu, sát, đuổi",
        Text.FULL_READING: "Theo cách chúng tôi đọc luật, {verdict}.",
        Text.DOUBT: "Nhưng {reading} thì {verdict}.",
        Text.MUST_CHANGE: "{side} phải đổi nước",
        Text.WOULD_DRAW: "ván cờ hòa",
        Text.READING_SHORTER_LINES: "nếu chỉ xét tám nước thay vì mười",
        Text.READING_FEWER_CHECKS: "nếu xét ít nước chiếu hơn",
        Text.READING_SHORTER_MATES: "nếu đòn sát tối đa năm nước chiếu",
        Text.READING_EQUAL_IS_IDLE: "nếu kết quả ngang nhau là nhàn (26.5)",
        Text.READING_EQUAL_BY_TAKING_BACK: "nếu ăn lại không khác ăn quân khác (26.5)",
        Text.READING_BORROWED_GAINS: "nếu tính cả quân khác đang treo",
        Text.READING_RUNNING_AWAY: "nếu chạy quân cũng tạo ra đuổi (26.1.4)",
        Text.READING_GUARDED_SCREEN: "nếu Pháo qua ngòi nhà không phải liên hợp tróc (24.17)",
        Text.READING_JOINT_AT_ALL: "nếu một lần liên hợp tróc nặng bằng nhiều lần (26.9)",
        Text.READING_TOO_MANY_POSITIONS: "vì có quá nhiều biến phải xét",
        Text.PLY: "{move}: {what} ({article}).",
        Text.PLY_CHECK: "chiếu",
        Text.PLY_KILL: "sát, dọa chiếu bí",
        Text.PLY_CHASE: "đuổi, {attacker} bắt {victim}, {why}",
        Text.PLY_EXCHANGE: "mời đổi quân, là nhàn",
        Text.PLY_IDLE: "nhàn",
        Text.PLY_UNCLEAR: "quá nhiều biến, không phân loại được",
        Text.PLY_JOINT: "liên hợp tróc hoặc bắt quân thiếu căn (24.17)",
        Text.PLY_LINE: "Đòn: {line}.",
        Text.PLY_REFUTED: "Tiếp theo: {line}.",
        Text.PLY_NOT: "Không tính: {attacker} bắt {victim}, {reason}.",
        Text.WON_UNPROTECTED: "không có căn",
        Text.WON_FALSE_ROOT: "có căn giả",
        Text.WON_GAINS: "hơn quân sau loạt ăn",
        Text.WON_EQUAL: "ngang nhau sau loạt ăn, mỗi bên ăn quân của mình",
        Text.WON_BY_CHECK: "được quân nhờ chiếu",
        Text.NOT_PROTECTED: "quân có căn",
        Text.NOT_EXEMPT_ATTACKER: "Tướng và Tốt được đuổi (26.1)",
        Text.NOT_UNCROSSED_SOLDIER: "Tốt chưa qua sông không có giá trị (26.6)",
        Text.NOT_EXISTED_BEFORE: "đòn bắt đã có từ trước (26.1.4)",
        Text.NOT_EXCHANGE: "là đổi quân (24.4)",
        Text.NOT_PINNED_ATTACKER: "quân bắt bị ghim",
        Text.NOT_EXPOSES_GENERAL: "ăn thì lộ Tướng",
        Text.NOT_NO_GAIN: "ăn thì lỗ (26.5)",
        Text.NOT_MATED_AT_ONCE: "ăn thì bị chiếu bí ngay (24.3)",
        Text.NOT_TAKEN_BACK: "bị ăn lại, ngang nhau (26.5)",
        Text.NOT_ANSWERS_CHECK: "Tướng chạy chiếu (26.1.3)",
        Text.NOT_HOLDS_DRAW: "quân tấn công cuối cùng chỉ giữ hòa (26.2)",
    },
)
