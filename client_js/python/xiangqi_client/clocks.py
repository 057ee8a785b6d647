"""What the clocks of a room show at a moment, in each kind of time control."""

from dataclasses import dataclass

from xiangqi_client.messages import Room
from xiangqi_client.parts import ByoyomiClock, CorrespondenceClock, NoClock, SideClock, SideName


@dataclass(frozen=True, slots=True)
class ClockFace:
    """What the clock of a side shows.

    Fields:
        left_ms: of the main or game time; once that is used up, of the period or counted seconds.
        periods: of byo-yomi left, the running one included; 0 in other controls.
        turn_ms: what the turn may still take, None where a turn has no limit of its own.
    """

    left_ms: int
    periods: int
    turn_ms: int | None


def clock_face(room: Room, side: SideName, now_ms: int) -> ClockFace | None:
    """The clock of a side at a moment of the server's time, None in a game without a clock."""
    if isinstance(room.terms.clock, NoClock):
        return None
    told = room.clock.red if side == "red" else room.clock.black
    if room.clock.running != side:
        return ClockFace(told.left_ms, told.periods, told.turn_ms)
    elapsed_ms = max(0, now_ms - room.behind_ms - room.at_ms)
    if isinstance(room.terms.clock, CorrespondenceClock) and room.clock.flag_at_ms is not None:
        # it may stand meanwhile: what is left until the flag says when it goes on
        elapsed_ms = max(0, told.left_ms - (room.clock.flag_at_ms - (now_ms - room.behind_ms)))
    if isinstance(room.terms.clock, ByoyomiClock):
        return _byoyomi(told, room.terms.clock.period_ms, elapsed_ms)
    turn_ms = None if told.turn_ms is None else max(0, told.turn_ms - elapsed_ms)
    left_ms = max(0, told.left_ms - elapsed_ms)
    return ClockFace(left_ms or turn_ms or 0, told.periods, turn_ms)


def _byoyomi(told: SideClock, period_ms: int, elapsed_ms: int) -> ClockFace:
    """Main time runs into the periods, and these into each other."""
    over_ms = elapsed_ms - told.left_ms
    if over_ms < 0:
        return ClockFace(-over_ms, told.periods, None if told.turn_ms is None else -over_ms)
    lost = over_ms // period_ms + (0 if told.turn_ms is None else 1)
    if lost >= told.periods:
        return ClockFace(0, 0, 0)
    in_period_ms = period_ms - over_ms % period_ms
    return ClockFace(in_period_ms, told.periods - lost, in_period_ms)
