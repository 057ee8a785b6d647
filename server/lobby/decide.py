"""The door of the lobby: a command becomes events, or is refused.

Commands are decided one after another, so the first to come is the first to be paired,
and since a pairing takes both players out of the lobby, nobody is paired twice or with
himself. The game itself is an order to a fresh room, written by the same append.
"""

from typing import assert_never

from server.aggregate.decision import Decision, Order
from server.aggregate.refusal import RefusalCode, Refused, require
from server.lobby.messages import (
    CloseSeek,
    Depart,
    Dequeue,
    Enqueue,
    LobbyCommand,
    LobbyEvent,
    OpenSeek,
    Paired,
    Queued,
    Seek,
    SeekClosed,
    SeekOpened,
    TakeSeek,
    Unqueued,
)
from server.lobby.pools import POOLS
from server.lobby.state import MAX_SEEKS, Lobby
from server.room.agreement import settled
from server.room.messages import Open
from server.room.terms import Seats, Terms

LobbyDecision = Decision[LobbyEvent]


def decide(lobby: Lobby, command: LobbyCommand, now_ms: int) -> LobbyDecision:
    """What `command` does to `lobby`.

    Raises:
        Refused: nothing happened.
    """
    match command:
        case OpenSeek():
            return _open_seek(lobby, command)
        case CloseSeek(by):
            return Decision(_seek_closed(lobby, by))
        case TakeSeek():
            return _take_seek(lobby, command)
        case Enqueue():
            return _enqueue(lobby, command)
        case Dequeue(by):
            return Decision(_unqueued(lobby, by))
        case Depart(by):
            return Decision(_gone(lobby, by))
        case _:
            assert_never(command)


def _open_seek(lobby: Lobby, command: OpenSeek) -> LobbyDecision:
    known = lobby.seeks.get(command.seek)
    if known is not None:
        require(known.player == command.by, RefusalCode.NOT_ALLOWED)
        return Decision()

    earlier = _seek_closed(lobby, command.by)
    require(len(lobby.seeks) - len(earlier) < MAX_SEEKS, RefusalCode.LOBBY_FULL)
    seek = Seek(command.seek, command.by, settled(command.terms), command.side)
    return Decision((*earlier, SeekOpened(seek)))


def _take_seek(lobby: Lobby, command: TakeSeek) -> LobbyDecision:
    seek = lobby.seeks.get(command.seek)
    if seek is None:
        raise Refused(RefusalCode.NO_SUCH_SEEK)
    require(seek.player != command.by, RefusalCode.OWN_SEEK)

    owner_is_red = seek.side == "red" or (seek.side == "any" and command.toss == 0)
    seats = _seats(seek.player, command.by, first_is_red=owner_is_red)
    return _paired(lobby, command.fresh_id, seek.terms, seats)


def _enqueue(lobby: Lobby, command: Enqueue) -> LobbyDecision:
    terms = POOLS.get(command.pool)
    if terms is None:
        raise Refused(RefusalCode.NO_SUCH_POOL)

    opponent = lobby.waiting.get(command.pool)
    if opponent is None:
        return Decision((Queued(command.by, command.pool),))
    if opponent == command.by:
        return Decision()
    seats = _seats(opponent, command.by, first_is_red=command.toss == 0)
    return _paired(lobby, command.fresh_id, settled(terms), seats)


def _seats(first: str, second: str, *, first_is_red: bool) -> Seats:
    return Seats(first, second) if first_is_red else Seats(second, first)


def _paired(lobby: Lobby, room: str, terms: Terms, seats: Seats) -> LobbyDecision:
    """Both players leave the lobby, and the room is opened."""
    red, black = seats.taken()
    paired = Paired(room, terms, red, black)
    order = Order("room", room, Open(terms, seats))
    return Decision((*_gone(lobby, red), *_gone(lobby, black), paired), (order,))


def _gone(lobby: Lobby, player: str) -> tuple[LobbyEvent, ...]:
    return (*_seek_closed(lobby, player), *_unqueued(lobby, player))


def _seek_closed(lobby: Lobby, player: str) -> tuple[LobbyEvent, ...]:
    seek = lobby.seek_of(player)
    return () if seek is None else (SeekClosed(seek.id),)


def _unqueued(lobby: Lobby, player: str) -> tuple[LobbyEvent, ...]:
    return tuple(Unqueued(player, pool) for pool in lobby.pools_of(player))
