"""What an event does to a room; live play, rebuild and replay share it.

Nothing is decided here: an event of the log has happened, whatever the rules of today
would say. The event brings its own time, which is the store's.
"""

from typing import assert_never

from msgspec.structs import replace

from xiangqi_server.aggregates.room.clock.control import SideTime
from xiangqi_server.aggregates.room.clock.pair import start
from xiangqi_server.aggregates.room.messages import (
    AwayUntil,
    Berserked,
    Continued,
    CreditReason,
    Declined,
    Disconnected,
    Ended,
    Moved,
    Offered,
    OfferEvent,
    Opened,
    PresenceEvent,
    RatingChanged,
    RatingEvent,
    RatingKnown,
    Readied,
    Reconnected,
    RematchOpened,
    RoomEvent,
    Seated,
    SeatEvent,
    Suspended,
    TimeCredited,
    TimeEvent,
    TimeGiven,
    TookBack,
    Warned,
)
from xiangqi_server.aggregates.room.parts import (
    FAILOVER_MS,
    INVITE_MS,
    SAFE_MS,
    Absence,
    Away,
    BerserkSides,
    Entry,
    Invitation,
    Offer,
    Outcome,
    ReadyCheck,
    Series,
    Suspension,
    Timing,
)
from xiangqi_server.aggregates.room.score import Receipt, line_of
from xiangqi_server.aggregates.room.state import Room, Status, status_of
from xiangqi_server.aggregates.room.time_limits import lag_quota_ms
from xiangqi_server.game.rules.board.by_side import BySide
from xiangqi_server.game.rules.board.encoding import move_from_uci
from xiangqi_server.kernel.aggregate.decision import Stamped

_Rarer = SeatEvent | Warned | Ended | OfferEvent | PresenceEvent | TimeEvent | RatingEvent
"""Every event but a move."""


def apply(room: Room, stamped: Stamped[RoomEvent]) -> Room:
    """The room after one accepted event."""
    event, at_ms = stamped.event, stamped.at_ms
    if isinstance(event, Moved):  # leaves the status as it is
        return _moved(room, event, at_ms, stamped.version)
    after = _applied(room, event, at_ms)
    return replace(after, status=status_of(after), event_count=stamped.version)


def restamp(room: Room, event: RoomEvent, at_ms: int) -> Room | None:
    """The room to which `event` led, as if it had been stamped `at_ms`; None: apply it again."""
    if isinstance(event, Moved):
        return replace(room, timing=replace(room.timing, turn_started_ms=at_ms))
    return None


def _applied(room: Room, event: _Rarer, at_ms: int) -> Room:
    match event:
        case Opened():
            return _opened(room, event, at_ms)
        case Seated(side, player):
            return replace(
                room,
                seats=room.seats.taken_by(side, player),
                timing=room.timing.turn(at_ms),
                ready_check=room.ready_check.begun(at_ms),
            )
        case Readied(side):
            readied = room.ready_check.readied(side)
            return replace(room, ready_check=readied, timing=room.timing.turn(at_ms))
        case Offered(side, what, ply):
            return replace(room, offers=room.offers.made(Offer(what, side, ply)))
        case Declined(_, what):
            return replace(room, offers=room.offers.declined(what, at_ms))
        case TookBack():
            return _took_back(room, event, at_ms)
        case TimeGiven(side, gift_ms):
            return replace(room, timing=room.timing.given(side, gift_ms))
        case Berserked(side, cost_ms):
            timing = room.timing.berserk(side, cost_ms)
            return replace(room, timing=timing, berserk=room.berserk.chosen(side))
        case Disconnected(side, claimable_at_ms):
            gone = Absence(at_ms, claimable_at_ms)
            return replace(room, absences=room.absences.replace(side, gone))
        case Reconnected(side):
            return replace(room, absences=room.absences.replace(side, None))
        case TimeCredited():
            return _credited(room, event, at_ms)
        case AwayUntil(side, number, until_ms):
            return replace(room, away=room.away.replace(side, Away(number, until_ms)))
        case Suspended(until_ms):
            timing = replace(room.timing, suspended=Suspension(at_ms, until_ms))
            return replace(room, timing=timing, absences=BySide.both(Absence(at_ms, until_ms)))
        case Continued():
            return replace(room, timing=room.timing.continued(at_ms))
        case Warned():
            return replace(room, warning=event)
        case Ended():
            return _ended(room, event, at_ms)
        case RematchOpened(fresh_id):
            series = replace(room.series, next=fresh_id)
            return replace(room, series=series, offers=room.offers.closed())
        case RatingKnown(side, points, deviation):
            return replace(room, entries=room.entries.replace(side, Entry(points, deviation)))
        case RatingChanged():
            return _rating_changed(room, event)
        case _:
            assert_never(event)


def _moved(room: Room, event: Moved, at_ms: int, version: int) -> Room:
    """The turn passes; the warning and the other player's offers are gone."""
    mover, offers = room.game.to_move, room.offers
    quotas_ms = BySide(event.red_quota_ms, event.black_quota_ms)
    receipt = Receipt(event.spent_ms, event.compensated_ms, quotas_ms[mover])
    return replace(
        room,
        game=room.game.play(move_from_uci(event.uci)),
        timing=room.timing.showing(_times(event), quotas_ms, at_ms),
        score=room.score.plus(line_of(event.uci, event.wxf, event.chinese, receipt)),
        offers=offers.moved(mover) if offers.open else offers,
        warning=None,
        event_count=version,
    )


def _took_back(room: Room, event: TookBack, at_ms: int) -> Room:
    """The game is shorter and the turn starts again; offers, made in the longer one, are gone."""
    ply = room.game.ply - event.plies
    return replace(
        room,
        game=room.game.back_to(ply),
        timing=room.timing.showing(_times(event), room.timing.quotas_ms, at_ms),
        score=room.score.first(ply),
        offers=room.offers.taken_back(event.side),
        warning=None,
    )


def _credited(room: Room, event: TimeCredited, at_ms: int) -> Room:
    """The turn counts as started later; players who are waited for may take longer."""
    if event.reason is CreditReason.VACATION:
        timing = room.timing.on_leave(event.from_ms, event.to_ms, is_longer=event.ms > 0)
        return replace(room, timing=timing)
    is_failover = event.reason is CreditReason.FAILOVER
    back_ms = event.from_ms + FAILOVER_MS if is_failover else 0
    return replace(
        room,
        timing=room.timing.credited(event.ms, event.to_ms, max(at_ms + SAFE_MS, back_ms)),
        ready_check=room.ready_check.credited(event.ms, event.to_ms),
    )


def _opened(room: Room, event: Opened, at_ms: int) -> Room:
    return replace(
        room,
        terms=event.terms,
        seats=event.seats,
        invitation=Invitation(
            event.waits_ms or INVITE_MS, event.invited, event.lock, event.listing
        ),
        ready_check=ReadyCheck(event.ready_ms).begun(at_ms),
        series=Series(event.origin, event.previous, points=event.points),
        berserk=BerserkSides(event.may_berserk),
        timing=Timing(
            clock=start(event.terms.clock),
            turn_started_ms=at_ms,
            quotas_ms=BySide.both(lag_quota_ms(event.terms)),
            opened_at_ms=at_ms,
        ),
    )


def _ended(room: Room, event: Ended, at_ms: int) -> Room:
    """The clocks stop where they are, and what waited for a player is gone."""
    timing = room.timing.turn(at_ms) if room.status is Status.READYING else room.timing
    return replace(
        room,
        timing=replace(timing, ended_at_ms=at_ms),
        offers=room.offers.closed(),
        absences=BySide.both(None),
        warning=None,
        outcome=Outcome(event.winner, event.ending, event.ruling, event.texts, event.reason),
    )


def _rating_changed(room: Room, event: RatingChanged) -> Room:
    known = room.entries[event.side]
    if known is None:
        return room
    after = Entry(known.points, known.deviation, event.points, event.deviation, event.before)
    return replace(room, entries=room.entries.replace(event.side, after))


def _times(event: Moved | TookBack) -> BySide[SideTime]:
    red = SideTime(event.red_left_ms, event.red_periods)
    return BySide(red, SideTime(event.black_left_ms, event.black_periods))
