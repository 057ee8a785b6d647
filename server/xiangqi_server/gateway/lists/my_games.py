"""The games of a player that are not over: those that wait for a move, and pages of all of them.

Every connection of a player watches its notices (`aggregates/notices`) and hears which games by
days wait for its move. One that follows its games also watches its own player, and so hears of each
game that begins or ends. Of rooms only those with live games are watched: of each turn by days the
notices tell.
"""

from collections.abc import Iterable
from typing import Final

from xiangqi_server.aggregates.notices.kind import NOTICES
from xiangqi_server.aggregates.notices.messages import NoticesEvent
from xiangqi_server.aggregates.notices.state import Notices
from xiangqi_server.aggregates.players.kind import PLAYER
from xiangqi_server.aggregates.players.messages import PlayerEvent
from xiangqi_server.aggregates.players.open_games import OpenGames, OpenGamesEvent
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.messages import RoomEvent
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.aggregates.room.terms import CorrespondenceClock
from xiangqi_server.api.moments import earlier
from xiangqi_server.api.views.games_views import my_game, urgency
from xiangqi_server.api.views.pages import page_of
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.kernel.host.view import Change, View, key
from xiangqi_server.wire import client as wire
from xiangqi_server.wire import parts
from xiangqi_server.wire.server import MyGameChanged, MyGames, Waiting

PAGE_GAMES: Final = 20
"""How many games a page has; each is a room that has to be looked at."""
SHOWN_WAITING: Final = 20


class MyGamesHandler:
    """The connections here that hear of their own games. Owned by the handler of lists."""

    def __init__(self, node: Node) -> None:
        self._host = node.host
        self._tasks = node.tasks
        self._names = node.names
        self._listeners: dict[Client, _Listener] = {}
        self._followers: dict[Client, _Follower] = {}

    def listen(self, client: Client) -> None:
        """Tell a connection from now on which games wait for its player's move."""
        self._tasks.start(self._listen(client))

    async def _listen(self, client: Client) -> None:
        view = await self._host.view(key(NOTICES, client.player))
        if client.is_gone or client in self._listeners:
            return
        listener = self._listeners[client] = _Listener(client, view, self)
        self._host.watch(view, listener)
        if view.state.waiting:
            listener.tell()

    async def show(self, client: Client, message: wire.MyGames) -> None:
        """Answer with a page of open games, and follow all of them if that is wanted.

        Raises:
            StoreUnavailable: there is no store.
        """
        player = await self._host.view(key(PLAYER, client.player))
        if message.follow:
            await self._listen(client)
            self._follow(client, player)
        notices = (await self._host.view(key(NOTICES, client.player))).state
        page, next_ = page_of(in_order(player.state.open_games, notices), message.after, PAGE_GAMES)
        rooms = [await self._room(room) for room in page]
        for room in rooms:
            self._watch(client, room)
        await self._names.learn([player for room in rooms for player in room.state.seats.taken()])
        rows = [row for room in rooms if (row := self._row(client, room.state)) is not None]
        client.send(MyGames(message.id, sorted(rows, key=urgency), next_))

    def on_close(self, client: Client) -> None:
        """The connection is gone."""
        listener = self._listeners.pop(client, None)
        if listener is not None:
            self._host.unwatch(listener.view, listener)
        follower = self._followers.pop(client, None)
        if follower is not None:
            self._host.unwatch(follower.view, follower)
            for game in follower.live.values():
                self._host.unwatch(game.view, game)

    def tell(self, client: Client, rooms: Iterable[str]) -> None:
        """Tell a connection that follows its games how some of them stand."""
        for room in rooms if client in self._followers else ():
            self._tasks.start(self._tell(client, room))

    async def _tell(self, client: Client, room: str) -> None:
        view = await self._room(room)
        await self._names.learn(view.state.seats.taken())
        row = self._row(client, view.state)
        if row is None or client.is_gone:
            return
        if self._watch(client, view).is_news(row):
            client.send(MyGameChanged(row))

    def _watch(self, client: Client, view: View[Room, RoomEvent]) -> "_LiveGame":
        """Hear of each turn of a live game from now on, if the connection follows its games."""
        follower, room = self._followers.get(client), view.aggregate.id
        live = {} if follower is None else follower.live
        game = live.get(room) or _LiveGame(client, view, self)
        is_by_days = isinstance(view.state.terms.clock, CorrespondenceClock)
        is_watched = not is_by_days and view.state.status is not Status.OVER
        if is_watched and room not in live and follower is not None:
            live[room] = game
            self._host.watch(view, game)
        elif not is_watched and live.pop(room, None) is not None:
            self._host.unwatch(view, game)
        return game

    async def _room(self, room: str) -> View[Room, RoomEvent]:
        return await self._host.view(key(ROOM, room))

    def _row(self, client: Client, room: Room) -> parts.MyGame | None:
        at, of_store = key(ROOM, room.id), self._host.parts
        row = my_game(room, client.player, of_store.now_ms(at), self._names, client.language)
        return None if row is None else earlier(row, of_store.clock_offset_ms(at))

    def _follow(self, client: Client, view: View[Player, PlayerEvent]) -> None:
        """Tell a connection from now on of its player's games."""
        if not client.is_gone and client not in self._followers:
            follower = self._followers[client] = _Follower(client, view, self)
            self._host.watch(view, follower)


def in_order(games: OpenGames, notices: Notices) -> list[str]:
    """The rooms of all open games: the live one, those that wait for a move, the latest others."""
    waiting = [room for room in notices.waiting if room in games.games]
    first = dict.fromkeys([*filter(None, (games.live,)), *waiting])
    return [*first, *(room for room in reversed(list(games.games)) if room not in first)]


class _Listener:
    """A connection that hears which games wait; a watcher of its player's notices."""

    def __init__(
        self, client: Client, view: View[Notices, NoticesEvent], all_: MyGamesHandler
    ) -> None:
        self.view = view
        self._client = client
        self._all = all_

    def changed(self, changes: tuple[Change[Notices, NoticesEvent], ...]) -> None:
        """Tell which games wait now, and how those stand in which the turn has changed."""
        self.tell()
        rooms = [getattr(change.stamped.event, "room", None) for change in changes]
        self._all.tell(self._client, dict.fromkeys(filter(None, rooms)))

    def replaced(self) -> None:
        """Tell which games wait in the other branch."""
        self.tell()

    def tell(self) -> None:
        """Tell which games wait now."""
        waiting = self.view.state.waiting
        self._client.send(Waiting(len(waiting), waiting[:SHOWN_WAITING]))


class _LiveGame:
    """A live game of a connection that follows its games; a watcher of its room."""

    def __init__(self, client: Client, view: View[Room, RoomEvent], all_: MyGamesHandler) -> None:
        self.view = view
        self._client = client
        self._all = all_
        self._shown: parts.MyGame | None = None

    def is_news(self, row: parts.MyGame) -> bool:
        """Whether a row says what the one before did not; it is shown now."""
        before, self._shown = self._shown, row
        return row != before

    def changed(self, _: tuple[Change[Room, RoomEvent], ...]) -> None:
        """Tell how it stands, if its row says so."""
        self._all.tell(self._client, (self.view.aggregate.id,))

    def replaced(self) -> None:
        """The same, in the other branch."""
        self._all.tell(self._client, (self.view.aggregate.id,))


class _Follower:
    """A connection that follows its games; a watcher of its player.

    Attributes:
        live: those of its games that are watched, by room.
    """

    def __init__(
        self, client: Client, view: View[Player, PlayerEvent], all_: MyGamesHandler
    ) -> None:
        self.view = view
        self.live: dict[str, _LiveGame] = {}
        self._client = client
        self._all = all_

    def changed(self, changes: tuple[Change[Player, PlayerEvent], ...]) -> None:
        """Tell of games that have begun, and of those that are over."""
        for change in changes:
            event = change.stamped.event
            if isinstance(event, OpenGamesEvent):
                self._all.tell(self._client, (event.room,))

    def replaced(self) -> None:
        """Tell how all games stand in the other branch."""
        self._all.tell(self._client, tuple(self.view.state.open_games.games))
