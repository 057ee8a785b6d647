"""What a connection sends while an earlier message of its own waits: held, and handled in order."""

from collections.abc import Callable
from typing import Final

from server.gateway.client import Client
from server.gateway.partings import POLICY_CLOSE
from server.host.aggregate_host import AggregateHost
from server.host.replica import Replica
from server.net.ports import Connection
from server.store.base import AggregateId

HELD_MESSAGES: Final = 32

InTurn = Callable[[Callable[[], None], Replica | None], None]
"""Takes what to call when it is done, and the loaded aggregate (None: there is no store)."""


class Turns:
    """Whose turn it is to wait. Owned by the gateway.

    Args:
        receive: handles a payload that was held, as if it came now.
    """

    def __init__(self, host: AggregateHost, receive: Callable[[Connection, bytes], None]) -> None:
        self._host = host
        self._receive = receive

    def hold(self, client: Client, payload: bytes) -> bool:
        """Keep a payload if an earlier message waits; False if it may be handled now."""
        if client.held is None:
            return False
        if len(client.held) < HELD_MESSAGES:
            client.held.append(payload)
        else:
            client.connection.close(POLICY_CLOSE, "too much at once")
        return True

    def begin(self, client: Client) -> None:
        """A message of the client waits: hold what comes after it, until `end`."""
        client.held = []

    def end(self, client: Client) -> None:
        """Handle what was held; one of these may have the rest held again."""
        if client.is_gone:
            return
        held, client.held = client.held or [], None
        for payload in held:
            self._receive(client.connection, payload)

    def look(
        self, client: Client, aggregate: AggregateId, then: InTurn, *, version: int = 0
    ) -> None:
        """Have `then` called with the loaded aggregate, before anything the client sends now.

        It gets a call to make when it is done, and no state older than the `version` one knows.
        """
        self.begin(client)

        def seen(replica: Replica | None) -> None:
            if not client.is_gone:
                then(lambda: self.end(client), replica)

        self._host.look(aggregate, seen, version=version)
