"""What the lobby decides: a command becomes events, or is refused.

Seeks are taken one command after another; players in a pool are paired by the next tick. A pairing
takes both players out of the lobby by its one event, so no player is paired twice. The game itself
is an effect to a fresh room, written by the same append.
"""

from collections.abc import Iterable
from typing import assert_never

from xiangqi_server.aggregates.lobby.matching import tick
from xiangqi_server.aggregates.lobby.messages import (
    AcceptSeek,
    Barred,
    CloseSeek,
    Depart,
    Dequeue,
    Enqueue,
    LobbyCommand,
    LobbyEvent,
    OpenSeek,
    Paired,
    Queued,
    Returned,
    Seek,
    SeekClosed,
    Seeker,
    SeekOpened,
    Tick,
    Unqueued,
    Withdraw,
)
from xiangqi_server.aggregates.lobby.no_shows import wait_ms
from xiangqi_server.aggregates.lobby.pools import POOLS, Queue, terms_of
from xiangqi_server.aggregates.lobby.refusals import LobbyRefusal
from xiangqi_server.aggregates.lobby.state import (
    MAX_IGNORES,
    MAX_SEEKS,
    MAX_SEEKS_OF_ADDRESS,
    MAX_WAITING,
    Lobby,
    is_live,
)
from xiangqi_server.aggregates.refusals import SharedRefusal
from xiangqi_server.aggregates.room.bars import is_barred, is_late
from xiangqi_server.aggregates.room.messages import Bar, Dissolve, Open
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.terms import GameTerms, Seats
from xiangqi_server.aggregates.room.terms_check import checked_terms
from xiangqi_server.aggregates.room.time_limits import ready_ms
from xiangqi_server.kernel.aggregate.decision import Decision, Effect
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused, require

LobbyDecision = Decision[LobbyEvent]


def decide(lobby: Lobby, command: LobbyCommand, now_ms: int) -> LobbyDecision:
    """What `command` does to `lobby`.

    Raises:
        Refused: nothing happened.
    """
    match command:
        case OpenSeek():
            return _open_seek(lobby, command, now_ms)
        case CloseSeek(by, seek):
            seeks = lobby.seeks_of(by)
            return Decision(_closed(known for known in seeks if seek in (None, known.id)))
        case AcceptSeek():
            return _accept_seek(lobby, command, now_ms)
        case Enqueue():
            return _enqueue(lobby, command, now_ms)
        case Dequeue(by, pool):
            return Decision(_unqueued(lobby, by, pool))
        case Depart(by):
            return Decision(_gone(lobby, by))
        case Withdraw(players):
            events = (_not_live(lobby, player) for player in players)
            return Decision(tuple(event for own in events for event in own))
        case Dissolve():
            return _dissolve(lobby, command, now_ms)
        case Bar():
            return _bar(lobby, command)
        case Tick():
            return tick(lobby, now_ms)
        case _:
            assert_never(command)


def _open_seek(lobby: Lobby, command: OpenSeek, now_ms: int) -> LobbyDecision:
    by = command.by
    known = lobby.seeks.get(command.seek)
    if known is not None:
        require(known.player == by.player, CommonRefusal.NOT_ALLOWED)
        return Decision()

    terms = checked_terms(command.terms)
    _require_able(lobby, by, terms, now_ms)
    low, high = command.low, command.high
    require(low is None or high is None or low <= high, RoomRefusal.BAD_TERMS, "An empty range.")
    _require_place(lobby, command)
    seek = Seek(
        id=command.seek,
        player=by.player,
        terms=terms,
        side=command.side,
        rating=by.rating,
        low=low,
        high=high,
        ignores=by.ignores,
        has_account=by.has_account,
        tag=command.tag,
    )
    predecessor = _replaced_by(lobby, command)
    return Decision((*_closed(() if predecessor is None else (predecessor,)), SeekOpened(seek)))


def _replaced_by(lobby: Lobby, command: OpenSeek) -> Seek | None:
    """The player's own seek that makes way for another one."""
    return lobby.seek_of(command.by.player, live=is_live(command.terms))


def _require_place(lobby: Lobby, command: OpenSeek) -> None:
    """Go on if there is a place for one more seek, in all and from its address."""
    predecessor = _replaced_by(lobby, command)
    others = [seek for seek in lobby.seeks.values() if seek != predecessor]
    require(len(others) < MAX_SEEKS, SharedRefusal.LOBBY_FULL)
    of_address = sum(seek.tag == command.tag != "" for seek in others)
    require(of_address < MAX_SEEKS_OF_ADDRESS, CommonRefusal.LIMIT_REACHED)


def _accept_seek(lobby: Lobby, command: AcceptSeek, now_ms: int) -> LobbyDecision:
    seek = lobby.seeks.get(command.seek)
    if seek is None:
        raise Refused(LobbyRefusal.NO_SUCH_SEEK)
    _require_suited(seek, command.by)
    _require_able(lobby, command.by, seek.terms, now_ms)
    _require_in_range(seek, command.by)

    owner_is_red = seek.side == "red" or (seek.side == "any" and command.toss == 0)
    owner, taker = seek.player, command.by.player
    seats = Seats(owner, taker) if owner_is_red else Seats(taker, owner)
    red, black = seats.taken()
    open_room = Open(seek.terms, seats, ready_ms=ready_ms(seek.terms.clock))
    return Decision(
        (Paired(command.fresh_id, seek.terms, red, black, keeps_other=True),),
        (Effect("room", command.fresh_id, open_room),),
    )


def _require_suited(seek: Seek, taker: Seeker) -> None:
    """Go on if this player may take the seek."""
    require(seek.player != taker.player, LobbyRefusal.OWN_SEEK)
    are_apart = taker.player in seek.ignores or seek.player in taker.ignores
    require(not are_apart, LobbyRefusal.IGNORED)


def _require_in_range(seek: Seek, taker: Seeker) -> None:
    """Go on if its owner is content with this player's rating."""
    is_in_range = (seek.low is None or seek.low <= taker.rating) and (
        seek.high is None or taker.rating <= seek.high
    )
    require(is_in_range, RoomRefusal.RATING_OUT_OF_RANGE)


def _require_able(lobby: Lobby, by: Seeker, terms: GameTerms, now_ms: int) -> None:
    """Go on if this player may look for a game on these terms now."""
    require(not is_barred(lobby.bars, by.player, now_ms), CommonRefusal.BANNED)
    require(by.has_account or not terms.rated, RoomRefusal.RATED_NEEDS_ACCOUNT)
    require(not (by.is_playing and is_live(terms)), LobbyRefusal.ALREADY_PLAYING)
    left_ms = wait_ms(lobby.no_shows, by.player, now_ms)
    if is_live(terms) and left_ms:
        raise Refused(LobbyRefusal.MISSED_GAMES, retry_ms=left_ms)


def _enqueue(lobby: Lobby, command: Enqueue, now_ms: int) -> LobbyDecision:
    by = command.by
    require(command.pool in POOLS, LobbyRefusal.NO_SUCH_POOL)
    queue = Queue(command.pool, command.rated)
    if by.player in lobby.queues[queue]:
        return Decision()
    _require_able(lobby, by, terms_of(queue), now_ms)

    waiting = sum(map(len, lobby.queues.values()))
    has_room = waiting < MAX_WAITING and lobby.ignores + len(by.ignores) <= MAX_IGNORES
    require(has_room, SharedRefusal.LOBBY_FULL)
    queued = Queued(
        player=by.player,
        pool=command.pool,
        rated=command.rated,
        rating=by.rating,
        tilt=by.tilt,
        last_opponent=by.last_opponent,
        ignores=by.ignores,
        room=command.fresh_id,
        toss=command.toss,
    )
    return Decision((*_unqueued(lobby, by.player, command.pool), queued))


def _dissolve(lobby: Lobby, command: Dissolve, now_ms: int) -> LobbyDecision:
    """Give the players that stay their places back, once; a pair long forgotten stays away."""
    pair = lobby.pairs.get(command.room)
    if pair is None:
        return Decision()
    stay = tuple(player for player in command.stay if not is_barred(lobby.bars, player, now_ms))
    both = (pair.red.player, pair.black.player)
    missed = tuple(player for player in command.missed if player in both)
    return Decision((Returned(command.room, stay, missed),)) if stay or missed else Decision()


def _bar(lobby: Lobby, bar: Bar) -> LobbyDecision:
    """Let a banned player go, and keep it out; or let one in again."""
    if is_late(lobby.bars, bar):
        return Decision()
    gone = _gone(lobby, bar.by) if bar.until_ms else ()
    return Decision((*gone, Barred(bar)))


def _gone(lobby: Lobby, player: str) -> tuple[LobbyEvent, ...]:
    return (*_closed(lobby.seeks_of(player)), *_unqueued(lobby, player))


def _not_live(lobby: Lobby, player: str) -> tuple[LobbyEvent, ...]:
    """A player leaves what is for live games; an offer of a game by days stays."""
    seeks = (seek for seek in lobby.seeks_of(player) if is_live(seek.terms))
    return (*_closed(seeks), *_unqueued(lobby, player))


def _closed(seeks: Iterable[Seek]) -> tuple[LobbyEvent, ...]:
    return tuple(SeekClosed(seek.id) for seek in seeks)


def _unqueued(lobby: Lobby, player: str, pool: str | None = None) -> tuple[LobbyEvent, ...]:
    """One leaves a pool, or (None) every pool, whether one waits there rated or casual."""
    pools = {queue.pool: None for queue, _ in lobby.waits_of(player)}
    return tuple(Unqueued(player, name) for name in pools if pool in (None, name))
