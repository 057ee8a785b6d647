"""A game as its spectators know it, some time after it happened.

Everything between the start of a game and its end is delivered late. The seat that starts the game
is delivered at once; with the end, all that is outstanding is delivered. A delayed spectator knows
another version and digest than the players: those of the last event delivered.

An outage is no time. If the clock of the store goes ahead over a failover, that is an outage too,
and nothing is delivered earlier for it.
"""

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from xiangqi_server.aggregates.room.messages import Opened, RoomEvent, Seated
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.kernel.host.view import Change
from xiangqi_server.kernel.store.values import Head, Outage


class ClientView(NamedTuple):
    """A room and the head of its log, as a reader knows them."""

    room: Room
    head: Head


class TimeThere(NamedTuple):
    """The time where a room is kept.

    Fields:
        now_ms: the time of its primary.
        outages: of its part of the store, in that time, the oldest first.
    """

    now_ms: int
    outages: tuple[Outage, ...] = ()

    def until(self, at_ms: int, delay_ms: int) -> int:
        """How long until something that happened is that much in the past, outages apart."""
        due_ms = at_ms + delay_ms
        for outage in self.outages:
            if at_ms < outage.to_ms and outage.from_ms < due_ms:
                due_ms += outage.to_ms - max(at_ms, outage.from_ms)
        return max(0, due_ms - self.now_ms)


class Backlog:
    """What has happened and is not delivered yet.

    Attributes:
        delivered: the room as spectators know it; None before it was opened.

    Args:
        changes: all changes so far, oldest first.
        delay_ms: how late they are delivered.
        now: the time where the room is kept.
    """

    def __init__(
        self, changes: Sequence[Change[Room, RoomEvent]], delay_ms: int, now: TimeThere
    ) -> None:
        self._delay_ms = delay_ms
        self._pending: deque[Change[Room, RoomEvent]] = deque(changes)
        self.delivered: ClientView | None = None
        self.due(now)

    def add(self, changes: Sequence[Change[Room, RoomEvent]]) -> None:
        """Note what has just happened."""
        self._pending.extend(changes)

    def due(self, now: TimeThere) -> list[Change[Room, RoomEvent]]:
        """What is to be delivered now, oldest first; it then counts as delivered."""
        due = []
        while self._pending and (self._is_over or self._is_due(self._pending[0], now)):
            due.append(self._pending.popleft())
        if due:
            self.delivered = ClientView(due[-1].state, due[-1].head)
        return due

    def wait_ms(self, now: TimeThere) -> int | None:
        """How long until the next is to be delivered; None if nothing is pending."""
        if not self._pending:
            return None
        return now.until(self._pending[0].head.at_ms, self._delay_ms)

    @property
    def _is_over(self) -> bool:
        return self._pending[-1].state.status is Status.OVER

    def _is_due(self, change: Change[Room, RoomEvent], now: TimeThere) -> bool:
        starts = isinstance(change.stamped.event, Opened | Seated)
        return starts or now.until(change.head.at_ms, self._delay_ms) == 0
