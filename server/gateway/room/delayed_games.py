"""Games that spectators are shown late: what they know when a room is opened, and what is due.

Theory of operation. Nobody goes through these games again and again. Each is looked at when what
stands first in its backlog is due; where nothing waits, when something has happened and its delay
is over. When that is, its broadcaster's backlog says.
"""

from server.gateway.connection.background_tasks import BackgroundTasks
from server.gateway.connection.client import TICK_MS
from server.gateway.room.broadcaster import RoomBroadcaster
from server.gateway.room.delay import Backlog
from server.gateway.room.news import RoomNews
from server.host.aggregate_host import AggregateHost
from server.host.view import Change, View, key
from server.room.kind import ROOM
from server.room.messages import RoomEvent
from server.room.state import Room


class _DelayedGame:
    """One of them; a watcher of the host."""

    def __init__(
        self, broadcaster: RoomBroadcaster, schedule: RoomNews, host: AggregateHost
    ) -> None:
        self.broadcaster = broadcaster
        self.view = broadcaster.view
        self._parts = host.parts
        self._schedule = schedule

    def changed(self, changes: tuple[Change[Room, RoomEvent], ...]) -> None:
        """Have the room looked at when this is due, if it is not looked at before."""
        due_ms = changes[0].head.at_ms + changes[0].state.terms.delay_ms
        self.look_in(due_ms - self._parts.now_ms(self.view.aggregate))

    def replaced(self, view: View[Room, RoomEvent]) -> None:
        """What spectators know has to be found out anew."""
        self.view = view
        self.look_in(0)

    def look_in(self, wait_ms: int) -> None:
        """Have the room looked at after a while, in the next tick at the soonest."""
        self._schedule.again(self.view.aggregate.id, max(1, -(-wait_ms // TICK_MS)))


class DelayedGames:
    """Part of the broadcasters of a node."""

    def __init__(self, host: AggregateHost, tasks: BackgroundTasks) -> None:
        self._host = host
        self._tasks = tasks
        self._schedule = RoomNews()
        self._games: dict[str, _DelayedGame] = {}

    def follow(self, broadcaster: RoomBroadcaster) -> None:
        """Tell the spectators of a room from now on, if they are told late."""
        if broadcaster.room.terms.delay_ms:
            game = _DelayedGame(broadcaster, self._schedule, self._host)
            self._games[game.view.aggregate.id] = game
            self._host.watch(game.view, game)
            game.look_in(0)

    def forget(self, room: str) -> None:
        """Nobody looks at a room any more."""
        game = self._games.pop(room, None)
        if game is not None:
            self._host.unwatch(game.view, game)

    async def load(self, broadcaster: RoomBroadcaster) -> None:
        """Bring what spectators know by now to a broadcaster that needs it.

        Raises:
            StoreUnavailable: there is no store.
        """
        if not broadcaster.needs_past:
            return
        changes = await self._host.history.changes(key(ROOM, broadcaster.room.id))
        await broadcaster.told()  # what is told after this is added to the backlog then
        read = changes[-1].head.version if changes else 0
        since = [change for change in broadcaster.view.trail if change.head.version > read]
        delay_ms = broadcaster.room.terms.delay_ms
        now_ms = self._host.parts.now_ms(broadcaster.view.aggregate)
        broadcaster.know_past(Backlog([*changes, *since], delay_ms, now_ms))

    def tell_due(self) -> None:
        """Tell spectators what is due, and find out what that is; called every tick."""
        for room in self._schedule.due():
            if room in self._games:
                self._tell(self._games[room])

    def _tell(self, game: _DelayedGame) -> None:
        broadcaster, now_ms = game.broadcaster, self._host.parts.now_ms(game.view.aggregate)
        wait_ms: int | None = 0
        with self._host.faults.contained("room"):
            broadcaster.tell_late(now_ms)
            if broadcaster.needs_past:
                self._tasks.start(self.load(broadcaster))
            elif broadcaster.backlog is not None:
                wait_ms = broadcaster.backlog.wait_ms(now_ms)
        if wait_ms is not None:
            game.look_in(wait_ms)
