"""The games of one entrant, a few bytes each, so that ten thousand sheets fit into a snapshot."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from xiangqi_server.game.rules.board.encoding import Side

_GAME_BYTES: Final = 4
MOST_NUMBER: Final = 0xFFFF
"""The last number under which anybody can enter."""
_RED, _DOUBLED, _WON, _DRAWN, _UNPLAYED, _BERSERK = 1, 2, 4, 8, 16, 32


class SheetGame(NamedTuple):
    """A game on the sheet of one of its players.

    Fields:
        opponent: the number under which the opponent entered; 0 for a bye.
        points: what the game brought.
        doubled: it brought twice as much, after two wins in a row.
        result: 2 won, 1 drawn, 0 lost.
        unplayed: one of the two did not come, or there was no opponent.
        berserk: it was played with half the time.
    """

    opponent: int
    side: Side
    result: int
    points: int
    doubled: bool = False
    unplayed: bool = False
    berserk: bool = False


def with_game(sheet: bytes, game: SheetGame) -> bytes:
    """The sheet with one more game."""
    flags = _RED * (game.side is Side.RED) | _DOUBLED * game.doubled
    flags |= _WON * (game.result == 2) | _DRAWN * (game.result == 1)
    flags |= _UNPLAYED * game.unplayed | _BERSERK * game.berserk
    return sheet + game.opponent.to_bytes(2) + bytes((flags, game.points))


def games_on(sheet: bytes) -> Iterator[SheetGame]:
    """The games of a sheet, in the order in which they ended."""
    for start in range(0, len(sheet), _GAME_BYTES):
        opponent = int.from_bytes(sheet[start : start + 2])
        flags, points = sheet[start + 2], sheet[start + 3]
        side = Side.RED if flags & _RED else Side.BLACK
        result = 2 if flags & _WON else 1 if flags & _DRAWN else 0
        doubled, unplayed = bool(flags & _DOUBLED), bool(flags & _UNPLAYED)
        berserk = bool(flags & _BERSERK)
        yield SheetGame(opponent, side, result, points, doubled, unplayed, berserk)


def count_of(sheet: bytes) -> int:
    """How many games are on it."""
    return len(sheet) // _GAME_BYTES
