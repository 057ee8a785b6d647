"""What a room and its events look like to one reader.

This module hides how states and events become messages: names for ids, texts in the
reader's language, and what only the seat to move may see. An event is told with the state
it led to, so telling a move costs the same at any length of the game.
"""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, assert_never

from server.aggregate.decision import Stamped
from server.room import messages
from server.room.messages import RoomEvent
from server.room.state import Room, Status
from server.rules.board import Side, uci_of
from server.rules.records import warning_from_record
from server.rules.words import tell_ban, tell_losing
from server.session.naming import NameOf, as_guest
from server.session.part_views import (
    clock_view,
    fen_of,
    move_line,
    outcome_view,
    rating_of,
    rating_view,
    ready_check_view,
    seat_view,
    side_name,
    warning_view,
)
from server.session.terms import wire_terms
from server.wire import parts, server
from server.wire.server import ServerMessage
from server.wire.terms import CreditReason, Language

_CREDIT_REASONS: Final[Mapping[messages.CreditReason, CreditReason]] = {
    messages.CreditReason.OUTAGE: "outage",
    messages.CreditReason.FAILOVER: "failover",
}
_STATUS_NAMES: Final[Mapping[Status, Literal["waiting", "readying", "playing", "over"]]] = {
    Status.WAITING: "waiting",
    Status.READYING: "readying",
    Status.PLAYING: "playing",
    Status.OVER: "over",
}


class Head(NamedTuple):
    """What every event of a room carries."""

    room: str
    version: int
    digest: str
    at_ms: int


def room_view(
    room: Room,
    *,
    version: int,
    digest: str,
    at_ms: int,
    you: Side | None,
    language: Language,
    spectators: int,
    names: NameOf = as_guest,
) -> server.Room:
    """A whole room that was opened, as it stands at `version` and the store's time `at_ms`."""
    game = room.game
    return server.Room(
        room=room.id,
        version=version,
        digest=digest,
        at_ms=at_ms,
        status=_STATUS_NAMES[room.status],
        terms=wire_terms(room.terms),
        red=None if room.seats.red is None else seat_view(room.seats.red, names),
        black=None if room.seats.black is None else seat_view(room.seats.black, names),
        you=None if you is None else side_name(you),
        start_fen=game.start_fen,
        fen=fen_of(game),
        moves=[move_line(line) for line in room.score],
        check=game.in_check(),
        clock=clock_view(room, at_ms),
        red_quota_ms=room.quotas_ms[Side.RED],
        black_quota_ms=room.quotas_ms[Side.BLACK],
        offers=[
            parts.OpenOffer(offer.what.value, side_name(offer.side), offer.ply)
            for offer in room.offers
        ],
        absences=[
            parts.Absence(side_name(side), absence.claimable_at_ms)
            for side, absence in zip(Side, room.absences, strict=True)
            if absence is not None
        ],
        warning=None if room.warning is None else warning_view(room, room.warning, you, language),
        outcome=None if room.outcome is None else outcome_view(room.outcome, language),
        spectators=spectators,
        behind_ms=behind_ms(room, you),
        previous=room.previous_room,
        next=room.next_room,
        red_rating=rating_view(room.entries[Side.RED]),
        black_rating=rating_view(room.entries[Side.BLACK]),
        suspended_until_ms=_suspended_until_ms(room),
        ready=ready_check_view(room),
        match=room.points,
        invited=None if room.invited is None else seat_view(room.invited, names),
        waits_until_ms=_waits_until_ms(room),
    )


def _suspended_until_ms(room: Room) -> int | None:
    if room.suspended is None or room.status is not Status.PLAYING:
        return None
    return room.suspended.until_ms


def _waits_until_ms(room: Room) -> int | None:
    return room.opened_at_ms + room.waits_ms if room.status is Status.WAITING else None


def event_view(
    room: Room,
    stamped: Stamped[RoomEvent],
    digest: str,
    language: Language,
    you: Side | None = None,
    names: NameOf = as_guest,
) -> ServerMessage:
    """One event, told to the holder of a seat or (None) to a spectator.

    `room` is the state after the event. Only `Warned` and `Ended` depend on the language,
    only `Warned` on the seat. `Opened`, which is met only when a log is told from its
    start, is told as the whole room it made.
    """
    event, version, at_ms = stamped.event, stamped.version, stamped.at_ms
    head = Head(room.id, version, digest, at_ms)
    match event:
        case messages.Moved():
            return _moved(room, event, head)
        case messages.TookBack(side, plies, spent_ms):
            fen, check = fen_of(room.game), room.game.in_check()
            clock = clock_view(room, at_ms)
            return server.TookBack(*head, side_name(side), plies, fen, check, spent_ms, clock)
        case messages.TimeGiven(side, ms):
            return server.TimeGiven(*head, side_name(side), ms, clock_view(room, at_ms))
        case messages.Gone(side, claimable_at_ms):
            return server.Gone(*head, side_name(side), claimable_at_ms)
        case messages.Back(side):
            return server.Back(*head, side_name(side))
        case messages.Credited(side, ms, from_ms, to_ms, reason):
            clock = clock_view(room, at_ms)
            why = _CREDIT_REASONS[reason]
            ready = ready_check_view(room)
            return server.Credited(*head, side_name(side), ms, from_ms, to_ms, clock, why, ready)
        case messages.Suspended(until_ms):
            return server.Suspended(*head, until_ms, clock_view(room, at_ms))
        case messages.Continued():
            return server.Continued(*head, clock_view(room, at_ms))
        case messages.Seated(side, player):
            clock, seat = clock_view(room, at_ms), seat_view(player, names)
            return server.Seated(*head, side_name(side), seat, clock, ready_check_view(room))
        case messages.Readied(side):
            return server.Readied(
                *head, side_name(side), clock_view(room, at_ms), ready_check_view(room)
            )
        case messages.Offered(side, what, ply):
            return server.Offered(*head, side_name(side), what.value, ply)
        case messages.Declined(side, what):
            return server.Declined(*head, side_name(side), what.value)
        case messages.Warned():
            return server.Warned(*head, warning_view(room, event, you, language))
        case messages.Ended():
            return server.Ended(*head, outcome_view(event, language), clock_view(room, at_ms))
        case messages.RematchOpened(next_room):
            return server.RematchOpened(*head, next_room)
        case messages.RatingKnown(side):
            return server.RatingKnown(*head, side_name(side), rating_of(room, side))
        case messages.RatingChanged(side):
            return server.Rated(*head, side_name(side), rating_of(room, side))
        case messages.Opened():
            return room_view(
                room,
                version=version,
                digest=digest,
                at_ms=at_ms,
                you=you,
                language=language,
                spectators=0,
                names=names,
            )
        case _:
            assert_never(event)


def legal_view(room: Room, version: int, language: Language) -> server.Legal | None:
    """What the seat to move may play; None when nobody is to move."""
    if not room.is_on:
        return None
    moves = room.game.legal_moves()
    if room.warning is None:  # bans and losing moves never come without one
        return server.Legal(room.id, version, room.game.ply, [uci_of(move) for move in moves])
    mine = warning_from_record(room.warning.warning).sides[room.game.to_move]
    banned = {ban.move for ban in mine.banned}
    return server.Legal(
        room=room.id,
        version=version,
        ply=room.game.ply,
        moves=[uci_of(move) for move in moves if move not in banned],
        losing=[
            parts.MarkedMove(uci_of(losing.move), tell_losing(losing, language))
            for losing in mine.losing
        ],
        banned=[
            parts.MarkedMove(
                uci_of(ban.move),
                tell_ban(ban, room.game.position, room.terms.rules.name, language),
            )
            for ban in mine.banned
        ],
    )


def behind_ms(room: Room, you: Side | None) -> int:
    """How late a reader is told of what happens: only spectators, and only during the game."""
    return room.terms.delay_ms if you is None and room.is_on else 0


def _moved(room: Room, moved: messages.Moved, head: Head) -> server.Moved:
    return server.Moved(
        *head,
        ply=moved.ply,
        uci=moved.uci,
        wxf=moved.wxf,
        chinese=moved.chinese,
        check=moved.check,
        spent_ms=moved.spent_ms,
        compensated_ms=moved.compensated_ms,
        red_quota_ms=moved.red_quota_ms,
        black_quota_ms=moved.black_quota_ms,
        clock=clock_view(room, head.at_ms),
    )
