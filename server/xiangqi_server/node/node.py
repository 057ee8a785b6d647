"""One node: its parts made, run together, and taken down in the opposite order."""

import asyncio
import logging
import secrets
import shlex
import socket
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from xiangqi_server.aggregates.kinds import KINDS
from xiangqi_server.api.names.ids import ID_BYTES, id_from
from xiangqi_server.gateway.account.passwords import Passwords
from xiangqi_server.gateway.connection.node import Node, NodeOptions
from xiangqi_server.gateway.gateway import Gateway
from xiangqi_server.kernel.aggregate.spans import DAY_MS
from xiangqi_server.kernel.host.aggregate_host import AggregateHost
from xiangqi_server.kernel.host.domain import Domain
from xiangqi_server.kernel.host.timebase import StoreClock
from xiangqi_server.kernel.store.memory import MemoryWatch
from xiangqi_server.kernel.store.port import Store, StoreAccess, StoreUnavailable
from xiangqi_server.kernel.store.redis.redis_store import RedisStore
from xiangqi_server.node.bots import OperatorsBots
from xiangqi_server.node.computers import TOKENS, ComputerProcess, LeaderElection, opponents_of
from xiangqi_server.node.ending import Stop, finish_commands, send_players_on, until_requested
from xiangqi_server.node.listening import Addresses, listening
from xiangqi_server.node.node_metrics import Figures
from xiangqi_server.node.ops.disk import Disk
from xiangqi_server.node.ops.garbage import GarbageCollector, freeze_what_stays
from xiangqi_server.node.push import push_service
from xiangqi_server.node.ruling_worker.process import ThinkingProcesses, thinking
from xiangqi_server.node.settings import Settings
from xiangqi_server.node.stores import store_of
from xiangqi_server.read_model.cooling import keep_cooling
from xiangqi_server.read_model.packing import keep_packing
from xiangqi_server.read_model.projections import effect_handlers

log = logging.getLogger(__name__)

CLOCK_SAMPLES: Final = 3
MEASURE_S: Final = 1.0


Work = Callable[[], Coroutine[None, None, None]]
"""Something that runs as long as the node serves."""


@dataclass(frozen=True, slots=True)
class _Parts:
    """What a node is made of, between its store and its listeners."""

    settings: Settings
    store: RedisStore
    clock: StoreClock
    host: AggregateHost
    node: Node
    passwords: Passwords
    gateway: Gateway
    memory: MemoryWatch
    garbage: GarbageCollector
    figures: Figures


async def serve(
    settings: Settings,
    sockets: Sequence[socket.socket],
    announce: Callable[[Addresses], None],
    stop: Stop,
) -> None:
    """Run one node on `sockets` until it has to stop; `announce` is called once it can serve.

    Raises:
        StoreError: there is no usable store at the start.
        OSError: a port cannot be had.
    """
    async with store_of(settings) as store, thinking() as ruling_worker:
        clock = StoreClock()
        await _set_clock(clock, store)
        parts = _parts(settings, store, clock, ruling_worker)
        host, gateway = parts.host, parts.gateway
        async with listening(settings, sockets, gateway, host, parts.figures, stop) as opened:
            listener, addresses = opened
            await host.downtime.begin()  # the outage before this start ends when we listen
            async with asyncio.TaskGroup() as group:
                works = _works(parts, addresses)
                running = [host.faults.keep_running(where, work) for where, work in works.items()]
                tasks = [group.create_task(coroutine) for coroutine in running]
                host.start(_warn_of_operators(gateway))
                freeze_what_stays()
                announce(replace(addresses, notice=host.availability.partial_reason))
                await until_requested(stop, has_others=bool(settings.store))
                if not stop.at_once.is_set() and settings.store:
                    await send_players_on(gateway, listener, stop)
                gateway.say_bye()
                for task in tasks:
                    task.cancel()
            await finish_commands(host)  # while its senders are still there to hear the answers
        host.stop_following()
        await finish_commands(host)


def _parts(
    settings: Settings, store: RedisStore, clock: StoreClock, ruling_worker: ThinkingProcesses
) -> _Parts:
    """Make the parts of a node; nothing runs yet."""
    domain = Domain(KINDS, effect_handlers(store, store.row_store), ruling_worker)
    host = AggregateHost(store, clock, domain, _fresh_id())
    push = push_service(settings, clock.now_ms)
    options = NodeOptions(
        server_name(),
        settings.operators,
        store.promise,
        push,
        settings.reviewers,
        opponents_of(settings).reviewer,
    )
    node = Node(host, clock, store.side, store.row_store, secrets.token_bytes)
    passwords = Passwords()
    gateway = Gateway(node, options, passwords)
    ruling_worker.count_by(gateway.address_of)
    disk = Disk(settings.data_dir) if store.access is StoreAccess.EXCLUSIVE else None
    memory = MemoryWatch(store.health.memory)
    garbage = GarbageCollector(lambda: gateway.held.connections, lambda: sum(host.appender.took))
    figures = Figures(host, gateway, disk, ruling_worker, memory, garbage)
    return _Parts(settings, store, clock, host, node, passwords, gateway, memory, garbage, figures)


def _works(parts: _Parts, addresses: Addresses) -> dict[str, Work]:
    """What runs as long as a node serves, by the name under which a bug in it is counted."""
    settings, store, clock, host = parts.settings, parts.store, parts.clock, parts.host
    works: dict[str, Work] = {
        "host": host.run,
        "downtime": host.downtime.run,
        "ticks": parts.gateway.tick_loop.run,
        "packing": partial(keep_packing, store, store.row_store, clock, host.sharing),
        "clock": partial(_keep_measuring, clock, store),
        "memory": parts.memory.run,
        "garbage": parts.garbage.run,
    }
    if settings.cold:
        after_ms = settings.cold_after_days * DAY_MS
        works["cooling"] = partial(
            keep_cooling, store, store.row_store, clock, host.sharing, after_ms
        )
    if (opponents := opponents_of(settings)).levels:
        aggregates, url = parts.node.aggregates, addresses.socket_url
        bots = OperatorsBots(aggregates, parts.passwords, clock.now_ms, secrets.token_bytes)
        election = LeaderElection(store.side.presence, _fresh_id()) if settings.store else None
        file = settings.data_dir / TOKENS
        works["computers"] = ComputerProcess(opponents, url, file, bots, election).run
    return works


def server_name() -> str:
    """Name and version of this program, as clients and operators see it."""
    try:
        return f"xiangqi-server {version('xiangqi-server')}"
    except PackageNotFoundError:
        return "xiangqi-server"


async def _set_clock(clock: StoreClock, store: Store) -> None:
    """Set the clock, by the first server of the store that tells its time.

    Raises:
        StoreUnavailable: none does.
    """
    primaries = store.servers.primaries()
    trouble = StoreUnavailable("no server of the store tells its time")
    for shard in sorted({primaries.index(primary) for primary in primaries}):
        try:
            for _ in range(CLOCK_SAMPLES):
                await clock.measure(store.servers, shard)
        except StoreUnavailable as error:
            trouble = error
        else:
            return
    raise trouble


async def _keep_measuring(clock: StoreClock, store: Store) -> None:
    """Keep the clock on the store's time; while the store is away it goes on by itself.

    Heartbeats do that too; but they are written to a disk, so they tell the time less exactly.
    """
    while True:
        await asyncio.sleep(MEASURE_S)
        try:
            await clock.measure(store.servers)
        except StoreUnavailable:
            log.debug("no sample of the store's time")


async def _warn_of_operators(gateway: Gateway) -> None:
    """Tell which operators cannot do anything yet, and how they get their names."""
    with suppress(StoreUnavailable):
        for name in await gateway.operators_without_account():
            command = f"xiangqi-server operator-code {shlex.quote(name)}"
            facts = {"operator": name, "command": command}
            log.warning("operator without an account", extra=facts)


def _fresh_id() -> str:
    return id_from(secrets.token_bytes(ID_BYTES))
