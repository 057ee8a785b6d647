"""What an event does to a room; live play, rebuild and replay share it.

Nothing is decided here: an event of the log has happened, whatever the rules of today
would say. The event brings its own time, the store's.
"""

from dataclasses import replace
from typing import assert_never

from server.aggregate.decision import Stamped
from server.room.clock.control import SideTime
from server.room.clock.pair import Clock, start
from server.room.messages import (
    Back,
    Continued,
    Credited,
    CreditReason,
    Declined,
    Ended,
    Gone,
    Moved,
    Offered,
    OfferKind,
    Opened,
    RatingChanged,
    RatingKnown,
    Readied,
    RematchOpened,
    RoomEvent,
    Seated,
    Suspended,
    TimeGiven,
    TookBack,
    Warned,
)
from server.room.pace import lag_quota_ms
from server.room.score import Line, Receipt
from server.room.state import (
    FAILOVER_MS,
    INVITE_MS,
    SAFE_MS,
    Absence,
    Entry,
    Offer,
    Outcome,
    Room,
    Status,
    Suspension,
    Wait,
)
from server.room.terms import Seats
from server.rules.board import Side, move_from_uci


def apply(room: Room, stamped: Stamped[RoomEvent]) -> Room:
    """The room after one accepted event."""
    event, at_ms = stamped.event, stamped.at_ms
    match event:
        case Moved():
            return _moved(room, event, at_ms)
        case Opened():
            return _opened(room, event, at_ms)
        case Seated(side, player):
            return replace(
                room,
                seats=_with(room.seats, Side(side), player),
                turn_started_ms=at_ms,
                ready_by_ms=at_ms + room.ready_ms if room.ready_ms else 0,
            )
        case Readied(side):
            return _readied(room, Side(side), at_ms)
        case Offered(side, what, ply):
            return replace(room, offers=(*room.offers, Offer(what, Side(side), ply)))
        case Declined():
            return _declined(room, event, at_ms)
        case TookBack():
            return _took_back(room, event, at_ms)
        case TimeGiven(side, gift_ms):
            return replace(room, clock=room.clock.given(Side(side), gift_ms))
        case Gone(side, claimable_at_ms):
            return _with_absence(room, side, Absence(at_ms, claimable_at_ms))
        case Back(side):
            return _with_absence(room, side, None)
        case Credited():
            return _credited(room, event, at_ms)
        case Suspended(until_ms):
            gone = Absence(at_ms, until_ms)
            waits = Suspension(at_ms, until_ms)
            return replace(room, suspended=waits, absences=(gone, gone))
        case Continued():
            return _continued(room, at_ms)
        case Warned():
            return replace(room, warning=event)
        case Ended():
            return _ended(room, event, at_ms)
        case RematchOpened(fresh_id):
            return replace(room, next_room=fresh_id, offers=())
        case RatingKnown(side, points, deviation):
            return _with_entry(room, side, Entry(points, deviation))
        case RatingChanged():
            return _rating_changed(room, event)
        case _:
            assert_never(event)


def _moved(room: Room, event: Moved, at_ms: int) -> Room:
    """The turn passes; the warning is gone, and so are the other player's offers.

    The mover's own stand, but for a takeback: it was of the position before.
    """
    mover = room.game.to_move
    quotas_ms = (event.red_quota_ms, event.black_quota_ms)
    receipt = Receipt(event.spent_ms, event.compensated_ms, quotas_ms[mover])
    return replace(
        room,
        game=room.game.play(move_from_uci(event.uci)),
        clock=_showing(room.clock, event),
        turn_started_ms=at_ms,
        quotas_ms=quotas_ms,
        score=room.score.plus(Line(event.uci, event.wxf, event.chinese, receipt)),
        offers=tuple(
            offer
            for offer in room.offers
            if offer.side is mover and offer.what is not OfferKind.TAKEBACK
        ),
        warning=None,
    )


def _took_back(room: Room, event: TookBack, at_ms: int) -> Room:
    """The game is shorter and the turn starts anew; what was offered was offered in another."""
    ply = room.game.ply - event.plies
    asker = Side(event.side)
    return replace(
        room,
        game=room.game.back_to(ply),
        clock=_showing(room.clock, event),
        turn_started_ms=at_ms,
        score=room.score.first(ply),
        offers=(),
        waits=_without_wait(room, OfferKind.TAKEBACK, asker),
        warning=None,
    )


def _declined(room: Room, event: Declined, at_ms: int) -> Room:
    """The offer is gone; if the other player turned it down, its side must wait."""
    offer = room.offer(event.what)
    room = replace(room, offers=tuple(other for other in room.offers if other is not offer))
    if offer is None or offer.side == event.side:
        return room
    wait = Wait.after(offer, room.wait(offer.what, offer.side), at_ms)
    return replace(room, waits=(*_without_wait(room, offer.what, offer.side), wait))


def _credited(room: Room, event: Credited, at_ms: int) -> Room:
    """The turn started later than it did, and for a while no flag falls.

    Where the players are still waited for, they are so for longer.
    """
    is_failover = event.reason is CreditReason.FAILOVER
    back_ms = event.from_ms + FAILOVER_MS if is_failover else 0
    return replace(
        room,
        turn_started_ms=room.turn_started_ms + event.ms,
        ready_by_ms=max(room.ready_by_ms + event.ms, event.to_ms + SAFE_MS)
        if room.ready_by_ms
        else 0,
        credited_to_ms=max(event.to_ms, room.credited_to_ms),
        safe_until_ms=max(at_ms + SAFE_MS, back_ms, room.safe_until_ms),
    )


def _continued(room: Room, at_ms: int) -> Room:
    """The turn goes on as if no time had passed since the game was suspended."""
    since_ms = at_ms if room.suspended is None else room.suspended.since_ms
    return replace(
        room,
        suspended=None,
        turn_started_ms=room.turn_started_ms + at_ms - since_ms,
        credited_to_ms=at_ms,
        safe_until_ms=at_ms + SAFE_MS,
    )


def _opened(room: Room, event: Opened, at_ms: int) -> Room:
    return replace(
        room,
        terms=event.terms,
        seats=event.seats,
        clock=start(event.terms.clock),
        turn_started_ms=at_ms,
        quotas_ms=(lag_quota_ms(event.terms),) * 2,
        opened_at_ms=at_ms,
        previous_room=event.previous,
        origin=event.origin,
        waits_ms=event.waits_ms or INVITE_MS,
        invited=event.invited,
        points=event.points,
        ready_ms=event.ready_ms,
        ready_by_ms=at_ms + event.ready_ms if event.ready_ms else 0,
    )


def _readied(room: Room, side: Side, at_ms: int) -> Room:
    """The player is there; with both, the turn of the side to move begins."""
    red, black = room.is_ready
    is_ready = (True, black) if side is Side.RED else (red, True)
    return replace(room, is_ready=is_ready, turn_started_ms=at_ms)


def _ended(room: Room, event: Ended, at_ms: int) -> Room:
    """The clocks stop where they are, and what waited for somebody is gone."""
    winner = None if event.winner is None else Side(event.winner)
    has_run = room.status is not Status.READYING
    return replace(
        room,
        turn_started_ms=room.turn_started_ms if has_run else at_ms,
        ended_at_ms=at_ms,
        offers=(),
        absences=(None, None),
        warning=None,
        outcome=Outcome(winner, event.ending, event.ruling, event.texts, event.reason),
    )


def _rating_changed(room: Room, event: RatingChanged) -> Room:
    before = room.entries[event.side]
    if before is None:
        return room
    after = replace(
        before,
        after=event.points,
        after_deviation=event.deviation,
        before=event.before,
    )
    return _with_entry(room, event.side, after)


def _with_entry(room: Room, side: int, entry: Entry) -> Room:
    red, black = room.entries
    return replace(room, entries=(entry, black) if side == Side.RED else (red, entry))


def _with(seats: Seats, side: Side, player: str) -> Seats:
    return Seats(player, seats.black) if side is Side.RED else Seats(seats.red, player)


def _showing(clock: Clock, event: Moved | TookBack) -> Clock:
    red = SideTime(event.red_left_ms, event.red_periods)
    return clock.showing(red, SideTime(event.black_left_ms, event.black_periods))


def _with_absence(room: Room, side: int, absence: Absence | None) -> Room:
    red, black = room.absences
    absences = (absence, black) if side == Side.RED else (red, absence)
    return replace(room, absences=absences)


def _without_wait(room: Room, what: OfferKind, side: Side) -> tuple[Wait, ...]:
    return tuple(wait for wait in room.waits if (wait.what, wait.side) != (what, side))
