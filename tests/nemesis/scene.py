"""Where the nemesis plays: one node with a store of its own, or two on an operator's store."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from tests.nemesis.line import Line
from tests.support.old_versions import old_server
from tests.support.server_process import ServerProcess
from tests.support.valkey_process import ValkeyProcess
from xiangqi_server.kernel.store.embedded.process import StoreProcess


@dataclass
class Scene:
    """What can be harmed.

    Fields:
        nodes: all on one store.
        lines: between clients and each node, in the same order.
        store: the operator's; None if the only node runs its own.
        up: not set while everything is down.
    """

    nodes: list[ServerProcess]
    lines: list[Line]
    store: ValkeyProcess | None
    up: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def urls(self) -> tuple[str, ...]:
        """Where clients reach the nodes."""
        return tuple(line.url for line in self.lines)

    @property
    def store_pid(self) -> int:
        """The process of the store."""
        return self.nodes[0].store_pid() if self.store is None else self.store.pid

    def kill_store(self) -> None:
        """kill -9 the store; its own is brought back by its node."""
        if self.store is None:
            self.nodes[0].kill_store()
        else:
            self.store.kill()

    async def start_store(self) -> None:
        """Bring an operator's store back."""
        if self.store is not None:
            self.store.start()
            await self.store.until_it_answers()

    async def store_url(self) -> str:
        """Where the store answers."""
        if self.store is not None:
            await self.store.until_it_answers()
            return self.store.url
        process = StoreProcess(self.nodes[0].data_dir / "store")
        while not await process.answers():  # noqa: ASYNC110 - a process that loads tells nobody
            await asyncio.sleep(0.1)
        return f"unix://{quote(str(process.socket))}"

    def log(self) -> str:
        """What all nodes wrote."""
        return "".join(node.log() for node in self.nodes)


@asynccontextmanager
async def a_scene(home: Path, nodes: int, old: Path | None = None) -> AsyncIterator[Scene]:
    """Everything up, for the time of the block.

    Args:
        old: a checkout of an older version, which the first of several nodes runs.
    """
    with ExitStack() as stack:
        store = None
        flags: tuple[str, ...] = ()
        if nodes > 1:
            (home / "store").mkdir()
            store = stack.enter_context(ValkeyProcess(home / "store"))
            await store.until_it_answers()
            flags = ("--store", store.url)
        running = [ServerProcess(home / f"node{number}", *flags) for number in range(nodes)]
        if old is not None:
            running[0] = old_server(home / "old", old, *flags)
        for node in running:
            stack.callback(node.stop_if_running)
        await asyncio.gather(*(asyncio.to_thread(node.start) for node in running))
        scene = Scene(running, [Line() for _ in running], store)
        for node, line in zip(running, scene.lines, strict=True):
            await line.open(node.port)
        scene.up.set()
        yield scene
        for line in scene.lines:
            await line.close()
