"""The players behind the connections of this node, and when a player is first stored."""

from collections import Counter
from collections.abc import Callable

from xiangqi_server.aggregates.players.devices import Scope
from xiangqi_server.aggregates.players.kind import PLAYER
from xiangqi_server.aggregates.players.messages import PlayerEvent, Register
from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.api.names.naming import DisplayName, as_guest, name_of
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.player_broadcaster import PlayerBroadcaster, PlayerListener
from xiangqi_server.kernel.aggregate.refusal import Refused
from xiangqi_server.kernel.host.view import View, key
from xiangqi_server.limits import STORED_GUESTS
from xiangqi_server.net.connection_limits import site_of
from xiangqi_server.wire.refusals import MessageRefusal


class OnlinePlayers(PlayerListener):
    """The players with a connection to this node. Owned by the gateway.

    Attributes:
        elsewhere: players in the rooms looked at here that another node was found to see.
    """

    def __init__(self, node: Node) -> None:
        self._node = node
        self._listeners: list[PlayerListener] = [self]
        self._broadcasters: dict[str, PlayerBroadcaster] = {}
        self._stored_guests = node.address_limits.of(STORED_GUESTS)
        self._registering: Counter[str] = Counter()
        self._on_presence_change: list[Callable[[str], None]] = []
        self._bots: set[str] = set()
        self.elsewhere: set[str] = set()

    def on_presence_change(self, listener: Callable[[str], None]) -> None:
        """Tell `listener` of each player that may have been connected or cut off, on any node."""
        self._on_presence_change.append(listener)

    def presence_changed(self, player: str) -> None:
        """A player may have been connected or cut off."""
        for listener in self._on_presence_change:
            listener(player)

    def listen(self, listener: PlayerListener) -> None:
        """Tell `listener` of each player that comes, gets a name, begins to play, or leaves.

        Listeners hear of it in no order that they may rely on.
        """
        self._listeners.append(listener)

    @property
    def count(self) -> int:
        """How many people are here, each counted once; bots are not."""
        return len(self._broadcasters) - len(self._bots)

    def is_here(self, player: str) -> bool:
        """The player has a connection to this node by which it may play."""
        return any(client.scope >= Scope.PLAY for client in self.clients_of(player))

    def is_heard(self, player: str) -> bool:
        """The player has a connection to this node by which it may play, and it is not silent."""
        return any(
            client.scope >= Scope.PLAY and not client.round_trips.is_silent
            for client in self.clients_of(player)
        )

    def is_registered(self, client: Client) -> bool:
        """The store knows the player of a connection."""
        return self.broadcaster(client).is_registered

    def own(self, client: Client) -> Player:
        """The player of a connection as stored; ask only when it is registered."""
        return self.broadcaster(client).player

    def player(self, player: str) -> Player | None:
        """A player here as stored; None for a new guest, of whom nothing is stored."""
        broadcaster = self._broadcasters.get(player)
        return None if broadcaster is None or broadcaster.view is None else broadcaster.player

    def name(self, player: str) -> DisplayName:
        """What a player here is called."""
        stored = self.player(player)
        return as_guest(player) if stored is None else name_of(stored)

    def is_bot(self, player: str) -> bool:
        """A player here is a bot."""
        stored = self.player(player)
        return stored is not None and stored.identity.is_bot

    def is_present(self, player: str) -> bool:
        """The player is heard on a connection, here or as far as is known elsewhere."""
        return self.is_heard(player) or player in self.elsewhere

    def ids(self) -> tuple[str, ...]:
        """Everybody here."""
        return tuple(self._broadcasters)

    def in_games(self) -> dict[str, tuple[str, ...]]:
        """The players here that have games of their own, with the rooms of these."""
        return {
            player: broadcaster.rooms
            for player, broadcaster in self._broadcasters.items()
            if broadcaster.rooms
        }

    def games_of(self, player: str) -> tuple[str, ...]:
        """The rooms of a player's open games, as the connections here know them."""
        broadcaster = self._broadcasters.get(player)
        return () if broadcaster is None else broadcaster.rooms

    def clients_of(self, player: str) -> tuple[Client, ...]:
        """The connections of a player to this node."""
        broadcaster = self._broadcasters.get(player)
        return () if broadcaster is None else broadcaster.clients

    def address_of(self, player: str) -> str:
        """What limits by address count a player here under; "" without one, and elsewhere.

        Of IPv6 it is all that one customer may have.
        """
        addresses = (site_of(client.address) for client in self.clients_of(player))
        return next(filter(None, addresses), "")

    def broadcaster(self, client: Client) -> PlayerBroadcaster:
        """The broadcaster of the player whose token a connection has shown."""
        return self._broadcasters[client.player]

    def enter(self, client: Client, player: str) -> None:
        """A connection belongs to a player from now on."""
        client.player = player
        broadcaster = self._broadcasters.get(player)
        if broadcaster is None:
            broadcaster = PlayerBroadcaster(self._node, self._listeners)
            self._broadcasters[player] = broadcaster
        broadcaster.clients += (client,)
        self.presence_changed(player)

    def follow(self, client: Client, view: View[Player, PlayerEvent]) -> None:
        """Watch the player of a connection.

        A connection that came as a new guest's then gets what became of it at another node.
        """
        broadcaster = self.broadcaster(client)
        if broadcaster.view is None:
            broadcaster.view = view
            self._node.host.watch(view, broadcaster)
            rooms = tuple(room for room in broadcaster.rooms if room not in broadcaster.seen_in)
            for listener in self._listeners if rooms else ():
                listener.on_connect(client.player, rooms)
            for other in broadcaster.clients:
                if other.is_welcomed and other is not client:
                    broadcaster.catch_up(other)
        self.on_renamed(client)
        client.token_hash = broadcaster.player.identity.token_hash or client.token_hash
        broadcaster.ignore()

    def plays_in(self, client: Client, room: str) -> None:
        """The player of a connection has a seat in a room.

        That is news if the part of the store is away that knows the player.
        """
        broadcaster = self.broadcaster(client)
        if (
            broadcaster.view is None
            and room not in broadcaster.seen_in
            and self._node.host.parts.is_away(key(PLAYER, client.player))
        ):
            broadcaster.seen_in += (room,)
            for listener in self._listeners:
                listener.on_connect(client.player, (room,))

    def on_renamed(self, client: Client) -> None:
        """Count the player of a connection among the bots if it is one; see `PlayerListener`."""
        if self.is_bot(client.player):
            self._bots.add(client.player)

    def on_close(self, client: Client) -> None:
        """The connection is gone."""
        broadcaster = self._broadcasters.get(client.player)
        if broadcaster is None:
            return
        broadcaster.clients = tuple(kept for kept in broadcaster.clients if kept is not client)
        self.presence_changed(client.player)
        if not broadcaster.clients:
            del self._broadcasters[client.player]
            self._bots.discard(client.player)
            if broadcaster.view is not None:
                self._node.host.unwatch(broadcaster.view, broadcaster)
            for listener in self._listeners if broadcaster.rooms else ():
                listener.on_disconnect(client.player, broadcaster.rooms)

    async def register(self, client: Client) -> None:
        """Have the store know the player of a connection: nothing durable is done by a stranger.

        Raises:
            Refused: too many guests are stored for its address, there is no store, or its device
                was signed out at another node.
            StoreUnavailable: there is no store.
        """
        broadcaster = self.broadcaster(client)
        if broadcaster.view is None:
            view = await self._node.host.view(key(PLAYER, client.player))
            if client.is_gone:
                return
            if broadcaster.view is None:
                self.follow(client, view)
                broadcaster.catch_up(client)
        if client.is_out:
            raise Refused(PlayerRefusal.SIGNED_OUT)
        if not broadcaster.is_registered:
            await self._register(client)

    async def _register(self, client: Client) -> None:
        player, address = client.player, client.address
        wait_ms = self._wait_to_store(player, address)
        if wait_ms:
            raise Refused(MessageRefusal.TOO_FAST, retry_ms=wait_ms)
        self._registering[player] += 1
        try:
            await self._node.aggregates.tell_player(player, Register(client.token_hash))
        except Refused:
            self._stored_guests.give_back(address)  # nothing was stored
            raise
        finally:
            self._registering[player] -= 1
            self._registering += Counter()  # drops players with a count of zero

    def _wait_to_store(self, player: str, address: str) -> int:
        """Count a guest that is stored now; 0, or how long its address has to wait, in ms.

        What a guest asks for while it is being stored counts once.
        """
        if player in self._registering or not address:
            return 0
        return self._stored_guests.take(address, self._node.clock.now_ms())
