"""Orders to what is no aggregate: carried once the event is stored, again until they are done."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from msgspec import Struct

from tests.support import counters
from tests.support.counters import COUNTER, Add, Command, Counter, Event
from tests.support.hosts import A, ask
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import local_ms, pass_ms, store_ms
from xiangqi_server.kernel.aggregate.decision import Decision, Effect
from xiangqi_server.kernel.aggregate.kind import Kind
from xiangqi_server.kernel.host.aggregate_host import AggregateHost
from xiangqi_server.kernel.host.domain import Domain
from xiangqi_server.kernel.host.effect_handler import EffectHandler
from xiangqi_server.kernel.host.timebase import StoreClock
from xiangqi_server.kernel.store.port import Store, StoreUnavailable


class Show(Struct, frozen=True, tag="show"):
    """Show a sum to the world."""

    total: int


def _decide(counter: Counter, command: Command, now_ms: int) -> Decision[Event]:
    decision = counters.decide(counter, command, now_ms)
    effect = Effect("screen", counter.id, Show(counter.total + len(decision.events)))
    return Decision(decision.events, (effect,)) if decision.events else decision


SHOWN: Kind[Counter, Command, Event] = replace(COUNTER, decide=_decide)


class Screen:
    """What was shown where, by which version.

    Attributes:
        refusals: so many of the next calls fail.
    """

    def __init__(self) -> None:
        self.shown: list[tuple[str, int, int]] = []
        self.refusals = 0

    async def show(self, place: str, command: Show, version: int) -> None:
        """See `EffectHandler.handle`."""
        if self.refusals:
            self.refusals -= 1
            raise StoreUnavailable("not now")
        self.shown.append((place, command.total, version))


@asynccontextmanager
async def a_node(store: Store, screen: Screen, name: str = "n") -> AsyncIterator[AggregateHost]:
    """A host of counters that are shown, running for the time of the block."""
    clock = StoreClock(local_ms)
    await clock.measure(store.servers)
    domain = Domain((SHOWN,), (EffectHandler("screen", Show, screen.show),))
    host = AggregateHost(store, clock, domain, name)
    await host.downtime.begin()
    tasks = [asyncio.create_task(host.downtime.run()), asyncio.create_task(host.run())]
    try:
        yield host
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def test_an_effect_is_handled_with_the_version_of_its_event() -> None:
    store, screen = MemoryStore(store_ms), Screen()

    async with a_node(store, screen) as host:
        await ask(host, Add(2))
        await ask(host, Add(1))
        await host.drain()

    assert screen.shown == [("a", 2, 2), ("a", 3, 3)]
    assert await store.effects(10) == ()


async def test_an_order_that_fails_is_carried_by_the_sweep() -> None:
    store, screen = MemoryStore(store_ms), Screen()
    screen.refusals = 2

    async with a_node(store, screen) as host:
        await ask(host, Add(1))
        await pass_ms(10_000)

    assert screen.shown == [("a", 1, 1)]
    assert await store.effects(10) == ()


async def test_an_order_of_a_node_that_died_is_carried_by_another() -> None:
    store, screen, broken = MemoryStore(store_ms), Screen(), Screen()
    broken.refusals = 1_000
    async with a_node(store, broken, "dead") as host:
        await ask(host, Add(1), aggregate=A)

    async with a_node(store, screen, "m"):
        await pass_ms(10_000)

    assert screen.shown == [("a", 1, 1)]
    assert await store.effects(10) == ()
