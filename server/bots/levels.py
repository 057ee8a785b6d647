"""The eight levels: how weak or strong an engine plays at each.

A level is held by its number of positions, so that it is the same on a slow machine; the time is
there for an engine that would take too long. Levels 1 to 6 are played by our own engine, so that
they are the same everywhere, the others by an engine of the operator's. `tests.bench.levels` says
how often each beats the one below, with Fairy-Stockfish for the highest.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from server.bots.uci import SearchLimits

OWN_LEVEL_OPTION: Final = "Level"
LEVEL_NUMBERS: Final = range(1, 9)
OWN_LEVEL_NUMBERS: Final = range(1, 7)
OWN_MOVETIME_MS: Final = 4_000
"""A limit that our own engine hardly reaches: its levels are numbers of positions."""
ENGINE_MOVETIME_MS: Final = 5_000
RESIGNS_FROM: Final = 4
LOWEST_POINTS: Final = 700.0
STEP_POINTS: Final = 190.0
"""A player with this many points more scores 3 of 4, as a level does against the one below."""


@dataclass(frozen=True, slots=True)
class ComputerLevel:
    """How an engine plays at a level.

    Fields:
        options: what is set before a search.
        resigns: it gives a lost game up.
    """

    number: int
    limits: SearchLimits
    options: Mapping[str, str]
    resigns: bool


def start_points(number: int) -> float:
    """The rating with which the account of a level begins."""
    return LOWEST_POINTS + STEP_POINTS * (number - LEVEL_NUMBERS[0])


def _own_level(number: int) -> ComputerLevel:
    options = MappingProxyType({OWN_LEVEL_OPTION: str(number)})
    return ComputerLevel(number, SearchLimits(OWN_MOVETIME_MS), options, number >= RESIGNS_FROM)


def _engine_level(number: int, nodes: int) -> ComputerLevel:
    limits = SearchLimits(ENGINE_MOVETIME_MS, nodes=nodes)
    return ComputerLevel(number, limits, MappingProxyType({}), number >= RESIGNS_FROM)


OWN_LEVELS: Final[Mapping[int, ComputerLevel]] = MappingProxyType(
    {number: _own_level(number) for number in OWN_LEVEL_NUMBERS}
)
"""The levels that our own engine plays."""

ENGINE_LEVELS: Final[Mapping[int, ComputerLevel]] = MappingProxyType(
    {7: _engine_level(7, nodes=1_800), 8: _engine_level(8, nodes=2_800)}
)
"""The levels that the operator's engine plays."""
