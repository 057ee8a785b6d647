"""The lobby's alarm: the pairs of one tick, the rooms they are to play in, the next tick."""

from xiangqi_server.aggregates.lobby.messages import LobbyEvent, Match, Matched
from xiangqi_server.aggregates.lobby.pairing import Pairing, next_tick_ms, pair
from xiangqi_server.aggregates.lobby.pools import Queue, terms_of
from xiangqi_server.aggregates.lobby.state import Lobby
from xiangqi_server.aggregates.room.messages import Open
from xiangqi_server.aggregates.room.terms import GameTerms, Seats
from xiangqi_server.aggregates.room.terms_check import checked_terms
from xiangqi_server.aggregates.room.time_limits import ready_ms
from xiangqi_server.kernel.aggregate.decision import Decision, Effect


def due_at_ms(lobby: Lobby) -> int | None:
    """The store's time at which the lobby wants to pair, or None."""
    return lobby.tick_at_ms


def tick(lobby: Lobby, now_ms: int) -> Decision[LobbyEvent]:
    """Pair all that can be paired; nothing when it is early or another node has done it."""
    if lobby.tick_at_ms is None or now_ms < lobby.tick_at_ms:
        return Decision()
    pairings = pair(lobby.queues, now_ms)
    next_ms = next_tick_ms(lobby.queues, pairings, now_ms)
    matches = tuple(_match(pairing) for pairing in pairings)
    return Decision((Matched(matches, next_ms, keeps_other=True),), _effects(pairings))


def _match(pairing: Pairing) -> Match:
    pool, rated = pairing.queue
    return Match(pairing.room, pool, rated, pairing.red.player, pairing.black.player)


def _effects(pairings: list[Pairing]) -> tuple[Effect, ...]:
    """What opens the rooms; the terms of each queue are checked once."""
    terms = {
        queue: checked_terms(terms_of(queue)) for queue in {pairing.queue for pairing in pairings}
    }
    return tuple(_effect(pairing, terms) for pairing in pairings)


def _effect(pairing: Pairing, terms: dict[Queue, GameTerms]) -> Effect:
    agreed = terms[pairing.queue]
    seats = Seats(pairing.red.player, pairing.black.player)
    return Effect("room", pairing.room, Open(agreed, seats, ready_ms=ready_ms(agreed.clock)))
