"""The games of one entrant, a few bytes a game, so that ten thousand sheets fit into a snapshot."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from server.rules.board.encoding import Side

_GAME_BYTES: Final = 4
_RED, _DOUBLED, _WON, _DRAWN = 1, 2, 4, 8


class SheetGame(NamedTuple):
    """A game on the sheet of one of its players.

    Fields:
        opponent: the number under which the opponent entered.
        points: what the game brought.
        doubled: it brought twice as much, after two wins in a row.
        result: 2 won, 1 drawn, 0 lost.
    """

    opponent: int
    side: Side
    result: int
    points: int
    doubled: bool = False


def with_game(sheet: bytes, game: SheetGame) -> bytes:
    """The sheet with one more game."""
    flags = _RED * (game.side is Side.RED) | _DOUBLED * game.doubled
    flags |= _WON * (game.result == 2) | _DRAWN * (game.result == 1)
    return sheet + game.opponent.to_bytes(2) + bytes((flags, game.points))


def games_on(sheet: bytes) -> Iterator[SheetGame]:
    """The games of a sheet, in the order in which they ended."""
    for start in range(0, len(sheet), _GAME_BYTES):
        opponent = int.from_bytes(sheet[start : start + 2])
        flags, points = sheet[start + 2], sheet[start + 3]
        side = Side.RED if flags & _RED else Side.BLACK
        result = 2 if flags & _WON else 1 if flags & _DRAWN else 0
        yield SheetGame(opponent, side, result, points, bool(flags & _DOUBLED))


def count_of(sheet: bytes) -> int:
    """How many games are on it."""
    return len(sheet) // _GAME_BYTES
