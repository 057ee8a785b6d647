import pytest

from tests.support.positions import drawn
from tests.support.random_play import random_positions
from xiangqi_server.game.rules.board.attackers import attackers_of
from xiangqi_server.game.rules.board.check import general_square, is_checked, squares_of
from xiangqi_server.game.rules.board.encoding import (
    SQUARE_NAMES,
    SQUARES,
    Side,
    make_move,
    move_from_uci,
    origin_of,
)
from xiangqi_server.game.rules.board.reach import reach, reaches


def square(name: str) -> int:
    return origin_of(move_from_uci(name * 2))


def names(squares: list[int]) -> str:
    return " ".join(sorted(SQUARE_NAMES[square] for square in squares))


REACHES = {
    "a chariot reaches the first piece of each line, friend or foe": (
        "3k5/9/9/9/9/4p4/9/2P1R1P2/9/4K4 w", "e2",
        "c2 d2 e0 e1 e3 e4 f2 g2",
    ),
    "a cannon reaches what it can move to and the piece behind a screen": (
        "3k5/9/9/9/4p4/4p4/9/2P1C4/9/4K4 w", "e2",
        "d2 e1 e3 e5 f2 g2 h2 i2",
    ),
    "a horse reaches its own side's pieces but not past a leg": (
        "3k5/9/9/9/9/3P5/9/3pN4/9/4K4 w", "e2",
        "d0 d4 f0 f4 g1 g3",
    ),
    "an elephant does not reach past its eye": (
        "3k5/9/9/9/9/9/3p5/4B4/9/4K4 w", "e2", "c0 g0 g4",
    ),
    "a soldier before the river reaches one point": (
        "3k5/9/9/9/9/9/4P4/9/9/4K4 w", "e3", "e4",
    ),
    "a soldier across the river reaches three": (
        "3k5/9/9/4P4/9/9/9/9/9/4K4 w", "e6", "d6 e7 f6",
    ),
    "a black soldier goes the other way": (
        "3k5/9/9/9/9/9/4p4/9/9/4K4 w", "e3", "d3 e2 f3",
    ),
    "an empty point reaches nothing": (
        "3k5/9/9/9/9/9/9/9/9/4K4 w", "e5", "",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("fen", "origin", "expected"), REACHES.values(), ids=REACHES)
def test_reach(fen: str, origin: str, expected: str) -> None:
    assert names(reach(drawn(fen).board, square(origin))) == expected


def test_attackers_are_the_pieces_that_reach_an_occupied_square() -> None:
    for position in list(random_positions(games=12, seed=2))[::7]:
        board = position.board
        for target in (*squares_of(board, Side.RED), *squares_of(board, Side.BLACK)):
            for side in Side:
                found = [
                    origin for origin in squares_of(board, side) if target in reach(board, origin)
                ]

                assert sorted(attackers_of(board, target, side)) == found


def test_one_square_is_reached_exactly_when_it_is_among_all_that_are() -> None:
    for position in list(random_positions(games=6, seed=9))[::17]:
        board = position.board
        for origin in range(SQUARES):
            one_by_one = [
                target for target in range(SQUARES) if reaches(board, make_move(origin, target))
            ]

            assert one_by_one == sorted(reach(board, origin))


def test_an_empty_square_is_attacked_by_what_would_take_there() -> None:
    board = drawn("3k5/9/9/9/4p4/9/9/4C4/9/4K4 w").board

    assert names(attackers_of(board, square("e6"), Side.RED)) == "e2"
    assert attackers_of(board, square("e4"), Side.RED) == []


def test_a_general_is_checked_when_it_is_attacked_or_faces_the_other() -> None:
    for position in random_positions(games=12, seed=4):
        board = position.board
        for side in Side:
            attackers = attackers_of(board, general_square(board, side), side.opponent)

            assert is_checked(board, side) == bool(attackers)

    facing = drawn("4k4/9/9/9/9/9/9/9/9/4K4 w").board
    assert is_checked(facing, Side.RED)
    assert is_checked(facing, Side.BLACK)
