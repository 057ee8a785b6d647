"""The lobby's alarm: the pairs of one tick, the rooms they are to play in, the next tick."""

from server.aggregate.decision import Decision, Effect
from server.lobby.messages import LobbyEvent, Match, Matched
from server.lobby.pairing import Couple, next_tick_ms, pair
from server.lobby.pools import Queue, terms_of
from server.lobby.state import Lobby
from server.room.messages import Open
from server.room.terms import Seats, Terms
from server.room.terms_check import settled
from server.room.time_limits import ready_ms


def due_at_ms(lobby: Lobby) -> int | None:
    """The store's time at which the lobby wants to pair, or None."""
    return lobby.tick_at_ms


def tick(lobby: Lobby, now_ms: int) -> Decision[LobbyEvent]:
    """Pair whoever can be paired; nothing when it is early or another node has done it."""
    if lobby.tick_at_ms is None or now_ms < lobby.tick_at_ms:
        return Decision()
    couples = pair(lobby.queues, now_ms)
    next_ms = next_tick_ms(lobby.queues, couples, now_ms)
    matches = tuple(_match(couple) for couple in couples)
    return Decision((Matched(matches, next_ms),), _orders(couples))


def _match(couple: Couple) -> Match:
    pool, rated = couple.queue
    return Match(couple.room, pool, rated, couple.red.player, couple.black.player)


def _orders(couples: list[Couple]) -> tuple[Effect, ...]:
    """What opens the rooms; the terms of each queue are settled once."""
    terms = {queue: settled(terms_of(queue)) for queue in {couple.queue for couple in couples}}
    return tuple(_order(couple, terms) for couple in couples)


def _order(couple: Couple, terms: dict[Queue, Terms]) -> Effect:
    agreed = terms[couple.queue]
    seats = Seats(couple.red.player, couple.black.player)
    return Effect("room", couple.room, Open(agreed, seats, ready_ms=ready_ms(agreed.clock)))
