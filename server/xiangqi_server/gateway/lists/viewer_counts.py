"""How many watch each game, for lists: written to the row store now and then, if it has changed.

Every node that shows a game knows how many watch it on all nodes, and all write the same. What a
dead node left behind is ignored once the game is over.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from xiangqi_server.aggregates.room.speed import speed_of
from xiangqi_server.aggregates.room.state import Status
from xiangqi_server.gateway.connection.background_tasks import BackgroundTasks
from xiangqi_server.gateway.room.broadcasters import RoomBroadcasters
from xiangqi_server.kernel.host.timebase import StoreClock
from xiangqi_server.kernel.store.rows import RowStore

WATCHED: Final = "watched"
"""The collection: a row per game, and lists by how many watch it, of all and of each speed."""


async def watcher_counts(row_store: RowStore, rooms: Sequence[str]) -> Mapping[str, int]:
    """How many watch each of these games; games without a known viewer are left out."""
    bodies = await row_store.rows(WATCHED, rooms, partly=True)
    return {room: int(body) for room, body in zip(rooms, bodies, strict=True) if body}


def watched_list(speed: str | None = None) -> str:
    """The list of watched games, of one speed or all."""
    return "all" if speed is None else f"all.{speed}"


class ViewerCounts:
    """What this node has stored of the spectators of games. Owned by the gateway."""

    def __init__(
        self,
        row_store: RowStore,
        clock: StoreClock,
        tasks: BackgroundTasks,
        rooms: RoomBroadcasters,
    ) -> None:
        self._row_store = row_store
        self._clock = clock
        self._tasks = tasks
        self._rooms = rooms
        self._unread = rooms.news.reader()
        self._stored: dict[str, int] = {}

    def refresh(self) -> None:
        """Write what has changed; called now and then."""
        gone = self._stored.keys() & self._unread
        for broadcaster in self._rooms.among(self._unread):
            room, count = broadcaster.room, broadcaster.presence.spectators.total()
            if room.status is Status.PLAYING and count:
                gone.discard(room.id)
                if count != self._stored.get(room.id):
                    self._stored[room.id] = count
                    self._tasks.start(self._tell(room.id, count, speed_of(room.terms.clock).value))
        self._unread.clear()
        for left in gone:
            del self._stored[left]
            self._tasks.start(self._row_store.remove(WATCHED, left, self._clock.now_ms()))

    async def _tell(self, room: str, count: int, speed: str) -> None:
        places = {watched_list(): count, watched_list(speed): count}
        body = b"%d" % count
        await self._row_store.put(
            WATCHED, room, self._clock.now_ms(), body, places=places, words={}
        )
