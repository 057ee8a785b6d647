"""The connections of this node that look at one room, and which of them see it late."""

from collections.abc import Collection, Iterable, Iterator
from itertools import chain

from xiangqi_server.gateway.connection.client import WIRE_FORMAT, Client
from xiangqi_server.kernel.faults import Faults
from xiangqi_server.net.fanout import Subscribers
from xiangqi_server.wire.codec import encode
from xiangqi_server.wire.server import ServerMessage


class _Group:
    """Some connections, by player, in the order in which they came."""

    def __init__(self) -> None:
        self.by_player: dict[str, tuple[Client, ...]] = {}
        self.count = 0

    def of(self, player: str) -> tuple[Client, ...]:
        """The connections of a player."""
        return self.by_player.get(player, ())

    def add(self, client: Client) -> None:
        """Take a connection in, if it is not there yet."""
        mine = self.of(client.player)
        if client not in mine:
            self.by_player[client.player] = (*mine, client)
            self.count += 1

    def discard(self, client: Client) -> None:
        """Let go of a connection, if it is there."""
        mine = self.of(client.player)
        left = tuple(other for other in mine if other is not client)
        self.count -= len(mine) - len(left)
        if left:
            self.by_player[client.player] = left
        else:
            self.by_player.pop(client.player, None)


class Viewers:
    """Part of the broadcaster of a room. Iterate over it to get everybody as of now.

    Connections that show the board beside other things, as on a front page, get everything, but
    are no spectators.
    """

    def __init__(self, faults: Faults) -> None:
        self._at_game = _Group()
        self._beside = _Group()
        self._prompt = Subscribers(faults)
        self._late = Subscribers(faults)

    def __iter__(self) -> Iterator[Client]:
        groups = (self._at_game, self._beside)
        return chain.from_iterable(
            [clients for group in groups for clients in group.by_player.values()]
        )

    def __contains__(self, client: Client) -> bool:
        return client in self.of(client.player)

    @property
    def count(self) -> int:
        """How many connections there are."""
        return self._at_game.count + self._beside.count

    @property
    def players(self) -> Collection[str]:
        """The players at the game, in the order in which they came."""
        return self._at_game.by_player.keys()

    def of(self, player: str) -> tuple[Client, ...]:
        """The connections of a player."""
        return self._at_game.by_player.get(player, ()) + self._beside.by_player.get(player, ())

    def count_without(self, players: Iterable[str]) -> int:
        """How many connections at the game are not of these players."""
        return self._at_game.count - sum([len(self._at_game.of(player)) for player in players])

    def add(self, client: Client, *, is_late: bool, may_miss: bool) -> None:
        """Tell a client what is sent from now on; again, tell it otherwise than before."""
        joins, leaves = (self._late, self._prompt) if is_late else (self._prompt, self._late)
        if client in self:
            leaves.discard(client.connection)
        else:
            self._at_game.add(client)
        joins.add(client.connection, droppable=may_miss)

    def place(self, client: Client, *, beside: bool) -> None:
        """Count one of the clients as being at the game, or beside it."""
        joins, leaves = self._at_game, self._beside
        if beside:
            joins, leaves = leaves, joins
        leaves.discard(client)
        joins.add(client)

    def discard(self, client: Client) -> None:
        """Tell a client nothing more."""
        self._prompt.discard(client.connection)
        self._late.discard(client.connection)
        self._at_game.discard(client)
        self._beside.discard(client)

    def send(self, message: ServerMessage, *, late: bool) -> None:
        """Send to the delayed viewers, or to all others: encoded once for each format."""
        audience = self._late if late else self._prompt
        audience.send(lambda form: encode(message, WIRE_FORMAT[form]))

    def send_all(self, message: ServerMessage) -> None:
        """Tell everybody."""
        for late in (False, True):
            self.send(message, late=late)
