"""Random games compared, ply by ply, with an independent program.

Its squares count ranks from 1. It knows nothing of bare-material draws on the board, so
only moves, check and the end by mate or stalemate are compared.
"""

import pyffish
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.random_play import random_games
from tests.support.rule_data import json_lines
from xiangqi_server.game.rules.board.encoding import Move, uci_of
from xiangqi_server.game.rules.board.fen import read_fen, write_fen
from xiangqi_server.game.rules.game.game import Game


def from_one(move: Move) -> str:
    """A move with ranks 1 to 10."""
    uci = uci_of(move)
    return f"{uci[0]}{int(uci[1]) + 1}{uci[2]}{int(uci[3]) + 1}"


def assert_alike(game: Game) -> None:
    for position in game.positions_since(0):
        fen = write_fen(position)
        theirs = pyffish.legal_moves("xiangqi", fen, [])

        assert sorted(map(from_one, position.legal_moves())) == sorted(theirs), fen
        assert position.in_check() == pyffish.gives_check("xiangqi", fen, []), fen
        assert position.has_legal_move() == bool(theirs), fen


@pytest.mark.parametrize("seed", range(3))
def test_random_games_from_the_start_go_alike(seed: int) -> None:
    for game in random_games(games=2, seed=seed, plies=150):
        assert_alike(game)


def test_random_games_from_thin_positions_go_alike() -> None:
    for row in json_lines("rules/legal.jsonl")[::20]:
        for game in random_games(games=1, seed=row["n"], plies=20, fen=row["fen"]):
            assert_alike(game)


@given(st.lists(st.integers(min_value=0, max_value=10_000), max_size=120))
@settings(max_examples=20, deadline=None)
def test_a_line_of_play_reaches_the_same_position(choices: list[int]) -> None:
    game = Game.start()
    for choice in choices:
        moves = game.legal_moves()
        if not moves:
            break
        game = game.play(moves[choice % len(moves)])

    theirs = pyffish.get_fen("xiangqi", game.start_fen, [from_one(move) for move in game.moves])

    assert game.position == read_fen(theirs)


def test_every_mate_and_stalemate_found_is_a_loss_there_too() -> None:
    ended = [
        game for game in random_games(games=25, seed=1, plies=300) if not game.has_legal_move()
    ]

    results = [pyffish.game_result("xiangqi", write_fen(game.position), []) for game in ended]

    assert ended
    assert all(result < 0 for result in results)
