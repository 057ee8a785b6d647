"""The connections of this node that look at one room, and which of them see it late."""

from collections.abc import Collection, Iterable, Iterator
from itertools import chain

from xiangqi_server.gateway.connection.client import WIRE_FORMAT, Client
from xiangqi_server.kernel.faults import Faults
from xiangqi_server.net.fanout import Subscribers
from xiangqi_server.wire.codec import encode
from xiangqi_server.wire.server import ServerMessage


class Viewers:
    """Part of the broadcaster of a room. Iterate over it to get everybody as of now.

    Attributes:
        count: how many connections there are.
    """

    def __init__(self, faults: Faults) -> None:
        self._by_player: dict[str, tuple[Client, ...]] = {}
        self.count = 0
        self._prompt = Subscribers(faults)
        self._late = Subscribers(faults)

    def __iter__(self) -> Iterator[Client]:
        return chain.from_iterable(tuple(self._by_player.values()))

    def __contains__(self, client: Client) -> bool:
        return client in self.of(client.player)

    @property
    def players(self) -> Collection[str]:
        """The players who look, in the order in which they came."""
        return self._by_player.keys()

    def of(self, player: str) -> tuple[Client, ...]:
        """The connections of a player."""
        return self._by_player.get(player, ())

    def count_without(self, players: Iterable[str]) -> int:
        """How many connections are not of these players."""
        return self.count - sum([len(self.of(player)) for player in players])

    def add(self, client: Client, *, is_late: bool, may_miss: bool) -> None:
        """Tell a client what is sent from now on; again, tell it otherwise than before."""
        joins, leaves = (self._late, self._prompt) if is_late else (self._prompt, self._late)
        mine = self.of(client.player)
        if client in mine:
            leaves.discard(client.connection)
        else:
            self._by_player[client.player] = (*mine, client)
            self.count += 1
        joins.add(client.connection, droppable=may_miss)

    def discard(self, client: Client) -> None:
        """Tell a client nothing more."""
        self._prompt.discard(client.connection)
        self._late.discard(client.connection)
        mine = self.of(client.player)
        left = tuple(other for other in mine if other is not client)
        self.count -= len(mine) - len(left)
        if left:
            self._by_player[client.player] = left
        else:
            self._by_player.pop(client.player, None)

    def send(self, message: ServerMessage, *, late: bool) -> None:
        """Send to the delayed viewers, or to all others: encoded once for each format."""
        audience = self._late if late else self._prompt
        audience.send(lambda form: encode(message, WIRE_FORMAT[form]))

    def send_all(self, message: ServerMessage) -> None:
        """Tell everybody."""
        for late in (False, True):
            self.send(message, late=late)
