"""Games as programs follow them by plain HTTP: as they stand, or line by line to the end.

A stream is a spectator of the room like any other: it gets the same messages, as late as they
do, on whichever node it came to. It ends after it has sent the end of the game.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.messages import RoomEvent
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.api.moments import earlier
from xiangqi_server.api.room.room_views import room_view
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.client_factory import ClientFactory
from xiangqi_server.gateway.connection.closing import close_with
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.lists.viewer_counts import watcher_counts
from xiangqi_server.gateway.room.broadcasters import RoomBroadcasters
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, RefusalCode, Refused, require
from xiangqi_server.kernel.host.view import View, key
from xiangqi_server.net.ports import Connection
from xiangqi_server.texts.byes import paused_text
from xiangqi_server.wire import server
from xiangqi_server.wire.server import ByeCode
from xiangqi_server.wire.terms import Language


class GameStreams:
    """The streams of a node. Owned by the gateway."""

    def __init__(self, node: Node, rooms: RoomBroadcasters, client_factory: ClientFactory) -> None:
        self._node = node
        self._rooms = rooms
        self._client_factory = client_factory
        self._open: dict[Client, str] = {}

    def __len__(self) -> int:
        return len(self._open)

    async def read(self, client: Client, room: str) -> server.Room:
        """A game as it stands, as far as the client may know it.

        Raises:
            Refused: there is no such game.
            StoreUnavailable: there is no store.
        """
        view = await self._view(room)
        you = view.state.seats.side_of(client.player) if client.player else None
        is_late = view.state.terms.delay_ms > 0 and view.state.status is not Status.OVER
        if is_late and you is None:
            async with self._rooms.hold(view) as broadcaster:
                return broadcaster.presenter.view_for(client)
        counts = await watcher_counts(self._node.row_store, [room])
        told = room_view(
            view.state,
            version=view.head.version,
            digest=view.head.digest.hex(),
            at_ms=view.head.at_ms,
            you=you,
            language=client.language,
            spectators=counts.get(room, 0),
            names=self._node.names,
        )
        return earlier(told, self._node.host.parts.clock_offset_ms(view.aggregate))

    async def open(self, room: str, since: int | None, language: Language) -> "GameStream":
        """A stream of a game that begins when somebody is connected to it.

        Raises:
            Refused: there is no such game.
            StoreUnavailable: there is no store.
        """
        await self._view(room, since)
        return GameStream(self, room, since, language)

    async def _view(self, room: str, since: int | None = None) -> View[Room, RoomEvent]:
        view = await self._node.host.view(key(ROOM, room), version=since or 0)
        require(view.head.version > 0, RoomRefusal.NO_SUCH_ROOM)
        state = view.state
        await self._node.names.learn(
            {*state.seats.taken(), *filter(None, (state.invitation.invited,))}
        )
        return view

    # The streams call these.

    def client_on(self, connection: Connection) -> Client:
        """The client of a connection that has just been opened."""
        return self._client_factory.make(Client, connection)

    def begin(self, client: Client, room: str, since: int | None) -> None:
        """Tell a game from a version on."""
        self._node.tasks.start(self._begin(client, room, since))

    async def _begin(self, client: Client, room: str, since: int | None) -> None:
        code: RefusalCode = CommonRefusal.UNAVAILABLE
        try:
            async with self._rooms.hold(await self._view(room, since)) as broadcaster:
                await broadcaster.flushed()
                if not client.is_gone:
                    self._open[client] = room
                    broadcaster.presenter.add(client, since)
                    if self._node.host.is_away(key(ROOM, room)):
                        client.send(server.Paused(paused_text(client.language)))
        except Refused as refused:
            code = refused.code
        finally:
            if client not in self._open and not client.is_gone:
                client.refuse(None, code)
                client.connection.close()

    def show(self, client: Client) -> None:
        """Send the game as it stands to a client that had to miss something."""
        room = self._open.get(client)
        if room is not None:
            self._rooms.broadcaster(room).show(client)

    def end(self, client: Client) -> None:
        """The connection is gone."""
        client.is_gone = True
        room = self._open.pop(client, None)
        if room is not None:
            self._rooms.discard(client, room)

    # What the node does by itself.

    def followed(self) -> Iterator[tuple[Client, str]]:
        """Each stream's client with its room."""
        return iter(tuple(self._open.items()))

    def end_finished(self) -> None:
        """End the streams of games whose end was sent, or that are lost; called every tick."""
        for client, room in self.followed():
            is_over = self._rooms.broadcaster(room).has_ended_for(client)
            if is_over and not client.connection.is_behind:
                client.connection.close()

    def say_bye(self, code: ByeCode) -> None:
        """End all streams, because the node stops."""
        for client, _ in self.followed():
            close_with(client, code)


@dataclass(slots=True)
class GameStream:
    """One stream of a game: what its connection calls, see `net.ports.StreamHandler`."""

    streams: GameStreams
    room: str
    since: int | None
    language: Language
    client: Client | None = field(default=None)

    def opened(self, connection: Connection) -> None:
        """Begin to tell."""
        self.client = self.streams.client_on(connection)
        self.client.language = self.language
        self.streams.begin(self.client, self.room, self.since)

    def caught_up(self, connection: Connection) -> None:
        """Tell all of it again."""
        if self.client is not None:
            self.streams.show(self.client)

    def closed(self, connection: Connection) -> None:
        """Tell no more."""
        if self.client is not None:
            self.streams.end(self.client)
