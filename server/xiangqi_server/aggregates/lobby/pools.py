"""The pools: which time controls people can be paired for by one click."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from msgspec.structs import replace

from xiangqi_server.aggregates.room.terms import FischerClock, GameTerms


class Queue(NamedTuple):
    """The players that wait for the same game: a pool, and whether the game is rated."""

    pool: str
    rated: bool


def _pool(minutes: int, seconds: int) -> GameTerms:
    return GameTerms(FischerClock(main_ms=minutes * 60_000, increment_ms=seconds * 1_000))


POOLS: Final[Mapping[str, GameTerms]] = {
    "1+0": _pool(1, 0),
    "3+2": _pool(3, 2),
    "5+3": _pool(5, 3),
    "10+5": _pool(10, 5),
    "15+10": _pool(15, 10),
}
"""Terms by name: minutes for the game, plus seconds a move; the default rules."""

QUEUES: Final = tuple(Queue(pool, rated) for pool in POOLS for rated in (False, True))


def terms_of(queue: Queue) -> GameTerms:
    """The terms everybody in a queue waits for."""
    return replace(POOLS[queue.pool], rated=queue.rated)
