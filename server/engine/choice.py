"""Which move is played: one of the book, or what a search finds, as strongly as asked.

A level is held by the number of positions looked at and by errors of judgement: to the score of
each move a number is added that only the seed and the position decide. So a level plays the
same on every machine, and with another seed another game.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from server.engine.book import book_moves
from server.engine.chance import drawn, swayed
from server.engine.evaluation import evaluate
from server.engine.search import AlphaBeta, SearchStop, Thought
from server.rules.board.encoding import Move
from server.rules.game.game import Game


@dataclass(frozen=True, slots=True)
class SearchStrength:
    """How well to play.

    Fields:
        depth: plies looked ahead, at most.
        nodes: positions looked at, at most.
        error: the most by which a move is misjudged, in hundredths of a soldier.
        book_plies: how far into a game moves are taken from the book.
    """

    depth: int
    nodes: int
    error: int
    book_plies: int


STRENGTHS: Final = {
    1: SearchStrength(depth=1, nodes=1_000, error=245, book_plies=4),
    2: SearchStrength(depth=1, nodes=1_000, error=95, book_plies=6),
    3: SearchStrength(depth=2, nodes=3_000, error=166, book_plies=8),
    4: SearchStrength(depth=3, nodes=8_000, error=218, book_plies=10),
    5: SearchStrength(depth=4, nodes=6_000, error=163, book_plies=12),
    6: SearchStrength(depth=8, nodes=5_000, error=113, book_plies=14),
}
"""Strengths by level; `tests.bench.levels` says how often each beats the one below."""


def think(
    game: Game,
    among: Collection[Move],
    strength: SearchStrength,
    seed: int,
    stop: SearchStop | None = None,
) -> Iterator[Thought]:
    """Ever better thoughts on which of some legal moves to play; the last one counts.

    `among` must not be empty. `seed` is from 0 to 2**64 - 1.
    """
    position = game.position
    if game.ply < strength.book_plies:
        book = {move: games for move, games in book_moves(position).items() if move in among}
        if book:
            yield Thought(0, evaluate(game.board, game.to_move), 0, (_picked(book, game, seed),))
            return
    bonuses = {move: swayed(seed, position, move, strength.error) for move in among}
    positions = game.positions_since(game.reversible_since)
    yield from AlphaBeta(positions, bonuses, strength.nodes, stop).deepen(strength.depth)


def _picked(book: dict[Move, int], game: Game, seed: int) -> Move:
    """One of the moves of a book, each as likely as it was played often."""
    moves = sorted(book)
    sums = list(accumulate(book[move] for move in moves))
    at = drawn(seed, game.position)[0] % sums[-1]
    return next(move for move, until in zip(moves, sums, strict=True) if at < until)
