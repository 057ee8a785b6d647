"""Positions as FEN, and what a move makes of one. How pieces move is the server's to know."""

import re
from typing import Final

from xiangqi_client.parts import SideName

_FILES: Final = 9
_RANKS: Final = 10
_EMPTY: Final = "."


def cells_of(fen: str) -> str:
    """The 90 squares of a FEN, `a0` first, then along the ranks; empty ones are `.`."""
    ranks = reversed(fen.split()[0].split("/"))
    return "".join(re.sub("[1-9]", lambda gap: _EMPTY * int(gap[0]), rank) for rank in ranks)


def square_of(name: str) -> int:
    """The number of a square such as `h2` among those of `cells_of`."""
    return int(name[1]) * _FILES + ord(name[0]) - ord("a")


def turn_of(fen: str) -> SideName:
    """The side to move."""
    return "black" if fen.split()[1] == "b" else "red"


def fen_after(fen: str, move: str) -> str:
    """The FEN after a move such as `h2e2`, its two counters included."""
    cells = list(cells_of(fen))
    origin, target = square_of(move[:2]), square_of(move[2:])
    is_capture = cells[target] != _EMPTY
    cells[target], cells[origin] = cells[origin], _EMPTY
    _, side, *unused, quiet_plies, number = fen.split()
    return " ".join(
        [
            _board("".join(cells)),
            "w" if side == "b" else "b",
            *unused,
            "0" if is_capture else str(int(quiet_plies) + 1),
            str(int(number) + (side == "b")),
        ]
    )


def _board(cells: str) -> str:
    ranks = [cells[start : start + _FILES] for start in range(0, _FILES * _RANKS, _FILES)]
    return "/".join(re.sub(r"\.+", lambda gap: str(len(gap[0])), rank) for rank in reversed(ranks))
