"""Everybody with a connection to this node."""

from collections.abc import Iterator

from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.strangers import Strangers


class Clients:
    """All clients, in parts by slot, so that a tick need not visit all. Owned by the gateway.

    Attributes:
        strangers: those of them that were not welcomed yet.
    """

    def __init__(self, part_count: int) -> None:
        self.strangers = Strangers()
        self._parts: tuple[set[Client], ...] = tuple(set() for _ in range(part_count))

    def __len__(self) -> int:
        return sum(map(len, self._parts))

    def __iter__(self) -> Iterator[Client]:
        """Go through the present clients; those that come or go on the way do no harm."""
        for part in self._parts:
            yield from tuple(part)

    def enter(self, client: Client) -> Client | None:
        """Count a client in, as a stranger; gives the one that has to go for it, or None."""
        self.part(client.slot).add(client)
        return self.strangers.enter(client)

    def discard(self, client: Client) -> None:
        """Count a client out."""
        self.part(client.slot).discard(client)
        self.strangers.discard(client)

    def part(self, slot: int) -> set[Client]:
        """The clients whose slot falls into the same part."""
        return self._parts[slot % len(self._parts)]
