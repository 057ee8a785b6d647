"""In which order the messages of one connection are handled, and what becomes of those that wait.

Theory of operation. Most messages are answered by a plain call. One that must wait for the store is
a coroutine, run here; what it raises becomes its refusal. It runs beside what the connection sends
next, so that a long list delays no move. But if it *holds*, payloads that come meanwhile are kept,
and handled one after another when it has ended. Only a limited number waits at once.
"""

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final

from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.closing import POLICY_CLOSE
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused
from xiangqi_server.kernel.host.aggregate_host import AggregateHost
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.kernel.store.rows import BadCursor
from xiangqi_server.net.ports import Connection
from xiangqi_server.wire.client import ClientMessage
from xiangqi_server.wire.refusals import MessageRefusal

HELD_MESSAGES: Final = 32
"""How many messages of a connection may wait at once; any more are refused."""

Coro = Coroutine[None, None, None]
"""What is left to do for a message that must wait."""
Handler = Callable[[Client, Any, int], Coro | None]
"""Takes a message of its type from a client, and the time when that arrived."""
HandlersByType = Mapping[type[ClientMessage], Handler]


class Inbox:
    """What waits of the messages of all connections. Owned by the gateway.

    Args:
        receive: handles a payload that was held, as if it came now.
        refuse: tells a client why nothing came of its message.
    """

    def __init__(
        self,
        host: AggregateHost,
        receive: Callable[[Connection, bytes], None],
        refuse: Callable[[Client, ClientMessage, Refused], None],
    ) -> None:
        self._host = host
        self._receive = receive
        self._refuse = refuse

    def hold(self, client: Client, payload: bytes) -> bool:
        """Keep a payload if an earlier message waits; False if it may be handled now."""
        if client.held is None:
            return False
        if len(client.held) < HELD_MESSAGES:
            client.held.append(payload)
        else:
            client.connection.close(POLICY_CLOSE, "too much at once")
        return True

    def run(self, client: Client, message: ClientMessage, work: Coro, *, holds: bool) -> None:
        """Have `work` done for a message; if it `holds`, what comes next waits for its end."""
        if holds:
            client.held = []
        client.waiting_count += 1
        self._host.start(self._run(client, message, work, holds=holds))

    async def _run(
        self, client: Client, message: ClientMessage, work: Coro, *, holds: bool
    ) -> None:
        with self._host.faults.contained("message") as running:
            try:
                await work
            except Refused as refused:
                self._refuse(client, message, refused)
            except StoreUnavailable:
                self._refuse(client, message, Refused(CommonRefusal.UNAVAILABLE))
            except BadCursor:
                self._refuse(client, message, Refused(MessageRefusal.BAD_CURSOR))
        client.waiting_count -= 1
        if running.has_failed and holds:
            client.fail()
        elif running.has_failed:
            self._refuse(client, message, Refused(CommonRefusal.UNAVAILABLE))
        elif holds:
            self._go_on(client)

    def _go_on(self, client: Client) -> None:
        """Handle what was held; one of these may have the rest held again."""
        if client.is_gone:
            return
        held, client.held = client.held or [], None
        for payload in held:
            with self._host.faults.contained("message") as handling:
                self._receive(client.connection, payload)
            if handling.has_failed:
                client.fail()
