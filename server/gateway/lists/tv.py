"""What is on TV, for the connections that watch it; this node makes proposals while any does."""

from typing import Final

from server.gateway.connection.client import Client
from server.gateway.connection.node import Node
from server.gateway.connection.shared_answers import SharedAnswers
from server.gateway.lists.queries import Queries
from server.gateway.lists.viewer_counts import watcher_counts
from server.host.view import Change, View, key
from server.read_model.game_rows import GAMES, live_list, read_row
from server.room.speed import Speed
from server.tv import kind
from server.tv.scoring import best_of, score_of
from server.tv.state import TOP, TV_ID, Switched, Tune, Tv
from server.wire import client as wire
from server.wire.parts import Channel, GameInfo
from server.wire.server import TvChanged, TvOn

TV: Final = key(kind.TV, TV_ID)
LISTS: Final = {TOP: live_list()} | {speed.value: live_list(speed.value) for speed in Speed}
CANDIDATES: Final = 5
"""How many of the strongest games of a channel are compared by their spectators as well."""


class TvBroadcaster:
    """The clients that watch TV here. Owned by the gateway. Watches the aggregate if any do."""

    def __init__(self, node: Node, queries: Queries) -> None:
        self._host = node.host
        self._clock = node.clock
        self._row_store = node.row_store
        self._tasks = node.tasks
        self._queries = queries
        self._channels: SharedAnswers[list[Channel]]
        self._channels = SharedAnswers(node.clock.now_ms, lambda _: True)
        self._clients: set[Client] = set()
        self._view: View[Tv, Switched] | None = None

    async def show(self, client: Client, message: wire.WatchTv) -> None:
        """Tell a connection what is on, and what will be.

        Raises:
            StoreUnavailable: there is no store.
        """
        view = await self._host.view(TV)
        if client.is_gone:
            return
        self._clients.add(client)
        if self._view is None:
            self._view = view
            self._host.watch(view, self)
            await self._tune()
        shown = tuple(sorted(view.state.shown.items()))
        channels = await self._channels.get(shown, lambda: self._channels_of(shown))
        client.send(TvOn(message.id, channels))

    def discard(self, client: Client) -> None:
        """The connection watches no longer."""
        self._clients.discard(client)
        if not self._clients and self._view is not None:
            self._host.unwatch(self._view, self)
            self._view = None

    def propose(self) -> None:
        """Propose what each channel could show; called now and then."""
        if self._clients and not self._host.is_paused:
            self._tasks.start(self._tune())

    # The host calls these.

    def changed(self, changes: tuple[Change[Tv, Switched], ...]) -> None:
        """Tell everybody here what a channel shows now."""
        for change in changes:
            event = change.stamped.event
            self._tasks.start(self._tell(event))

    def replaced(self) -> None:
        """The other branch is told with the next change."""

    async def _channels_of(self, shown: tuple[tuple[str, str], ...]) -> list[Channel]:
        found = [(channel, await self._queries.info(room)) for channel, room in shown]
        return [Channel(channel, game) for channel, game in found if game is not None]

    async def _tell(self, event: Switched) -> None:
        game: GameInfo | None = None
        if event.room is not None:
            game = await self._queries.info(event.room)
        for client in tuple(self._clients):
            client.send(TvChanged(event.channel, game))

    async def _tune(self) -> None:
        best = {}
        for channel, list_ in LISTS.items():
            page = await self._row_store.page(
                GAMES, list_, limit=CANDIDATES, descending=True, partly=True
            )
            found = best_of(await self._scores([row.id for row in page.rows]))
            if found is not None:
                best[channel] = found
        shown = self._view.state.shown.values() if self._view is not None else ()
        tune = Tune(best, await self._scores(list({*shown})))
        self._host.submit(TV, tune, arrived_ms=self._clock.now_ms())

    async def _scores(self, rooms: list[str]) -> dict[str, int]:
        """How good each running game is to watch, of those that are not away."""
        watchers = await watcher_counts(self._row_store, rooms)
        bodies = await self._row_store.rows(GAMES, rooms, partly=True)
        rows = {room: read_row(body) for room, body in zip(rooms, bodies, strict=True) if body}
        return {
            room: score_of(row.points, watchers.get(room, 0))
            for room, row in rows.items()
            if row.is_live
        }
