"""People who have just learned how the pieces move, as functions from a game to a move.

They look one move ahead at most, and differ in what they see there. What they see nothing in is
left to chance, which the caller gives.
"""

import random
from collections.abc import Callable, Mapping
from typing import Final

from xiangqi_server.game.rules.board.encoding import (
    ADVISOR,
    BLACK_BIT,
    CANNON,
    CHARIOT,
    ELEPHANT,
    GENERAL,
    HORSE,
    SOLDIER,
    Move,
)
from xiangqi_server.game.rules.game.game import Game

Beginner = Callable[[Game, random.Random], Move]

_WORTH: Final = {
    SOLDIER: 1,
    ADVISOR: 2,
    ELEPHANT: 2,
    HORSE: 4,
    CANNON: 4.5,
    CHARIOT: 9,
    GENERAL: 100,
}


def any_move(game: Game, chance: random.Random) -> Move:
    """Any legal move."""
    return chance.choice(game.legal_moves())


def takes_anything(game: Game, chance: random.Random) -> Move:
    """Take something, whatever it costs."""
    legal = game.legal_moves()
    return chance.choice([move for move in legal if _taken(game, move)] or legal)


def takes_the_dearest(game: Game, chance: random.Random) -> Move:
    """Mate if it can be done at once, else take what is worth the most, whatever it costs."""
    return _mate(game) or _best(game, chance, sees_recapture=False)


def sees_the_recapture(game: Game, chance: random.Random) -> Move:
    """Mate if it can be done at once, else take the most, less what is then taken on that square.

    Nothing is put where it can be taken, and what is threatened is not seen.
    """
    return _mate(game) or _best(game, chance, sees_recapture=True)


BEGINNERS: Final[Mapping[str, Beginner]] = {
    beginner.__name__: beginner
    for beginner in (any_move, takes_anything, takes_the_dearest, sees_the_recapture)
}
"""By name, the weakest first."""


def _best(game: Game, chance: random.Random, *, sees_recapture: bool) -> Move:
    worth: dict[Move, float] = {}
    for move in game.legal_moves():
        worth[move] = _taken(game, move)
        if sees_recapture and _is_taken_back(game.play(move), move & 127):
            worth[move] -= _WORTH[game.board[move >> 7] & ~BLACK_BIT]
    most = max(worth.values())
    return chance.choice([move for move in worth if worth[move] == most])


def _taken(game: Game, move: Move) -> float:
    return _WORTH.get(game.board[move & 127] & ~BLACK_BIT, 0)


def _is_taken_back(game: Game, square: int) -> bool:
    return any(move & 127 == square for move in game.legal_moves())


def _mate(game: Game) -> Move | None:
    moves = (move for move in game.legal_moves() if not game.play(move).has_legal_move())
    return next(moves, None)
