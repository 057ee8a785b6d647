"""What the solvers generate, against plain generation of all legal moves."""

import random

from xiangqi_server.game.rules.board.check import is_checked
from xiangqi_server.game.rules.board.encoding import CANNON, HORSE, Move
from xiangqi_server.game.rules.board.moves import board_after, has_legal_move, legal_moves
from xiangqi_server.game.rules.cxa.move_cache import MoveCache
from xiangqi_server.game.rules.cxa.steps import Steps
from xiangqi_server.game.rules.game.game import Game

GAMES, PLIES = 12, 100


def _moves(steps: Steps) -> list[Move]:
    return sorted(move for move, _ in steps)


def test_moves_captures_and_checks_are_those_of_plain_generation() -> None:
    chance = random.Random(26)
    for _ in range(GAMES):
        game = Game.start()
        for _ in range(PLIES):
            legal, side, cache = game.legal_moves(), game.to_move, MoveCache()
            if not legal:
                break
            taking = [move for move in legal if game.board[move & 127]]
            checking = [
                move for move in legal if is_checked(board_after(game.board, move), side.opponent)
            ]

            assert _moves(cache.moves(game.board, side)) == sorted(legal)
            assert _moves(cache.captures(game.board, side)) == sorted(taking)
            assert _moves(cache.checks(game.board, side)) == sorted(checking)
            assert cache.mates_at_once(game.board, side) == any(
                not has_legal_move(board_after(game.board, move), side.opponent, checked=True)
                for move in checking
            )
            game = game.play(chance.choice(taking if taking and chance.random() < 0.4 else legal))


def test_the_boards_of_the_steps_are_those_after_the_moves() -> None:
    board = Game.start().board

    steps = MoveCache().moves(board, Game.start().to_move)

    assert all(after == board_after(board, move) for move, after in steps)
    assert {board[move >> 7] & 7 for move in legal_moves(board, Game.start().to_move)} >= {
        HORSE,
        CANNON,
    }
