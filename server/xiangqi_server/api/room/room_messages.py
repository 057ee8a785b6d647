"""What passes between the wire and a room: a message as its command, an event as its message.

The words of the wire and those of rooms are two things, and either may change without the
other. Nothing is judged here; `by` is always the player of the connection, never something that a
message says. A command that is called as its message is needs no line here, nor does an event that
is called as its own message is. An event is sent with the state it led to, so a move costs the same
however long the game is.
"""

from collections.abc import Callable, Mapping
from typing import Final

from xiangqi_server.aggregates.room import messages
from xiangqi_server.aggregates.room.messages import (
    AcceptOffer,
    DeclineOffer,
    MakeOffer,
    PlayMove,
    RoomCommand,
    RoomEvent,
    Sit,
)
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.api.names.naming import NameOf, as_guest
from xiangqi_server.api.room.premove import Premove
from xiangqi_server.api.room.room_part_views import (
    clock_view,
    fen_of,
    rating_of,
    ready_check_view,
    seat_view,
    side_name,
)
from xiangqi_server.api.room.room_views import room_view
from xiangqi_server.api.room.rulings import outcome_view, read_warning, warning_view
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.decision import Stamped
from xiangqi_server.wire import client, server
from xiangqi_server.wire.server import ServerMessage
from xiangqi_server.wire.terms import Language

RoomMessage = client.RoomRequest
"""Messages that become commands to a room."""

ViewOf = Callable[[Language, Side | None], ServerMessage]
"""What the holder of a seat, or a spectator (None), gets in a language."""


_Head = tuple[str, int, str, int]
"""What every message about an event begins with, see `server.RoomEvent`."""


def room_command(
    message: RoomMessage,
    player: str,
    fresh_id: str,
    lag_ms: int = 0,
    *,
    delivered_ms: int = 0,
    has_account: bool = False,
    rating: int | None = None,
) -> RoomCommand:
    """The command of a message.

    Args:
        fresh_id: becomes the id of the rematch, if an offer or its acceptance leads to one.
        lag_ms: how late a move arrived because of the line, as the server measured it.
        delivered_ms: when its player learnt that the turn had begun, in the room's time; 0 if
            that is not known.
        rating: of a player who takes an offer, at the speed of its game.
    """
    match message:
        case client.Move():
            return PlayMove(
                player, message.ply, message.text, lag_ms=lag_ms, delivered_ms=delivered_ms
            )
        case client.Sit():
            return Sit(player, has_account, message.seat_key or "", rating)
        case client.AcceptChallenge():
            return Sit(player, has_account, rating=rating)
        case client.Offer():
            return MakeOffer(player, message.what, message.ply, fresh_id)
        case client.Accept():
            return AcceptOffer(player, message.what, fresh_id)
        case client.Decline():
            return DeclineOffer(player, message.what)
        case _:
            return _command_of_its_name(message, player)


def _command_of_its_name(message: RoomMessage, player: str) -> RoomCommand:
    """The command that is called as its message is, by the player, with what the message says."""
    type_ = getattr(messages, type(message).__name__)
    _, *said = type_.__struct_fields__
    command: RoomCommand = type_(player, *[getattr(message, name) for name in said])
    return command


def premove_command(premove: Premove, player: str) -> PlayMove:
    """The command that plays a premove when its ply has come."""
    return PlayMove(player, premove.ply, premove.text, premove=True, made_at_ms=premove.made_at_ms)


def event_view(
    room: Room,
    stamped: Stamped[RoomEvent],
    digest: str,
    language: Language,
    you: Side | None = None,
    names: NameOf = as_guest,
) -> ServerMessage:
    """One event as the holder of a seat, or a spectator (None), gets it.

    `room` is the state after the event. Only `Warned` and `Ended` depend on the language,
    only `Warned` on the seat. `Opened`, which is met only when a log is sent from its
    start, becomes the whole room it made.
    """
    event, version, at_ms = stamped.event, stamped.version, stamped.at_ms
    match event:
        case messages.Moved():
            return moved_view(room, event, version, digest, at_ms)
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
        case messages.Warned():
            warning = warning_view(room, read_warning(event), you, language)
            return server.Warned(room.id, version, digest, at_ms, warning)
        case messages.Ended():
            outcome, clock = outcome_view(room, event, language), clock_view(room, at_ms)
            return server.Ended(room.id, version, digest, at_ms, outcome, clock)
        case _:
            return _alike_for_all(room, event, (room.id, version, digest, at_ms), names)


def _alike_for_all(room: Room, event: RoomEvent, head: _Head, names: NameOf) -> ServerMessage:
    """An event that every reader gets in the same words."""
    match event:
        case messages.Seated(side, player):
            seat, ready = seat_view(player, names), ready_check_view(room)
            return server.Seated(*head, side_name(side), seat, clock_view(room, head[-1]), ready)
        case messages.RematchOpened(next_room):
            return server.RematchOpened(*head, next_room)
        case messages.RatingKnown(side):
            return server.RatingKnown(*head, side_name(side), rating_of(room, side, names))
        case messages.RatingChanged(side):
            return server.Rated(*head, side_name(side), rating_of(room, side, names))
        case _:
            return _message_of_its_name(room, event, head)


_OF_THE_ROOM: Final[Mapping[str, Callable[[Room, int], object]]] = {
    "clock": clock_view,
    "ready": lambda room, _: ready_check_view(room),
    "fen": lambda room, _: fen_of(room.game),
    "check": lambda room, _: room.game.in_check(),
}
"""What a message says of the room, after the event at a moment; all else the event says."""


def _message_of_its_name(room: Room, event: RoomEvent, head: _Head) -> ServerMessage:
    """The message that is called as its event is."""
    message = getattr(server, type(event).__name__)
    values = (
        _OF_THE_ROOM[name](room, head[-1]) if name in _OF_THE_ROOM else _on_the_wire(event, name)
        for name in message.__struct_fields__[len(head) :]
    )
    view: ServerMessage = message(*head, *values)
    return view


def _on_the_wire(event: RoomEvent, name: str) -> object:
    value = getattr(event, name)
    return side_name(value) if isinstance(value, Side) else value


def views_by_reader(
    room: Room, stamped: Stamped[RoomEvent], digest: str, names: NameOf = as_guest
) -> ViewOf:
    """`event_view` for many readers of one event: what all of them get is read once."""
    event = stamped.event
    if not isinstance(event, messages.Warned):
        return lambda language, you: event_view(room, stamped, digest, language, you, names)
    read, head = read_warning(event), (room.id, stamped.version, digest, stamped.at_ms)
    return lambda language, you: server.Warned(*head, warning_view(room, read, you, language))


def moved_view(
    room: Room, moved: messages.Moved, version: int, digest: str, at_ms: int
) -> server.Moved:
    """A move, alike for all readers; `room` is the state after it."""
    return server.Moved(
        room.id,
        version,
        digest,
        at_ms,
        ply=moved.ply,
        uci=moved.uci,
        wxf=moved.wxf,
        chinese=moved.chinese,
        check=moved.check,
        spent_ms=moved.spent_ms,
        compensated_ms=moved.compensated_ms,
        red_quota_ms=moved.red_quota_ms,
        black_quota_ms=moved.black_quota_ms,
        clock=clock_view(room, at_ms),
    )
