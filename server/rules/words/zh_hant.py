"""Traditional Chinese."""

from typing import Final

from server.rules.board import Move
from server.rules.notation import Notation, write_move
from server.rules.position import Position
from server.rules.words.keys import Text
from server.rules.words.language import Language


def _move(position: Position, move: Move) -> str:
    """In Chinese notation."""
    return write_move(position, move, Notation.CHINESE_TRAD)


TRADITIONAL_CHINESE: Final = Language(
    sides=("紅方", "黑方"),
    pieces=(
        ("", "帥", "仕", "相", "傌", "俥", "炮", "兵"),
        ("", "將", "士", "象", "馬", "車", "砲", "卒"),
    ),
    piece="{side}{piece}",
    adjectives=("紅", "黑"),
    comma="、",
    last_comma="和",
    numerals=(
        ("", "一", "二", "三", "四", "五", "六", "七", "八", "九"),
        ("", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
    ),
    ordinals=("", "一", "二", "三", "四", "五", "六", "七", "八", "九", "十"),
    later_ordinal="{n}",
    rule_sets={
        "axf": "亞洲規則",
        "wxf": "世界規則",
        "itsyourturn": "ItsYourTurn規則",
        "chessvariants": "chessvariants.com規則",
        "loop3": "cchess.rul規則",
        "club": "俱樂部規則",
    },
    move=_move,
    gap="",
    texts={
        Text.CHECKMATE: "{loser}被將死，{winner}勝。",
        Text.STALEMATE: "{loser}困斃，無著可走，{winner}勝。",
        Text.BARE_MATERIAL: "雙方均無車、馬、炮、兵（卒）可供取勝，判和。",
        Text.NATURAL_LIMIT: "無吃子著數已滿自然限著，判和。",
        Text.CHECK_COUNT: "{loser}連續將軍{count}次，超過限數，判負，{winner}勝。",
        Text.BAN_STALEMATE: "{loser}的所有著法均屬禁著，無著可走，判負，{winner}勝。",
        Text.BAN_STALEMATE_DRAW: "所有著法均屬禁著，循環無法打破，判和。",
        Text.REPETITION: "局面第{ordinal}次出現，雙方責任相當，不變判和。",
        Text.PERPETUAL: "局面第{ordinal}次出現。{deed}，{loser}應變著而未變，判負，{winner}勝。",
        Text.BY_CLAUSE: "（{rules}第{clause}條：{text}）",
        Text.SIDE_DID: "{side}{deed}。",
        Text.DEED_CHECK: "{pieces}{where}長將",
        Text.DEED_CHASE: "{pieces}{where}長捉{victim}",
        Text.DEED_UNROOT: "{pieces}{where}攻擊{victim}，著著使其失根，屬於長捉",
        Text.DEED_CHECKS_AND_CHASES: "將捉交替",
        Text.DEED_SOME_CHECKS: "有將有閒",
        Text.DEED_CHASES_SEVERAL: "著著皆捉，但所捉非同一子",
        Text.DEED_SOME_CHASES: "有捉有閒",
        Text.DEED_IDLE: "不將不捉",
        Text.FILE: "{n}路",
        Text.BETWEEN_FILES: "在{files}之間",
        Text.ON_FILE: "在{file}",
        Text.PLACED: "{file}{piece}",
        Text.VICTIM: "{piece}",
        Text.VICTIM_UNPROTECTED: "無根{role}",
        Text.VICTIM_FALSE_ROOT: "假根{role}",
        Text.WHY_FALSE_ROOT: "（{root}看似有根，如回吃則己方將帥被{bar}所制）",
        Text.WHY_HORSE_TAKES_CHARIOT: "（馬捉車，車雖有根亦不得長捉）",
        Text.WHY_CANNON_TAKES_CHARIOT: "（炮捉車，車雖有根亦不得長捉）",
        Text.WARN_LOSS: ("請變著！局面第{times}次出現，{deed}。若第{ordinal}次出現，您將被判負。"),
        Text.WARN_BAN: (
            "請變著！局面第{times}次出現，{deed}。至遲到第{ordinal}次時，您不得繼續循環。"
        ),
        Text.WARN_BAN_NOW: "現在必須變著！局面第{times}次出現，{deed}。您不得繼續循環。",
        Text.WARN_DRAW: ("局面第{times}次出現，雙方責任相當；若第{ordinal}次出現，雙方不變判和。"),
        Text.NOTICE_LOSS: (
            "局面第{times}次出現，{deed}。{side}須變著，若第{ordinal}次出現則判負。"
        ),
        Text.NOTICE_BAN: (
            "局面第{times}次出現，{deed}。{side}須變著，至遲到第{ordinal}次時不得繼續循環。"
        ),
        Text.NOTICE_BAN_NOW: ("局面第{times}次出現，{deed}。{side}現在必須變著，不得繼續循環。"),
        Text.NEED_NOT: "您不必變著。",
        Text.MOVES_LOSE: "走後立即判負：{moves}。",
        Text.MOVES_LOSE_AFTER_REPLY: "對方照舊應著即判負：{moves}。",
        Text.MOVES_BANNED: "禁著：{moves}（{reason}）。",
        Text.MOVES_BANNED_SOON: "如繼續循環，您下一著不得走：{moves}（{reason}）。",
        Text.MOVES_RESTRICTING: "走{moves}後，對方照舊應著，您即不得繼續循環。",
        Text.MOVES_BREAK: "另有{count}種著法可打破循環。",
        Text.OPPONENT_RESTRAINED: "{side}禁著：{moves}（{reason}）。",
        Text.LOSES_AT_ONCE: "走此著立即判負：{ending}。",
        Text.LOSES_AFTER_REPLY: "走此著後，對方照舊應著即判負：{ending}。",
        Text.NAME_PERPETUAL_CHECK: "長將",
        Text.NAME_PERPETUAL_CHASE: "長捉",
        Text.NAME_CHECK_COUNT: "連將超限",
        Text.NAME_REPETITION: "循環反覆",
        Text.BAN_FOURTH_CHECK: "同一子不得連續第四次將軍",
        Text.BAN_REPEATED_CHECK: "連將三次後，同一子不得再將成其中相同的局面",
        Text.BAN_RETURN_CHASE: "捉子者不得退回第一點繼續捉無根子",
        Text.BAN_DRIVEN_PIECE: "不得迫使一子在兩點之間無休止地往返",
        Text.BAN_ENDLESS_LOOP: "循環已滿三次，進攻方必須變著",
        Text.BAN_PERPETUAL_CHECK: "將構成長將",
        Text.BAN_PERPETUAL_CHASE: "將構成長捉",
        Text.BAN_CHECK_COUNT: "連續將軍將超過限數",
        Text.BAN_SENTENCE: "{move}為禁著：{reason}（第{clause}條）。",
    },
)
