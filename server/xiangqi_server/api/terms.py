"""The terms of a game on the wire and in a room, and the conversion between them.

Whether terms go together is not judged here; the room says it.
"""

from functools import lru_cache
from typing import assert_never

from msgspec.structs import asdict

from xiangqi_server.room.terms import (
    Byoyomi,
    ClockTerms,
    Correspondence,
    Fischer,
    NoClock,
    PerMove,
    Rules,
    Terms,
    ThreePart,
)
from xiangqi_server.wire import terms as wire


def room_terms(wanted: wire.GameTerms) -> Terms:
    """The terms of a message as a room has them; whether they go together the room will say."""
    return Terms(
        clock=_room_clock(wanted.clock),
        rules=Rules(**asdict(wanted.rules)),
        compensation=wanted.compensation,
        takebacks=wanted.takebacks,
        chat=wanted.chat,
        delay_ms=wanted.delay_ms,
        rated=wanted.rated,
    )


def _room_clock(wanted: wire.ClockTerms) -> ClockTerms:
    match wanted:
        case wire.FischerClock(main_ms, increment_ms):
            return Fischer(main_ms, increment_ms)
        case wire.ByoyomiClock(main_ms, period_ms, periods):
            return Byoyomi(main_ms, period_ms, periods)
        case wire.ThreePartClock(game_ms, move_ms, count_ms):
            return ThreePart(game_ms, move_ms, count_ms)
        case wire.PerMoveClock(move_ms):
            return PerMove(move_ms)
        case wire.CorrespondenceClock(days):
            return Correspondence(days)
        case wire.NoClock():
            return NoClock()
        case _:
            assert_never(wanted)


@lru_cache(maxsize=256)
def wire_terms(terms: Terms) -> wire.GameTerms:
    """The terms of a room as they are shown."""
    return wire.GameTerms(
        clock=_wire_clock(terms.clock),
        rules=wire.RuleTerms(**asdict(terms.rules)),
        compensation=terms.compensation,
        takebacks=terms.takebacks,
        chat=terms.chat,
        delay_ms=terms.delay_ms,
        rated=terms.rated,
    )


def _wire_clock(clock: ClockTerms) -> wire.ClockTerms:
    match clock:
        case Fischer(main_ms, increment_ms):
            return wire.FischerClock(main_ms, increment_ms)
        case Byoyomi(main_ms, period_ms, periods):
            return wire.ByoyomiClock(main_ms, period_ms, periods)
        case ThreePart(game_ms, move_ms, count_ms):
            return wire.ThreePartClock(game_ms, move_ms, count_ms)
        case PerMove(move_ms):
            return wire.PerMoveClock(move_ms)
        case Correspondence(days):
            return wire.CorrespondenceClock(days)
        case NoClock():
            return wire.NoClock()
        case _:
            assert_never(clock)
