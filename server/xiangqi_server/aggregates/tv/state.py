"""What is on TV: for each channel the game shown, replaced only by a clearly better one.

A channel is a speed, ``top`` for all of them, or one of those that `scoring` names. Nodes on which
somebody watches TV propose the best game each channel could show now; the aggregate decides, so
that everybody sees the same. A game that nobody plays any more gives way at once, to nothing if
there is no other.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from msgspec import Struct

from xiangqi_server.kernel.aggregate.decision import Decision, Stamped

TV_ID: Final = "main"
TOP: Final = "top"
SWITCH_RATIO: Final = 1.17
"""A channel switches to a game whose score is at least this many times that of the one shown."""
STAY_MS: Final = 20_000
"""A game that is still played is shown for this long at least."""


class Programme(Struct, frozen=True, array_like=True):
    """A game that could be shown, and how good it is."""

    room: str
    score: int


class Tune(Struct, frozen=True, tag="tune"):
    """What one node found.

    Fields:
        best: channel -> the best game it could show now; a channel without one is not listed.
        now: room -> its score now, of those shown games that may go on being shown.
        strayed: channels whose game goes on, but is no longer of their sort.
    """

    best: dict[str, Programme]
    now: dict[str, int]
    strayed: frozenset[str] = frozenset()


class Switched(Struct, frozen=True, tag="switched"):
    """A channel shows another game, or (None) nothing."""

    channel: str
    room: str | None


@dataclass(frozen=True, slots=True)
class Tv:
    """What is on.

    Fields:
        shown: channel -> room of the game it shows; a channel that shows nothing is not listed.
        since_ms: channel -> when it switched to that game; unknown in states from before that
            was kept.
    """

    shown: Mapping[str, str] = field(default_factory=dict)
    since_ms: Mapping[str, int] = field(default_factory=dict)

    def must_stay(self, channel: str, now_ms: int) -> bool:
        """Whether it is too early for a channel to leave a game that is still played."""
        return now_ms - self.since_ms.get(channel, 0) < STAY_MS


def decide(tv: Tv, command: Tune, now_ms: int) -> Decision[Switched]:
    """Which channels switch."""
    events = []
    for channel in sorted({*tv.shown, *command.best}):
        shown, best = tv.shown.get(channel), command.best.get(channel)
        score = None if shown is None else command.now.get(shown)
        if channel in command.strayed and not tv.must_stay(channel, now_ms):
            score = None
        if score is not None and (
            best is None or best.score < SWITCH_RATIO * score or tv.must_stay(channel, now_ms)
        ):
            continue
        room = None if best is None else best.room
        if room != shown:
            events.append(Switched(channel, room))
    return Decision(tuple(events))


def apply(tv: Tv, stamped: Stamped[Switched]) -> Tv:
    """What is on after one accepted event."""
    channel, room = stamped.event.channel, stamped.event.room
    shown = {name: other for name, other in tv.shown.items() if name != channel}
    since_ms = {name: at_ms for name, at_ms in tv.since_ms.items() if name != channel}
    if room is None:
        return Tv(shown, since_ms)
    return Tv({**shown, channel: room}, {**since_ms, channel: stamped.at_ms})
