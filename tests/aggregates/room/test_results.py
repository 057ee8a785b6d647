"""What came of a game, from how it ended; `api/room/test_results.py` holds every exit to it."""

import pytest

from xiangqi_server.aggregates.room.results import GameResultName, result_of
from xiangqi_server.game.rules.board.encoding import Side


@pytest.mark.parametrize(
    ("ending", "winner", "result"),
    [
        ("", None, "none"),
        ("void", None, "none"),
        ("agreement", None, "draw"),
        ("resign", Side.RED, "red"),
        ("time", Side.BLACK, "black"),
    ],
)
def test_a_result_follows_from_the_ending(
    ending: str, winner: Side | None, result: GameResultName
) -> None:
    assert result_of(ending, winner) == result
