"""What is on TV, for those connections that watch it: proposed by this node while any does."""

from typing import Final, cast

from server.catalogue.rows import GAMES, LIVE, read_row
from server.gateway.audience import watcher_counts
from server.gateway.client import Client
from server.gateway.errands import Errands, looked, nothing
from server.gateway.library import Library
from server.host.aggregate_host import AggregateHost
from server.host.replica import Change, Replica
from server.host.timebase import StoreClock
from server.room.speed import Speed
from server.store.base import AggregateId
from server.store.shelf import Shelf
from server.tv.state import TOP, TV_ID, Programme, Switched, Tune, Tv
from server.wire import client as wire
from server.wire.parts import Channel, GameInfo
from server.wire.server import TvChanged, TvOn

TV: Final = AggregateId("tv", TV_ID)
LISTS: Final = {TOP: LIVE} | {speed.value: f"{LIVE}.{speed}" for speed in Speed}
CANDIDATES: Final = 5
"""So many of the strongest games of a channel are compared with what watches them counted in."""
UNRATED_POINTS: Final = 1_000
WATCHER_POINTS: Final = 5
MOST_WATCHERS: Final = 200


class TvDesk:
    """Who watches TV here. Owned by the gateway; a watcher of the aggregate while anybody does."""

    def __init__(
        self,
        host: AggregateHost,
        clock: StoreClock,
        shelf: Shelf,
        errands: Errands,
        library: Library,
    ) -> None:
        self._host = host
        self._clock = clock
        self._shelf = shelf
        self._errands = errands
        self._library = library
        self._clients: set[Client] = set()
        self._replica: Replica | None = None

    def watch(self, client: Client, message: wire.WatchTv) -> None:
        """Show what is on, and what will be."""
        self._errands.answer(client, message, self._show(client, message))

    def forget(self, client: Client) -> None:
        """The connection watches no longer."""
        self._clients.discard(client)
        if not self._clients and self._replica is not None:
            self._host.unwatch(self._replica, self)
            self._replica = None

    def look_around(self) -> None:
        """Propose what each channel could show; called now and then."""
        if self._clients and not self._host.is_paused:
            self._errands.start(self._tune(), failed=nothing)

    # The host calls these.

    def changed(self, changes: tuple[Change, ...]) -> None:
        """Tell everybody here what a channel shows now."""
        for change in changes:
            event = cast("Switched", change.stamped.event)
            self._errands.start(self._tell(event), failed=nothing)

    def replaced(self, replica: Replica) -> None:
        """Take the other branch; it is told with the next change."""
        self._replica = replica

    async def _show(self, client: Client, message: wire.WatchTv) -> None:
        replica = await looked(self._host, TV)
        if client.is_gone:
            return
        self._clients.add(client)
        if self._replica is None:
            self._replica = replica
            self._host.watch(replica, self)
        await self._tune()
        found = [
            (channel, await self._library.info(room))
            for channel, room in sorted(_tv(replica).shown.items())
        ]
        channels = [Channel(channel, game) for channel, game in found if game is not None]
        client.send(TvOn(message.id, channels))

    async def _tell(self, event: Switched) -> None:
        game: GameInfo | None = None
        if event.room is not None:
            game = await self._library.info(event.room)
        for client in tuple(self._clients):
            client.send(TvChanged(event.channel, game))

    async def _tune(self) -> None:
        best = {}
        for channel, list_ in LISTS.items():
            page = await self._shelf.page(GAMES, list_, limit=CANDIDATES, descending=True)
            scores = await self._scores([row.id for row in page.rows])
            if scores:
                room = max(scores, key=lambda room: (scores[room], room))
                best[channel] = Programme(room, scores[room])
        shown = _tv(self._replica).shown.values() if self._replica is not None else ()
        tune = Tune(best, await self._scores(list({*shown})))
        self._host.submit(TV, tune, arrived_ms=self._clock.now_ms())

    async def _scores(self, rooms: list[str]) -> dict[str, int]:
        """How good each game is to watch, of those that are played."""
        watchers = await watcher_counts(self._shelf, rooms)
        bodies = await self._shelf.rows(GAMES, rooms)
        rows = {room: read_row(body) for room, body in zip(rooms, bodies, strict=True) if body}
        return {
            room: (row.points or UNRATED_POINTS)
            + WATCHER_POINTS * min(watchers.get(room, 0), MOST_WATCHERS)
            for room, row in rows.items()
            if row.is_live
        }


def _tv(replica: Replica) -> Tv:
    return cast("Tv", replica.state)
