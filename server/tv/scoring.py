"""What makes a game worth watching: how strong its players are, and how many watch it already."""

from collections.abc import Mapping
from typing import Final

from server.tv.state import Programme

UNRATED_POINTS: Final = 1_000
"""What a game counts whose players' strength nobody knows."""
WATCHER_POINTS: Final = 5
MOST_WATCHERS: Final = 200
"""More spectators than these add nothing."""


def score_of(points: int, watchers: int) -> int:
    """How good a game is to watch.

    Args:
        points: how strong its players are together, 0 if nobody knows.
    """
    return (points or UNRATED_POINTS) + WATCHER_POINTS * min(watchers, MOST_WATCHERS)


def best_of(scores: Mapping[str, int]) -> Programme | None:
    """The best of some rooms with their scores, None of none."""
    room = max(scores, key=lambda room: (scores[room], room), default=None)
    return None if room is None else Programme(room, scores[room])
