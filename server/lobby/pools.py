"""The queues of the auto-match: which time controls people can be paired for by one click."""

from collections.abc import Mapping
from typing import Final

from server.room.terms import Fischer, Terms


def _pool(minutes: int, seconds: int) -> Terms:
    return Terms(Fischer(main_ms=minutes * 60_000, increment_ms=seconds * 1_000))


POOLS: Final[Mapping[str, Terms]] = {
    "1+0": _pool(1, 0),
    "3+2": _pool(3, 2),
    "5+3": _pool(5, 3),
    "10+5": _pool(10, 5),
    "15+10": _pool(15, 10),
}
"""Terms by name: minutes for the game, plus seconds a move; the default rules."""
