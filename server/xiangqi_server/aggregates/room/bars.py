"""The players that are kept out of the lobby and of the ladder, as both remember it.

An effect tells them of a ban. They drop the player and keep it out, so a command that a node sent
before it had heard of the ban is refused. Effects come at least once and in any order, so
the number of the operators' action tells which of two bans is the later one.
"""

from collections.abc import Mapping
from typing import Final

from xiangqi_server.aggregates.room.messages import Bar

Bars = Mapping[str, Bar]
"""The latest bar of each player, oldest first, lifted ones too."""

MAX_BARS: Final = 1_000
"""How many bars are remembered; every node has long heard of any earlier ban."""


def is_barred(bars: Bars, player: str, now_ms: int) -> bool:
    """Whether a player is banned."""
    bar = bars.get(player)
    return bar is not None and now_ms < bar.until_ms


def is_late(bars: Bars, bar: Bar) -> bool:
    """Whether this bar, or a later one of the same player, was taken before."""
    known = bars.get(bar.by)
    return known is not None and bar.number <= known.number


def with_bar(bars: Bars, bar: Bar) -> Bars:
    """With one more bar; the oldest is forgotten if there are too many."""
    others = [kept for kept in bars.values() if kept.by != bar.by]
    return {kept.by: kept for kept in [*others, bar][-MAX_BARS:]}
