"""The connections that have not been welcomed: how many there may be, and which gives way.

Theory of operation. A client says hello as soon as its connection is open, so the connection that
has been silent for longest is the least likely to be a client. If there are too many (of an
address, of a site, or in all), the oldest has to go, not the newest. So an attacker that keeps
connections open to keep others out drives out its own. A connection whose hello is being handled
is not silent. If all of the oldest are such (a crowd comes back to a slow store), the newest has to
come again. An address is what limits count (for IPv6 a /64); a site is all addresses of a /48,
which one customer of a provider may have.
"""

from collections import OrderedDict
from itertools import islice
from typing import Final

from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.limits import STRANGERS, STRANGERS_OF_ADDRESS, STRANGERS_OF_SITE, shares_of
from xiangqi_server.net.connection_limits import site_of

HELLO_MS: Final = 15_000
HELLO_WHEN_BUSY_MS: Final = 5_000
"""How long a stranger may be silent when more than half of the places are taken."""

LOOKED_AT: Final = 64
"""How many of the oldest connections are searched for a silent one."""

_ALL: Final = ""


class Strangers:
    """Connections that have not been welcomed yet. Owned by the gateway."""

    __slots__ = ("_groups",)

    def __init__(self) -> None:
        self._groups: dict[str, OrderedDict[Client, None]] = {}

    def __len__(self) -> int:
        return len(self._groups.get(_ALL, ()))

    @property
    def hello_ms(self) -> int:
        """How long a stranger may wait with the hello at the moment."""
        return HELLO_WHEN_BUSY_MS if len(self) > STRANGERS.most // 2 else HELLO_MS

    def enter(self, client: Client) -> Client | None:
        """Count a stranger in; gives the one that has to go for it, now counted out, or None."""
        most_of = _groups_of(client)
        for name in most_of:
            group = self._groups.get(name)
            if group is None:
                group = self._groups[name] = OrderedDict()
            group[client] = None
        for name, most in most_of.items():
            if len(self._groups[name]) > most:
                oldest = islice(self._groups[name], LOOKED_AT)
                leaves = next((stranger for stranger in oldest if stranger.held is None), client)
                self.discard(leaves)
                return leaves
        return None

    def discard(self, client: Client) -> None:
        """Count a client out: it was welcomed, or is gone. It need not have been counted in."""
        for name in _groups_of(client):
            group = self._groups.get(name)
            if group is not None:
                group.pop(client, None)
                if not group:
                    del self._groups[name]


def _groups_of(client: Client) -> dict[str, int]:
    """By the name of each group a client belongs to, how many strangers may be in it."""
    address = client.address
    groups = {}
    if address:
        groups[site_of(address)] = STRANGERS_OF_SITE.most
        groups[address] = STRANGERS_OF_ADDRESS.most * shares_of(address)
    groups[_ALL] = STRANGERS.most
    return groups
