"""Holds what players were told against the logs in the store, event by event."""

from dataclasses import dataclass
from typing import cast

from tests.support.laws import accounts, doubled, torn
from tests.support.resilient_players import Game
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.messages import Ended, Moved, RoomEvent
from xiangqi_server.kernel.aggregate.decision import Stamped
from xiangqi_server.kernel.host.journal import read_fact
from xiangqi_server.kernel.store.port import Store
from xiangqi_server.kernel.store.values import EMPTY_HEAD, AggregateId, StoredEvent, heads_after


@dataclass
class Row:
    """One line of the table: a fault, and what it did.

    Fields:
        lost: moves acknowledged that are not in the log where they were said to be, and events
            seen that it does not hold.
        doubled: commands that took effect twice.
        gaps: versions missing, or digests seen that are not the log's.
        clock_error_ms: the worst that an account of time does not add up by.
        longest_turn_ms: the most that any turn was charged.
        overcharged_ms: the most that any was charged beyond what its player thought.
    """

    fault: str
    times: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    gaps: int = 0
    clock_error_ms: int = 0
    longest_turn_ms: int = 0
    overcharged_ms: int = 0


async def check(store: Store, game: Game, row: Row) -> None:
    """Add what is found in the log of one game to a row."""
    events = await store.logs.read(AggregateId("room", game.red.room), 0)
    facts = [read_fact(ROOM, event.body) for event in events]
    moves = [fact.event for fact in facts if isinstance(fact.event, Moved)]
    for player in (game.red, game.black):
        for ply, text in player.acknowledged.items():
            row.acknowledged += 1
            row.lost += not (ply < len(moves) and moves[ply].uci == text)
    row.doubled += max(0, sum(isinstance(fact.event, Ended) for fact in facts) - 1)
    row.doubled += len(torn(events)) + len(doubled(facts))
    _seen(game, events, row)
    thought_ms = game.red.thought_ms | game.black.thought_ms
    for ply, moved in enumerate(moves[1:], start=1):  # the first waits until all games are open
        beyond_ms = moved.spent_ms - moved.compensated_ms - thought_ms.get(ply, moved.spent_ms)
        row.overcharged_ms = max(row.overcharged_ms, beyond_ms)
    log = [
        Stamped(event.version, event.at_ms, cast("RoomEvent", fact.event))
        for event, fact in zip(events, facts, strict=True)
    ]
    _clocks(log, row)


def _seen(game: Game, events: tuple[StoredEvent, ...], row: Row) -> None:
    versions = [event.version for event in events]
    row.gaps += versions != list(range(1, len(events) + 1))
    digests = {head.version: head.digest.hex() for head in heads_after(EMPTY_HEAD, events)}
    for one in game.everybody:
        row.lost += one.version > len(events)
        row.gaps += sum(digests.get(seen) != digest for seen, digest in one.digests.items())


def _clocks(log: list[Stamped[RoomEvent]], row: Row) -> None:
    """Add the time of both sides up; downtime makes a turn start later: it is not charged."""
    for both in accounts(log):
        row.clock_error_ms = max(row.clock_error_ms, *(abs(one.missing_ms) for one in both))
    for stamped in log:
        if isinstance(moved := stamped.event, Moved):
            charged_ms = moved.spent_ms - moved.compensated_ms
            row.longest_turn_ms = max(row.longest_turn_ms, charged_ms)
