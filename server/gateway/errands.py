"""What must wait for the store without holding anybody up: started here, watched by the host."""

import asyncio
from collections.abc import Callable, Coroutine

from server.aggregate.refusal import RefusalCode, Refused
from server.gateway.client import Client
from server.host.aggregate_host import AggregateHost
from server.host.replica import Replica
from server.store.base import AggregateId, StoreUnavailable
from server.store.shelf import BadCursor
from server.wire import client as wire


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

    def answer(
        self, client: Client, message: wire.Request, story: Coroutine[None, None, None]
    ) -> None:
        """Run what answers a message. It may refuse; without a store that is told instead."""
        room = getattr(message, "room", None)

        def refuse(code: RefusalCode, detail: str = "", retry_ms: int | None = None) -> None:
            client.refuse(message.id, code, detail, room=room, retry_ms=retry_ms)

        async def tell() -> None:
            try:
                await story
            except Refused as refused:
                refuse(refused.code, refused.detail, refused.retry_ms)
            except BadCursor:
                refuse(RefusalCode.BAD_CURSOR)

        self.start(tell(), failed=lambda: refuse(RefusalCode.UNAVAILABLE))


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
