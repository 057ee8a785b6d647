"""A host of counters on a virtual loop, a watcher that writes down what it is told."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import cast

from server.host.aggregate_host import AggregateHost
from server.host.downtime import Downtime
from server.host.draft import Answer, Declined, Done
from server.host.recent import CommandRef
from server.host.replica import Change, Replica
from server.host.timebase import StoreClock
from server.store.base import AggregateId, Head, Store
from tests.support.counters import COUNTER, PATIENT, TALLY, Command, Counter
from tests.support.virtual_time import local_ms, store_ms

A = AggregateId("counter", "a")
B = AggregateId("counter", "b")
T = AggregateId("tally", "t")
P = AggregateId("patient", "p")


class CounterHost(AggregateHost):
    """A host of counters that knows its own beats."""

    def __init__(self, store: Store, clock: StoreClock, downtime: Downtime, name: str) -> None:
        numbers = count()
        kinds = (COUNTER.erased(), TALLY.erased(), PATIENT.erased())
        super().__init__(store, clock, downtime, kinds, lambda: f"{name}{next(numbers)}")
        self.downtime = downtime


async def a_host(store: Store, name: str = "n") -> CounterHost:
    """A node's host, its clock set; ids of its appends begin with `name`."""
    clock = StoreClock(local_ms)
    await clock.measure(store)
    downtime = Downtime(store, clock.now_ms, is_alone=False)
    await downtime.begin()
    return CounterHost(store, clock, downtime, name)


@asynccontextmanager
async def running(host: CounterHost) -> AsyncIterator[None]:
    """Have the host beat, sweep and probe for the time of the block."""
    tasks = [asyncio.create_task(host.downtime.run()), asyncio.create_task(host.run())]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@dataclass(eq=False)
class Journal:
    """Answers and events in the order they are told, as short lines."""

    lines: list[str] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)

    def answer(self, name: str) -> Callable[[Answer], None]:
        """What to give as `answer` of a command called `name`."""

        def told(answer: Answer) -> None:
            self.answers.append(answer)
            match answer:
                case Done(version):
                    self.lines.append(f"{name}: done {version}")
                case Declined(code, _, version):
                    self.lines.append(f"{name}: {code} {version}")

        return told

    def changed(self, changes: tuple[Change, ...]) -> None:
        """See `Watcher.changed`."""
        for change in changes:
            total = cast("Counter", change.state).total
            self.lines.append(f"event {change.head.version}: total {total}")

    def replaced(self, replica: Replica) -> None:
        """See `Watcher.replaced`."""
        self.lines.append(f"replaced by {replica.head.version}: total {counter(replica).total}")

    def paused(self, is_paused: bool) -> None:
        """What to give to `on_pause`."""
        self.lines.append("paused" if is_paused else "resumed")


def counter(replica: Replica) -> Counter:
    """The state of a replica."""
    return cast("Counter", replica.state)


async def replica_of(host: AggregateHost, aggregate: AggregateId = A) -> Replica:
    """The loaded replica."""
    seen: asyncio.Future[Replica | None] = asyncio.get_running_loop().create_future()
    host.look(aggregate, seen.set_result)
    replica = await seen
    assert replica is not None
    return replica


async def standing(host: AggregateHost, aggregate: AggregateId = A) -> tuple[Counter, Head]:
    """State and head as the host has them."""
    replica = await replica_of(host, aggregate)
    return counter(replica), replica.head


async def ask(
    host: AggregateHost,
    command: Command,
    *,
    ref: tuple[str, str] | None = None,
    aggregate: AggregateId = A,
) -> Answer:
    """Have a command decided; its answer."""
    answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    host.submit(
        aggregate,
        command,
        arrived_ms=store_ms(),
        ref=None if ref is None else CommandRef(*ref),
        answer=answered.set_result,
    )
    return await answered
