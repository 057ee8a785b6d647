"""Faults of a store of several servers, and what they take back: a table::

    python -m tests.nemesis.cluster --store cluster [--fault all] [--rounds 1]

Each round starts real servers, appends to forty logs of the primary that will be harmed and to
twenty of others, does one kind of harm, waits until every log goes on, and holds what was
acknowledged and what was published against the logs. That is done thrice: with the replicas waited
for (`replica`), with the primary alone (`primary`), which must lose something by most faults or
these prove nothing, and with the primary alone and what was lost written back (`restored`).
Exit code 1 if anything was lost, doubled or told in vain where it must not be, or nothing where it
must. With `stop` the appending side hears of no failover; a node of ours would give up in time.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, asynccontextmanager
from enum import StrEnum
from pathlib import Path
from typing import Final

from tests.nemesis.appenders import Appender, Listening, Tally, a_patient_store
from tests.nemesis.failovers import (
    FLAGS,
    OF_CLUSTERS,
    OF_SENTINELS,
    FailingCluster,
    FailingSentinels,
    Fault,
)
from tests.support.patience import PATIENCE_S
from tests.support.stores import RETRY_S, a_room
from tests.support.valkey_cluster import (
    ValkeyCluster,
    ValkeySentinels,
    a_valkey_cluster,
    valkey_sentinels,
)
from xiangqi_server.kernel.store.client.acknowledgement import Promise, PromiseKind
from xiangqi_server.kernel.store.client.cluster.slots import SLOTS, TAGS, slot_of
from xiangqi_server.kernel.store.client.cluster.topology import Topology
from xiangqi_server.kernel.store.keys import DEFAULT_PREFIX, Keys
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.redis.redis_store import RedisStore
from xiangqi_server.kernel.store.values import AggregateId

MASTERS: Final = 3
HARMED: Final = 40
ELSEWHERE: Final = 20
BEFORE_S: Final = 1.0
GOES_ON: Final = 3
_KEYS: Final = Keys(DEFAULT_PREFIX, len(TAGS), TAGS)


class Way(StrEnum):
    """How a round is acknowledged, and what is done about losses."""

    REPLICA = "replica"
    PRIMARY = "primary"
    RESTORED = "restored"

    @property
    def promise(self) -> Promise:
        """For the store of a round."""
        return Promise(PromiseKind.REPLICA if self is Way.REPLICA else PromiseKind.PRIMARY)


def main() -> int:
    """Run the command; the exit code."""
    parser = argparse.ArgumentParser(prog="tests.nemesis.cluster", description=__doc__)
    parser.add_argument("--store", choices=("cluster", "sentinel"), default="cluster")
    parser.add_argument("--fault", choices=(*OF_CLUSTERS, "all"), default="all")
    parser.add_argument("--rounds", type=int, default=1)
    args = parser.parse_args()
    known = list(OF_CLUSTERS if args.store == "cluster" else OF_SENTINELS)
    names = known if args.fault == "all" else [args.fault]
    if not set(names) <= set(known):
        parser.error(f"behind Sentinels there are {', '.join(known)}")
    print("| fault | acknowledge | times | acknowledged | lost | restored", end="")
    print(" | doubled | gaps | forks | told | taken back | longest answer | elsewhere |")
    print(f"|{'---|' * 13}")
    is_broken = False
    for name in names:
        for way in _ways(OF_CLUSTERS[name]):
            tally = Tally()
            for _ in range(args.rounds):
                a_round(tally, args.store, name, way)
            print(_row(name, way, tally), flush=True)
            is_broken |= not is_as_promised(tally, way, OF_CLUSTERS[name])
    return int(is_broken)


def is_as_promised(tally: Tally, way: Way, fault: Fault) -> bool:
    """Whether nothing was lost, or, without any care, what the fault must take."""
    if way is Way.REPLICA:
        return tally.is_whole
    taken = tally.lost if way is Way.PRIMARY else tally.restored
    return (taken > 0 or not fault.must_lose) and (way is Way.PRIMARY or tally.is_whole)


def a_round(tally: Tally, store: str, name: str, way: Way) -> None:
    """Start the servers, append, do harm, and add what came of it."""
    with tempfile.TemporaryDirectory() as home:
        if store == "cluster":
            replicas = OF_CLUSTERS[name].replicas
            servers: AbstractContextManager[ValkeyCluster | ValkeySentinels]
            servers = a_valkey_cluster(Path(home), MASTERS, replicas, FLAGS)
        else:
            servers = valkey_sentinels(Path(home), replicas=2)
        with servers as started:
            asyncio.run(_harmed(tally, started, name, way))


async def _harmed(
    tally: Tally, servers: ValkeyCluster | ValkeySentinels, name: str, way: Way
) -> None:
    is_patient = OF_CLUSTERS[name].needs_patience
    heard = Listening()
    is_over = asyncio.Event()
    told_by = await open_store(servers.url)
    feed = told_by.feed(heard)
    async with _a_store(servers.url, way, is_patient=is_patient) as (store, topology):
        rooms = _rooms(servers)
        appenders = [Appender(room, store, restores=way is Way.RESTORED) for room in rooms]
        for room in rooms:
            feed.follow(room)
        async with asyncio.TaskGroup() as group:
            for one in appenders:
                group.create_task(one.run(is_over.is_set))
            await _go_on(appenders)
            await asyncio.sleep(BEFORE_S)
            await _harm(servers, name)
            if topology is not None:
                await topology.refresh()
            await _go_on(appenders)
            is_over.set()
    tally.times += 1
    for one in appenders:
        await tally.add(told_by, one, heard)
    tally.longest_s = max(tally.longest_s, *(one.longest_s for one in appenders[:HARMED]))
    others = [one.longest_s for one in appenders[HARMED:]]
    tally.elsewhere_s = max(tally.elsewhere_s, *others, 0.0)
    await told_by.close()


async def _harm(servers: ValkeyCluster | ValkeySentinels, name: str) -> None:
    if isinstance(servers, ValkeyCluster):
        await OF_CLUSTERS[name].harm(FailingCluster(servers))
    else:
        await OF_SENTINELS[name](FailingSentinels(servers))


@asynccontextmanager
async def _a_store(
    url: str, way: Way, *, is_patient: bool
) -> AsyncIterator[tuple[RedisStore, Topology | None]]:
    if is_patient:
        async with a_patient_store(url, way.promise) as both:
            yield both
        return
    store = await open_store(url, promise=way.promise)
    yield store, None
    await store.close()


async def _go_on(appenders: list[Appender]) -> None:
    """Wait until some more of every log has been acknowledged."""
    counts = [len(one.acknowledged) + GOES_ON for one in appenders]
    async with asyncio.timeout(PATIENCE_S):
        for one, count in zip(appenders, counts, strict=True):
            while len(one.acknowledged) < count:  # noqa: ASYNC110 - it tells nobody
                await asyncio.sleep(RETRY_S)


def _rooms(servers: ValkeyCluster | ValkeySentinels) -> list[AggregateId]:
    """Rooms of the primary that will be harmed, and behind them those of others, if there are."""
    if isinstance(servers, ValkeySentinels):
        return [a_room() for _ in range(HARMED)]
    harmed: list[AggregateId] = []
    others: list[AggregateId] = []
    while len(harmed) < HARMED or len(others) < ELSEWHERE:
        room = a_room()
        is_harmed = slot_of(_KEYS.of(room)[0]) < SLOTS // MASTERS
        (harmed if is_harmed else others).append(room)
    return harmed[:HARMED] + others[:ELSEWHERE]


def _ways(fault: Fault) -> list[Way]:
    """Where nothing is lost there is nothing to write back."""
    return [way for way in Way if fault.must_lose or way is not Way.RESTORED]


def _row(name: str, way: Way, tally: Tally) -> str:
    facts = (name, way, tally.times, tally.acknowledged, tally.lost, tally.restored)
    more = (tally.doubled, tally.gaps, tally.forks, tally.told, tally.taken_back)
    elsewhere = f"{tally.elsewhere_s:.2f} s" if tally.elsewhere_s else "-"
    times = f"{tally.longest_s:.2f} s | {elsewhere}"
    return f"| {' | '.join(map(str, (*facts, *more)))} | {times} |"


if __name__ == "__main__":
    sys.exit(main())
