"""Chance is the same for the same seed, and even."""

from xiangqi_server.game.engine.chance import drawn, swayed
from xiangqi_server.game.rules.board.fen import START_FEN, read_fen
from xiangqi_server.game.rules.game.game import Game

START = read_fen(START_FEN)
MOVES = Game.start().legal_moves()


def test_the_seed_the_position_and_the_move_decide() -> None:
    other = START.after(MOVES[0])

    assert drawn(1, START, MOVES[0]) == drawn(1, START, MOVES[0])
    assert len({drawn(1, START), drawn(2, START), drawn(1, other), drawn(1, START, MOVES[1])}) == 4


def test_errors_are_as_often_too_high_as_too_low_and_never_too_large() -> None:
    errors = [swayed(seed, START, move, 100) for seed in range(100) for move in MOVES]

    assert max(errors) <= 100
    assert min(errors) >= -100
    assert abs(sum(errors)) / len(errors) < 3
    assert sum(abs(error) < 30 for error in errors) > len(errors) * 0.45


def test_without_an_error_there_is_none() -> None:
    assert {swayed(seed, START, MOVES[0], 0) for seed in range(50)} == {0}
