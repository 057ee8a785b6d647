"""Refusals on the ladder, in words."""

from typing import Final

from xiangqi_server.aggregates.ladder.refusals import LadderRefusal
from xiangqi_server.kernel.aggregate.refusal import RefusalCode
from xiangqi_server.texts.worded import Worded

LADDER: Final[dict[RefusalCode, Worded]] = {
    LadderRefusal.NOT_ON_LADDER: Worded(
        "Both of you must be on the ladder.",
        "双方都须在天梯上。",
        "雙方都須在天梯上。",
        "Cả hai phải có tên trên bậc thang.",
    ),
    LadderRefusal.RUNG_OUT_OF_REACH: Worded(
        "You may challenge only players a few rungs above you.",
        "只能挑战比您高几级的棋手。",
        "只能挑戰比您高幾級的棋手。",
        "Bạn chỉ được thách đấu người ở trên mình vài bậc.",
    ),
    LadderRefusal.CHALLENGE_OPEN: Worded(
        "One of you already has an open challenge.",
        "其中一方已有进行中的挑战。",
        "其中一方已有進行中的挑戰。",
        "Một trong hai người đang có lời thách đấu.",
    ),
    LadderRefusal.NOT_CHALLENGED: Worded(
        "This challenge no longer exists.",
        "该挑战已不存在。",
        "該挑戰已不存在。",
        "Lời thách đấu này không còn nữa.",
    ),
}
