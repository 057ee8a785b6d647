"""Time that a player gives or gives up, time given back for downtime, and the alarm."""

from enum import StrEnum

from msgspec import Struct

from xiangqi_server.game.rules.board.encoding import Side


class CreditReason(StrEnum):
    """Why a turn was given time back."""

    OUTAGE = "outage"
    """No node served."""
    FAILOVER = "failover"
    """The player's own node had died, and the player was on the way to another node."""
    VACATION = "vacation"
    """The player is on vacation, in a game by days."""


class GiveTime(Struct, frozen=True, gc=False, tag="give_time"):
    """Give the other player some time."""

    by: str


class Berserk(Struct, frozen=True, gc=False, tag="berserk"):
    """Halve the time left, and earn no increment."""

    by: str


class TakeOutage(Struct, frozen=True, gc=False, tag="take_outage"):
    """No node served from one moment to another: give the time back."""

    from_ms: int
    to_ms: int


class TakeFailover(Struct, frozen=True, gc=False, tag="take_failover"):
    """The node of `player` died at one moment, and the player was cut off until another.

    Fields:
        to_ms: when the player was back, or up to when the absence is known by now.
        away_ms: for so long of that time the part of the store was away that knows the player: it
            is given back beyond what a death gives.
    """

    player: str
    from_ms: int
    to_ms: int
    away_ms: int = 0


class SetLeave(Struct, frozen=True, gc=False, tag="set_leave"):
    """An order of a player's aggregate: `player` is on vacation until a moment.

    Fields:
        number: of the change; a later one has a greater number.
        until_ms: not after now if the player is back.
    """

    player: str
    number: int
    until_ms: int


class Alarm(Struct, frozen=True, gc=False, tag="alarm"):
    """The time has come at which the room asked to be woken."""


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


class AwayUntil(Struct, frozen=True, gc=False, tag="away"):
    """The player of `side` is on vacation until a moment; the fields are those of `SetLeave`."""

    side: Side
    number: int
    until_ms: int


class TimeCredited(Struct, frozen=True, gc=False, tag="credited"):
    """Time was taken out of the running turn of `side`.

    Fields:
        ms: by how much longer the turn may last; above 0, except where a vacation is shortened.
        from_ms, to_ms: when no node served, or the player's node did not; of a vacation, between
            which moments the clock stands now, or does not stand any more.
    """

    side: Side
    ms: int
    from_ms: int
    to_ms: int
    reason: CreditReason = CreditReason.OUTAGE


TimeCommand = GiveTime | Berserk | TakeOutage | TakeFailover | SetLeave | Alarm
TimeEvent = TimeGiven | Berserked | AwayUntil | TimeCredited
