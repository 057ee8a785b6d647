"""What a client's message asks of a room or of the lobby.

This module hides that the words of the wire and those of the aggregates are two things:
either may change without the other. Nothing is judged here; `by` is always the player the
connection belongs to, never something a message says.
"""

from typing import assert_never

from server.lobby.messages import CloseSeek, Dequeue, Enqueue, LobbyCommand, OpenSeek, TakeSeek
from server.room.messages import (
    Abort,
    AcceptOffer,
    Claim,
    ClaimKind,
    DeclineOffer,
    GiveTime,
    MakeOffer,
    OfferKind,
    Open,
    PlayMove,
    Resign,
    RoomCommand,
    Sit,
)
from server.room.terms import Seats
from server.session.premove import Premove
from server.session.terms import room_terms
from server.wire import client

RoomMessage = (
    client.Move
    | client.Sit
    | client.Resign
    | client.Abort
    | client.Offer
    | client.Accept
    | client.Decline
    | client.GiveTime
    | client.Claim
)
"""What asks something of a room."""
LobbyMessage = client.Seek | client.Unseek | client.Take | client.Match | client.Unmatch
"""What asks something of the lobby."""


def room_command(message: RoomMessage, player: str, fresh_id: str, lag_ms: int = 0) -> RoomCommand:
    """The command of a message; `fresh_id` becomes the id of a rematch, if it comes to one.

    `lag_ms` is how late a move arrives for reasons of the line, as the server measured.
    """
    match message:
        case client.Move():
            return PlayMove(player, message.ply, message.text, lag_ms=lag_ms)
        case client.Sit():
            return Sit(player)
        case client.Resign():
            return Resign(player)
        case client.Abort():
            return Abort(player)
        case client.Offer():
            return MakeOffer(player, OfferKind(message.what), message.ply, fresh_id)
        case client.Accept():
            return AcceptOffer(player, OfferKind(message.what), fresh_id)
        case client.Decline():
            return DeclineOffer(player, OfferKind(message.what))
        case client.GiveTime():
            return GiveTime(player)
        case client.Claim():
            return Claim(player, ClaimKind(message.what))
        case _:
            assert_never(message)


def lobby_command(message: LobbyMessage, player: str, fresh_id: str, toss: int) -> LobbyCommand:
    """The command of a message.

    `fresh_id` becomes the id of a new seek or of the room of a pair; `toss` is a random bit.
    """
    match message:
        case client.Seek():
            return OpenSeek(player, fresh_id, room_terms(message.terms), message.side)
        case client.Unseek():
            return CloseSeek(player)
        case client.Take():
            return TakeSeek(player, message.seek, fresh_id, toss)
        case client.Match():
            return Enqueue(player, message.pool, fresh_id, toss)
        case client.Unmatch():
            return Dequeue(player)
        case _:
            assert_never(message)


def invitation(message: client.Invite, player: str, toss: int) -> Open:
    """The command that opens a room with one seat free; `toss` 0 gives Red to who has no wish."""
    takes_red = message.side == "red" or (message.side == "any" and toss == 0)
    seats = Seats(red=player) if takes_red else Seats(black=player)
    return Open(room_terms(message.terms), seats)


def premove_command(premove: Premove, player: str) -> PlayMove:
    """The command that plays a premove when its ply has come."""
    return PlayMove(player, premove.ply, premove.text, premove=True, made_at_ms=premove.made_at_ms)
