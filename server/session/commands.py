"""What a client's message asks of a room or of the lobby.

This module hides that the words of the wire and those of the aggregates are two things:
either may change without the other. Nothing is judged here; `by` is always the player the
connection belongs to, never something a message says.
"""

from typing import Final, assert_never

from server.aggregate.refusal import RefusalCode, require
from server.aggregate.spans import DAY_MS, HOUR_MS
from server.lobby.messages import CloseSeek, Dequeue, Enqueue, LobbyCommand, OpenSeek, TakeSeek
from server.lobby.pools import POOLS
from server.lobby.state import Lobby
from server.players.state import Player
from server.room.messages import (
    Abort,
    AcceptOffer,
    Claim,
    ClaimKind,
    DeclineChallenge,
    DeclineOffer,
    DeclineReason,
    GiveTime,
    MakeOffer,
    OfferKind,
    Open,
    PlayMove,
    Ready,
    Resign,
    RoomCommand,
    Sit,
    Withdraw,
)
from server.room.pace import ready_ms
from server.room.terms import Correspondence, NoClock, Seats, Terms
from server.session.premove import Premove
from server.session.seeker import seeker_of
from server.session.terms import room_terms
from server.wire import client

ANY_TERMS: Final = Terms(NoClock())
"""Of a seek that is gone: whoever takes it is told so."""
CHALLENGE_MS: Final = 5 * 60 * 1000
"""So long a challenge waits for an answer,"""
CHALLENGE_BY_DAYS_MS: Final = 7 * DAY_MS
"""or so long, to a game by days."""

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
    | client.Ready
    | client.AcceptChallenge
    | client.DeclineChallenge
    | client.Withdraw
)
"""What asks something of a room."""
LobbyMessage = client.Seek | client.Unseek | client.Take | client.Match | client.Unmatch
"""What asks something of the lobby."""


def room_command(
    message: RoomMessage,
    player: str,
    fresh_id: str,
    lag_ms: int = 0,
    *,
    has_account: bool = False,
) -> RoomCommand:
    """The command of a message; `fresh_id` becomes the id of a rematch, if it comes to one.

    `lag_ms` is how late a move arrives for reasons of the line, as the server measured.
    """
    match message:
        case client.Move():
            return PlayMove(player, message.ply, message.text, lag_ms=lag_ms)
        case client.Sit() | client.AcceptChallenge():
            return Sit(player, has_account)
        case client.Ready():
            return Ready(player)
        case client.DeclineChallenge():
            return DeclineChallenge(player, DeclineReason(message.reason))
        case client.Withdraw():
            return Withdraw(player)
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


def lobby_command(
    message: LobbyMessage, player: Player, lobby: Lobby, fresh_id: str, toss: int, now_ms: int
) -> LobbyCommand:
    """The command of a message; `lobby` tells what game a seek that is taken is for.

    `fresh_id` becomes the id of a new seek or of the room of a pair; `toss` is a random bit.

    Raises:
        Refused: NO_SUCH_POOL.
    """
    match message:
        case client.Seek():
            terms = room_terms(message.terms)
            by = seeker_of(player, terms, now_ms)
            return OpenSeek(by, fresh_id, terms, message.side, message.low, message.high)
        case client.Unseek():
            return CloseSeek(player.id)
        case client.Take():
            seek = lobby.seeks.get(message.seek)
            by = seeker_of(player, ANY_TERMS if seek is None else seek.terms, now_ms)
            return TakeSeek(by, message.seek, fresh_id, toss)
        case client.Match():
            require(message.pool in POOLS, RefusalCode.NO_SUCH_POOL)
            by = seeker_of(player, POOLS[message.pool], now_ms)
            return Enqueue(by, message.pool, message.rated, fresh_id, toss)
        case client.Unmatch():
            return Dequeue(player.id, message.pool)
        case _:
            assert_never(message)


def invitation(
    message: client.Invite | client.ChallengePlayer,
    player: str,
    toss: int,
    invited: str | None = None,
    *,
    has_account: bool,
) -> Open:
    """The command that opens a room with one seat free, for who is `invited` or for anybody.

    `toss` 0 gives Red to who has no wish.

    Raises:
        Refused: RATED_NEEDS_ACCOUNT.
    """
    terms = room_terms(message.terms)
    require(has_account or not terms.rated, RefusalCode.RATED_NEEDS_ACCOUNT)
    takes_red = message.side == "red" or (message.side == "any" and toss == 0)
    seats = Seats(red=player) if takes_red else Seats(black=player)
    if isinstance(message, client.Invite):
        return Open(terms, seats, waits_ms=message.hours * HOUR_MS)
    is_by_days = isinstance(terms.clock, Correspondence)
    return Open(
        terms,
        seats,
        ready_ms=ready_ms(terms.clock),
        waits_ms=CHALLENGE_BY_DAYS_MS if is_by_days else CHALLENGE_MS,
        invited=invited,
    )


def premove_command(premove: Premove, player: str) -> PlayMove:
    """The command that plays a premove when its ply has come."""
    return PlayMove(player, premove.ply, premove.text, premove=True, made_at_ms=premove.made_at_ms)
