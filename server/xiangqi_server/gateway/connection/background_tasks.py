"""Work that waits for the store without holding anybody up: started here, watched by the host."""

from collections.abc import Coroutine
from contextlib import suppress

from xiangqi_server.kernel.host.aggregate_host import AggregateHost
from xiangqi_server.kernel.store.port import StoreUnavailable


class BackgroundTasks:
    """Starts coroutines that end by themselves and have no caller waiting. Owned by the gateway.

    The host waits for them when the node stops.
    """

    def __init__(self, host: AggregateHost) -> None:
        self._host = host

    def start(self, work: Coroutine[None, None, None]) -> None:
        """Run `work`. Without a store it ends early; all such work is tried again by itself.

        A bug in it is counted, and harms nothing else.
        """
        self._host.start(self._run(work))

    async def _run(self, work: Coroutine[None, None, None]) -> None:
        with self._host.faults.contained("task"), suppress(StoreUnavailable):
            await work
