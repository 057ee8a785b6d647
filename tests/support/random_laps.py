"""Random laps: both sides walk with one piece each and come back.

The positions are of the middle of master games, so full of pieces that attack each other. A walk
goes on with a move that checks or attacks something rather than with one that does neither.
"""

import random
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tests.support.rule_data import DATA
from tests.support.ruling_cases import played
from xiangqi_server.game.records.pgn_reading import read_games
from xiangqi_server.game.records.record import Record
from xiangqi_server.game.rules.board.encoding import Move, Side, Square
from xiangqi_server.game.rules.board.fen import write_fen
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.inspector import Inspector

EARLIEST_PLY, LATEST_PLY = 20, 80
WALKS_TRIED = 60
"""How many walks are begun in a position before another one is taken."""


class Lap(NamedTuple):
    """A position, and the moves that lead back to it."""

    fen: str
    moves: tuple[Move, ...]

    def game(self, times: int = 3) -> Game:
        """The game in which the lap was run so often."""
        game = played(self.fen, ())
        for move in self.moves * times:
            game = game.play(move)
        return game


def random_laps(chance: random.Random, plies: tuple[int, ...]) -> Iterator[Lap]:
    """Laps of some of these lengths, for ever."""
    while True:
        start = _crowded_position(chance)
        for _ in range(WALKS_TRIED):
            moves = _walked(start, chance, chance.choice(plies))
            if moves:
                yield Lap(write_fen(start.position), moves)
                break


@cache
def _master_games() -> list[Game]:
    with (DATA / "games" / "masters.pgn").open("rb") as lines:
        return [read.game for read in read_games(lines) if isinstance(read, Record)]


def _crowded_position(chance: random.Random) -> Game:
    game = chance.choice(_master_games())
    return Game.start(
        write_fen(game.back_to(min(game.ply, chance.randint(EARLIEST_PLY, LATEST_PLY))).position)
    )


def _walked(start: Game, chance: random.Random, plies: int) -> tuple[Move, ...]:
    """The moves of one try; none if a walker did not come back."""
    game = start
    homes: dict[Side, Square] = {}
    walkers: dict[Side, Square] = {}
    for left in range(plies, 0, -1):
        side = game.to_move
        moves = [
            move
            for move in game.legal_moves()
            if not game.board[move & 127]
            and move >> 7 == walkers.get(side, move >> 7)
            and (left > 2 or move & 127 == homes[side])
            and (left <= 2 or move & 127 != homes.get(side))
        ]
        if not moves:
            return ()
        move = chance.choices(moves, [_weight(game, move) for move in moves])[0]
        homes.setdefault(side, move >> 7)
        walkers[side] = move & 127
        game = game.play(move)
    return game.moves


def _weight(game: Game, move: Move) -> int:
    after = game.play(move)
    if after.in_check():
        return 8
    return 4 if move & 127 in _attackers(after, game.to_move) else 1


def _attackers(game: Game, side: Side) -> set[Square]:
    attacks = Inspector().attacks(game.board, side)
    return {origin for origins in attacks.values() for origin in origins}
