"""What must wait for the store without holding anybody up: started here, watched by the host."""

from collections.abc import Callable, Coroutine

from server.host.aggregate_host import AggregateHost
from server.store.base import StoreUnavailable


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


def nothing() -> None:
    """Do nothing about an errand that failed: it is tried again by itself."""
