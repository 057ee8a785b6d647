"""The result of a game as files tell it: that of its room, unless its tournament counts another.

A tournament has the last word. There a missing player has lost the game, though its room says that
nothing counts; and an arbiter may rule otherwise than the board.
"""

from typing import Final, NamedTuple

from xiangqi_server.aggregates.room.results import GameResultName, result_of
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.aggregates.tournaments.state import GameResult
from xiangqi_server.api.room.rulings import outcome_text
from xiangqi_server.game.records.record import UNKNOWN_RESULT
from xiangqi_server.texts.endings import counted_text

FORFEIT: Final = "forfeit"
BY_TOURNAMENT: Final = "tournament"
_WRITTEN: Final[dict[GameResultName, str]] = {
    "red": "1-0",
    "black": "0-1",
    "draw": "1/2-1/2",
    "none": UNKNOWN_RESULT,
}
_FOR_NOBODY: Final = "0-0"


class ToldResult(NamedTuple):
    """What came of a game.

    Fields:
        written: as PGN writes it; `0-0` where neither has points.
        termination: the name of its ending, `forfeit`, `tournament` where that counts it otherwise
            than the board, or "" of a game that is not over.
        text: the same in a sentence or more, in English.
    """

    written: str
    termination: str
    text: str


def told_result(room: Room, counted: GameResult | None = None) -> ToldResult:
    """The result of the game of a room, which its tournament, if it has any, has counted so."""
    outcome = room.outcome
    own = ToldResult(UNKNOWN_RESULT, "", "")
    if outcome is not None:
        result = result_of(outcome.ending, outcome.winner)
        own = ToldResult(_WRITTEN[result], outcome.ending, outcome_text(outcome, "en"))
    if counted is None:
        return own
    winner = None if counted.winner is None else room.seats.side_of(counted.winner)
    written = _WRITTEN[result_of(BY_TOURNAMENT, winner)]
    if counted.is_for_nobody:
        written = _FOR_NOBODY
    if counted.absent:
        return ToldResult(written, FORFEIT, counted_text(FORFEIT, winner, "en"))
    if written == own.written:
        return own
    ruled = counted_text(BY_TOURNAMENT, winner, "en")
    return ToldResult(written, BY_TOURNAMENT, f"{own.text} {ruled}".strip())
