"""Who is kept out of the lobby and of the ladder, as both remember it.

They are told of a ban by an effect, take the player out and keep it out: a command that a node sent
off before it had heard of the ban comes too late. Effects come at least once and in any order, so
the number of the operators' action says which of two is the later one.
"""

from collections.abc import Mapping
from typing import Final

from server.room.messages import Bar

Bars = Mapping[str, Bar]
"""The latest bar of each player, oldest first, lifted ones too."""

MAX_BARS: Final = 1_000
"""How many are remembered; every node has long heard of an earlier ban."""


def is_barred(bars: Bars, player: str, now_ms: int) -> bool:
    """The player is banned."""
    bar = bars.get(player)
    return bar is not None and now_ms < bar.until_ms


def is_late(bars: Bars, bar: Bar) -> bool:
    """This bar, or a later one of the same player, was taken already."""
    known = bars.get(bar.by)
    return known is not None and bar.number <= known.number


def with_bar(bars: Bars, bar: Bar) -> Bars:
    """One more is remembered, and the oldest forgotten."""
    others = [kept for kept in bars.values() if kept.by != bar.by]
    return {kept.by: kept for kept in [*others, bar][-MAX_BARS:]}
