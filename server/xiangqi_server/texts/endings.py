"""How a game ended, or why one did not begin."""

from typing import Final

from xiangqi_server.aggregates.room.decisions.endings import RoomEnding
from xiangqi_server.aggregates.room.messages import DeclineReason
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.game.rules.repetition.ruling import Ending as RulesEnding
from xiangqi_server.texts.worded import Worded
from xiangqi_server.wire.terms import Language

ENDINGS: Final[dict[str, Worded]] = {
    RoomEnding.RESIGN: Worded(
        "{loser} resigned. {winner} wins.",
        "{loser}认输，{winner}胜。",
        "{loser}認輸，{winner}勝。",
        "{loser} xin thua. {winner} thắng.",
    ),
    RoomEnding.TIME: Worded(
        "{loser} ran out of time. {winner} wins.",
        "{loser}超时，{winner}胜。",
        "{loser}超時，{winner}勝。",
        "{loser} hết giờ. {winner} thắng.",
    ),
    RoomEnding.AGREEMENT: Worded(
        "Both players agreed to a draw.",
        "双方同意和棋。",
        "雙方同意和棋。",
        "Hai bên đồng ý hòa.",
    ),
    RoomEnding.ABORTED: Worded(
        "The game was called off. Nobody wins or loses.",
        "对局取消，不计胜负。",
        "對局取消，不計勝負。",
        "Ván cờ bị hủy, không tính thắng thua.",
    ),
    RoomEnding.EXPIRED: Worded(
        "Nobody took the free seat in time. The invitation has lapsed.",
        "无人入座，邀请已过期。",
        "無人入座，邀請已過期。",
        "Không ai vào chỗ kịp. Lời mời đã hết hạn.",
    ),
    RoomEnding.VOID: Worded(
        "The game did not begin: not both players came and moved in time. Nothing counts.",
        "双方未能及时就位并走出第一着，对局没有开始，不计成绩。",
        "雙方未能及時就位並走出第一著，對局沒有開始，不計成績。",
        "Ván cờ chưa bắt đầu: hai bên chưa vào ván và đi nước đầu kịp giờ. Không tính kết quả.",
    ),
    RoomEnding.DECLINED: Worded(
        "The challenge was declined.",
        "对方谢绝了挑战。",
        "對方謝絕了挑戰。",
        "Lời thách đấu bị từ chối.",
    ),
    RoomEnding.ABANDONED: Worded(
        "{loser} left and did not come back. {winner} wins.",
        "{loser}离开未归，{winner}胜。",
        "{loser}離開未歸，{winner}勝。",
        "{loser} rời ván và không quay lại. {winner} thắng.",
    ),
    RulesEnding.CHECKMATE: Worded(
        "{loser} is checkmated. {winner} wins.",
        "{loser}被将死，{winner}胜。",
        "{loser}被將死，{winner}勝。",
        "{loser} bị chiếu bí. {winner} thắng.",
    ),
    RulesEnding.STALEMATE: Worded(
        "{loser} has no legal move. {winner} wins.",
        "{loser}被困毙，{winner}胜。",
        "{loser}被困斃，{winner}勝。",
        "{loser} hết nước đi. {winner} thắng.",
    ),
    RulesEnding.BARE_MATERIAL: Worded(
        "Draw: neither side can win with what is left on the board.",
        "双方所余子力均无法取胜，和棋。",
        "雙方所餘子力均無法取勝，和棋。",
        "Hòa: không bên nào có thể thắng với số quân còn lại.",
    ),
    RulesEnding.NATURAL_LIMIT: Worded(
        "Draw: too many moves without a capture.",
        "长时间没有吃子，达到自然限着，和棋。",
        "長時間沒有吃子，達到自然限著，和棋。",
        "Hòa: quá nhiều nước không ăn quân.",
    ),
    RulesEnding.REPETITION: Worded(
        "Draw: the position came back too often, and neither side is to blame.",
        "局面循环反复，双方均不违例，和棋。",
        "局面循環反覆，雙方均不違例，和棋。",
        "Hòa: thế cờ lặp lại nhiều lần, không bên nào phạm luật.",
    ),
    RulesEnding.PERPETUAL_CHECK: Worded(
        "{loser} checked without end. {winner} wins.",
        "{loser}长将，{winner}胜。",
        "{loser}長將，{winner}勝。",
        "{loser} chiếu mãi. {winner} thắng.",
    ),
    RulesEnding.PERPETUAL_CHASE: Worded(
        "{loser} chased a piece without end. {winner} wins.",
        "{loser}长捉，{winner}胜。",
        "{loser}長捉，{winner}勝。",
        "{loser} đuổi quân mãi. {winner} thắng.",
    ),
    RulesEnding.PERPETUAL_ATTACK: Worded(
        "{loser} checked, threatened mate or chased on every move. {winner} wins.",
        "{loser}循环将、杀、捉，{winner}胜。",
        "{loser}循環將、殺、捉，{winner}勝。",
        "{loser} chiếu, dọa hết, đuổi không dứt. {winner} thắng.",
    ),
    RulesEnding.CHECK_COUNT: Worded(
        "{loser} gave too many checks in a row. {winner} wins.",
        "{loser}连续将军次数过多，{winner}胜。",
        "{loser}連續將軍次數過多，{winner}勝。",
        "{loser} chiếu liên tiếp quá nhiều. {winner} thắng.",
    ),
    RulesEnding.BAN_STALEMATE: Worded(
        "No move is left but those that the rules on repetition ban.",
        "只剩循环规则禁止的着法。",
        "只剩循環規則禁止的著法。",
        "Chỉ còn những nước bị luật lặp nước cấm.",
    ),
}

DRAWS: Final[dict[str, Worded]] = {
    RoomEnding.ABANDONED: Worded(
        "One player left and did not come back. The other chose a draw.",
        "一方离开未归，另一方选择和棋。",
        "一方離開未歸，另一方選擇和棋。",
        "Một bên rời ván và không quay lại. Bên kia chọn hòa.",
    ),
}
"""Endings that have a winner or none, when they have none."""

DECLINES: Final[dict[DeclineReason, Worded]] = {
    DeclineReason.NOT_NOW: Worded(
        "Declined: not now.",
        "对方谢绝：现在不方便。",
        "對方謝絕：現在不方便。",
        "Từ chối: bây giờ chưa tiện.",
    ),
    DeclineReason.LATER: Worded(
        "Declined: maybe later.",
        "对方谢绝：稍后再下。",
        "對方謝絕：稍後再下。",
        "Từ chối: để lúc khác.",
    ),
    DeclineReason.TOO_FAST: Worded(
        "Declined: this clock is too fast.",
        "对方谢绝：时限太快。",
        "對方謝絕：時限太快。",
        "Từ chối: thể thức này quá nhanh.",
    ),
    DeclineReason.TOO_SLOW: Worded(
        "Declined: this clock is too slow.",
        "对方谢绝：时限太慢。",
        "對方謝絕：時限太慢。",
        "Từ chối: thể thức này quá chậm.",
    ),
    DeclineReason.RATED_PLEASE: Worded(
        "Declined: a rated game would be welcome.",
        "对方谢绝：希望下计分的对局。",
        "對方謝絕：希望下計分的對局。",
        "Từ chối: muốn chơi ván tính điểm.",
    ),
    DeclineReason.CASUAL_PLEASE: Worded(
        "Declined: a casual game would be welcome.",
        "对方谢绝：希望下不计分的对局。",
        "對方謝絕：希望下不計分的對局。",
        "Từ chối: muốn chơi ván giao hữu.",
    ),
    DeclineReason.OTHER_RULES: Worded(
        "Declined: other rules would be welcome.",
        "对方谢绝：希望换一套规则。",
        "對方謝絕：希望換一套規則。",
        "Từ chối: muốn chơi theo luật khác.",
    ),
}

SIDES: Final[dict[Side, Worded]] = {
    Side.RED: Worded("Red", "红方", "紅方", "Bên Đỏ"),
    Side.BLACK: Worded("Black", "黑方", "黑方", "Bên Đen"),
}


COUNTED: Final[dict[str, Worded]] = {
    "forfeit": Worded(
        "{loser} did not come. {winner} wins by forfeit.",
        "{loser}未到场，{winner}胜。",
        "{loser}未到場，{winner}勝。",
        "{loser} không đến. {winner} thắng do đối thủ vắng mặt.",
    ),
    "tournament": Worded(
        "In its tournament the game counts as a win of {winner}.",
        "本局在比赛中计为{winner}胜。",
        "本局在比賽中計為{winner}勝。",
        "Trong giải, ván này tính là {winner} thắng.",
    ),
}
COUNTED_FOR_NOBODY: Final[dict[str, Worded]] = {
    "forfeit": Worded(
        "Neither player came. Both lose by forfeit.",
        "双方均未到场，均判负。",
        "雙方均未到場，均判負。",
        "Cả hai bên đều không đến và cùng bị xử thua.",
    ),
    "tournament": Worded(
        "In its tournament the game counts as the arbiter ruled.",
        "本局在比赛中按裁判的判定计。",
        "本局在比賽中按裁判的判定計。",
        "Trong giải, ván này tính theo phán quyết của trọng tài.",
    ),
}


def counted_text(counted: str, winner: Side | None, language: Language) -> str:
    """How the tournament of a game counts it, otherwise than the board."""
    if winner is None:
        return COUNTED_FOR_NOBODY[counted].in_language(language)
    return _of_sides(COUNTED[counted].in_language(language), winner, language)


def _of_sides(text: str, winner: Side, language: Language) -> str:
    return text.format(
        winner=SIDES[winner].in_language(language),
        loser=SIDES[winner.opponent].in_language(language),
    )


def ending_text(
    ending: str, winner: Side | None, language: Language, reason: DeclineReason | None = None
) -> str:
    """How a game ended, in a sentence or two; `winner` is None for a draw or no result.

    `reason` is why a challenge was declined.
    """
    if reason is not None:
        return DECLINES[reason].in_language(language)
    if winner is None:
        return DRAWS.get(ending, ENDINGS[ending]).in_language(language)
    return _of_sides(ENDINGS[ending].in_language(language), winner, language)
