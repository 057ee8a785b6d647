"""The store of a node: the operator's, or one of its own that lives as long as the node."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from server.settings import Settings
from server.store.embedded import EmbeddedStore
from server.store.redis_store import RedisStore, open_store


@asynccontextmanager
async def store_of(settings: Settings) -> AsyncIterator[RedisStore]:
    """The operator's store, or one of our own that lives as long as this node."""
    if settings.store:
        async with _opened(settings.store) as store:
            yield store
        return
    embedded = await EmbeddedStore.start(settings.data_dir)
    supervision = asyncio.create_task(embedded.supervise())
    try:
        async with _opened(embedded.url) as store:
            yield store
    finally:
        await embedded.stop()
        await supervision


@asynccontextmanager
async def _opened(url: str) -> AsyncIterator[RedisStore]:
    store = await open_store(url)
    try:
        yield store
    finally:
        await store.close()
