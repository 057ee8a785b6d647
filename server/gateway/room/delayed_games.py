"""Games that spectators are shown late: what they know when a room is opened, and what is due."""

from collections.abc import Iterable

from server.gateway.connection.background_tasks import BackgroundTasks
from server.gateway.room.broadcaster import RoomBroadcaster
from server.gateway.room.delay import Backlog
from server.host.aggregate_host import AggregateHost
from server.host.timebase import StoreClock
from server.host.view import key
from server.room.kind import ROOM


class DelayedGames:
    """Part of the broadcasters of a node."""

    def __init__(self, host: AggregateHost, clock: StoreClock, tasks: BackgroundTasks) -> None:
        self._host = host
        self._clock = clock
        self._tasks = tasks

    async def load(self, broadcaster: RoomBroadcaster) -> None:
        """Bring what spectators know by now to a broadcaster that needs it.

        Raises:
            StoreUnavailable: there is no store.
        """
        if not broadcaster.needs_past:
            return
        changes = await self._host.history.changes(key(ROOM, broadcaster.room.id))
        read = changes[-1].head.version if changes else 0
        since = [change for change in broadcaster.view.trail if change.head.version > read]
        delay_ms = broadcaster.room.terms.delay_ms
        broadcaster.know_past(Backlog([*changes, *since], delay_ms, self._clock.now_ms()))

    def tell_due(self, broadcasters: Iterable[RoomBroadcaster]) -> None:
        """Tell spectators what is due, and find out what that is; called every tick."""
        now_ms = self._clock.now_ms()
        for broadcaster in broadcasters:
            with self._host.faults.contained("room"):
                broadcaster.tell_late(now_ms)
            if broadcaster.needs_past:
                self._tasks.start(self.load(broadcaster))
