"""Games that spectators are shown late: what they know when a room is opened, and what is due.

Theory of operation. Each game with pending events has a timer of its own. It rings when the first
event is due, and is then set for the next. A game in which nothing waits has no timer. While its
part of the store is away, nothing is delivered: the length of that outage is not known yet.
"""

import asyncio
from typing import Final

from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.messages import RoomEvent
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.gateway.connection.background_tasks import BackgroundTasks
from xiangqi_server.gateway.room.broadcasting.broadcaster import RoomBroadcaster
from xiangqi_server.gateway.room.broadcasting.delay import Backlog, TimeThere
from xiangqi_server.kernel.host.aggregate_host import AggregateHost
from xiangqi_server.kernel.host.view import Change, key
from xiangqi_server.kernel.store.values import AggregateId

AGAIN_MS: Final = 1_000
"""How much later something that could not be done is tried again."""


def time_there(host: AggregateHost, room: AggregateId) -> TimeThere:
    """The time where a room is kept, as this node knows it."""
    return TimeThere(host.parts.now_ms(room), host.downtime.outages_for(room))


class _DelayedGame:
    """One such game; a watcher of its room from `follow` to `forget`."""

    def __init__(self, broadcaster: RoomBroadcaster, games: "DelayedGames") -> None:
        self.broadcaster = broadcaster
        self.view = broadcaster.view
        self._games = games
        self._timer: asyncio.TimerHandle | None = None

    def changed(self, _: tuple[Change[Room, RoomEvent], ...]) -> None:
        """Have the changes delivered in time; if something waits already, that is due first."""
        if self._timer is None:
            self.ring_in(0)

    def replaced(self) -> None:
        """What spectators may know has to be found out again."""
        self.ring_in(0)

    def ring_in(self, wait_ms: int) -> None:
        """Have the timer ring after a wait, and not before."""
        self.rest()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(wait_ms / 1000, self._games.tell, self)

    def rest(self) -> None:
        """Have the timer ring no more."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None


class DelayedGames:
    """Part of the broadcasters of a node."""

    def __init__(self, host: AggregateHost, tasks: BackgroundTasks) -> None:
        self._host = host
        self._tasks = tasks
        self._games: dict[str, _DelayedGame] = {}

    def follow(self, broadcaster: RoomBroadcaster) -> None:
        """Deliver to the spectators of a room from now on, if its game has a delay."""
        if broadcaster.room.terms.delay_ms:
            game = _DelayedGame(broadcaster, self)
            self._games[game.view.aggregate.id] = game
            self._host.watch(game.view, game)
            game.ring_in(0)

    def forget(self, room: str) -> None:
        """A room has no viewer any more."""
        game = self._games.pop(room, None)
        if game is not None:
            game.rest()
            self._host.unwatch(game.view, game)

    async def load(self, broadcaster: RoomBroadcaster) -> None:
        """Load what spectators may know by now into a broadcaster that needs it.

        Raises:
            StoreUnavailable: there is no store.
        """
        if not broadcaster.knowledge.needs_past:
            return
        changes = await self._host.history.changes(key(ROOM, broadcaster.room.id))
        await broadcaster.flushed()  # what is delivered after this is added to the backlog then
        read = changes[-1].head.version if changes else 0
        since = [change for change in broadcaster.view.trail if change.head.version > read]
        delay_ms = broadcaster.room.terms.delay_ms
        now = time_there(self._host, broadcaster.view.aggregate)
        broadcaster.take_past(Backlog([*changes, *since], delay_ms, now))

    def tell(self, game: _DelayedGame) -> None:
        """Send spectators of a game what is due, and have the rest delivered in time."""
        game.rest()
        self._tasks.start(self._tell(game))

    async def _tell(self, game: _DelayedGame) -> None:
        broadcaster = game.broadcaster
        wait_ms: int | None = AGAIN_MS
        try:
            await self.load(broadcaster)
            await broadcaster.flushed()
            if not self._host.parts.is_away(game.view.aggregate):
                wait_ms = broadcaster.deliver_late(time_there(self._host, game.view.aggregate))
        finally:
            if wait_ms is not None and self._games.get(game.view.aggregate.id) is game:
                game.ring_in(wait_ms)
