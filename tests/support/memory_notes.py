"""What is kept beside the logs, in memory: the contract of `notes` without a server, for tests."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from server.store.base import AggregateId
from server.store.feed import Aside
from server.store.notes import COUNTED, Line, noted, spoken, write_line
from tests.support.memory_feed import MemoryChannels


@dataclass(slots=True)
class _Fields:
    """The notes on one aggregate, and when they are gone."""

    by_name: dict[str, bytes] = field(default_factory=dict)
    until_ms: int = 0


@dataclass(slots=True)
class _Stream:
    """The lines of one stream with their references, and when it is gone."""

    lines: list[tuple[str, Line]] = field(default_factory=list)
    until_ms: int = 0


class MemoryNotes:
    """Sightings, notes and lines in dicts.

    Args:
        clock_ms: the store's TIME.
        channels: those of the store this belongs to.
    """

    def __init__(self, clock_ms: Callable[[], int], channels: MemoryChannels | None = None) -> None:
        self._clock_ms = clock_ms
        self._channels = channels or MemoryChannels()
        self._counted: dict[AggregateId, dict[str, tuple[int, int]]] = {}
        self._nodes: dict[str, int] = {}
        self._seen: dict[AggregateId, dict[str, int]] = {}
        self._fields: dict[AggregateId, _Fields] = {}
        self._streams: dict[tuple[AggregateId, str], _Stream] = {}

    async def see(self, aggregate: AggregateId, node: str, ttl_ms: int) -> None:
        """See `Notes.see`."""
        self._seen.setdefault(aggregate, {})[node] = self._clock_ms() + ttl_ms

    async def lose_sight(self, aggregate: AggregateId, node: str) -> None:
        """See `Notes.lose_sight`."""
        self._seen.get(aggregate, {}).pop(node, None)

    async def seen_by(self, aggregate: AggregateId) -> frozenset[str]:
        """See `Notes.seen_by`."""
        now_ms, seen = self._clock_ms(), self._seen.get(aggregate, {})
        return frozenset(node for node, until_ms in seen.items() if until_ms > now_ms)

    async def attend(self, node: str, ttl_ms: int) -> Mapping[str, int]:
        """See `Notes.attend`."""
        now_ms = self._clock_ms()
        self._nodes[node] = now_ms
        self._nodes = {name: at for name, at in self._nodes.items() if at > now_ms - ttl_ms}
        return dict(self._nodes)

    async def dismiss(self, node: str) -> None:
        """See `Notes.dismiss`."""
        self._nodes.pop(node, None)

    async def note(self, aggregate: AggregateId, field: str, body: bytes, ttl_ms: int) -> None:
        """See `Notes.note`."""
        fields = self._living(aggregate)
        fields.by_name[field] = body
        fields.until_ms = self._clock_ms() + ttl_ms
        self._fields[aggregate] = fields
        self._channels.publish(aggregate, Aside(noted(field), body))

    async def strike(self, aggregate: AggregateId, field: str, body: bytes | None = None) -> bool:
        """See `Notes.strike`."""
        fields = self._living(aggregate).by_name
        if field not in fields or body not in (None, fields[field]):
            return False
        del fields[field]
        self._channels.publish(aggregate, Aside(noted(field), b""))
        return True

    async def notes(self, aggregate: AggregateId) -> Mapping[str, bytes]:
        """See `Notes.notes`."""
        return dict(self._living(aggregate).by_name)

    async def noted(self, limit: int) -> tuple[AggregateId, ...]:
        """See `Notes.noted`."""
        return tuple(name for name in self._fields if self._living(name).by_name)[:limit]

    async def say(
        self, aggregate: AggregateId, stream: str, ref: str, body: bytes, *, kept: int, ttl_ms: int
    ) -> Line:
        """See `Notes.say`."""
        now_ms = self._clock_ms()
        said = self._streams.setdefault((aggregate, stream), _Stream())
        if said.until_ms <= now_ms:
            said.lines.clear()
        for known, line in said.lines:
            if known == ref:
                return line
        line = Line(said.lines[-1][1].number + 1 if said.lines else 1, now_ms, body)
        said.lines = [*said.lines, (ref, line)][-kept:]
        said.until_ms = now_ms + ttl_ms
        self._channels.publish(aggregate, Aside(spoken(stream), write_line(line)))
        return line

    async def lines(self, aggregate: AggregateId, stream: str) -> Sequence[Line]:
        """See `Notes.lines`."""
        said = self._streams.get((aggregate, stream), _Stream())
        return [line for _, line in said.lines] if said.until_ms > self._clock_ms() else []

    async def count(self, aggregate: AggregateId, node: str, number: int, ttl_ms: int) -> int:
        """See `Notes.count`."""
        now_ms = self._clock_ms()
        counted = self._counted.setdefault(aggregate, {})
        counted[node] = (number, now_ms + ttl_ms)
        total = sum(own for own, until_ms in counted.values() if until_ms > now_ms)
        self._channels.publish(aggregate, Aside(COUNTED, str(total).encode()))
        return total

    def _living(self, aggregate: AggregateId) -> _Fields:
        fields = self._fields.get(aggregate, _Fields())
        return fields if fields.until_ms > self._clock_ms() else _Fields()
