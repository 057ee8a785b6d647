"""What begins with a check: mates, and pieces that could not be taken at once."""

import pytest

from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.game.rules.board.fen import read_fen
from xiangqi_server.game.rules.repetition.inspector import Inspector
from xiangqi_server.game.rules.rulesets.check_threats import CheckThreats


def wins(fen: str, side: Side) -> bool:
    board = read_fen(fen, composed=True).board
    return CheckThreats(Inspector()).wins_after_check(board, side)


def mates(fen: str, side: Side) -> bool:
    board = read_fen(fen, composed=True).board
    return CheckThreats(Inspector()).mates(board, side)


def test_a_mate_by_the_next_move_is_a_threat_whoever_is_to_move() -> None:
    fen = "3k5/R8/7R1/9/9/9/9/9/9/4K4 b"

    assert mates(fen, Side.RED)
    assert not mates(fen, Side.BLACK)


@pytest.mark.parametrize(
    ("fen", "is_won"),
    [
        ("1n2k4/9/9/9/8R/9/9/9/9/5K3 b", True),
        ("5k3/1n7/9/3P5/P1r4c1/2B4R1/6P2/4B4/4A4/3AK4 b", False),
        ("5k3/1n7/9/3P5/P1r5c/2B4R1/6P2/4B4/4A4/3AK4 b", True),
        ("1n2k4/9/9/9/1R7/9/9/9/9/5K3 b", False),
        ("1n2k4/9/9/9/9/9/9/9/9/5K3 b", False),
    ],
    ids=[
        "behind the general",
        "the file is blocked",
        "two checks",
        "it hangs anyway",
        "nobody can check",
    ],
)
def test_a_piece_is_won_by_a_check_that_every_answer_loses_something_to(
    fen: str, *, is_won: bool
) -> None:
    assert wins(fen, Side.RED) is is_won
