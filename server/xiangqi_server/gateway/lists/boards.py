"""Connections that watch several games at once, each as one whole position.

Theory of operation. A connection has one subscription, whose boards each have a source: a game, a
channel of the TV, or a player. A source says which room it shows, and is open while a board has it.
The room's broadcaster makes the frames; it stays open for its boards as it does for its viewers.
Where a source shows another room, each subscription with it is brought up to date, in its turn.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.tv.scoring import CHANNELS
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.shared_answers import SharedAnswers
from xiangqi_server.gateway.lists.followed_players import FollowedPlayers
from xiangqi_server.gateway.lists.queries import Queries
from xiangqi_server.gateway.lists.tv import TvChannels
from xiangqi_server.gateway.room.broadcasters import RoomBroadcasters
from xiangqi_server.kernel.aggregate.refusal import Refused, require
from xiangqi_server.kernel.host.view import key
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.wire import client as wire
from xiangqi_server.wire.parts import GameInfo, ShownBoard
from xiangqi_server.wire.server import BoardChanged, Boards, Done

ALL_CHANNELS: Final = tuple(f"tv:{channel}" for channel in CHANNELS)


@dataclass(slots=True, eq=False)
class _Subscription:
    """What one connection watches.

    Fields:
        sources: of its boards, in the order in which it asked for them.
        rooms: what each of these shows; None for nothing.
        turn: held while the connection is brought up to date.
    """

    client: Client
    sources: tuple[str, ...]
    rooms: list[str | None] = field(default_factory=list)
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class BoardsHandler:
    """Owned by the gateway.

    Args:
        seen: gives those of some players that any node sees.
    """

    def __init__(
        self,
        node: Node,
        queries: Queries,
        rooms: RoomBroadcasters,
        seen: Callable[[Collection[str]], Awaitable[frozenset[str]]],
    ) -> None:
        self._host = node.host
        self._tasks = node.tasks
        self._queries = queries
        self._rooms = rooms
        self._tv = TvChannels(node, seen, lambda channel: self._follow(f"tv:{channel}"))
        self._players = FollowedPlayers(node, lambda player: self._follow(f"player:{player}"))
        self._infos: SharedAnswers[GameInfo | None]
        self._infos = SharedAnswers(node.clock.now_ms, lambda _: True)
        self._subscriptions: dict[Client, _Subscription] = {}
        self._of_source: dict[str, set[_Subscription]] = {}
        self._shown: set[str] = set()
        self._away: set[str] = set()

    def propose(self) -> None:
        """Propose what is on TV, and look for what could not be shown; called now and then."""
        self._tv.propose()
        for source in tuple(self._away):
            self._tasks.start(self._look_again(source))

    def leave(self, client: Client, message: wire.LeaveBoards) -> None:
        """Tell a connection of boards no longer."""
        self.discard(client)
        client.send(Done(message.id))

    async def watch(self, client: Client, message: wire.WatchBoards) -> None:
        """Show a connection these boards from now on, instead of those it had.

        Raises:
            Refused: there is no such game, or no such player; it keeps those that it had.
        """
        before = self._subscriptions.get(client)
        subscription = _Subscription(client, tuple(message.boards) or ALL_CHANNELS)
        self._subscriptions[client] = subscription
        for source in subscription.sources:
            self._of_source.setdefault(source, set()).add(subscription)
        try:
            await self._begin(subscription, message.id)
        finally:
            self._settle(subscription, before)
        await self._bring_up(subscription)

    def discard(self, client: Client) -> None:
        """The connection watches no longer."""
        subscription = self._subscriptions.get(client)
        if subscription is not None:
            self._end(subscription)

    def show(self, client: Client) -> None:
        """Send a connection that had to miss some all its boards as they stand."""
        subscription = self._subscriptions.get(client)
        for room in set() if subscription is None else {*subscription.rooms}:
            broadcaster = None if room is None else self._rooms.loaded(room)
            if broadcaster is not None:
                broadcaster.board.show(client)

    def tell_changes(self) -> None:
        """Send every board that has changed to those who watch it; called every other tick."""
        for room in tuple(self._shown):
            broadcaster = self._rooms.loaded(room)
            if broadcaster is None or not len(broadcaster.board):
                self._shown.discard(room)
            elif broadcaster.board.is_stale:
                broadcaster.board.tell()

    # One subscription.

    def _settle(self, subscription: _Subscription, before: _Subscription | None) -> None:
        """Keep one of two: the new one, or that before it if the new one was refused."""
        client, is_refused = subscription.client, not subscription.rooms
        if before is not None and is_refused and not client.is_gone:
            self._subscriptions[client] = before
            self._tasks.start(self._bring_up(before))  # what changed meanwhile
        elif before is not None:  # only now, so that what both show stays open
            self._end(before)
        if is_refused or client.is_gone:
            self._end(subscription)

    async def _begin(self, subscription: _Subscription, id_: str) -> None:
        client, sources = subscription.client, subscription.sources
        for source in sources:
            try:
                await self._open(source)
            except StoreUnavailable:
                self._away.add(source)
        async with subscription.turn:
            rooms = [self._room(source) for source in sources]
            games = [await self._game(*shown) for shown in zip(sources, rooms, strict=True)]
            subscription.rooms = rooms
            client.send(Boards(id_, [ShownBoard(*s) for s in zip(sources, games, strict=True)]))
            for room in dict.fromkeys(rooms):
                await self._show(subscription, room)

    def _follow(self, source: str) -> None:
        """A source shows another room."""
        for subscription in self._of_source.get(source, ()):
            self._tasks.start(self._bring_up(subscription))

    async def _bring_up(self, subscription: _Subscription) -> None:
        """Have each board of a connection show what its source shows now."""
        async with subscription.turn:
            for slot, before in enumerate(subscription.rooms):
                source = subscription.sources[slot]
                room = self._room(source)
                game = await self._game(source, room) if room != before else None
                if room == before or not self._is_on(subscription):
                    continue
                subscription.rooms[slot] = room
                subscription.client.send(BoardChanged(slot, game))
                self._hide(subscription.client, before)
                await self._show(subscription, room)

    async def _show(self, subscription: _Subscription, room: str | None) -> None:
        """Send a connection the board of a room from now on, later if its part is away."""
        if room is None or not self._is_on(subscription):
            return
        try:
            async with self._rooms.hold(await self._host.view(key(ROOM, room))) as broadcaster:
                await broadcaster.flushed()
                if self._is_on(subscription) and room in subscription.rooms:
                    self._shown.add(room)
                    broadcaster.board.add(subscription.client)
        except StoreUnavailable:
            self._put_off(subscription, room)

    def _put_off(self, subscription: _Subscription, room: str) -> None:
        """Show nothing where a room was to be, until the source is looked at again."""
        for slot, shown in enumerate(subscription.rooms):
            if shown == room:
                subscription.rooms[slot] = None
                self._away.add(subscription.sources[slot])

    async def _look_again(self, source: str) -> None:
        """Show what a source could not show while a part of the store was away."""
        if source not in self._of_source:
            self._away.discard(source)
            return
        with suppress(StoreUnavailable, Refused):
            await self._open(source)
            self._follow(source)

    def _hide(self, client: Client, room: str | None) -> None:
        subscription = self._subscriptions.get(client)
        is_shown = subscription is not None and room in subscription.rooms
        if room is not None and not is_shown:
            self._rooms.discard_board(client, room)

    def _is_on(self, subscription: _Subscription) -> bool:
        return self._subscriptions.get(subscription.client) is subscription

    def _end(self, subscription: _Subscription) -> None:
        if self._is_on(subscription):
            del self._subscriptions[subscription.client]
        rooms, subscription.rooms = subscription.rooms, []
        for room in {*rooms}:
            self._hide(subscription.client, room)
        for source in subscription.sources:
            watching = self._of_source.get(source, set())
            watching.discard(subscription)
            if not watching and self._of_source.pop(source, None) is not None:
                self._close(source)

    # Sources.

    async def _open(self, source: str) -> None:
        """Know from now on what a source shows.

        Raises:
            Refused: there is no such game, or no such player.
            StoreUnavailable: its part of the store is away.
        """
        sort, _, id_ = source.partition(":")
        if sort == "tv":
            await self._tv.open(id_)
        elif sort == "player":
            await self._players.open(id_)
        else:
            view = await self._host.view(key(ROOM, id_))
            require(view.head.version > 0, RoomRefusal.NO_SUCH_ROOM)
        self._away.discard(source)
        if source not in self._of_source:  # the connection has gone meanwhile
            self._close(source)

    def _room(self, source: str) -> str | None:
        sort, _, id_ = source.partition(":")
        if source in self._away:
            return None
        if sort == "tv":
            return self._tv.room(id_)
        return self._players.room(id_) if sort == "player" else id_

    def _close(self, source: str) -> None:
        self._away.discard(source)
        sort, _, id_ = source.partition(":")
        if sort == "tv":
            self._tv.close(id_)
        elif sort == "player":
            self._players.close(id_)

    async def _game(self, source: str, room: str | None) -> GameInfo | None:
        """What a connection has to know of a game that it has not named itself."""
        if room is None or source.startswith("room:"):
            return None
        with suppress(StoreUnavailable):
            return await self._infos.get(room, partial(self._queries.info, room))
        return None
