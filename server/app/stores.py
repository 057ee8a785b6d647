"""The store of a node: the operator's, or one of its own that lives as long as the node."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from server.settings import CHECKED, PRIMARY, VOLATILE, Settings
from server.store.embedded import EmbeddedStore
from server.store.redis_store import RedisStore, open_store

log = logging.getLogger(__name__)


@asynccontextmanager
async def store_of(settings: Settings) -> AsyncIterator[RedisStore]:
    """The operator's store, or one of our own that lives as long as this node."""
    if settings.store:
        is_checked = settings.acknowledge == PRIMARY and settings.store_durability == CHECKED
        async with _opened(settings.store, settings.cold, must_be_durable=is_checked) as store:
            _say_what_is_promised(settings)
            yield store
        return
    async with (
        embedded_store(settings) as url,
        _opened(url, settings.cold, must_be_durable=True) as store,
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


def _say_what_is_promised(settings: Settings) -> None:
    if settings.acknowledge == VOLATILE:
        log.warning("acknowledged moves may be lost", extra={"acknowledge": VOLATILE})
    elif settings.store_durability != CHECKED:
        log.info("durability of the store is declared, not checked")


@asynccontextmanager
async def _opened(
    url: str, cold: Path | None, *, must_be_durable: bool
) -> AsyncIterator[RedisStore]:
    store = await open_store(url, must_be_durable=must_be_durable, cold=cold)
    try:
        yield store
    finally:
        await store.close()
