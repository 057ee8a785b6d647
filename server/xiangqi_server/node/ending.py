"""How a node ends: at once, or after its players were sent on to the other nodes."""

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from xiangqi_server.gateway.gateway import Gateway
from xiangqi_server.kernel.host.aggregate_host import AggregateHost
from xiangqi_server.net.listener import Listener

log = logging.getLogger(__name__)

FINISH_S: Final = 5.0
"""How long the store may take to answer the last commands."""
NOTICED_S: Final = 2.5
"""How long a node that drains still accepts connections, so that balancers notice first."""
LEAVE_S: Final = 5.0
"""How long clients that were asked to move have to go."""


@dataclass(frozen=True, slots=True)
class Stop:
    """How a node is asked to end. With `at_once` there is no need to set `gently`.

    Fields:
        gently: send everybody to the other nodes first; without any it means `at_once`.
        at_once: finish what was accepted, and end.
    """

    gently: asyncio.Event = field(default_factory=asyncio.Event)
    at_once: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_requested(self) -> bool:
        """The node is to end, in whichever way."""
        return self.gently.is_set() or self.at_once.is_set()


async def until_requested(stop: Stop, *, has_others: bool) -> None:
    """Wait until the node is to stop, in whichever way."""
    waits = [asyncio.create_task(event.wait()) for event in (stop.gently, stop.at_once)]
    await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for wait in waits:
        wait.cancel()
    log.info("stopping", extra={"draining": has_others and not stop.at_once.is_set()})


async def send_players_on(gateway: Gateway, listener: Listener, stop: Stop) -> None:
    """Send everybody to the other nodes, in bounded time; cut short by `stop.at_once`.

    First the balancer is given time to see that this node is not ready. Then no connection is
    accepted any more, and the present clients are asked to move.
    """
    with suppress(TimeoutError):
        async with asyncio.timeout(NOTICED_S):
            await stop.at_once.wait()
            return
    listener.stop_listening()

    async def everybody_goes() -> None:
        await gateway.move_on()
        await listener.until_nobody_is_connected()

    waits = [asyncio.create_task(wait) for wait in (everybody_goes(), stop.at_once.wait())]
    await asyncio.wait(waits, timeout=LEAVE_S, return_when=asyncio.FIRST_COMPLETED)
    for wait in waits:
        wait.cancel()


async def finish_commands(host: AggregateHost) -> None:
    """Have the commands taken so far answered, those at least that the store answers in time."""
    try:
        async with asyncio.timeout(FINISH_S):
            await host.drain()
    except TimeoutError:
        log.warning("commands left without an answer of the store")
