"""Positions that random play comes across, the same ones every time."""

import random
from collections.abc import Iterator

from xiangqi_server.game.rules.board.fen import START_FEN
from xiangqi_server.game.rules.board.position import Position
from xiangqi_server.game.rules.game.game import Game


def random_games(games: int, seed: int, plies: int = 120, fen: str = START_FEN) -> Iterator[Game]:
    """Games of random legal moves, each ended by the number of plies or for want of a move."""
    rng = random.Random(seed)
    for _ in range(games):
        game = Game.start(fen)
        while game.ply < plies and (moves := game.legal_moves()):
            game = game.play(rng.choice(moves))
        yield game


def random_positions(games: int, seed: int, plies: int = 120) -> Iterator[Position]:
    """Every position of such games."""
    for game in random_games(games, seed, plies):
        yield from game.positions_since(0)
