"""The open games of a player, and their changes, for connections that ask to follow them.

A connection that follows its games watches the room of each game, and its own player. What happens
in a game is sent as the game's new row, and a game that begins is watched from then on.
"""

from xiangqi_server.aggregates.players.kind import PLAYER
from xiangqi_server.aggregates.players.messages import PlayerEvent
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.messages import RoomEvent
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.api.moments import earlier
from xiangqi_server.api.views.games_views import changes_my_game, my_game, urgency
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.kernel.host.view import Change, View, key
from xiangqi_server.wire import client as wire
from xiangqi_server.wire import parts
from xiangqi_server.wire.server import MyGameChanged, MyGames


class MyGamesBroadcaster:
    """The clients that follow their own games here. Owned by the gateway."""

    def __init__(self, node: Node) -> None:
        self._host = node.host
        self._tasks = node.tasks
        self._names = node.names
        self._followers: dict[Client, _Follower] = {}

    async def show(self, client: Client, message: wire.MyGames) -> None:
        """Answer with all open games, and follow them if that is wanted.

        Raises:
            StoreUnavailable: there is no store.
        """
        player = await self._host.view(key(PLAYER, client.player))
        if message.follow:
            self._follow(client, player)
        rooms = [await self._room(room) for room in tuple(player.state.open_games.games)]
        await self._names.learn([player for room in rooms for player in room.state.seats.taken()])
        for room in rooms if message.follow else ():
            self._watch(client, room)
        rows = [row for room in rooms if (row := self._row(client, room.state)) is not None]
        client.send(MyGames(message.id, sorted(rows, key=urgency), next=None))

    def on_close(self, client: Client) -> None:
        """The connection is gone."""
        follower = self._followers.pop(client, None)
        if follower is not None:
            self._host.unwatch(follower.view, follower)
            for game in follower.games.values():
                self._host.unwatch(game.view, game)

    async def _room(self, room: str) -> View[Room, RoomEvent]:
        return await self._host.view(key(ROOM, room))

    def _row(self, client: Client, room: Room) -> parts.MyGame | None:
        at, of_store = key(ROOM, room.id), self._host.parts
        row = my_game(room, client.player, of_store.now_ms(at), self._names, client.language)
        return None if row is None else earlier(row, of_store.clock_offset_ms(at))

    def _follow(self, client: Client, view: View[Player, PlayerEvent]) -> None:
        """Look for new games of the connection's player from now on."""
        if not client.is_gone and client not in self._followers:
            follower = self._followers[client] = _Follower(client, view, self)
            self._host.watch(view, follower)

    def _watch(self, client: Client, view: View[Room, RoomEvent]) -> None:
        """Tell a connection from now on what happens in a game of its player."""
        follower = self._followers.get(client)
        is_over = view.state.status is Status.OVER
        if follower is not None and not is_over and view.aggregate.id not in follower.games:
            game = follower.games[view.aggregate.id] = _Game(client, view, self)
            self._host.watch(view, game)

    def tell(self, client: Client, view: View[Room, RoomEvent]) -> None:
        """Tell a connection how a game of its player stands."""
        if self._names.at_hand(view.state.seats.taken()):
            self._tell_row(client, view)
        else:
            self._tasks.start(self._tell_when_known(client, view))

    async def _tell_when_known(self, client: Client, view: View[Room, RoomEvent]) -> None:
        await self._names.learn(view.state.seats.taken())
        self._tell_row(client, view)

    def _tell_row(self, client: Client, view: View[Room, RoomEvent]) -> None:
        row = self._row(client, view.state)
        if row is not None and not client.is_gone:
            client.send(MyGameChanged(row))

    def look_for_new(self, follower: "_Follower") -> None:
        """Watch the games that have begun, and leave those that are over."""
        games = tuple(follower.view.state.open_games.games)
        for room in [followed for followed in follower.games if followed not in games]:
            game = follower.games.pop(room)
            self._host.unwatch(game.view, game)
            self.tell(follower.client, game.view)
        for room in games:
            if room not in follower.games:
                self._tasks.start(self._begin(follower.client, room))

    async def _begin(self, client: Client, room: str) -> None:
        view = await self._room(room)
        self._watch(client, view)
        await self._tell_when_known(client, view)


class _Follower:
    """A connection that follows its games; a watcher of its player.

    Attributes:
        games: those that are watched for it, by room.
    """

    def __init__(
        self, client: Client, view: View[Player, PlayerEvent], all_: MyGamesBroadcaster
    ) -> None:
        self.client = client
        self.view = view
        self.games: dict[str, _Game] = {}
        self._all = all_

    def changed(self, _: tuple[Change[Player, PlayerEvent], ...]) -> None:
        """See whether a game has begun."""
        self._all.look_for_new(self)

    def replaced(self) -> None:
        """The same, in the other branch."""
        self._all.look_for_new(self)


class _Game:
    """A game that a connection follows; a watcher of its room."""

    def __init__(
        self, client: Client, view: View[Room, RoomEvent], all_: MyGamesBroadcaster
    ) -> None:
        self.view = view
        self._client = client
        self._all = all_

    def changed(self, changes: tuple[Change[Room, RoomEvent], ...]) -> None:
        """Tell what has changed for a list of games."""
        if any(changes_my_game(change.stamped.event) for change in changes):
            self._all.tell(self._client, self.view)

    def replaced(self) -> None:
        """Tell how the game stands in the other branch."""
        self._all.tell(self._client, self.view)
