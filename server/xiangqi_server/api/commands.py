"""What a client's message asks of the lobby, and how it opens a room for a second player."""

from typing import Final, assert_never

from msgspec.structs import replace

from xiangqi_server.aggregates.lobby.messages import (
    AcceptSeek,
    CloseSeek,
    Dequeue,
    Enqueue,
    LobbyCommand,
    OpenSeek,
)
from xiangqi_server.aggregates.lobby.pools import POOLS
from xiangqi_server.aggregates.lobby.refusals import LobbyRefusal
from xiangqi_server.aggregates.lobby.state import Lobby
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.aggregates.room.decisions.opening import lock_of
from xiangqi_server.aggregates.room.messages import Open
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.terms import CorrespondenceClock, GameTerms, NoClock, Seats
from xiangqi_server.aggregates.room.time_limits import ready_ms
from xiangqi_server.api.seeker import seeker_of
from xiangqi_server.kernel.aggregate.refusal import require
from xiangqi_server.kernel.aggregate.spans import DAY_MS, HOUR_MS
from xiangqi_server.wire import client

ANY_TERMS: Final = GameTerms(NoClock())
"""The terms of a seek that is gone; the player that takes it gets a refusal that says so."""
CHALLENGE_MS: Final = 5 * 60 * 1000
"""How long a challenge waits for an answer."""
CHALLENGE_BY_DAYS_MS: Final = 7 * DAY_MS
"""How long a challenge to a game by days waits."""

LobbyMessage = client.Seek | client.Unseek | client.AcceptSeek | client.Queue | client.Unqueue
"""Messages that become commands to the lobby."""


def lobby_command(
    message: LobbyMessage,
    player: Player,
    lobby: Lobby,
    fresh_id: str,
    toss: int,
    now_ms: int,
    *,
    tag: str = "",
) -> LobbyCommand:
    """The command of a message; `lobby` tells what game a seek that is taken is for.

    `tag` stands for the address it came from. `fresh_id` becomes the id of a new seek or of the
    room of a pair; `toss` is a random bit.

    Raises:
        Refused: NO_SUCH_POOL or USE_OFFER_BY_DAYS.
    """
    match message:
        case client.Seek():
            terms = message.terms
            is_live = not isinstance(terms.clock, CorrespondenceClock)
            require(is_live, LobbyRefusal.USE_OFFER_BY_DAYS)
            by = seeker_of(player, terms, now_ms)
            return OpenSeek(
                by, fresh_id, terms, message.side, message.min_rating, message.max_rating, tag
            )
        case client.Unseek():
            return CloseSeek(player.id, message.seek)
        case client.AcceptSeek():
            seek = lobby.seeks.get(message.seek)
            by = seeker_of(player, ANY_TERMS if seek is None else seek.terms, now_ms)
            return AcceptSeek(by, message.seek, fresh_id, toss)
        case client.Queue():
            require(message.pool in POOLS, LobbyRefusal.NO_SUCH_POOL)
            by = seeker_of(player, POOLS[message.pool], now_ms)
            return Enqueue(by, message.pool, message.rated, fresh_id, toss)
        case client.Unqueue():
            return Dequeue(player.id, message.pool)
        case _:
            assert_never(message)


def invitation(
    message: client.Invite | client.Challenge,
    player: str,
    toss: int,
    invited: str | None = None,
    *,
    has_account: bool,
) -> Open:
    """The command that opens a room with one seat free, for `invited` or the holder of its key.

    `toss` 0 gives Red to a player without a wish.

    Raises:
        Refused: RATED_NEEDS_ACCOUNT.
    """
    terms = message.terms
    require(has_account or not terms.rated, RoomRefusal.RATED_NEEDS_ACCOUNT)
    takes_red = message.side == "red" or (message.side == "any" and toss == 0)
    seats = Seats(red=player) if takes_red else Seats(black=player)
    if isinstance(message, client.Invite):
        return Open(terms, seats, waits_ms=message.hours * HOUR_MS)
    is_by_days = isinstance(terms.clock, CorrespondenceClock)
    return Open(
        terms,
        seats,
        ready_ms=ready_ms(terms.clock),
        waits_ms=CHALLENGE_BY_DAYS_MS if is_by_days else CHALLENGE_MS,
        invited=invited,
        by_guest=not has_account,
    )


def locked_by(opening: Open, seat_key: str) -> Open:
    """The same room, with a free seat only for the holder of a key."""
    return replace(opening, lock=lock_of(seat_key))
