"""What the server sends about the ladder."""

from xiangqi_server.wire.parts import LadderChallengeInfo, LadderChange, LadderRung
from xiangqi_server.wire.server.base import ServerMessage


class LadderChanged(ServerMessage, tag="ladder_changed", frozen=True):
    """The ladder has changed: to those who follow it, and to players it concerns.

    A challenged player gets it again after each `welcome` until the challenge is answered.

    Fields:
        change: what happened, if a place was won, held, given up, taken or left; or null.
        you: your own rung now, from 1 at the top; null if you are not on the ladder.
        challenge: the one in which you have a part now, or null.
    """

    change: LadderChange | None
    you: int | None
    challenge: LadderChallengeInfo | None


class LadderShown(ServerMessage, tag="ladder", frozen=True):
    """The answer to `ladder`.

    Fields:
        rows: rungs from the top.
        size: how many rungs there are.
        you: your own rung, from 1 at the top; null if you are not on the ladder.
        challenge: the one in which you have a part, or null.
        changes: the latest ones, the last first; only on the first page.
        next: see *Lists*.
    """

    id: str
    rows: list[LadderRung]
    size: int
    you: int | None
    challenge: LadderChallengeInfo | None
    changes: list[LadderChange]
    next: str | None
