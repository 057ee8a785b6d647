"""What a room and its events look like to one reader.

This module hides how states and events become messages: names for ids, texts in the
reader's language, and what only the seat to move may see. An event is told with the state
it led to, so telling a move costs the same at any length of the game.
"""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, assert_never

from server.aggregate.decision import Stamped
from server.players.rating import is_provisional
from server.room import messages
from server.room.clock.control import SideClock
from server.room.messages import RoomEvent
from server.room.score import Line
from server.room.state import Entry, Outcome, Room, Status
from server.rules.board import Side, uci_of
from server.rules.fen import write_fen
from server.rules.game import Game
from server.rules.records import warning_from_record
from server.rules.words import tell_ban, tell_losing
from server.session.naming import NameOf, as_guest
from server.session.terms import wire_terms
from server.session.texts import ending_text
from server.wire import parts, server
from server.wire.server import ServerMessage
from server.wire.terms import CreditReason, Language, SideName

_SIDE_NAMES: Final[tuple[SideName, SideName]] = ("red", "black")
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


def side_name(side: int) -> SideName:
    """The word for a side, 0 for Red."""
    return _SIDE_NAMES[side]


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
        red=None if room.seats.red is None else _seat(room.seats.red, names),
        black=None if room.seats.black is None else _seat(room.seats.black, names),
        you=None if you is None else side_name(you),
        start_fen=game.start_fen,
        fen=_fen(game),
        moves=[move_line(line) for line in room.score],
        check=game.in_check(),
        clock=_clock(room, at_ms),
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
        warning=None if room.warning is None else _warning(room, room.warning, you, language),
        outcome=None if room.outcome is None else outcome_view(room.outcome, language),
        spectators=spectators,
        behind_ms=behind_ms(room, you),
        previous=room.previous_room,
        next=room.next_room,
        red_rating=_rating(room.entries[Side.RED]),
        black_rating=_rating(room.entries[Side.BLACK]),
        suspended_until_ms=_suspended_until_ms(room),
        ready=_ready_check(room),
        match=room.points,
        invited=None if room.invited is None else _seat(room.invited, names),
        waits_until_ms=_waits_until_ms(room),
    )


def _suspended_until_ms(room: Room) -> int | None:
    if room.suspended is None or room.status is not Status.PLAYING:
        return None
    return room.suspended.until_ms


def _ready_check(room: Room) -> parts.ReadyCheck | None:
    if room.status is not Status.READYING:
        return None
    return parts.ReadyCheck(room.ready_by_ms, *room.is_ready)


def _waits_until_ms(room: Room) -> int | None:
    return room.opened_at_ms + room.waits_ms if room.status is Status.WAITING else None


def move_line(line: Line) -> parts.MoveLine:
    """A move as it was written down."""
    receipt = None if line.receipt is None else parts.Receipt(*line.receipt)
    return parts.MoveLine(line.uci, line.wxf, line.chinese, receipt)


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
            fen, check = _fen(room.game), room.game.in_check()
            clock = _clock(room, at_ms)
            return server.TookBack(*head, side_name(side), plies, fen, check, spent_ms, clock)
        case messages.TimeGiven(side, ms):
            return server.TimeGiven(*head, side_name(side), ms, _clock(room, at_ms))
        case messages.Gone(side, claimable_at_ms):
            return server.Gone(*head, side_name(side), claimable_at_ms)
        case messages.Back(side):
            return server.Back(*head, side_name(side))
        case messages.Credited(side, ms, from_ms, to_ms, reason):
            clock = _clock(room, at_ms)
            why = _CREDIT_REASONS[reason]
            ready = _ready_check(room)
            return server.Credited(*head, side_name(side), ms, from_ms, to_ms, clock, why, ready)
        case messages.Suspended(until_ms):
            return server.Suspended(*head, until_ms, _clock(room, at_ms))
        case messages.Continued():
            return server.Continued(*head, _clock(room, at_ms))
        case messages.Seated(side, player):
            clock, seat = _clock(room, at_ms), _seat(player, names)
            return server.Seated(*head, side_name(side), seat, clock, _ready_check(room))
        case messages.Readied(side):
            return server.Readied(*head, side_name(side), _clock(room, at_ms), _ready_check(room))
        case messages.Offered(side, what, ply):
            return server.Offered(*head, side_name(side), what.value, ply)
        case messages.Declined(side, what):
            return server.Declined(*head, side_name(side), what.value)
        case messages.Warned():
            return server.Warned(*head, _warning(room, event, you, language))
        case messages.Ended():
            return server.Ended(*head, outcome_view(event, language), _clock(room, at_ms))
        case messages.RematchOpened(next_room):
            return server.RematchOpened(*head, next_room)
        case messages.RatingKnown(side):
            return server.RatingKnown(*head, side_name(side), _rating_of(room, side))
        case messages.RatingChanged(side):
            return server.Rated(*head, side_name(side), _rating_of(room, side))
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


def _warning(
    room: Room, warned: messages.Warned, you: Side | None, language: Language
) -> parts.RepetitionWarning:
    """A warning as the holder of a seat or a spectator reads it."""
    warning = warning_from_record(warned.warning)
    reader = "spectators" if you is None else side_name(you)
    at_fault = [side for side in Side if warning.sides[side].at_fault]
    first, last = warning.window or (0, -1)
    return parts.RepetitionWarning(
        text=warned.texts[reader][language],
        occurrences=warning.occurrences,
        rule_at=warning.occurrences + warning.left,
        side=side_name(at_fault[0]) if len(at_fault) == 1 else None,
        cycle=[room.score[ply].uci for ply in range(first, last + 1)],
        detail=warned.warning,
    )


def _fen(game: Game) -> str:
    number = game.move_number
    return write_fen(game.position, quiet_plies=game.quiet_plies, move_number=number)


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
        clock=_clock(room, head.at_ms),
    )


def _clock(room: Room, at_ms: int) -> parts.Clock:
    """Both clocks as they show at `at_ms`, whose goes on, and until when."""
    faces = room.faces(at_ms)
    return parts.Clock(
        red=_face(faces.red),
        black=_face(faces.black),
        running=None if faces.running is None else side_name(faces.running),
        flag_at_ms=faces.flag_at_ms,
    )


def _face(face: SideClock) -> parts.SideClock:
    return parts.SideClock(face.left_ms, face.periods, face.turn_ms)


def _seat(player: str, names: NameOf) -> parts.Seat:
    return parts.Seat(player, *names(player))


def _rating(entry: Entry | None) -> parts.PlayerRating | None:
    """A rating as it is shown: whole points, and by how many the game changed them."""
    if entry is None:
        return None
    return parts.PlayerRating(round(entry.points), is_provisional(entry.deviation), entry.change)


def _rating_of(room: Room, side: int) -> parts.PlayerRating:
    """The rating of a side that is known, as the event after which `room` stands says."""
    return _rating(room.entries[side]) or parts.PlayerRating(0, provisional=True)


def outcome_view(end: Outcome | messages.Ended, language: Language) -> parts.Outcome:
    """The end of a game; what the rules said of it stands in the event, the rest is worded here."""
    winner = None if end.winner is None else Side(end.winner)
    text = end.texts.get(language) or ending_text(end.ending, winner, language, end.reason)
    return parts.Outcome(
        winner=None if winner is None else side_name(winner),
        ending=end.ending,
        text=text,
        ruling=end.ruling,
        reason=None if end.reason is None else end.reason.value,
    )
