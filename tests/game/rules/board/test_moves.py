import pytest

from tests.support.for_each import for_each
from tests.support.random_play import random_games
from tests.support.rule_data import json_lines
from xiangqi_server.game.rules.board.check import is_checked
from xiangqi_server.game.rules.board.encoding import Side, make_move, move_from_uci, uci_of
from xiangqi_server.game.rules.board.fen import read_fen
from xiangqi_server.game.rules.board.moves import (
    board_after,
    board_if_legal,
    has_legal_move,
    is_legal,
    legal_moves,
    reachable_captures,
    reachable_moves,
)

LEGAL = json_lines("rules/legal.jsonl")


@for_each(LEGAL)
def test_the_legal_moves_of_a_position_are_all_found(row: dict[str, str]) -> None:
    position = read_fen(row["fen"])

    moves = legal_moves(position.board, position.side)

    assert " ".join(sorted(map(uci_of, moves))) == row["legal"]


def test_the_short_cuts_find_what_trying_each_move_finds() -> None:
    boards = {
        (position.board, side)
        for game in random_games(8, seed=7)
        for position in game.positions_since(0)
        for side in Side
        if not is_checked(position.board, side.opponent) or position.side is side
    }

    for board, side in boards:
        tried = {
            move
            for move in reachable_moves(board, side)
            if not is_checked(board_after(board, move), side)
        }
        assert sorted(legal_moves(board, side)) == sorted(tried), (board, side)
        captures = {move for move in reachable_moves(board, side) if board[move & 127]}
        assert sorted(reachable_captures(board, side)) == sorted(captures), (board, side)


def test_each_single_move_is_judged_as_in_the_whole_list() -> None:
    for row in LEGAL[::10]:
        position = read_fen(row["fen"])
        legal = set(legal_moves(position.board, position.side))

        judged = {
            move
            for origin in range(90)
            for target in range(90)
            if is_legal(position.board, position.side, move := make_move(origin, target))
        }

        assert judged == legal


def test_a_position_has_a_legal_move_exactly_when_the_list_is_not_empty() -> None:
    for row in LEGAL:
        position = read_fen(row["fen"])

        has_move = has_legal_move(position.board, position.side, checked=row["check"])

        assert has_move == (row["n"] > 0)


CASES = {
    "a horse is blocked by a piece on its leg": (
        "3k5/9/9/9/9/9/9/9/7c1/4K2N1 w", "h0g2", False,
    ),
    "a horse jumps past a piece that is not on its leg": (
        "3k5/9/9/9/9/9/9/9/6c2/4K2N1 w", "h0i2", True,
    ),
    "an elephant is blocked by a piece on its eye": (
        "3k5/9/9/9/9/9/9/9/3c5/2B1K4 w", "c0e2", False,
    ),
    "an elephant does not cross the river": (
        "3k5/9/9/9/9/2B6/9/9/9/4K4 w", "c4e6", False,
    ),
    "a cannon takes over one screen": (
        "3k5/9/9/4p4/9/9/4P4/9/4C4/4K4 w", "e1e6", True,
    ),
    "a cannon does not take without a screen": (
        "3k5/9/9/4p4/9/9/9/9/4C4/4K4 w", "e1e6", False,
    ),
    "a cannon does not move over a screen without taking": (
        "3k5/9/9/4p4/9/9/4P4/9/4C4/4K4 w", "e1e5", False,
    ),
    "a soldier steps sideways only across the river": (
        "3k5/9/9/9/9/4P4/9/9/9/4K4 w", "e4d4", False,
    ),
    "a soldier never steps back": (
        "3k5/9/9/9/4P4/9/9/9/9/4K4 w", "e5e4", False,
    ),
    "a general stays in its palace": (
        "3k5/9/9/9/9/9/9/9/9/5K3 w", "f0g0", False,
    ),
    "an advisor stays on its five points": (
        "3k5/9/9/9/9/9/9/9/9/4KA3 w", "f0g1", False,
    ),
    "the generals never face each other": (
        "4k4/9/9/9/9/9/9/9/4N4/4K4 w", "e1d3", False,
    ),
    "a general does not step into an open file": (
        "3k5/9/9/9/9/9/9/9/9/4K4 w", "e0d0", False,
    ),
    "a pinned piece may move along its line": (
        "3k5/9/9/4r4/9/9/9/9/4R4/4K4 w", "e1e5", True,
    ),
    "a piece may not take its own": (
        "3k5/9/9/9/9/9/9/9/9/4RK3 w", "e0f0", False,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("fen", "uci", "expected"), CASES.values(), ids=CASES)
def test_a_single_move_is_judged_by(fen: str, uci: str, *, expected: bool) -> None:
    position = read_fen(fen)

    assert is_legal(position.board, position.side, move_from_uci(uci)) is expected


def test_a_legal_move_gives_the_board_after_it() -> None:
    position = read_fen("3k5/9/9/4p4/9/9/4P4/9/4C4/4K4 w")
    move = move_from_uci("e1e6")

    board = board_if_legal(position.board, position.side, move, checked=False)

    assert board == board_after(position.board, move)
    assert board == read_fen("3k5/9/9/4C4/9/9/4P4/9/9/4K4 b").board
