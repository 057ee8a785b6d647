"""What nobody can win: the table against its proof, and against a search without it."""

import random
from itertools import combinations_with_replacement, islice

import pytest

from tests.support.ruling_cases import played
from tests.tools.unwinnable import FORCES, boards, is_unwinnable, lost_board, position_count
from xiangqi_server.game.rules.adjudication.adjudication import judge
from xiangqi_server.game.rules.adjudication.unwinnable import cannot_be_won
from xiangqi_server.game.rules.adjudication.unwinnable_table import (
    SUNK_SOLDIER,
    UNWINNABLE,
    Force,
    is_within,
)
from xiangqi_server.game.rules.board.encoding import CANNON, Board, Side
from xiangqi_server.game.rules.board.fen import read_fen
from xiangqi_server.game.rules.board.moves import board_after, legal_moves
from xiangqi_server.game.rules.board.position import Position
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.ruling import Ending
from xiangqi_server.game.rules.rulesets import RULE_SET_NAMES, RuleOptions

BARE = Force(0, 0, 0)
CANNON_ALONE = Force(CANNON, 0, 0)
SUNK_ALONE = Force(SUNK_SOLDIER, 0, 0)
SMALL = 80_000
"""Materials with at most so many positions are gone through again in every run."""

DRAWN = (
    "3k5/9/9/9/9/9/9/9/9/C3K4 w",
    "3k5/9/9/9/9/9/9/9/9/C3K4 b",
    "c2k5/9/9/9/9/9/9/9/9/C3K4 w",
    "3k1a3/9/9/9/9/9/9/9/9/C3K4 w",
    "3k5/9/4b4/9/9/9/9/2C1B4/9/4K4 b",
    "P2k5/9/9/9/9/9/9/9/9/4K4 w",
    "3k5/9/9/9/9/9/9/9/9/p3KA3 b",
    "3k5/9/9/9/9/9/9/9/4A4/4K4 w",
)
PLAYED_ON = (
    "3k5/9/9/9/9/9/9/9/9/N3K4 w",
    "3k5/9/9/9/9/9/9/9/9/R3K4 w",
    "3k5/P8/9/9/9/9/9/9/9/4K4 w",
    "3k5/9/9/9/P8/9/9/9/9/4K4 w",
    "3k5/9/9/9/9/9/9/9/9/C3KA3 w",
    "3k5/9/9/9/9/9/9/9/9/CC2K4 w",
    "3k1a3/4a4/9/9/9/9/9/9/9/C3K4 w",
    "c2k5/9/9/9/9/9/9/9/9/N3K4 w",
    "PP1k5/9/9/9/9/9/9/9/9/4K4 w",
)


@pytest.mark.parametrize("fen", DRAWN)
def test_what_nobody_can_win_is_drawn_at_once_where_the_rules_say_so(fen: str) -> None:
    game = Game.start(fen, composed=True)
    has_attackers = game.has_attackers(Side.RED) or game.has_attackers(Side.BLACK)

    for name in RULE_SET_NAMES:
        ruling = judge(game, RuleOptions(name))
        if name == "chessvariants" or not has_attackers:
            assert ruling is not None
            assert (ruling.winner, ruling.ending) == (None, Ending.BARE_MATERIAL)
        else:
            assert ruling is None


def test_the_clause_is_the_one_that_promises_it_and_older_games_go_on() -> None:
    game = Game.start(DRAWN[0])

    ruling = judge(game, RuleOptions("chessvariants"))

    assert ruling is not None
    assert (ruling.clause, ruling.version) == ("5", 2)
    assert judge(game, RuleOptions("chessvariants", version=1)) is None


@pytest.mark.parametrize("fen", PLAYED_ON)
def test_what_somebody_may_win_is_played_on(fen: str) -> None:
    game = Game.start(fen, composed=True)

    assert judge(game, RuleOptions("chessvariants")) is None
    assert not cannot_be_won(game.board)


def test_a_capture_that_leaves_what_nobody_can_win_ends_the_game() -> None:
    game = played("9/5k3/9/9/9/9/9/9/3r5/C2RK4 b", ["d1d0", "e0d0"])

    ruling = judge(game, RuleOptions("chessvariants"))

    assert judge(game.back_to(1), RuleOptions("chessvariants")) is None
    assert ruling is not None
    assert ruling.ending is Ending.BARE_MATERIAL


def test_of_small_materials_the_table_has_exactly_those_that_are_proven() -> None:
    small = [
        (one, other)
        for one, other in combinations_with_replacement(FORCES, 2)
        if (one.attacker or other.attacker) and position_count(one, other) <= SMALL
    ]

    told = {pair: any(is_within(pair, most) for most in UNWINNABLE) for pair in small}

    assert len(small) > 20
    assert told == {pair: is_unwinnable(*pair) for pair in small}


@pytest.mark.parametrize(
    "pair",
    [(CANNON_ALONE, BARE), (CANNON_ALONE, CANNON_ALONE), (SUNK_ALONE, BARE)],
    ids=str,
)
def test_the_table_holds_what_it_is_for(pair: tuple[Force, Force]) -> None:
    board = next(boards(*pair))

    assert cannot_be_won(board)


@pytest.mark.parametrize(
    ("winner", "loser"),
    [
        (Force(CANNON, 1, 0), BARE),
        (CANNON_ALONE, Force(0, 2, 0)),
        (SUNK_ALONE, Force(0, 2, 0)),
        (SUNK_ALONE, CANNON_ALONE),
    ],
    ids=str,
)
def test_beside_the_table_there_is_a_position_that_is_won(winner: Force, loser: Force) -> None:
    board = lost_board(winner, loser)

    assert board is not None
    assert not Position(board, Side.BLACK).legal_moves()
    assert not cannot_be_won(board)


@pytest.mark.parametrize("pair", UNWINNABLE, ids=str)
def test_a_search_finds_no_win_in_any_entry(pair: tuple[Force, Force]) -> None:
    """Whatever both sides play, neither runs out of moves."""
    chance = random.Random(str(pair))
    few = (next(islice(boards(*pair), chance.randrange(2_000), None)) for _ in range(3))

    for board in few:
        for side in Side:
            position = Position(board, side)
            if not Position(board, side.opponent).in_check():
                assert not _is_won_within(4, position.board, side)


def _is_won_within(plies: int, board: Board, side: Side) -> bool:
    """Whether any line of moves ends with a side that has none."""
    moves = legal_moves(board, side)
    if not moves or plies == 0:
        return not moves
    return any(_is_won_within(plies - 1, board_after(board, move), side.opponent) for move in moves)


def test_a_position_of_the_table_stays_in_it_whatever_is_played() -> None:
    for fen in DRAWN:
        position = read_fen(fen, composed=True)
        for move in position.legal_moves():
            assert cannot_be_won(position.after(move).board)
