"""The connections of this node that look at one room, and which of them are told of it late."""

from collections.abc import Collection, Iterable, Iterator

from server.faults import Faults
from server.gateway.connection.client import WIRE_FORMAT, Client
from server.net.fanout import Audience
from server.wire.codec import encode
from server.wire.server import ServerMessage


class Viewers:
    """Part of the broadcaster of a room. Iterate over it to get everybody as of now."""

    def __init__(self, faults: Faults) -> None:
        self._clients: set[Client] = set()
        self._by_player: dict[str, set[Client]] = {}
        self._prompt = Audience(faults)
        self._late = Audience(faults)

    def __len__(self) -> int:
        return len(self._clients)

    def __iter__(self) -> Iterator[Client]:
        return iter(tuple(self._clients))

    def __contains__(self, client: Client) -> bool:
        return client in self._clients

    @property
    def players(self) -> Collection[str]:
        """Whose connections they are; who came first stands first."""
        return self._by_player.keys()

    def of(self, player: str) -> tuple[Client, ...]:
        """The connections of a player."""
        return tuple(self._by_player.get(player, ()))

    def count_without(self, players: Iterable[str]) -> int:
        """How many connections are not of these players."""
        return len(self._clients) - sum(len(self._by_player.get(one, ())) for one in players)

    def add(self, client: Client, *, is_late: bool, may_miss: bool) -> None:
        """Tell a client what is sent from now on; again, tell it otherwise than before."""
        self._clients.add(client)
        self._by_player.setdefault(client.player, set()).add(client)
        joins, leaves = (self._late, self._prompt) if is_late else (self._prompt, self._late)
        leaves.discard(client.connection)
        joins.add(client.connection, droppable=may_miss)

    def discard(self, client: Client) -> None:
        """Tell a client nothing more."""
        self._clients.discard(client)
        self._prompt.discard(client.connection)
        self._late.discard(client.connection)
        mine = self._by_player.get(client.player, set())
        mine.discard(client)
        if not mine:
            self._by_player.pop(client.player, None)

    def send(self, message: ServerMessage, *, late: bool) -> None:
        """Tell those who are told late, or all others: encoded once for each format."""
        audience = self._late if late else self._prompt
        audience.send(lambda form: encode(message, WIRE_FORMAT[form]))

    def send_all(self, message: ServerMessage) -> None:
        """Tell everybody."""
        for late in (False, True):
            self.send(message, late=late)
