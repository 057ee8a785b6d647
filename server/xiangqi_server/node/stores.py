"""The store of a node: the operator's, or one of its own that lives as long as the node."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from xiangqi_server.kernel.store.client.acknowledgement import Promise, PromiseKind
from xiangqi_server.kernel.store.embedded.embedded import EmbeddedStore
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.port import StoreAccess
from xiangqi_server.kernel.store.redis.redis_store import RedisStore
from xiangqi_server.node.settings import CHECKED, Settings

log = logging.getLogger(__name__)

_OF_DISKS: Final = (PromiseKind.PRIMARY, PromiseKind.REPLICA, PromiseKind.DEGRADED)
"""The promises that rest on the store's disks; the store's settings tell whether they are kept."""


@asynccontextmanager
async def store_of(settings: Settings) -> AsyncIterator[RedisStore]:
    """The operator's store, or one of our own that lives as long as this node."""
    if settings.store:
        policy = PromiseKind(settings.acknowledge)
        is_checked = policy in _OF_DISKS and settings.store_durability == CHECKED
        promise = Promise(policy)
        async with _opened(
            settings.store, settings.cold, StoreAccess.SHARED, promise, must_be_durable=is_checked
        ) as store:
            _say_what_is_promised(policy, settings)
            for weakness in await store.health.weaknesses() if promise.waits else ():
                log.warning("the store could keep more", extra={"weakness": weakness})
            yield store
        return
    async with (
        embedded_store(settings) as url,
        _opened(
            url, settings.cold, StoreAccess.EXCLUSIVE, Promise(), must_be_durable=True
        ) as store,
    ):
        yield store


@asynccontextmanager
async def embedded_store(settings: Settings) -> AsyncIterator[str]:
    """Run a store of our own for the time of the block; its address.

    Raises:
        StoreUnavailable: it cannot be had.
    """
    embedded = await EmbeddedStore.start(settings.data_dir, memory_mb=settings.store_memory_mb)
    supervision = asyncio.create_task(embedded.supervise())
    try:
        yield embedded.url
    finally:
        await embedded.stop()
        await supervision


def _say_what_is_promised(policy: PromiseKind, settings: Settings) -> None:
    if policy is PromiseKind.VOLATILE:
        log.warning("acknowledged moves may be lost", extra={"acknowledge": policy.value})
    elif policy is PromiseKind.ENGINE:
        log.info("an acknowledged move is as safe as the engine says")
    elif settings.store_durability != CHECKED:
        log.info("durability of the store is declared, not checked")


@asynccontextmanager
async def _opened(
    url: str, cold: str, access: StoreAccess, promise: Promise, *, must_be_durable: bool
) -> AsyncIterator[RedisStore]:
    store = await open_store(
        url, must_be_durable=must_be_durable, access=access, cold=cold, promise=promise
    )
    try:
        yield store
    finally:
        await store.close()
