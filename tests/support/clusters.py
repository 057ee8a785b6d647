"""Two real servers on one real store: a cluster of two, each killed and started on its own."""

import asyncio
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.server_process import ServerProcess
from tests.support.valkey_process import ValkeyProcess


@dataclass(frozen=True)
class Cluster:
    """Both nodes, and their store."""

    north: ServerProcess
    south: ServerProcess
    store: ValkeyProcess

    @property
    def store_url(self) -> str:
        """The address of the store."""
        return self.store.url

    def complete(self) -> None:
        """Start whatever does not run."""
        start_all(node for node in (self.north, self.south) if not node.is_started)

    def log(self) -> str:
        """What both wrote."""
        return self.north.log() + self.south.log()


def start_all(nodes: Iterable[ServerProcess]) -> None:
    """Start them side by side, and wait until all are ready."""
    with ThreadPoolExecutor() as pool:
        list(pool.map(ServerProcess.start, nodes))


@contextmanager
def a_cluster(home: Path) -> Iterator[Cluster]:
    """Everything up, for the time of the block."""
    (home / "store").mkdir()
    with ExitStack() as stack:
        store = stack.enter_context(ValkeyProcess(home / "store"))
        asyncio.run(store.until_it_answers())
        flags = ("--store", store.url, "--log-level", "info")
        north, south = (ServerProcess(home / name, *flags) for name in ("north", "south"))
        cluster = Cluster(north, south, store)
        for node in (north, south):
            stack.callback(node.stop_if_running)
        cluster.complete()
        yield cluster
