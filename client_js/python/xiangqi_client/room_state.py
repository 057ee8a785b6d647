"""What each event makes of a room: pure functions on the `Room` that the server tells.

A client that follows the events holds at each version what a fresh `room` would tell, except the
clock, which is that of another moment.
"""

from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from xiangqi_client.codec import Unknown
from xiangqi_client.fen import fen_after, turn_of
from xiangqi_client.messages import (
    AwayUntil,
    Berserked,
    Continued,
    Declined,
    Disconnected,
    Ended,
    Legal,
    Message,
    Moved,
    Offered,
    Ping,
    Presence,
    Rated,
    RatingKnown,
    Readied,
    Reconnected,
    RematchOpened,
    Renamed,
    Room,
    RoomEvent,
    Seated,
    Suspended,
    TimeCredited,
    TimeGiven,
    TookBack,
    Warned,
)
from xiangqi_client.parts import (
    Absence,
    BerserkSides,
    MoveLine,
    OpenOffer,
    Receipt,
    Seat,
    SideName,
    VacationSides,
)

WHOLE: Final = 0
"""Join again, without a version: the whole room is wanted."""


@dataclass(frozen=True, slots=True)
class Followed:
    """A room as it is followed.

    Fields:
        room: as it stands, None before it has come.
        legal: what the own side may play, None while it is not to move, or before `legal` has come.
        position_version: of the event that made the position on the board.
        doubted: a version that a ping told and that has not come yet.
    """

    room_id: str
    room: Room | None = None
    legal: Legal | None = None
    position_version: int = 0
    doubted: int | None = None

    @property
    def version(self) -> int:
        """Of the last event that counts here; 0 before the first."""
        return self.room.version if self.room else 0


Heard = tuple[Followed, int | None]
"""The room after a message, and since which version it has to be joined again, if it has to."""


def heard(followed: Followed, message: Message, me: str) -> Heard:
    """What a message makes of a room; `me` is the own player's id."""
    match message:
        case Room(room=room) if room == followed.room_id:
            return _entered(followed, message), None
        case RoomEvent(room=room) if room == followed.room_id:
            return _happened(followed, message, me)
        case Legal(room=room) if room == followed.room_id:
            is_current = followed.room is not None and message.ply == len(followed.room.moves)
            return _with(followed, legal=message) if is_current else followed, None
        case Renamed(room=room) | Presence(room=room) if room == followed.room_id:
            return _with(followed, room=_seen(followed.room, message)), None
        case Ping():
            return _compared(followed, message)
        case Unknown(type=type_, fields=fields) if fields.get("room") == followed.room_id:
            # An event of a later server: what it did is seen in the whole room.
            is_event = type_ != "room" and fields.get("digest") is not None
            is_new = is_event and fields.get("version", 0) > followed.version
            return followed, WHOLE if is_new else None
        case _:
            return followed, None


def _with(
    followed: Followed,
    *,
    room: Room | None = None,
    legal: Legal | None = None,
    doubted: int | None = None,
) -> Followed:
    return Followed(
        followed.room_id,
        room or followed.room,
        legal or followed.legal,
        followed.position_version,
        doubted,
    )


def _entered(followed: Followed, room: Room) -> Followed:
    before = followed.room
    is_same = before is not None and before.moves == room.moves
    position_version = followed.position_version if is_same else room.version
    return Followed(followed.room_id, room, None, position_version)


def _happened(followed: Followed, event: RoomEvent, me: str) -> Heard:
    room = followed.room
    if room is None or event.version <= room.version:
        return followed, None
    if event.version > room.version + 1:
        return followed, room.version
    is_moved = isinstance(event, Moved | TookBack)
    return Followed(
        followed.room_id,
        room_after(room, event, me),
        None if is_moved or isinstance(event, Ended) else followed.legal,
        event.version if is_moved else followed.position_version,
    ), None


def _compared(followed: Followed, ping: Ping) -> Heard:
    """A ping tells how the rooms stand that the server tells us of.

    One that is not among them was not joined. A version ahead of ours may be on its way; if it has
    not come by the next ping, it was missed.
    """
    room = followed.room
    told = next((told for told in ping.rooms if told[0] == followed.room_id), None)
    if room is None or told is None:
        return followed, followed.version
    _, version, digest = told
    if version == room.version:
        return _with(followed), None if digest == room.digest else WHOLE
    if followed.doubted is None:
        return _with(followed, doubted=version), None
    return followed, room.version if version > room.version else WHOLE


def _seen(room: Room | None, message: Renamed | Presence) -> Room | None:
    if room is None:
        return None
    if isinstance(message, Presence):
        return replace(room, spectators=message.spectators)
    who = message.player
    seat = Seat(player=who.player, name=who.name, guest=who.guest)
    return replace(
        room,
        red=seat if room.red and room.red.player == who.player else room.red,
        black=seat if room.black and room.black.player == who.player else room.black,
    )


def other_side(side: SideName) -> SideName:
    """The opponent's side."""
    return "black" if side == "red" else "red"


def side_at(room: Room, ply: int) -> SideName:
    """Which side plays a ply, counted from 0."""
    first = turn_of(room.start_fen)
    return first if ply % 2 == 0 else other_side(first)


def room_after(room: Room, event: RoomEvent, me: str) -> Room:
    """The room after the next event of its log; `me` is the own player's id.

    Its `at_ms` is that of the last event that told the clocks, for they are as of then.
    """
    changed = _changed(room, event, me)
    at_ms = event.at_ms if "clock" in event.__struct_fields__ else room.at_ms
    return replace(changed, version=event.version, digest=event.digest, at_ms=at_ms)


def _changed(room: Room, event: RoomEvent, me: str) -> Room:
    match event:
        case Seated():
            return _seated(room, event, me)
        case Readied(clock=clock, ready=ready):
            status = "readying" if ready else "playing"
            return replace(room, clock=clock, ready=ready, status=status)
        case Moved():
            return _moved(room, event)
        case TookBack():
            return replace(
                room,
                moves=room.moves[: -event.plies],
                fen=event.fen,
                check=event.check,
                clock=event.clock,
                offers=[],
                warning=None,
            )
        case TimeGiven(clock=clock):
            return replace(room, clock=clock)
        case Berserked(side=side, clock=clock):
            return replace(room, clock=clock, berserk=_berserk(room.berserk, side))
        case AwayUntil(side=side, until_ms=until_ms, clock=clock):
            until = until_ms if until_ms > event.at_ms else None
            known, is_red = room.away or VacationSides(red=None, black=None), side == "red"
            red, black = (until, known.black) if is_red else (known.red, until)
            is_anybody = red is not None or black is not None
            sides_away = VacationSides(red=red, black=black) if is_anybody else None
            return replace(room, clock=clock, away=sides_away)
        case TimeCredited(clock=clock, ready=ready):
            return replace(room, clock=clock, ready=ready)
        case Suspended(until_ms=until_ms, clock=clock):
            sides: tuple[SideName, ...] = ("red", "black")
            away = [Absence(side=side, claimable_at_ms=until_ms) for side in sides]
            return replace(room, clock=clock, suspended_until_ms=until_ms, absences=away)
        case Continued(clock=clock):
            return replace(room, clock=clock, suspended_until_ms=None)
        case Disconnected(side=side, claimable_at_ms=claimable_at_ms):
            away = [*_without(room, side), Absence(side=side, claimable_at_ms=claimable_at_ms)]
            return replace(room, absences=sorted(away, key=lambda one: one.side != "red"))
        case Reconnected(side=side):
            return replace(room, absences=_without(room, side))
        case Offered(what=what, side=side, ply=ply):
            return replace(room, offers=[*room.offers, OpenOffer(what=what, side=side, ply=ply)])
        case Declined(what=what):
            return replace(room, offers=[one for one in room.offers if one.what != what])
        case Warned(warning=warning):
            return replace(room, warning=warning)
        case Ended():
            return _ended(room, event)
        case RematchOpened(next=next_):
            return replace(room, next=next_, offers=[])
        case RatingKnown(side="red", rating=rating) | Rated(side="red", rating=rating):
            return replace(room, red_rating=rating)
        case RatingKnown(rating=rating) | Rated(rating=rating):
            return replace(room, black_rating=rating)
        case _:
            raise AssertionError(f"an event without a line here: {event}")


def _seated(room: Room, event: Seated, me: str) -> Room:
    return replace(
        room,
        red=event.seat if event.side == "red" else room.red,
        black=event.seat if event.side == "black" else room.black,
        you=event.side if event.seat.player == me else room.you,
        clock=event.clock,
        ready=event.ready,
        status="readying" if event.ready else "playing",
        waits_until_ms=None,
        seat_key=None,
        needs_key=False,
    )


def _moved(room: Room, event: Moved) -> Room:
    mover = side_at(room, event.ply)
    quota_ms = event.red_quota_ms if mover == "red" else event.black_quota_ms
    receipt = Receipt(event.spent_ms, event.compensated_ms, quota_ms)
    return replace(
        room,
        moves=[*room.moves, MoveLine(event.uci, event.wxf, event.chinese, receipt)],
        fen=fen_after(room.fen, event.uci),
        check=event.check,
        clock=event.clock,
        red_quota_ms=event.red_quota_ms,
        black_quota_ms=event.black_quota_ms,
        offers=[one for one in room.offers if one.side == mover and one.what != "takeback"],
        warning=None,
    )


def _ended(room: Room, event: Ended) -> Room:
    return replace(
        room,
        status="over",
        outcome=event.outcome,
        clock=event.clock,
        offers=[],
        absences=[],
        warning=None,
        ready=None,
        suspended_until_ms=None,
        waits_until_ms=None,
        behind_ms=0,
        seat_key=None,
        needs_key=False,
    )


def _berserk(known: BerserkSides | None, side: SideName) -> BerserkSides:
    before = known or BerserkSides(red=False, black=False)
    return BerserkSides(red=before.red or side == "red", black=before.black or side == "black")


def _without(room: Room, side: SideName) -> list[Absence]:
    return [one for one in room.absences if one.side != side]
