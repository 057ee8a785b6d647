"""A second account of the clocks of games by days, which must agree with what the rooms wrote.

It knows only when turns began, when no node served, and when players were away.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, cast

from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.messages import (
    AwayUntil,
    Ended,
    Moved,
    Opened,
    RoomEvent,
    Seated,
    TimeCredited,
)
from xiangqi_server.aggregates.room.terms import CorrespondenceClock
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.spans import DAY_MS, MINUTE_MS
from xiangqi_server.kernel.host.journal import read_fact
from xiangqi_server.kernel.store.values import Outage, StoredEvent

LEAST_MS: Final = MINUTE_MS
"""A shorter outage is not given back by days."""


def facts_of(stored: Iterable[StoredEvent]) -> list[tuple[int, RoomEvent]]:
    """The events of a room's log, with their stamps."""
    return [(event.at_ms, cast("RoomEvent", read_fact(ROOM, event.body).event)) for event in stored]


@dataclass
class Account:
    """A game as its log has it, with clocks of our own.

    Attributes:
        left_ms: what each side has, as the turn began.
        away: when each player was away, as the room heard it.
    """

    clock: CorrespondenceClock
    started_ms: int
    left_ms: list[int]
    to_move: Side = Side.RED
    away: tuple[list[Outage], list[Outage]] = field(default_factory=lambda: ([], []))

    def used_ms(self, at_ms: int, outages: Sequence[Outage]) -> int:
        """How much of a turn is charged by then: what was neither an outage nor a vacation."""
        pauses = [*outages, *(self.away[self.to_move] if self.clock.leave is not False else ())]
        used_ms, reached_ms = 0, self.started_ms
        for pause in sorted(pauses):
            used_ms += max(0, min(pause.from_ms, at_ms) - reached_ms)
            reached_ms = max(reached_ms, min(pause.to_ms, at_ms))
        return used_ms + max(0, at_ms - reached_ms)

    def goes_away(self, event: AwayUntil, at_ms: int) -> None:
        """A player is away from a moment on, or is back."""
        spans = self.away[event.side]
        if spans and spans[-1].to_ms > at_ms:
            spans[-1] = Outage(spans[-1].from_ms, at_ms)
        if event.until_ms > at_ms:
            spans.append(Outage(at_ms, event.until_ms))

    def moves(self, at_ms: int, used_ms: int) -> None:
        """A move was made."""
        most_ms = (self.clock.days + self.clock.bank_days) * DAY_MS
        left_ms = self.left_ms[self.to_move] - used_ms + self.clock.days * DAY_MS
        self.left_ms[self.to_move] = min(most_ms, left_ms)
        self.to_move, self.started_ms = self.to_move.opponent, at_ms


def check_clocks(
    facts: Sequence[tuple[int, RoomEvent]], outages: Sequence[Outage], slack_ms: int = 0
) -> Counter[str]:
    """Go through the log of a room; how much was right, by what it was.

    Args:
        slack_ms: what a turn was charged may differ by as much, where stamps are not moments.

    Raises:
        AssertionError: a clock is wrong.
    """
    sums, opened = Counter[str](), facts[0][1]
    assert isinstance(opened, Opened)
    clock = opened.terms.clock
    assert isinstance(clock, CorrespondenceClock)
    most_ms = (clock.days + clock.bank_days) * DAY_MS
    account = Account(clock, facts[0][0], [most_ms, most_ms])
    for at_ms, event in facts:
        used_ms = account.used_ms(at_ms, outages)
        left_ms = account.left_ms[account.to_move]
        if isinstance(event, Seated):
            account.started_ms = at_ms
        elif isinstance(event, AwayUntil):
            account.goes_away(event, at_ms)
            sums["vacations"] += 1
        elif isinstance(event, Moved):
            assert abs(event.spent_ms - used_ms) <= slack_ms, (event, used_ms)
            account.moves(at_ms, min(event.spent_ms, left_ms - 1))
            assert [event.red_left_ms, event.black_left_ms] == account.left_ms, event
            sums["moves"] += 1
        elif isinstance(event, Ended) and event.ending in ("time", "void"):
            assert used_ms + slack_ms >= left_ms, (event, used_ms, left_ms)
            sums["flags"] += 1
        elif isinstance(event, TimeCredited):
            sums["credits"] += 1
    return sums
