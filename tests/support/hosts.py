"""A host of counters on a virtual loop, a watcher that writes down what it is told."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from tests.support.counters import COUNTER, PATIENT, TALLY, Command, Counter, Event
from tests.support.virtual_time import local_ms, store_ms
from xiangqi_server.kernel.host.aggregate_host import AggregateHost
from xiangqi_server.kernel.host.commit.draft import Answer, Done, Rejected
from xiangqi_server.kernel.host.domain import Domain
from xiangqi_server.kernel.host.recent import CommandRef
from xiangqi_server.kernel.host.timebase import StoreClock
from xiangqi_server.kernel.host.view import Change, Key, View, key
from xiangqi_server.kernel.store.port import Store
from xiangqi_server.kernel.store.values import Head

A = key(COUNTER, "a")
B = key(COUNTER, "b")
T = key(TALLY, "t")
P = key(PATIENT, "p")


class CounterHost(AggregateHost):
    """A host of counters; ids of its appends begin with `name`."""

    def __init__(self, store: Store, clock: StoreClock, name: str) -> None:
        super().__init__(store, clock, Domain((COUNTER, TALLY, PATIENT)), name)


async def a_host(store: Store, name: str = "n") -> CounterHost:
    """A node's host, its clock set; ids of its appends begin with `name`."""
    clock = StoreClock(local_ms)
    await clock.measure(store.servers)
    host = CounterHost(store, clock, name)
    await host.downtime.begin()
    return host


@asynccontextmanager
async def running(host: AggregateHost) -> AsyncIterator[None]:
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
                case Rejected(code, _, version):
                    self.lines.append(f"{name}: {code} {version}")

        return told

    def changed(self, changes: tuple[Change[Counter, Event], ...]) -> None:
        """See `Watcher.changed`."""
        for change in changes:
            total = change.state.total
            self.lines.append(f"event {change.head.version}: total {total}")

    def replaced(self) -> None:
        """See `Watcher.replaced`."""
        self.lines.append("replaced")

    def paused(self, is_paused: bool) -> None:
        """What to give to `on_pause`."""
        self.lines.append("paused" if is_paused else "resumed")


async def view_of(host: AggregateHost, aggregate: Key[Counter, Event] = A) -> View[Counter, Event]:
    """The loaded counter."""
    return await host.view(aggregate)


async def state_and_head(
    host: AggregateHost, aggregate: Key[Counter, Event] = A
) -> tuple[Counter, Head]:
    """State and head as the host has them."""
    view = await view_of(host, aggregate)
    return view.state, view.head


async def ask(
    host: AggregateHost,
    command: Command,
    *,
    ref: tuple[str, str] | None = None,
    aggregate: Key[Counter, Event] = A,
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
