"""What a crowd in the lobby costs: pairing, deciding, and what is written. JSON rows::

    python -m tests.bench.lobby [--players 10000] [--nodes 1,16,50,100]

Players come in batches as the host folds them, with ratings as on a real server; then ticks
pair them all, of which the longest is told. Bytes are those of the records the store is given.

Then so many nodes write to one lobby as often as they may, in virtual time: an append takes
`--append-ms` to the store and back. Counted are appends asked for by each that was accepted, those
of them that were for the alarm, and commands of which nobody could say what came of them.
"""

import argparse
import asyncio
import json
import logging
import random
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Final

from tests.support.faulty_store import FaultyStore
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import VirtualLoop, local_ms, pass_ms, store_ms
from xiangqi_server.aggregates.kinds import KINDS
from xiangqi_server.aggregates.lobby.kind import LOBBY
from xiangqi_server.aggregates.lobby.messages import Enqueue, Seeker, Tick
from xiangqi_server.aggregates.lobby.pairing import MAX_PAIRS, pair
from xiangqi_server.aggregates.lobby.pools import POOLS
from xiangqi_server.aggregates.lobby.state import LOBBY_ID, Lobby
from xiangqi_server.kernel.host.aggregate_host import AggregateHost
from xiangqi_server.kernel.host.commit.draft import (
    Answer,
    Draft,
    Task,
    append_of,
    decide_batch,
    snapshot_of,
)
from xiangqi_server.kernel.host.domain import Domain
from xiangqi_server.kernel.host.recent import CommandRef
from xiangqi_server.kernel.host.replica import Replica
from xiangqi_server.kernel.host.timebase import StoreClock
from xiangqi_server.kernel.host.view import key
from xiangqi_server.kernel.store.values import AggregateId, Append, Appended, AppendResult, Head
from xiangqi_server.read_model.projections import effect_handlers

T0_MS: Final = 1_700_000_000_000
NAME: Final = AggregateId("lobby", LOBBY_ID)
RUN_MS: Final = 3_000
COME_S: Final = 0.2


class RunningLobby:
    """The lobby's replica, written to as the host does it, without a store."""

    def __init__(self) -> None:
        self.replica = Replica(NAME, LOBBY)
        self.now_ms = T0_MS
        self.event_bytes = self.snapshot_bytes = self.order_bytes = self.appends = 0
        self.snapshots = 0

    @property
    def lobby(self) -> Lobby:
        """The lobby as it stands."""
        state = self.replica.state
        assert isinstance(state, Lobby)
        return state

    def write(self, tasks: list[Task]) -> Draft:
        """Decide a batch, make its append, take what it would bring."""
        draft = decide_batch(self.replica, tasks)
        request = append_of(self.replica, draft, snapshot_of(self.replica), f"e{self.appends}")
        self._count(request)
        heads = [
            Head(request.head.version + number, digest, self.now_ms)
            for number, digest in enumerate(request.digests(), start=1)
        ]
        if request.snapshot is not None:
            self.replica.saved(len(request.snapshot))
        weight_bytes = sum(map(len, request.events))
        self.replica.take_decided(
            draft.facts, heads, weight_bytes, state=draft.state, recent=draft.recent
        )
        return draft

    def _count(self, request: Append) -> None:
        self.appends += 1
        self.event_bytes += sum(map(len, request.events))
        self.order_bytes += sum(len(effect.body) for effect in request.effects)
        if request.snapshot is not None:
            self.snapshots += 1
            self.snapshot_bytes += len(request.snapshot)


class FarStore(FaultyStore):
    """A store that is so far away; counts what is asked of the lobby."""

    def __init__(self, inner: MemoryStore, append_ms: int) -> None:
        super().__init__(inner)
        self.append_ms = append_ms
        self.tries = self.accepted = self.ticks = self.tick_tries = 0

    async def append(self, request: Append) -> AppendResult:
        """See `Logs.append`."""
        result = await super().append(request)
        if request.aggregate == NAME:
            is_tick = any(b"matched" in body for body in request.events)
            self.tries += 1
            self.tick_tries += is_tick
            self.accepted += isinstance(result, Appended)
            self.ticks += is_tick and isinstance(result, Appended)
        return result


async def many_nodes(count: int, append_ms: int) -> dict[str, object]:
    """Nodes on one lobby, at each of which somebody begins to wait every 200 ms."""
    logging.disable(logging.CRITICAL)
    inner = MemoryStore(store_ms)
    stores = [FarStore(inner, append_ms) for _ in range(count)]
    names = frozenset(f"n{number}" for number in range(count))
    answers: Counter[str] = Counter()
    hosts = []
    for name, store in zip(sorted(names), stores, strict=True):
        clock = StoreClock(local_ms)
        await clock.measure(store)
        domain = Domain(KINDS, effect_handlers(store, store.row_store))
        host = AggregateHost(store, clock, domain, name)
        await host.downtime.begin()
        host.sharing.serve_with(name, names)
        host.watch(await host.view(key(LOBBY, LOBBY_ID)), Nobody())
        hosts.append(host)
    running = [asyncio.create_task(host.run()) for host in hosts]
    for host in hosts:
        host.start(_come(host, answers))
    await pass_ms(RUN_MS)
    for task in running:
        task.cancel()
    accepted, ticks = (sum(getattr(one, name) for one in stores) for name in ("accepted", "ticks"))
    return {
        "row": "nodes on one lobby",
        "nodes": count,
        "append_ms": append_ms,
        "appends_a_second": round(accepted * 1_000 / RUN_MS, 1),
        "tries_an_append": round(sum(one.tries for one in stores) / accepted, 2),
        "ticks": ticks,
        "tries_a_tick": round(sum(one.tick_tries for one in stores) / max(ticks, 1), 2),
        "answers": dict(answers),
    }


async def _come(host: AggregateHost, answers: Counter[str]) -> None:
    chance = random.Random(host.appender.fresh_id())
    await asyncio.sleep(chance.random() * COME_S)
    for _ in range(int(RUN_MS / 1_000 / COME_S)):
        fresh = host.appender.fresh_id()
        by = Seeker(fresh, rating=round(chance.gauss(1_500, 250)), has_account=True)
        pool = chance.choice(list(POOLS))
        command = Enqueue(by, pool, rated=True, fresh_id=fresh, toss=0)
        host.submit(NAME, command, arrived_ms=store_ms(), answer=partial(_count, answers))
        await asyncio.sleep(COME_S)


def _count(answers: Counter[str], answer: Answer) -> None:
    answers[getattr(answer, "code", "done")] += 1


class Nobody:
    """Watches the lobby, so that its node follows it."""

    def changed(self, changes: object) -> None:
        """Do nothing."""

    def replaced(self) -> None:
        """Do nothing."""


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="tests.bench.lobby", description=__doc__)
    parser.add_argument("--players", type=int, default=10_000)
    parser.add_argument("--nodes", default="1,16,50,100")
    parser.add_argument("--append-ms", type=int, default=4)
    args = parser.parse_args()
    for nodes in map(int, filter(None, args.nodes.split(","))):
        with asyncio.Runner(loop_factory=VirtualLoop) as runner:
            print(json.dumps(runner.run(many_nodes(nodes, args.append_ms))))
    count: int = args.players
    running, chance = RunningLobby(), random.Random(1)
    tasks = [_enqueue(number, chance) for number in range(count)]

    entered_s = _seconds(lambda: _enter(running, tasks))
    _row("players who enter, in batches", count, entered_s, running)
    pairings = pair(running.lobby.queues, running.now_ms)
    pair_s = min(_seconds(lambda: pair(running.lobby.queues, running.now_ms)) for _ in range(3))
    everybody = len(pair(running.lobby.queues, running.now_ms, most=count))
    print(
        json.dumps({"row": "pairing alone", "pairs": len(pairings), "ms": round(pair_s * 1e3, 1)})
    )

    before = (running.event_bytes, running.snapshot_bytes, running.order_bytes)
    ticks_ms = []
    for _ in range(everybody // MAX_PAIRS + 1):
        assert running.lobby.tick_at_ms is not None
        running.now_ms = running.lobby.tick_at_ms
        ticks_ms.append(
            1e3 * _seconds(lambda: running.write([Task(Tick(), None, running.now_ms, None)]))
        )
    after = (running.event_bytes, running.snapshot_bytes, running.order_bytes)
    names = ("event_bytes", "snapshot_bytes", "order_bytes")
    wrote = {name: now - then for name, now, then in zip(names, after, before, strict=True)}
    left = len(running.lobby.players())
    times = {"ticks": len(ticks_ms), "longest_ms": round(max(ticks_ms), 1)}
    times["median_ms"] = round(median(ticks_ms), 1)
    print(json.dumps({"row": "ticks", **times, "left": left, **wrote}))


def _enqueue(number: int, chance: random.Random) -> Task:
    player = f"player{number:010d}"
    by = Seeker(
        player,
        rating=round(chance.gauss(1_500, 250)),
        has_account=True,
        last_opponent=f"player{chance.randrange(10**4):010d}",
        tilt=chance.randint(-4, 4),
    )
    command = Enqueue(
        by, chance.choice(list(POOLS)), rated=True, fresh_id=f"room{number:08d}", toss=number & 1
    )
    return Task(command, CommandRef(player, "m1.0123456789abcdef"), T0_MS, None)


def _enter(running: RunningLobby, tasks: list[Task]) -> None:
    max_batch = LOBBY.limits.max_batch
    for start in range(0, len(tasks), max_batch):
        running.write(tasks[start : start + max_batch])


def _row(name: str, count: int, seconds: float, running: RunningLobby) -> None:
    facts = {
        "row": name,
        "players": count,
        "appends": running.appends,
        "snapshots": running.snapshots,
        "us_each": round(seconds / count * 1e6, 1),
        "event_bytes": running.event_bytes,
        "snapshot_bytes": running.snapshot_bytes,
    }
    print(json.dumps(facts))


def _seconds(act: Callable[[], object]) -> float:
    before_s = time.perf_counter()
    act()
    return time.perf_counter() - before_s


if __name__ == "__main__":
    main()
