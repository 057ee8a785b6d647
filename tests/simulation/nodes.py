"""Nodes of a simulated cluster: real hosts with the real kinds, which may die at any await."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from tests.simulation.faults import Line, RecordingStore, Weather
from tests.simulation.trace import Trace
from tests.support.gateways import OPERATORS, a_password_keeper
from tests.support.thinking import WorkerAtHand
from tests.support.virtual_time import local_ms, pass_ms
from xiangqi_server.aggregates.kinds import KINDS
from xiangqi_server.gateway.connection.node import Node as GatewayNode
from xiangqi_server.gateway.connection.node import NodeOptions
from xiangqi_server.gateway.gateway import Gateway
from xiangqi_server.kernel.aggregate.kind import E, S
from xiangqi_server.kernel.host.aggregate_host import AggregateHost
from xiangqi_server.kernel.host.commit.draft import Answer
from xiangqi_server.kernel.host.domain import Domain
from xiangqi_server.kernel.host.recent import CommandRef
from xiangqi_server.kernel.host.timebase import StoreClock
from xiangqi_server.kernel.host.view import Key, View
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.kernel.store.values import AggregateId
from xiangqi_server.read_model.projections import effect_handlers

CLOCK_SAMPLES: Final = 3
MEASURE_MS: Final = 1_000
RESTART_MS: Final = 500


class Node:
    """One life of a node, from its start to its death; wired as `node` does it."""

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

    async def look(self, aggregate: Key[S, E]) -> View[S, E] | None:
        """An aggregate as this node holds it, None without a store or without a node."""
        if self.host is None or self.is_dead:
            return None
        with suppress(TimeoutError, StoreUnavailable):
            async with asyncio.timeout(5):
                return await self.host.view(aggregate)
        return None

    async def _live(self) -> None:
        domain = Domain(KINDS, effect_handlers(self.line, self.line.row_store), WorkerAtHand())
        host = AggregateHost(self.line, self.clock, domain, self._fresh_name())
        while True:
            try:
                for _ in range(CLOCK_SAMPLES):
                    await self.clock.measure(self.line)
                await host.downtime.begin()
                break
            except StoreUnavailable:
                await pass_ms(RESTART_MS)
        work = (host.run(), host.downtime.run(), self._measure())
        self._tasks = [asyncio.create_task(coroutine) for coroutine in work]
        side, row_store = self.line.side, self.line.row_store
        self.gateway = Gateway(
            GatewayNode(host, self.clock, side, row_store, self._chance.randbytes),
            NodeOptions("simulated 1.0", OPERATORS),
            a_password_keeper(),
        )
        self.host = host

    async def _measure(self) -> None:
        while True:
            await pass_ms(MEASURE_MS)
            with suppress(StoreUnavailable):
                await self.clock.measure(self.line)

    def _fresh_name(self) -> str:
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

    def join(self) -> None:
        """Start one more node at a place of its own."""
        self.trace.add("fault: node joined", len(self.nodes))
        self.nodes.append(self._new(len(self.nodes)))

    def stop(self) -> None:
        """End all nodes."""
        for node in self.nodes:
            node.die()

    def _new(self, place: int) -> Node:
        self._lives += 1
        return Node(f"n{place}x{self._lives}", self.store, self.weather, self.trace)
