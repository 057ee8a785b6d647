"""The worked example of `server/protocol/README.md`: one short game of two guests, as text.

Every line is made by the code that makes it in the server: rooms by `decide`, messages
by the views. Only what a socket does is told by hand.
"""

import re
from hashlib import sha256
from typing import Final

import msgspec

from tests.support.rooms import Story
from xiangqi_server.aggregates.room.messages import OfferKind, RoomEvent
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.api.commands import invitation, locked_by
from xiangqi_server.api.names.ids import id_from, seat_key_from
from xiangqi_server.api.names.tokens import guest_name, mint, read_token
from xiangqi_server.api.room.room_messages import RoomMessage, event_view, room_command
from xiangqi_server.api.room.room_part_views import side_name
from xiangqi_server.api.room.room_views import legal_view, room_view
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.decision import Stamped
from xiangqi_server.wire import client, server
from xiangqi_server.wire.client import ClientMessage
from xiangqi_server.wire.parts import GameRef, Settings
from xiangqi_server.wire.server import ServerMessage
from xiangqi_server.wire.terms import FischerClock, GameTerms

_ROOM: Final = id_from(bytes(range(10, 20)))
_SEAT_KEY: Final = seat_key_from(b"ann", _ROOM)
_THINK_MS: Final = 4_200


class Guest:
    """One of the two, with a name for the margin."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self.token = mint(bytes(range(seed, seed + 32)))
        self.player = read_token(self.token).player


class Transcript:
    """The lines of the session so far, and the room in which it takes place."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.ann = Guest("Ann", 1)
        self.ben = Guest("Ben", 99)
        self._story = Story(Room.empty(_ROOM))
        self._here: list[Guest] = []

    def says(self, guest: Guest, message: ClientMessage) -> None:
        """A client sends a message, with the fields it must have and few others."""
        needed = {field.name for field in msgspec.structs.fields(message) if field.required}
        told = {"type", *needed} | {
            name for name in ("token", "since", "seat_key") if getattr(message, name, None)
        }
        fields = msgspec.to_builtins(message)
        self._line(guest, ">", msgspec.json.encode({k: fields[k] for k in fields if k in told}))

    def hears(self, guest: Guest, message: ServerMessage) -> None:
        """The server sends a message."""
        self._line(guest, "<", msgspec.json.encode(message))

    def notes(self, text: str) -> None:
        """Something happens that no message tells."""
        self.lines.append(f"      {text}")

    def hello(self, guest: Guest, id_: str, games: list[GameRef], *, is_new: bool) -> None:
        """A guest says hello and is welcomed."""
        self.says(guest, client.Hello(id_, token=None if is_new else guest.token))
        welcome = server.Welcome(
            id=id_,
            player=guest.player,
            name=guest_name(guest.player),
            guest=True,
            settings=Settings(),
            token=guest.token if is_new else None,
            games=games,
            now_ms=self._story.now_ms,
            ping_ms=10_000,
            rules=["axf", "wxf"],
            server="xiangqi-server 0.1.0",
        )
        self.hears(guest, welcome)

    def invite(self, guest: Guest, message: client.Invite) -> None:
        """A guest opens a room."""
        self.says(guest, message)
        opened = invitation(message, guest.player, toss=0, has_account=False)
        self._story.tell(locked_by(opened, _SEAT_KEY))
        digest = _digest(len(self._story.log))
        self.hears(guest, server.Done(message.id, _ROOM, 1, digest, _SEAT_KEY))
        self.hears(guest, server.GameOpened(_ROOM, "red"))

    def join(self, guest: Guest, message: client.Join) -> None:
        """A guest joins, and gets the room or what it missed."""
        self.says(guest, message)
        self._here.append(guest)
        if message.since is None:
            self.hears(guest, self._whole_room(guest))
        else:
            for stamped in self._story.log[message.since :]:
                self.hears(guest, self._event(stamped))
        self.hears(guest, self._done(message.id, len(self._story.log)))
        self._legal(guest)

    def leaves(self, guest: Guest) -> None:
        """A connection ends."""
        self._here.remove(guest)

    def commands(self, guest: Guest, message: RoomMessage) -> None:
        """A guest asks something of the room; everybody here is told what follows."""
        self.says(guest, message)
        self.carries_out(guest, message)

    def carries_out(self, guest: Guest, message: RoomMessage) -> None:
        """The room takes a command; everybody here is told what follows, and it is answered."""
        self._story.wait(_THINK_MS)
        before, turn = len(self._story.log), self._turn()
        self._story.tell(room_command(message, guest.player, "fresh"))
        for other in self._here:
            for stamped in self._story.log[before:]:
                self.hears(other, self._event(stamped))
        if guest in self._here:
            self.hears(guest, self._done(message.id, len(self._story.log)))
        for other in self._here if self._turn() != turn else ():
            self._legal(other)

    def repeats(self, guest: Guest, message: RoomMessage, version: int) -> None:
        """A guest sends a command again that was carried out already."""
        self.says(guest, message)
        self.hears(guest, self._done(message.id, version))

    def _whole_room(self, guest: Guest) -> ServerMessage:
        last = self._story.log[-1]
        return room_view(
            self._story.room,
            version=last.version,
            digest=_digest(last.version),
            at_ms=last.at_ms,
            you=self._side(guest),
            language="en",
            spectators=len([other for other in self._here if self._side(other) is None]),
            seat_key=self._seat_key(guest),
        )

    def _seat_key(self, guest: Guest) -> str | None:
        is_hers = self._story.room.status is Status.WAITING and self._side(guest) is not None
        return _SEAT_KEY if is_hers else None

    def _event(self, stamped: Stamped[RoomEvent]) -> ServerMessage:
        return event_view(self._story.room, stamped, _digest(stamped.version), "en")

    def _turn(self) -> tuple[Status, int]:
        return self._story.room.status, self._story.room.game.ply

    def _legal(self, guest: Guest) -> None:
        room = self._story.room
        if room.is_on and self._side(guest) is room.game.to_move:
            self.hears(guest, legal_view(room, len(self._story.log), "en"))

    def _side(self, guest: Guest) -> Side | None:
        return self._story.room.seats.side_of(guest.player)

    def _done(self, id_: str, version: int) -> ServerMessage:
        return server.Done(id_, _ROOM, version, _digest(len(self._story.log)))

    def _line(self, guest: Guest, arrow: str, payload: bytes) -> None:
        text = re.sub(r'("digest":"[0-9a-f]{6})[0-9a-f]{58}', r"\1…", payload.decode())
        text = re.sub(r'("token":"\w{6})[\w-]{38}', r"\1…", text)
        text = re.sub(r'("moves":"\w{4} \w{4}) [\w ]+', r"\1 …", text)
        self.lines.append(f"{guest.name} {arrow} {text}")


def _digest(version: int) -> str:
    """A stand-in for the log's hash, which the store alone computes."""
    return sha256(b"event %d" % version).hexdigest()


def short_session() -> str:
    """The example, line by line."""
    told = Transcript()
    ann, ben = told.ann, told.ben
    terms = GameTerms(clock=FischerClock(main_ms=300_000, increment_ms=3_000))
    told.hello(ann, "a1", [], is_new=True)
    told.invite(ann, client.Invite("a2", terms))
    told.join(ann, client.Join("a3", _ROOM))
    told.notes("Ann gives Ben the link, with the room and its key.")
    told.hello(ben, "b1", [], is_new=True)
    told.join(ben, client.Join("b2", _ROOM))
    told.commands(ben, client.Sit("b3", _ROOM, _SEAT_KEY))
    told.commands(ann, client.Move("a4", _ROOM, 0, "h2e2"))
    told.commands(ben, client.Move("b4", _ROOM, 1, "马8进7"))
    lost = client.Move("a5", _ROOM, 2, "H2+3")
    told.says(ann, lost)
    told.notes("Ann's line breaks before any answer; the move has arrived.")
    told.leaves(ann)
    told.carries_out(ann, lost)
    told.notes("Ann connects again.")
    told.hello(ann, "a6", [GameRef(_ROOM, side_name(Side.RED))], is_new=False)
    told.join(ann, client.Join("a7", _ROOM, since=4))
    told.repeats(ann, lost, version=5)
    told.commands(ben, client.Offer("b5", _ROOM, OfferKind.DRAW, 3))
    told.commands(ann, client.Accept("a8", _ROOM, OfferKind.DRAW))
    return "\n".join(told.lines)
