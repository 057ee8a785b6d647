"""What must wait for the store without holding anybody up: started here, watched by the host."""

import asyncio
from collections.abc import Callable, Coroutine

from server.host.aggregate_host import AggregateHost
from server.host.replica import Replica
from server.store.base import AggregateId, StoreUnavailable


class Errands:
    """Starts coroutines that end by themselves. Owned by the gateway.

    The host waits for them when the node stops.
    """

    def __init__(self, host: AggregateHost) -> None:
        self._host = host

    def start(self, errand: Coroutine[None, None, None], failed: Callable[[], None]) -> None:
        """Run `errand`; `failed` is called instead of its end if there is no store."""

        async def run() -> None:
            try:
                await errand
            except StoreUnavailable:
                failed()

        self._host.start(run())


async def looked(host: AggregateHost, aggregate: AggregateId) -> Replica:
    """A loaded aggregate.

    Raises:
        StoreUnavailable: there is no store.
    """
    found: asyncio.Future[Replica | None] = asyncio.get_running_loop().create_future()
    host.look(aggregate, found.set_result)
    replica = await found
    if replica is None:
        raise StoreUnavailable("there is no store to look into")
    return replica


def nothing() -> None:
    """Do nothing about an errand that failed: it is tried again by itself."""
