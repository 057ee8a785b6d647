"""What pieces are worth against each other (article 26.6).

A chariot is worth two horses or cannons. Horse and cannon are equal, and so are advisor and
elephant. A soldier across the river *floats*: one soldier for any number of pieces, or one
piece for any number of soldiers, is neither gain nor loss. A soldier at home and the general
are worth nothing.

What was won and lost so far is a *balance*: one int that holds the strong units, weak units
and soldiers of a side, so that balances add. `GAIN` says what a balance is worth.

Source: Chinese Xiangqi Association, rules of 2020, article 26.6 (2011: 25.3).
"""

from typing import Final

from xiangqi_server.game.rules.board.encoding import (
    ADVISOR,
    CANNON,
    CHARIOT,
    ELEPHANT,
    GENERAL,
    HORSE,
    SOLDIER,
    SQUARES,
    Board,
    side_of,
)
from xiangqi_server.game.rules.board.geometry import is_across_river

_STRONG: Final = 1 << 12
_WEAK: Final = 1 << 6
_SOLDIER: Final = 1
_HALF: Final = 32

STRONG_ROLES: Final = (CHARIOT, HORSE, CANNON)
ATTACKING_ROLES: Final = (*STRONG_ROLES, SOLDIER)
GUARDS: Final = (ADVISOR, ELEPHANT)

_BY_ROLE: Final = {
    CHARIOT: 2 * _STRONG,
    HORSE: _STRONG,
    CANNON: _STRONG,
    ADVISOR: _WEAK,
    ELEPHANT: _WEAK,
    SOLDIER: _SOLDIER,
}
WORTH: Final = tuple(_BY_ROLE.get(piece & 7, 0) for piece in range(16))
"""By piece: what it adds to a balance, unless its square is among the worthless ones."""

NOTHING: Final = 0
MATE: Final = 10_000
"""The value of mating; its negative that of being mated at once."""


class _Gain(dict[int, int]):
    """The value of each balance: above 0 a gain, 0 equal, below 0 a loss."""

    def __missing__(self, balance: int) -> int:
        self[balance] = value = _value(*_parts(balance))
        return value


def _parts(balance: int) -> tuple[int, int, int]:
    """Strong units, weak units and soldiers of a balance, each with its sign."""
    soldiers = (balance + _HALF & 2 * _HALF - 1) - _HALF
    rest = balance - soldiers >> 6
    weak = (rest + _HALF & 2 * _HALF - 1) - _HALF
    return rest - weak >> 6, weak, soldiers


def _value(strong: int, weak: int, soldiers: int) -> int:
    """Pieces by their units; soldiers by number among themselves, floating against pieces."""
    if soldiers > 0:
        return -_value(-strong, -weak, -soldiers)
    floats = strong == 1 or (strong == 0 and weak > 0)
    if soldiers and floats:
        return 0
    return 20 * strong + 4 * weak + 2 * soldiers


GAIN: Final = _Gain()


def worthless_squares(board: Board) -> int:
    """The squares of the pieces worth nothing at the root, as bits: soldiers at home.

    What a soldier is worth is fixed where the question is asked; one that crosses the river
    while it is answered gains nothing by it.
    """
    return sum(
        1 << square
        for square in range(SQUARES)
        if board[square] & 7 == SOLDIER and not is_across_river(square, side_of(board[square]))
    )


def is_exempt(piece: int) -> bool:
    """Whether a piece may chase for ever (26.1): general and soldier."""
    return piece & 7 in (GENERAL, SOLDIER)
