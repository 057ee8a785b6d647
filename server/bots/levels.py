"""The eight levels: how weak or strong an engine plays at each.

A level is held by its number of positions, so that it is the same on a slow machine; the time is
there for an engine that would take too long, and the depth for what is easy to see. Levels 1 to 3
are played by our own engine where there is none that can be weakened, by an option of the name
`Skill Level` as Stockfish has it; the others need an engine of the operator's.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from server.bots.uci import SearchLimits

SKILL_OPTION: Final = "Skill Level"
OWN_LEVEL_OPTION: Final = "Level"
LEVEL_NUMBERS: Final = range(1, 9)
OWN_LEVEL_NUMBERS: Final = range(1, 4)
OWN_MOVETIME_MS: Final = 4_000
"""Our own engine has its number of positions by the level, and needs a fraction of this."""


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


def _engine_level(
    number: int, skill: int, depth: int, nodes: int, movetime_ms: int
) -> ComputerLevel:
    limits = SearchLimits(movetime_ms, depth, nodes)
    options = MappingProxyType({SKILL_OPTION: str(skill)})
    return ComputerLevel(number, limits, options, resigns=number >= 4)


def _own_level(number: int) -> ComputerLevel:
    options = MappingProxyType({OWN_LEVEL_OPTION: str(number)})
    return ComputerLevel(number, SearchLimits(OWN_MOVETIME_MS), options, resigns=False)


ENGINE_LEVELS: Final[Mapping[int, ComputerLevel]] = MappingProxyType(
    {
        level.number: level
        for level in (
            _engine_level(1, skill=-4, depth=1, nodes=200, movetime_ms=1_000),
            _engine_level(2, skill=0, depth=1, nodes=500, movetime_ms=1_000),
            _engine_level(3, skill=3, depth=2, nodes=2_000, movetime_ms=1_000),
            _engine_level(4, skill=6, depth=3, nodes=8_000, movetime_ms=1_000),
            _engine_level(5, skill=10, depth=5, nodes=30_000, movetime_ms=1_200),
            _engine_level(6, skill=14, depth=8, nodes=80_000, movetime_ms=3_000),
            _engine_level(7, skill=17, depth=12, nodes=200_000, movetime_ms=5_000),
            _engine_level(8, skill=20, depth=22, nodes=400_000, movetime_ms=8_000),
        )
    }
)
"""The levels as an engine of the operator's plays them."""

OWN_LEVELS: Final[Mapping[int, ComputerLevel]] = MappingProxyType(
    {number: _own_level(number) for number in OWN_LEVEL_NUMBERS}
)
"""The levels as our own engine plays them."""
