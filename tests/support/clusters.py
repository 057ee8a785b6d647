"""Two real servers on one real store: a cluster of two, each killed and started on its own."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from server.store.embedded import EmbeddedStore
from tests.support.server_process import ServerProcess


@asynccontextmanager
async def a_cluster(home: Path) -> AsyncIterator[tuple[ServerProcess, ServerProcess, str]]:
    """Both nodes, ready, and the address of their store."""
    embedded = await EmbeddedStore.start(home / "shared")
    supervision = asyncio.create_task(embedded.supervise())
    nodes = [
        ServerProcess(home / name, "--store", embedded.url, "--log-level", "info")
        for name in ("north", "south")
    ]
    try:
        for node in nodes:
            await asyncio.to_thread(node.start)
        yield nodes[0], nodes[1], embedded.url
    finally:
        for node in nodes:
            await asyncio.to_thread(node.stop_if_running)
        await embedded.stop()
        await supervision
