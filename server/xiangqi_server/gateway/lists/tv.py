"""What is on TV, for the connections that watch it; this node makes proposals while any does."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from typing import Final

from xiangqi_server.aggregates.tv import kind
from xiangqi_server.aggregates.tv.state import TV_ID, Switched, Tv
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.shared_answers import SharedAnswers
from xiangqi_server.gateway.lists.queries import Queries
from xiangqi_server.gateway.lists.tv_games import TvGames
from xiangqi_server.kernel.aggregate.refusal import Refused
from xiangqi_server.kernel.host.view import Change, View, key
from xiangqi_server.wire import client as wire
from xiangqi_server.wire.parts import Channel, GameInfo
from xiangqi_server.wire.server import Done, TvChanged, TvOn

TV: Final = key(kind.TV, TV_ID)


class TvBroadcaster:
    """The clients that watch TV here. Owned by the gateway. Watches the aggregate if any do.

    Args:
        seen: gives those of some players that any node sees.
    """

    def __init__(
        self,
        node: Node,
        queries: Queries,
        seen: Callable[[Collection[str]], Awaitable[frozenset[str]]],
    ) -> None:
        self._host = node.host
        self._aggregates = node.aggregates
        self._tasks = node.tasks
        self._queries = queries
        self._games = TvGames(node, seen)
        self._channels: SharedAnswers[list[Channel]]
        self._channels = SharedAnswers(node.clock.now_ms, lambda _: True)
        self._clients: set[Client] = set()
        self._view: View[Tv, Switched] | None = None
        self._opening = asyncio.Lock()

    def leave(self, client: Client, message: wire.LeaveTv) -> None:
        """Tell a connection no longer what is on."""
        self.discard(client)
        client.send(Done(message.id))

    async def show(self, client: Client, message: wire.WatchTv) -> None:
        """Tell a connection what is on, and what will be.

        Raises:
            StoreUnavailable: there is no store.
        """
        async with self._opening:  # the next one waits until it is known what is on
            if self._view is None:
                self._view = await self._opened()
            view = self._view
        if client.is_gone:
            self.discard(client)
            return
        self._clients.add(client)
        shown = tuple(sorted(view.state.shown.items()))
        channels = await self._channels.get(shown, lambda: self._channels_of(shown))
        client.send(TvOn(message.id, channels))

    async def _opened(self) -> View[Tv, Switched]:
        """The aggregate, watched: tuned first, for TV may have had no viewer for hours."""
        await self._tune((await self._host.view(TV)).state)
        view = await self._host.view(TV)
        self._host.watch(view, self)
        return view

    def discard(self, client: Client) -> None:
        """The connection watches no longer."""
        self._clients.discard(client)
        if not self._clients and self._view is not None:
            self._host.unwatch(self._view, self)
            self._view = None

    def propose(self) -> None:
        """Propose what each channel could show; called now and then."""
        if self._view is not None and not self._host.is_paused:
            self._tasks.start(self._tune(self._view.state))

    # The host calls these.

    def changed(self, changes: tuple[Change[Tv, Switched], ...]) -> None:
        """Tell everybody here what a channel shows now."""
        for change in changes:
            event = change.stamped.event
            self._tasks.start(self._tell(event))

    def replaced(self) -> None:
        """The other branch is sent with the next change."""

    async def _channels_of(self, shown: tuple[tuple[str, str], ...]) -> list[Channel]:
        found = [(channel, await self._queries.info(room)) for channel, room in shown]
        return [Channel(channel, game) for channel, game in found if game is not None]

    async def _tell(self, event: Switched) -> None:
        game: GameInfo | None = None
        if event.room is not None:
            game = await self._queries.info(event.room)
        for client in tuple(self._clients):
            client.send(TvChanged(event.channel, game))

    async def _tune(self, tv: Tv) -> None:
        """Propose what each channel could show, and wait until that is decided."""
        proposal = await self._games.tune(tv.shown)
        with suppress(Refused):  # there is no store: the next proposal comes soon
            await self._aggregates.decided(TV, proposal)
