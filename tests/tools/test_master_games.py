"""What the list of master games says that its source does not."""

import pytest

from tests.tools.master_games import winner_of
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.game.rules.game.game import Game


@pytest.mark.parametrize(
    ("last", "winner"),
    [
        ("3k5/9/4R4/9/9/9/9/9/9/4K4 b", None),
        ("3k5/4R4/3R5/9/9/9/9/9/9/4K4 b", Side.RED),  # mate
        ("3k5/4R4/9/9/9/9/9/9/9/4K4 b", Side.RED),  # not in check, and no move
        ("3k5/9/9/9/9/9/9/9/3r5/3rK4 w", Side.BLACK),
        ("4k4/9/9/9/9/9/9/3r5/9/3r1K3 w", None),
    ],
)
def test_only_a_last_position_without_a_move_proves_a_result(
    last: str, winner: Side | None
) -> None:
    assert winner_of(Game.start(last)) is winner
