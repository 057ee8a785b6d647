"""The eight levels: how weak or strong an engine plays at each.

A level is held by its number of positions, so that it is the same on a slow machine. The time is
there for an engine that would take too long. Levels 1 to 6 are played by our own engine, so that
they are the same everywhere, the others by an engine of the operator's. `tests.bench.levels` says
how often each beats the one below, with Fairy-Stockfish for the highest.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from xiangqi_server.computers.decisions import Hopeless
from xiangqi_server.computers.uci import SearchLimits

OWN_LEVEL_OPTION: Final = "Level"
LEVEL_NUMBERS: Final = range(1, 9)
OWN_LEVEL_NUMBERS: Final = range(1, 7)
OWN_MOVETIME_MS: Final = 4_000
"""A limit that our own engine hardly reaches: its levels are numbers of positions."""
CONTEMPT_OPTION: Final = "Contempt"
CONTEMPT: Final = "24"
"""By how much Fairy-Stockfish by itself shuns draws; reviews want none of it."""
ENGINE_MOVETIME_MS: Final = 5_000
ENGINE_BOOK_PLIES: Final = 16
_LOW_LEVELS: Final = range(1, 4)
_HOPELESS: Final = Hopeless(score_cp=-900, moves=3)
_HOPELESS_TO_BEGINNERS: Final = Hopeless(score_cp=-1_500, moves=10)
"""Against a low level a beginner learns to win a won game, but need not hunt it for ever."""
LOWEST_POINTS: Final = 400.0
OWN_STEP_POINTS: Final = 250.0
"""A player with this many points more scores 4 of 5, as a level of our own engine does against the
one below."""
ENGINE_STEP_POINTS: Final = 190.0
"""The same for 3 of 4, as a level of an operator's engine does."""


@dataclass(frozen=True, slots=True)
class ComputerLevel:
    """How an engine plays at a level.

    Fields:
        options: what is set before a search.
        hopeless: when it gives a game up.
        book_plies: how far into a game moves are taken from the book for an engine; our own does so
            itself.
    """

    number: int
    limits: SearchLimits
    options: Mapping[str, str]
    hopeless: Hopeless
    book_plies: int = 0


def start_points(number: int) -> float:
    """The rating with which the account of a level begins."""
    own = min(number, OWN_LEVEL_NUMBERS[-1])
    own_steps = own - OWN_LEVEL_NUMBERS[0]
    return LOWEST_POINTS + OWN_STEP_POINTS * own_steps + ENGINE_STEP_POINTS * (number - own)


def _own_level(number: int) -> ComputerLevel:
    options = MappingProxyType({OWN_LEVEL_OPTION: str(number)})
    hopeless = _HOPELESS_TO_BEGINNERS if number in _LOW_LEVELS else _HOPELESS
    return ComputerLevel(number, SearchLimits(OWN_MOVETIME_MS), options, hopeless)


def _engine_level(number: int, nodes: int) -> ComputerLevel:
    limits = SearchLimits(ENGINE_MOVETIME_MS, nodes=nodes)
    options = MappingProxyType({CONTEMPT_OPTION: CONTEMPT})
    return ComputerLevel(number, limits, options, _HOPELESS, ENGINE_BOOK_PLIES)


OWN_LEVELS: Final[Mapping[int, ComputerLevel]] = MappingProxyType(
    {number: _own_level(number) for number in OWN_LEVEL_NUMBERS}
)
"""The levels that our own engine plays."""

ENGINE_LEVELS: Final[Mapping[int, ComputerLevel]] = MappingProxyType(
    {7: _engine_level(7, nodes=1_800), 8: _engine_level(8, nodes=2_800)}
)
"""The levels that the operator's engine plays."""
