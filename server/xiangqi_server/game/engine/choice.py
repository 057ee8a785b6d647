"""Which move is played: one of the book, or what a search finds, as strongly as asked.

A level is held by the number of positions looked at, by moves that are not thought of, as a
beginner misses captures and threats, and by errors of judgement: to the score of each move a number
is added. Only the seed and the position decide both. So a level plays the same on every machine,
and with another seed another game.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from xiangqi_server.game.engine.book import book_move
from xiangqi_server.game.engine.chance import drawn, is_missed, swayed
from xiangqi_server.game.engine.evaluation import evaluate
from xiangqi_server.game.engine.search import AlphaBeta, SearchStop, Thought
from xiangqi_server.game.rules.board.encoding import Move
from xiangqi_server.game.rules.game.game import Game


@dataclass(frozen=True, slots=True)
class SearchStrength:
    """How well to play.

    Fields:
        depth: plies looked ahead, at most.
        nodes: positions looked at, at most.
        missed: of a hundred moves, how many are not thought of, unless none would be left.
        error: the most by which a move is misjudged, in hundredths of a soldier.
        book_plies: how far into a game moves are taken from the book.
    """

    depth: int
    nodes: int
    missed: int
    error: int
    book_plies: int


STRENGTHS: Final = {
    1: SearchStrength(depth=1, nodes=1_000, missed=75, error=245, book_plies=4),
    2: SearchStrength(depth=1, nodes=1_000, missed=30, error=245, book_plies=6),
    3: SearchStrength(depth=1, nodes=1_000, missed=0, error=95, book_plies=8),
    4: SearchStrength(depth=2, nodes=3_000, missed=0, error=166, book_plies=10),
    5: SearchStrength(depth=3, nodes=8_000, missed=0, error=180, book_plies=12),
    6: SearchStrength(depth=8, nodes=5_000, missed=0, error=113, book_plies=14),
}
"""Strengths by level; `tests.bench.levels` says how often each beats the one below.

The first is for people who have just learned how the pieces move: somebody who takes what is worth
the most beats it in four of ten games."""

FOR_REVIEWS: Final = SearchStrength(depth=12, nodes=20_000, missed=0, error=0, book_plies=0)
"""How well a game is looked at that is over: without errors, and without the book."""


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
        move = book_move(position, among, drawn(seed, position)[0])
        if move is not None:
            yield Thought(0, evaluate(game.board, game.to_move), 0, (move,))
            return
    missed = {move for move in among if is_missed(seed, position, move, strength.missed)}
    seen = [move for move in among if move not in missed] or among
    bonuses = {move: swayed(seed, position, move, strength.error) for move in seen}
    positions = game.positions_since(game.reversible_since)
    yield from AlphaBeta(positions, bonuses, strength.nodes, stop).deepen(strength.depth)
