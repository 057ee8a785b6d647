"""What passes between the wire and a room: a message as its command, an event as its message.

The words of the wire and those of rooms are two things, and either may change without the
other. Nothing is judged here; `by` is always the player of the connection, never something that a
message says. An event is sent with the state it led to, so a move costs the same however long the
game is.
"""

from collections.abc import Callable
from typing import NamedTuple, assert_never

from xiangqi_server.aggregates.room import messages
from xiangqi_server.aggregates.room.messages import (
    Abort,
    AcceptOffer,
    Berserk,
    Claim,
    DeclineChallenge,
    DeclineOffer,
    GiveTime,
    MakeOffer,
    PlayMove,
    Ready,
    Resign,
    RoomCommand,
    RoomEvent,
    Sit,
    WithdrawChallenge,
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

RoomMessage = (
    client.Move
    | client.Sit
    | client.Resign
    | client.Abort
    | client.Offer
    | client.Accept
    | client.Decline
    | client.GiveTime
    | client.Berserk
    | client.Claim
    | client.Ready
    | client.AcceptChallenge
    | client.DeclineChallenge
    | client.WithdrawChallenge
)
"""Messages that become commands to a room."""


_ClockEvent = (
    messages.Seated
    | messages.Readied
    | messages.TookBack
    | messages.TimeGiven
    | messages.Berserked
    | messages.TimeCredited
    | messages.Suspended
    | messages.Continued
)
_QuietEvent = (
    messages.Disconnected
    | messages.Reconnected
    | messages.Offered
    | messages.Declined
    | messages.RematchOpened
    | messages.RatingKnown
    | messages.RatingChanged
)

ViewOf = Callable[[Language, Side | None], ServerMessage]
"""What the holder of a seat, or a spectator (None), gets in a language."""


class RoomHead(NamedTuple):
    """The fields with which every event of a room begins."""

    room: str
    version: int
    digest: str
    at_ms: int


def room_command(
    message: RoomMessage,
    player: str,
    fresh_id: str,
    lag_ms: int = 0,
    *,
    delivered_ms: int = 0,
    has_account: bool = False,
) -> RoomCommand:
    """The command of a message.

    Args:
        fresh_id: becomes the id of the rematch, if an offer or its acceptance leads to one.
        lag_ms: how late a move arrived because of the line, as the server measured it.
        delivered_ms: when its player learnt that the turn had begun, in the room's time; 0 if
            that is not known.
    """
    match message:
        case client.Move():
            return PlayMove(
                player, message.ply, message.text, lag_ms=lag_ms, delivered_ms=delivered_ms
            )
        case client.Sit():
            return Sit(player, has_account, message.seat_key or "")
        case client.AcceptChallenge():
            return Sit(player, has_account)
        case client.Ready():
            return Ready(player)
        case client.DeclineChallenge():
            return DeclineChallenge(player, message.reason)
        case client.WithdrawChallenge():
            return WithdrawChallenge(player)
        case client.Resign():
            return Resign(player)
        case client.Abort():
            return Abort(player)
        case client.Offer():
            return MakeOffer(player, message.what, message.ply, fresh_id)
        case client.Accept():
            return AcceptOffer(player, message.what, fresh_id)
        case client.Decline():
            return DeclineOffer(player, message.what)
        case client.GiveTime():
            return GiveTime(player)
        case client.Berserk():
            return Berserk(player)
        case client.Claim():
            return Claim(player, message.what)
        case _:
            assert_never(message)


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
    if isinstance(event, messages.Moved):
        return moved_view(room, event, version, digest, at_ms)
    head = RoomHead(room.id, version, digest, at_ms)
    if isinstance(event, _ClockEvent):
        return _with_clock(room, event, head, names)
    match event:
        case messages.Warned():
            return server.Warned(*head, warning_view(room, read_warning(event), you, language))
        case messages.Ended():
            return server.Ended(*head, outcome_view(room, event, language), clock_view(room, at_ms))
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
            return _without_clock(room, event, head)


def _with_clock(room: Room, event: _ClockEvent, head: RoomHead, names: NameOf) -> ServerMessage:
    """An event after which the clocks are shown anew; everybody gets the same."""
    clock = clock_view(room, head.at_ms)
    match event:
        case messages.Seated(side, player):
            seat, ready = seat_view(player, names), ready_check_view(room)
            return server.Seated(*head, side_name(side), seat, clock, ready)
        case messages.Readied(side):
            return server.Readied(*head, side_name(side), clock, ready_check_view(room))
        case messages.TookBack(side, plies, spent_ms):
            fen, check = fen_of(room.game), room.game.in_check()
            return server.TookBack(*head, side_name(side), plies, fen, check, spent_ms, clock)
        case messages.TimeGiven(side, ms):
            return server.TimeGiven(*head, side_name(side), ms, clock)
        case messages.Berserked(side, ms):
            return server.Berserked(*head, side_name(side), ms, clock)
        case messages.TimeCredited(side, ms, from_ms, to_ms, reason):
            name, why, ready = side_name(side), reason, ready_check_view(room)
            return server.TimeCredited(*head, name, ms, from_ms, to_ms, clock, why, ready)
        case messages.Suspended(until_ms):
            return server.Suspended(*head, until_ms, clock)
        case messages.Continued():
            return server.Continued(*head, clock)
        case _:
            assert_never(event)


def _without_clock(room: Room, event: _QuietEvent, head: RoomHead) -> ServerMessage:
    """An event that leaves the clocks as they are; everybody gets the same."""
    match event:
        case messages.Disconnected(side, claimable_at_ms):
            return server.Disconnected(*head, side_name(side), claimable_at_ms)
        case messages.Reconnected(side):
            return server.Reconnected(*head, side_name(side))
        case messages.Offered(side, what, ply):
            return server.Offered(*head, side_name(side), what, ply)
        case messages.Declined(side, what):
            return server.Declined(*head, side_name(side), what)
        case messages.RematchOpened(next_room):
            return server.RematchOpened(*head, next_room)
        case messages.RatingKnown(side):
            return server.RatingKnown(*head, side_name(side), rating_of(room, side))
        case messages.RatingChanged(side):
            return server.Rated(*head, side_name(side), rating_of(room, side))
        case _:
            assert_never(event)


def views_by_reader(
    room: Room, stamped: Stamped[RoomEvent], digest: str, names: NameOf = as_guest
) -> ViewOf:
    """`event_view` for many readers of one event: what all of them get is read once."""
    event = stamped.event
    if not isinstance(event, messages.Warned):
        return lambda language, you: event_view(room, stamped, digest, language, you, names)
    read, head = read_warning(event), RoomHead(room.id, stamped.version, digest, stamped.at_ms)
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
