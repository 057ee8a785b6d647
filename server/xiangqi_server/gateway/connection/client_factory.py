"""Makes the clients of a node: each has a slot of its own, and all count refusals together."""

from collections import Counter
from itertools import count
from typing import TypeVar

from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.repeats import Repeats
from xiangqi_server.net.ports import Connection

ClientT = TypeVar("ClientT", bound=Client)


class ClientFactory:
    """Owned by the gateway.

    Args:
        repeats: what players have asked for lately.

    Attributes:
        refusals: how often each code was given to anybody.
    """

    def __init__(self, node: Node, repeats: Repeats) -> None:
        self._clock = node.clock
        self._faults = node.host.faults
        self._repeats = repeats
        self._slots = count()
        self.refusals: Counter[str] = Counter()

    def make(self, kind: type[ClientT], connection: Connection) -> ClientT:
        """The client of a connection that has just been opened."""
        slot, now_ms = next(self._slots), self._clock.now_ms()
        return kind(connection, slot, now_ms, self.refusals, self._faults, self._repeats)
