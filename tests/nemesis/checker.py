"""Holds what players were told against the logs in the store, event by event."""

from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from server.host.journal import Fact, read_fact
from server.kinds import ROOM
from server.room.messages import Credited, Ended, Moved, Opened, TimeGiven
from server.room.terms import Fischer
from server.store.base import EMPTY_HEAD, AggregateId, Store, StoredEvent, heads
from tests.support.stubborn import Game

_SIDES: Final = (0, 1)


@dataclass
class Row:
    """One line of the table: a fault, and what it did.

    Fields:
        lost: moves acknowledged that are not in the log where they were said to be, and events
            seen that it does not hold.
        doubled: commands that took effect twice.
        gaps: versions missing, or digests seen that are not the log's.
        clock_error_ms: the worst difference of used + left from main + increments + credits.
        longest_turn_ms: the most that any turn was charged.
    """

    fault: str
    times: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    gaps: int = 0
    clock_error_ms: int = 0
    longest_turn_ms: int = 0


async def check(store: Store, game: Game, row: Row) -> None:
    """Add what is found in the log of one game to a row."""
    events = await store.read(AggregateId("room", game.red.room), 0)
    facts = [read_fact(ROOM.erased(), event.body) for event in events]
    moves = [fact.event for fact in facts if isinstance(fact.event, Moved)]
    for player in (game.red, game.black):
        for ply, text in player.acknowledged.items():
            row.acknowledged += 1
            row.lost += not (ply < len(moves) and moves[ply].uci == text)
    row.doubled += max(0, sum(isinstance(fact.event, Ended) for fact in facts) - 1)
    row.doubled += _torn(events)
    refs = Counter(fact.ref for fact in facts if fact.ref is not None)
    row.doubled += sum(count - 1 for count in refs.values())
    _seen(game, events, row)
    _clocks(facts, row)


def _torn(events: tuple[StoredEvent, ...]) -> int:
    """How many ids of appends come back after another append."""
    ids = [event_id for event_id, _ in groupby(event.event_id for event in events)]
    return len(ids) - len(set(ids))


def _seen(game: Game, events: tuple[StoredEvent, ...], row: Row) -> None:
    versions = [event.version for event in events]
    row.gaps += versions != list(range(1, len(events) + 1))
    digests = {head.version: head.digest.hex() for head in heads(EMPTY_HEAD, events)}
    for one in game.everybody:
        row.lost += one.version > len(events)
        row.gaps += sum(digests.get(seen) != digest for seen, digest in one.digests.items())


def _clocks(facts: list[Fact], row: Row) -> None:
    """Add the time of both sides up: what was used and is left is what was given."""
    opened = facts[0].event
    assert isinstance(opened, Opened)
    assert isinstance(opened.terms.clock, Fischer)
    given_ms = [opened.terms.clock.main_ms] * 2
    used_ms = [0, 0]
    for fact in facts:
        match fact.event:
            case TimeGiven(side, ms):
                given_ms[side] += ms
            case Moved() as moved:
                side = moved.ply % 2
                charged_ms = moved.spent_ms - moved.compensated_ms
                used_ms[side] += charged_ms
                given_ms[side] += opened.terms.clock.increment_ms
                row.longest_turn_ms = max(row.longest_turn_ms, charged_ms)
                left_ms = (moved.red_left_ms, moved.black_left_ms)
                error_ms = max(abs(used_ms[s] + left_ms[s] - given_ms[s]) for s in _SIDES)
                row.clock_error_ms = max(row.clock_error_ms, error_ms)
            case Credited():
                pass  # downtime makes a turn start later: it is not in what the turn took
            case _:
                pass
