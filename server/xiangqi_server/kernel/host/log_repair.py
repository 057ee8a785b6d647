"""Writes back what a failover of the store has taken from a log, if this node still holds it.

Theory of operation. A store that promotes a replica may have lost the last events that it had
acknowledged. The nodes that wrote or followed these still hold them, with ids and stamps. If the
log stands exactly where one of the appends held here began, the rest is written back as it was, by
the node that comes first: any other would write the same bytes. If somebody has appended to the
shorter log before that, the log is on another branch; that is counted, and the players hear of it.

What this node wrote is written back with its effects. The effects of what it only followed are
known only to the node that wrote it. What this node wrote without an answer may be written back by
another node, without its effects: this node carries them out when it finds the events in the log.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from xiangqi_server.kernel.host.replica import Replica
from xiangqi_server.kernel.store.port import Logs, StoreAccess, head_of
from xiangqi_server.kernel.store.values import (
    EMPTY_HEAD,
    AggregateId,
    Append,
    Head,
    Loaded,
    PendingEffect,
    Restore,
    StoredEffect,
    StoredEvent,
    heads_after,
)

log = logging.getLogger(__name__)

HELD_MS: Final = 30_000
"""Anything older was acknowledged so long ago that every working replica of the store has it."""
HELD_BYTES: Final = 32 << 20
KEPT_UNANSWERED: Final = 1_000
"""How many unanswered appends are kept for the sake of their effects."""
_OVERHEAD_BYTES: Final = 400


class _Piece(Struct, frozen=True, gc=False):
    """One append to a log, by this node or another.

    Fields:
        event_id: the id of an append of this node, None for those of others.
        content: the bodies of an append of this node; the events of others.
    """

    aggregate: AggregateId
    before: Head
    at_ms: int
    held_s: float
    weight_bytes: int
    event_id: str | None
    content: tuple[bytes | StoredEvent, ...]
    effects: tuple[StoredEffect, ...] = ()

    def events(self) -> tuple[StoredEvent, ...]:
        numbered = enumerate(self.content, start=self.before.version + 1)
        return tuple(
            StoredEvent(version, self.at_ms, self.event_id or "", event)
            if isinstance(event, bytes)
            else event
            for version, event in numbered
        )


class LogRepair:
    """The latest events of all logs that this node knows of. Owned by the host.

    Args:
        now_ms: the time of the primary that has an aggregate.
        carry_out: has an effect done, which may be done already.
        access: an exclusive store has no replicas: there is no failover, and nothing need be held.

    Attributes:
        holds: whether anything is held.
        restored: events that were written back, by this node or by another before it.
        branches: logs that were found on another branch.
    """

    def __init__(
        self,
        logs: Logs,
        now_ms: Callable[[AggregateId], int],
        carry_out: Callable[[PendingEffect], None],
        access: StoreAccess = StoreAccess.SHARED,
    ) -> None:
        self._logs = logs
        self.holds = access is StoreAccess.SHARED
        self._now_ms = now_ms
        self._carry_out = carry_out
        self._unanswered: dict[str, Append] = {}
        self._now_s: Callable[[], float] = asyncio.get_running_loop().time
        self._pieces: deque[_Piece] = deque()
        self._by_log: dict[AggregateId, list[_Piece]] = {}
        self._weight_bytes = 0
        self.restored = 0
        self.branches = 0

    @property
    def aggregates(self) -> tuple[AggregateId, ...]:
        """The aggregates of which the latest events are held, or may be."""
        unanswered = (request.aggregate for request in self._unanswered.values())
        return tuple(dict.fromkeys((*self._by_log, *unanswered)))

    def note_append(self, request: Append, head: Head, weight_bytes: int) -> None:
        """Hold what this node has appended; it has led to `head`.

        It is called where this node `holds` anything. The snapshot is not held: it is of the
        state before, which the log has not lost.
        """
        aggregate = request.aggregate
        if request.effects:
            weight_bytes += sum(len(effect.body) for effect in request.effects)
        self._hold(
            _Piece(
                aggregate,
                request.head,
                head.at_ms,
                self._now_s(),
                weight_bytes,
                request.event_id,
                tuple(request.events),
                tuple(request.effects),
            )
        )

    def note_unanswered(self, request: Append) -> None:
        """Keep the effects of an append that may or may not be in the log."""
        if request.effects:
            self._unanswered[request.event_id] = request
            if len(self._unanswered) > KEPT_UNANSWERED:
                del self._unanswered[next(iter(self._unanswered))]

    def note_tail(
        self, aggregate: AggregateId, before: Head, tail: tuple[StoredEvent, ...]
    ) -> None:
        """Hold what others have appended after `before`."""
        self._find(tail)
        if tail and self.holds:
            weight_bytes = sum(len(event.body) for event in tail)
            at_ms, now_s = tail[-1].at_ms, self._now_s()
            self._hold(_Piece(aggregate, before, at_ms, now_s, weight_bytes, None, tail))

    def note_loaded(self, replica: Replica, loaded: Loaded) -> None:
        """Hold the young events from which a replica was just read.

        Events that this node wrote without an answer, and finds there, count as acknowledged.
        """
        self._find(loaded.tail)
        if not self.holds:
            return
        young_ms = self._now_ms(replica.aggregate) - HELD_MS
        trail = replica.trail  # only the latest of a long tail
        young = [change.head for change in trail if change.head.at_ms >= young_ms]
        if not young:
            return
        if len(young) < len(trail):
            before = trail[-len(young) - 1].head
        elif len(trail) == len(loaded.tail):
            before = loaded.snapshot.head if loaded.snapshot is not None else EMPTY_HEAD
        else:
            before = young.pop(0)
        self.note_tail(replica.aggregate, before, loaded.tail[len(loaded.tail) - len(young) :])

    async def restore(self, replica: Replica) -> Head:
        """Write back what the log has lost and the replica holds; gives where the log stands then.

        Raises:
            StoreUnavailable: that cannot be known.
        """
        head = await head_of(self._logs, replica.aggregate)
        lost = self._lost_after(head, replica)
        if lost is None:
            return head
        if not await self._logs.restore(lost):  # somebody was there first
            return await head_of(self._logs, replica.aggregate)
        self.restored += len(lost.events)
        facts = {"aggregate": str(replica.aggregate), "events": len(lost.events)}
        log.warning("events restored that the store had lost", extra=facts)
        return replica.head

    def _lost_after(self, head: Head, replica: Replica) -> Restore | None:
        """The events from `head` to the head of the replica, if they are held."""
        if head.version >= replica.head.version:
            return None
        events: list[StoredEvent] = []
        effects: list[StoredEffect] = []
        at = head
        for piece in self._by_log.get(replica.aggregate, ()):
            found = piece.events()
            heads = (piece.before, *heads_after(piece.before, found))
            if at not in heads:
                continue
            events += found[heads.index(at) :]
            effects += piece.effects
            at = heads[-1]
        if at != replica.head:
            return None
        due_at_ms = replica.kind.schedule.due_at_ms(replica.state)
        aggregate, digest = replica.aggregate, replica.head.digest
        return Restore(aggregate, head, tuple(events), digest, due_at_ms, tuple(effects))

    def _find(self, events: Sequence[StoredEvent]) -> None:
        """Carry out the effects of appends without an answer that are found in the log."""
        for event in events if self._unanswered else ():
            request = self._unanswered.pop(event.event_id, None)
            if request is not None:
                for effect in request.effects:
                    self._carry_out(PendingEffect(request.aggregate, effect))

    def _hold(self, piece: _Piece) -> None:
        self._pieces.append(piece)
        pieces = self._by_log.get(piece.aggregate)
        if pieces is None:
            pieces = self._by_log[piece.aggregate] = []
        pieces.append(piece)
        self._weight_bytes += piece.weight_bytes + _OVERHEAD_BYTES
        horizon_s = piece.held_s - HELD_MS / 1000  # by stamps it might jump with the next primary
        while self._pieces[0].held_s < horizon_s or self._weight_bytes > HELD_BYTES:
            self._drop_oldest()

    def _drop_oldest(self) -> None:
        oldest = self._pieces.popleft()
        self._weight_bytes -= oldest.weight_bytes + _OVERHEAD_BYTES
        pieces = self._by_log[oldest.aggregate]
        pieces.pop(0)
        if not pieces:
            del self._by_log[oldest.aggregate]
