"""The opening book of our engine, made from the master games of the tests.

A line goes on as long as enough games share it; games that leave it earlier stand in shorter
lines, so that the numbers of all lines that begin alike add up.
"""

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Final

from tests.support.rule_data import DATA
from xiangqi_server.game.records.pgn_reading import read_games
from xiangqi_server.game.records.record import Record
from xiangqi_server.game.rules.board.encoding import uci_of

TARGET: Final = (
    Path(__file__).parents[2] / "server" / "xiangqi_server" / "game" / "engine" / "book_lines.py"
)
PLIES: Final = 14
GAMES: Final = 3
"""A move that fewer games played is not in the book."""

HEAD: Final = '''"""The openings of the master games in `tests/data/games`; a generated file.

`python -m tests.tools.generate` makes it. A line has the number of games that went so far along it,
and no further in the book, and their moves.
"""

from typing import Final

BOOK_LINES: Final = """\\
'''


def files() -> dict[Path, str]:
    """The book as a module."""
    return {TARGET: _text()}


@cache
def _text() -> str:
    with (DATA / "games" / "masters.pgn").open("rb") as lines:
        games = [
            tuple(map(uci_of, found.game.moves[:PLIES]))
            for found in read_games(lines)
            if isinstance(found, Record)
        ]
    shared = Counter(moves[:plies] for moves in games for plies in range(1, PLIES + 1))
    ends = Counter(_as_far_as_shared(moves, shared) for moves in games)
    del ends[()]
    rows = [f"{count} {' '.join(moves)}\n" for moves, count in sorted(ends.items())]
    return f'{HEAD}{"".join(rows)}"""\n'


def _as_far_as_shared(moves: tuple[str, ...], shared: Counter[tuple[str, ...]]) -> tuple[str, ...]:
    plies = 0
    while plies < len(moves) and shared[moves[: plies + 1]] >= GAMES:
        plies += 1
    return moves[:plies]
