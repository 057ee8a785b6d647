"""Why a move is not legal."""

import pytest

from xiangqi_server.game.lessons.obstacles import Obstacle, obstacle
from xiangqi_server.game.rules.board.encoding import move_from_uci
from xiangqi_server.game.rules.board.fen import read_fen

CASES = {
    "legal": ("3k5/9/9/9/4N4/9/9/9/9/4K4", "e5f7", None),
    "an empty point": ("3k5/9/9/9/4N4/9/9/9/9/4K4", "a0a1", Obstacle.NOT_YOURS),
    "a black piece": ("3k5/9/9/9/4N4/9/9/9/9/4K4", "d9d8", Obstacle.NOT_YOURS),
    "onto the own side": ("3k5/9/9/9/4N4/6P2/9/9/9/4K4", "e5g4", Obstacle.OWN_PIECE),
    "a horse's leg": ("3k5/9/9/4p4/4N4/9/9/9/9/4K4", "e5f7", Obstacle.LEG),
    "no way of a horse": ("3k5/9/9/9/4N4/9/9/9/9/4K4", "e5e6", Obstacle.SHAPE),
    "an elephant's eye": ("3k5/9/9/9/9/9/3p5/4B4/9/4K4", "e2c4", Obstacle.EYE),
    "over the river": ("3k5/9/9/9/9/2B6/9/9/9/4K4", "c4e6", Obstacle.RIVER),
    "out of the palace": ("4k4/9/9/9/9/9/9/9/9/3K5", "d0c0", Obstacle.PALACE),
    "a chariot blocked": ("3k5/9/9/9/9/9/9/P8/9/R3K4", "a0a5", Obstacle.BLOCKED),
    "a cannon without a screen": ("3k5/9/9/9/p8/9/9/C8/9/4K4", "a2a5", Obstacle.SCREEN),
    "a cannon blocked": ("3k5/9/9/9/9/P8/9/C8/9/4K4", "a2a6", Obstacle.BLOCKED),
    "a soldier goes back": ("3k5/9/9/9/4P4/9/9/9/9/4K4", "e5e4", Obstacle.BACKWARDS),
    "a soldier goes aside": ("3k5/9/9/9/9/9/4P4/9/9/4K4", "e3f3", Obstacle.SIDEWAYS),
    "a soldier leaps": ("3k5/9/9/9/9/9/4P4/9/9/4K4", "e3e5", Obstacle.SHAPE),
    "generals face": ("4k4/9/9/9/4N4/9/9/9/9/4K4", "e5f7", Obstacle.FACING),
    "into check": ("3k5/9/9/9/9/9/9/5r3/9/4K4", "e0f0", Obstacle.CHECK),
}


@pytest.mark.parametrize(("fen", "uci", "expected"), CASES.values(), ids=CASES)
def test_a_move_is_refused_for_the_reason_a_teacher_would_give(
    fen: str, uci: str, expected: Obstacle | None
) -> None:
    position = read_fen(f"{fen} w", composed=True)

    assert obstacle(position, move_from_uci(uci)) is expected
