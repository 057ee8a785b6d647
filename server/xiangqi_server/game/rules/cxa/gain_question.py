"""What the material solver is asked: on which board, what counts, and how far it looks.

Bounds are part of the ruling: a line is ten plies long and has at most three quiet checks
of ours and two of theirs.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from xiangqi_server.game.rules.board.encoding import Square
from xiangqi_server.game.rules.cxa.move_cache import Exchanges

NOWHERE: Final = -1
NOTHING_TAKEN: Final = -1
"""The value of a line in which we took nothing, where one must be taken."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far is looked: plies of a line, quiet checks of ours and of theirs."""

    plies: int = 10
    our_checks: int = 3
    their_checks: int = 2


class Answers(Enum):
    """What they may do on their turn, besides getting out of check."""

    ANYWHERE = "anywhere"
    ON_POINT = "on_point"
    """They capture only the piece we moved last, and give no quiet check."""


class Stake(Enum):
    """What a line is worth to us."""

    GAIN = "gain"
    """What we win, where captures by our general and soldiers gain nothing (26.1)."""
    GAIN_BY_ANY = "gain_by_any"
    """The same, where those count like others."""
    CAPTURE = "capture"
    """As `GAIN`, but a line in which we took nothing is worth `NOTHING_TAKEN`."""
    CAPTURE_BY_ANY = "capture_by_any"
    """As `GAIN_BY_ANY`, but a line in which we took nothing is worth `NOTHING_TAKEN`."""


MUST_TAKE: Final = (Stake.CAPTURE, Stake.CAPTURE_BY_ANY)
BY_ANY: Final = (Stake.GAIN_BY_ANY, Stake.CAPTURE_BY_ANY)


@dataclass(frozen=True, slots=True)
class SearchQuestion:
    """What is asked of the solver.

    Fields:
        worthless: squares of pieces that count nothing, as bits.
        exchanges: pairs of the square of a piece of ours and the point on which it may not
            capture.
        shield: the square on which they may not capture, -1 for none.
    """

    worthless: int = 0
    exchanges: Exchanges = ()
    answers: Answers = Answers.ANYWHERE
    shield: Square = NOWHERE
    stake: Stake = Stake.GAIN
