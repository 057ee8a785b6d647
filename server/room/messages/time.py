"""Time that is given, by a player or for downtime of ours, and the alarm."""

from enum import StrEnum

from msgspec import Struct

from server.rules.board.encoding import Side


class CreditReason(StrEnum):
    """Why a turn was given time back."""

    OUTAGE = "outage"
    """No node served."""
    FAILOVER = "failover"
    """The player's own node had died, and the player was on the way to another one."""


class GiveTime(Struct, frozen=True, gc=False, tag="give_time"):
    """Give the other player some time."""

    by: str


class Berserk(Struct, frozen=True, gc=False, tag="berserk"):
    """Halve the time left, and earn no increment."""

    by: str


class TakeOutage(Struct, frozen=True, gc=False, tag="take_outage"):
    """From one moment to another no node served: give the time back."""

    from_ms: int
    to_ms: int


class TakeFailover(Struct, frozen=True, gc=False, tag="take_failover"):
    """The node of `player` died at one moment, and up to another the player was cut off.

    Fields:
        to_ms: when it was back, or how far its absence is known by now.
    """

    player: str
    from_ms: int
    to_ms: int


class Alarm(Struct, frozen=True, gc=False, tag="alarm"):
    """The time the room asked to be woken at has come."""


class TimeGiven(Struct, frozen=True, gc=False, tag="time_given"):
    """The other player gave `side` time."""

    side: Side
    ms: int


class Berserked(Struct, frozen=True, gc=False, tag="berserked"):
    """The player of `side` gave up some time, and earns no increment.

    Fields:
        ms: 0 where it was the increment alone.
    """

    side: Side
    ms: int


class TimeCredited(Struct, frozen=True, gc=False, tag="credited"):
    """Downtime of ours was taken out of the running turn of `side`.

    Fields:
        ms: by how much the turn started later than it did; above 0.
        from_ms, to_ms: when no node served, or not that of the player.
    """

    side: Side
    ms: int
    from_ms: int
    to_ms: int
    reason: CreditReason = CreditReason.OUTAGE


TimeCommand = GiveTime | Berserk | TakeOutage | TakeFailover | Alarm
TimeEvent = TimeGiven | Berserked | TimeCredited
