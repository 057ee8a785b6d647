"""Joining and leaving a room; a room that was announced may still have to be opened."""

import asyncio
from collections import OrderedDict
from typing import Final

from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.messages import RoomEvent
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.inbox import Coro
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.online_players import OnlinePlayers
from xiangqi_server.gateway.room.broadcasters import RoomBroadcasters
from xiangqi_server.gateway.room.broadcasting.broadcaster import RoomBroadcaster
from xiangqi_server.gateway.room.ready_checks import ReadyChecks
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused, require
from xiangqi_server.kernel.host.view import View, key
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.texts.byes import paused_text
from xiangqi_server.wire import client as wire
from xiangqi_server.wire.limits import ROOMS_PER_CONNECTION
from xiangqi_server.wire.server import Done, Paused

OPENING_LOOK_S: Final = 0.1
OPENING_S: Final = 2.0
"""How long a join waits for an announced room; after that the client is asked to come again."""
ANNOUNCED: Final = 1_024


class JoinHandler:
    """Owned by the gateway."""

    def __init__(
        self,
        node: Node,
        rooms: RoomBroadcasters,
        ready_checks: ReadyChecks,
        online_players: OnlinePlayers,
    ) -> None:
        self._host = node.host
        self._names = node.names
        self._rooms = rooms
        self._ready_checks = ready_checks
        self._online_players = online_players
        self._announced: OrderedDict[str, None] = OrderedDict()

    def join(self, client: Client, message: wire.Join) -> Coro | None:
        """Let the client look at a room; repeated, it is shown again.

        That is done at once if somebody looks already: a crowd that comes makes no tasks.

        Raises:
            Refused: the client looks at too many.
        """
        is_new = message.room not in client.rooms
        has_place = not is_new or len(client.rooms) < ROOMS_PER_CONNECTION
        require(has_place, PlayerRefusal.TOO_MANY_ROOMS)
        broadcaster = self._at_hand(message)
        if broadcaster is None:
            return self._join(client, message)
        self._let_look(client, message, broadcaster)
        return None

    def _at_hand(self, message: wire.Join) -> RoomBroadcaster | None:
        """The broadcaster of a room, if a client can be added to it without waiting."""
        broadcaster = self._rooms.loaded(message.room)
        if broadcaster is None or broadcaster.pending.waiting:
            return None
        view = self._host.at_hand(key(ROOM, message.room))
        if view is None or view.head.version < max(1, message.since or 0):
            return None
        return broadcaster if self._names.at_hand(_shown(broadcaster.room)) else None

    async def _join(self, client: Client, message: wire.Join) -> None:
        """Let the client look once the room, and what is shown with it, has been loaded.

        Raises:
            Refused: there is no such room.
            StoreUnavailable: there is no store.
        """
        try:
            view = await self._opened(client, message)
        except StoreUnavailable:
            self._wait_for_part(client, message.room)
            raise
        async with self._rooms.hold(view) as broadcaster:
            await self._names.learn(_shown(broadcaster.room))
            await broadcaster.flushed()
            if not client.is_gone:
                self._let_look(client, message, broadcaster)

    def _let_look(self, client: Client, message: wire.Join, broadcaster: RoomBroadcaster) -> None:
        if message.room not in client.rooms:
            client.rooms = (*client.rooms, message.room)
        broadcaster.presenter.add(client, message.since)
        if self._host.parts.is_away(broadcaster.view.aggregate):
            client.send(Paused(paused_text(client.language)))
        if broadcaster.knowledge.side_of(client) is not None:
            self._online_players.plays_in(client, message.room)
        head = broadcaster.knowledge.head_for(client)
        client.send(Done(message.id, message.room, head.version, head.digest.hex()))
        self._ready_checks.answer(broadcaster)

    def leave(self, client: Client, room: str) -> None:
        """The client looks no longer."""
        next_room = self._rooms.broadcaster(room).room.series.next
        if next_room is not None:
            self._announce(next_room)
        client.rooms = tuple(joined for joined in client.rooms if joined != room)
        self._rooms.discard(client, room)

    def _wait_for_part(self, client: Client, room: str) -> None:
        """Have the client notified when the part of the store that has a room is back."""
        if self._host.parts.is_away(key(ROOM, room)) and not client.is_gone:
            kept = (other for other in client.awaited if other != room)
            client.awaited = (*kept, room)[-ROOMS_PER_CONNECTION:]
            client.send(Paused(paused_text(client.language)))

    async def _opened(self, client: Client, message: wire.Join) -> View[Room, RoomEvent]:
        """A room that is there, or will be in a moment.

        Raises:
            Refused: there is no such room, or not yet.
            StoreUnavailable: there is no store.
        """
        aggregate = key(ROOM, message.room)
        view = await self._host.view(aggregate, version=message.since or 0)
        if view.head.version == 0:
            require(self._is_announced(client, message.room), RoomRefusal.NO_SUCH_ROOM)
            return await self._soon_opened(message.room)
        return view

    async def _soon_opened(self, room: str) -> View[Room, RoomEvent]:
        try:
            async with asyncio.timeout(OPENING_S):
                while True:
                    await asyncio.sleep(OPENING_LOOK_S)
                    view = await self._host.view(key(ROOM, room))
                    if view.head.version:
                        return view
        except TimeoutError:
            raise Refused(CommonRefusal.UNAVAILABLE) from None

    def _is_announced(self, client: Client, room: str) -> bool:
        """Whether the client may have heard of a room that is still to be opened.

        The effect that opens it was stored together with the event that tells of it.
        """
        rematches = (self._rooms.broadcaster(joined).room.series.next for joined in client.rooms)
        is_rematch = room in self._announced or room in rematches
        return is_rematch or room in self._online_players.games_of(client.player)

    def _announce(self, room: str) -> None:
        """Remember a rematch that a leaving client has heard of."""
        self._announced[room] = None
        self._announced.move_to_end(room)
        if len(self._announced) > ANNOUNCED:
            self._announced.popitem(last=False)


def _shown(room: Room) -> tuple[str, ...]:
    """The players whose names are shown in a room."""
    invited = room.invitation.invited
    return room.seats.taken() if invited is None else (*room.seats.taken(), invited)
