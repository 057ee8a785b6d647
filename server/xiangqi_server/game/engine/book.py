"""What masters played in the opening, by position, as `book_lines` tells it.

A line counts in its mirror image too. Where lines meet again by another order of moves, they
are added up.
"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection
from functools import cache
from itertools import accumulate
from typing import Final

from xiangqi_server.game.engine.book_lines import BOOK_LINES
from xiangqi_server.game.rules.board.encoding import Move, move_from_uci
from xiangqi_server.game.rules.board.fen import START_FEN, read_fen
from xiangqi_server.game.rules.board.position import Position

_MIRRORED: Final = str.maketrans("abcdefghi", "ihgfedcba")


def book_moves(position: Position) -> Counter[Move]:
    """The moves of masters in a position, by the number of games; empty out of the book."""
    return _book().get(position, Counter())


def book_move(position: Position, among: Collection[Move], chance: int) -> Move | None:
    """One of some moves, each as likely as masters played it; None if they played none of them.

    `chance` is any number from 0 to 2**32 - 1.
    """
    games = {move: number for move, number in book_moves(position).items() if move in among}
    moves = sorted(games)
    sums = list(accumulate(games[move] for move in moves))
    if not moves:
        return None
    return moves[bisect_right(sums, chance % sums[-1])]


@cache
def _book() -> dict[Position, Counter[Move]]:
    """The whole book; it is read once, when the first position is looked up."""
    book: defaultdict[Position, Counter[Move]] = defaultdict(Counter)
    for row in BOOK_LINES.splitlines():
        games, *line = row.split()
        for words in (line, [word.translate(_MIRRORED) for word in line]):
            position = read_fen(START_FEN)
            for move in map(move_from_uci, words):
                book[position][move] += int(games)
                position = position.after(move)
    return dict(book)
