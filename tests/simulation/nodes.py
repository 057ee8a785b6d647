"""Nodes of a simulated cluster: real hosts with the real kinds, which may die at any await."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from server.carriers import carriers
from server.gateway.gateway import Gateway
from server.host.aggregate_host import AggregateHost
from server.host.downtime import Downtime
from server.host.draft import Answer
from server.host.recent import CommandRef
from server.host.replica import Replica
from server.host.timebase import StoreClock
from server.kinds import KINDS
from server.store.base import AggregateId, StoreUnavailable
from tests.simulation.faults import Line, RecordingStore, Weather
from tests.simulation.trace import Trace
from tests.support.gateways import OPERATORS, a_password_keeper
from tests.support.virtual_time import local_ms, pass_ms

CLOCK_SAMPLES: Final = 3
MEASURE_MS: Final = 1_000
RESTART_MS: Final = 500


class Node:
    """One life of a node, from its start to its death; wired as `app` does it."""

    def __init__(self, name: str, store: RecordingStore, weather: Weather, trace: Trace) -> None:
        self.name = name
        self.is_dead = False
        self.host: AggregateHost | None = None
        self.gateway: Gateway | None = None
        self._chance = trace.chance(name)
        self.line = Line(store, weather, trace, self._chance)
        pace, offset_ms = 1 + self._chance.uniform(-5e-4, 5e-4), self._chance.randint(0, 10**6)
        self.clock = StoreClock(lambda: int(local_ms() * pace) + offset_ms)
        self._life = asyncio.create_task(self._live())
        self._tasks: list[asyncio.Task[None]] = []

    def die(self) -> None:
        """kill -9: what was sent is sent, nothing else will happen."""
        self.is_dead = True
        self.line.die()
        for task in (self._life, *self._tasks):
            task.cancel()

    def submit(
        self,
        aggregate: AggregateId,
        command: object,
        ref: CommandRef,
        answer: Callable[[Answer], None],
    ) -> None:
        """See `AggregateHost.submit`; a dead node does not answer."""
        if self.host is not None and not self.is_dead:
            self.host.submit(
                aggregate,
                command,
                arrived_ms=self.clock.now_ms(),
                ref=ref,
                answer=lambda given: None if self.is_dead else answer(given),
            )

    async def look(self, aggregate: AggregateId) -> Replica | None:
        """The replica this node holds, None without a store or without a node."""
        if self.host is None or self.is_dead:
            return None
        seen: asyncio.Future[Replica | None] = asyncio.get_running_loop().create_future()
        self.host.look(aggregate, lambda found: None if seen.done() else seen.set_result(found))
        with suppress(TimeoutError):
            async with asyncio.timeout(5):
                return await seen
        return None

    async def _live(self) -> None:
        downtime = Downtime(self.line, self.clock.now_ms, is_alone=False)
        while True:
            try:
                for _ in range(CLOCK_SAMPLES):
                    await self.clock.measure(self.line)
                await downtime.begin()
                break
            except StoreUnavailable:
                await pass_ms(RESTART_MS)
        shelves = carriers(self.line, self.line.shelf)
        host = AggregateHost(self.line, self.clock, downtime, KINDS, self._fresh_id, shelves)
        self._tasks = [
            asyncio.create_task(work) for work in (host.run(), downtime.run(), self._measure())
        ]
        self.gateway = Gateway(
            host,
            self.clock,
            self.line.notes,
            self.line.shelf,
            OPERATORS,
            self._chance.randbytes,
            "simulated 1.0",
            a_password_keeper(),
        )
        self.host = host

    async def _measure(self) -> None:
        while True:
            await pass_ms(MEASURE_MS)
            with suppress(StoreUnavailable):
                await self.clock.measure(self.line)

    def _fresh_id(self) -> str:
        return f"{self._chance.getrandbits(60):x}"


class Cluster:
    """All nodes: as many alive as there are places, each replaced after its death."""

    def __init__(self, places: int, store: RecordingStore, weather: Weather, trace: Trace) -> None:
        self.store = store
        self.weather = weather
        self.trace = trace
        self._lives = 0
        self.nodes = [self._new(place) for place in range(places)]

    def restart(self, place: int) -> None:
        """Kill the node at a place at once and start another one there."""
        self.trace.add("fault: node killed", place)
        self.nodes[place].die()
        self.nodes[place] = self._new(place)

    def stop(self) -> None:
        """End all nodes."""
        for node in self.nodes:
            node.die()

    def _new(self, place: int) -> Node:
        self._lives += 1
        return Node(f"n{place}x{self._lives}", self.store, self.weather, self.trace)
