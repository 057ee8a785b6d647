"""One node: its parts made, run together, and taken down in the opposite order."""

import asyncio
import gc
import logging
import secrets
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from server.app.ending import Stop, drain, empty, until_told
from server.app.listening import Addresses, listening
from server.app.stores import store_of
from server.archivist import archive
from server.carriers import carriers
from server.counsel.supervised import thinking
from server.figures import Figures
from server.gateway.gateway import Gateway
from server.gateway.passwords import Passwords
from server.host.aggregate_host import AggregateHost
from server.host.downtime import Downtime
from server.host.timebase import StoreClock, monotonic_s
from server.kinds import KINDS
from server.ops.disk import Disk
from server.session.ids import ID_BYTES, id_from
from server.settings import Settings
from server.store.base import Store, StoreUnavailable
from server.store.measured import MeasuredStore

log = logging.getLogger(__name__)

CLOCK_SAMPLES: Final = 3
MEASURE_S: Final = 1.0
GC_THRESHOLDS: Final = (20_000, 20, 100)
"""A full collection walks every connection; what a message makes dies young."""


async def serve(settings: Settings, announce: Callable[[Addresses], None], stop: Stop) -> None:
    """Run one node until it is told to stop; `announce` is called once it can serve.

    Raises:
        StoreError: there is no usable store at the start.
        OSError: a port cannot be had.
    """
    async with store_of(settings) as store, thinking() as thinker:
        clock = StoreClock()
        for _ in range(CLOCK_SAMPLES):
            await clock.measure(store)
        downtime = Downtime(store, clock.now_ms, is_alone=not settings.store)
        await downtime.begin()
        measured = MeasuredStore(store, monotonic_s)
        host = AggregateHost(
            measured, clock, downtime, KINDS, _fresh_id, carriers(measured, store.shelf), thinker
        )
        gateway = Gateway(
            host,
            clock,
            store.notes,
            store.shelf,
            settings.operators,
            secrets.token_bytes,
            server_name(),
            Passwords(),
        )
        disk = None if settings.store else Disk(settings.data_dir)
        figures = Figures(measured, host, gateway, disk, thinker)
        async with listening(settings, gateway, host, figures, stop) as (listener, addresses):
            work = [
                host.run(),
                downtime.run(),
                gateway.pulse.run(),
                archive(measured, store.shelf, clock),
                _measure(clock, store),
            ]
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(coroutine) for coroutine in work]
                _settle_memory()
                announce(addresses)
                await until_told(stop, has_others=bool(settings.store))
                if not stop.at_once.is_set() and settings.store:
                    await empty(gateway, listener, stop)
                gateway.say_bye()
                for task in tasks:
                    task.cancel()
            await drain(host)  # while its senders are still there to hear the answers
        await drain(host)


def server_name() -> str:
    """Name and version of this program, as clients and operators see it."""
    try:
        return f"xiangqi-server {version('xiangqi-server')}"
    except PackageNotFoundError:
        return "xiangqi-server"


async def _measure(clock: StoreClock, store: Store) -> None:
    """Keep the clock on the store's time; while the store is away it goes on by itself."""
    while True:
        await asyncio.sleep(MEASURE_S)
        try:
            await clock.measure(store)
        except StoreUnavailable:
            log.debug("no sample of the store's time")


def _settle_memory() -> None:
    """What was made so far lives as long as the node: the collector need not walk it again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def _fresh_id() -> str:
    return id_from(secrets.token_bytes(ID_BYTES))
