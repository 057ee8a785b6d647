"""Both stores answer any history of appends alike, but for the stamps."""

from dataclasses import dataclass, field
from itertools import count

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.memory_store import MemoryStore
from tests.support.stores import SetClock
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.port import Store
from xiangqi_server.kernel.store.values import (
    EMPTY_HEAD,
    AggregateId,
    Append,
    Appended,
    Conflict,
    Head,
    Loaded,
    Snapshot,
    StoredEffect,
    StoredEvent,
    TooEarly,
    advance,
)

HOUR_MS = 3_600_000

_rooms = (AggregateId("room", f"agreed{number}") for number in count())


@dataclass(frozen=True)
class Step:
    """What one of three writers does next: a new append, or its last one again."""

    writer: int
    is_retry: bool
    events: int
    has_snapshot: bool
    trim: bool
    due_in_ms: int | None
    wait_ms: int
    effect: int | None


steps = st.builds(
    Step,
    writer=st.integers(0, 2),
    is_retry=st.booleans(),
    events=st.integers(1, 3),
    has_snapshot=st.booleans(),
    trim=st.booleans(),
    due_in_ms=st.sampled_from([None, 0, HOUR_MS]),
    wait_ms=st.sampled_from([0, 0, 0, HOUR_MS]),
    effect=st.none() | st.integers(0, 2),
)


@dataclass
class History:
    """One store and the three writers on one of its logs."""

    store: Store
    room: AggregateId
    heads: list[Head] = field(default_factory=lambda: [EMPTY_HEAD] * 3)
    last: dict[int, Append] = field(default_factory=dict)

    async def take(self, number: int, step: Step) -> object:
        """Do one step; what came of it, without stamps and digests."""
        request = self.last.get(step.writer) if step.is_retry else None
        if request is None:
            request = self.last[step.writer] = await self.request(number, step)
        result = await self.store.logs.append(request)
        match result:
            case Appended(head):
                self.heads[step.writer] = head
            case Conflict(()):
                self.heads[step.writer] = (await self.store.logs.load(self.room)).head
            case Conflict(tail):
                self.heads[step.writer] = advance(request.head, tail)
        return without_stamps(result)

    async def request(self, number: int, step: Step) -> Append:
        """A new append where the writer believes the log to stand."""
        now_ms = await self.store.servers.time_ms()
        return Append(
            self.room,
            self.heads[step.writer],
            f"step{number}",
            tuple(b"%d.%d" % (number, event) for event in range(step.events)),
            b"snapshot %d" % number if step.has_snapshot else None,
            step.trim,
            step.due_in_ms,
            now_ms + step.wait_ms,
            effects=()
            if step.effect is None
            else (StoredEffect(f"{step.effect}", b"%d" % number),),
        )

    async def outcome(self) -> object:
        """Everything that can be read at the end, without stamps and digests."""
        loaded = await self.store.logs.load(self.room)
        return (
            without_stamps(loaded),
            without_stamps(await self.store.logs.read(self.room, 0)),
            self.room in await self.store.queues.due(1_000_000),
            {p.effect for p in await self.store.queues.effects(1_000_000) if p.source == self.room},
        )


def without_stamps(value: object) -> object:
    """`value` as far as two stores can agree on it."""
    match value:
        case Head(version):
            return version
        case StoredEvent(version, _, event_id, body):
            return version, event_id, body
        case tuple():
            return tuple(map(without_stamps, value))
        case Appended(head):
            return "appended", head.version
        case Conflict(tail):
            return "conflict", without_stamps(tail)
        case TooEarly():
            return "too early"
        case Snapshot(head, body):
            return head.version, body
        case Loaded(snapshot, tail, head):
            return without_stamps((snapshot, tail, head))
    return value


@given(history=st.lists(steps, max_size=25))
@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
async def test_both_stores_give_the_same_answers(valkey_url: str, history: list[Step]) -> None:
    room = next(_rooms)
    opened = await open_store(valkey_url, prefix="agreement:")
    real, model = History(opened, room), History(MemoryStore(SetClock()), room)

    for number, step in enumerate(history):
        assert await real.take(number, step) == await model.take(number, step)

    assert await real.outcome() == await model.outcome()
    await opened.close()
