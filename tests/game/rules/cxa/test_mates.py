"""Mates by an unbroken series of checks."""

import pytest

from xiangqi_server.game.rules.board.encoding import uci_of
from xiangqi_server.game.rules.board.fen import read_fen
from xiangqi_server.game.rules.board.position import Position
from xiangqi_server.game.rules.cxa.mates import MateSolver
from xiangqi_server.game.rules.cxa.move_cache import MoveCache
from xiangqi_server.game.rules.cxa.positions import MOST_POSITIONS, PositionCount, TooManyPositions

TWO_CHARIOTS = "3k5/9/9/R8/1R7/9/9/9/9/4K4 w"
THREE_CHECKS = "3akab2/9/4b4/9/9/9/4R4/4B4/4A4/1R2KA3 w"
NO_CHECK = "3k5/9/9/9/9/9/9/9/P8/4K4 w"


def the_line(fen: str, checks: int = 7) -> tuple[str, ...]:
    position = read_fen(fen, composed=True)
    solver = MateSolver(MoveCache(), PositionCount(MOST_POSITIONS), checks)
    return tuple(map(uci_of, solver.line(position.board, position.side)))


def test_a_line_of_mate_checks_on_every_move_and_ends_in_mate() -> None:
    position: Position = read_fen(TWO_CHARIOTS, composed=True)

    line = MateSolver(MoveCache(), PositionCount(MOST_POSITIONS)).line(
        position.board, position.side
    )

    assert len(line) % 2 == 1
    for number, move in enumerate(line):
        assert position.is_legal(move)
        position = position.after(move)
        assert position.in_check() is (number % 2 == 0)
    assert not position.has_legal_move()


@pytest.mark.parametrize("fen", [THREE_CHECKS, NO_CHECK])
def test_no_line_where_there_is_no_mate(fen: str) -> None:
    assert the_line(fen) == ()


def test_a_shorter_bound_finds_only_shorter_mates() -> None:
    length = (len(the_line(TWO_CHARIOTS)) + 1) // 2

    assert len(the_line(TWO_CHARIOTS, length)) == 2 * length - 1
    assert the_line(TWO_CHARIOTS, length - 1) == ()


def test_a_search_that_looks_at_too_much_is_given_up() -> None:
    position = read_fen(THREE_CHECKS, composed=True)
    solver = MateSolver(MoveCache(), PositionCount(1))

    with pytest.raises(TooManyPositions):
        solver.mates(position.board, position.side)
