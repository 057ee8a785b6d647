"""What masters played in the opening, by position, as `book_lines` tells it.

A line counts in its mirror image too. Where lines meet again by another order of moves, they
are added up.
"""

from collections import Counter, defaultdict
from functools import cache
from typing import Final

from server.engine.book_lines import BOOK_LINES
from server.rules.board.encoding import Move, move_from_uci
from server.rules.board.fen import START_FEN, read_fen
from server.rules.board.position import Position

_MIRRORED: Final = str.maketrans("abcdefghi", "ihgfedcba")


def book_moves(position: Position) -> Counter[Move]:
    """The moves of masters in a position, by the number of games; empty out of the book."""
    return _book().get(position, Counter())


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
