"""Ready-checks, answered for programs that do not know them: looking at the room is showing up.

A connection whose `hello` did not name the feature `ready` will never send `ready`, and its
player could wait for the other's first move until the game is void. So when it looks at the room
of its own game, the server says `ready` in its name. Nothing is remembered: a command that a
pause or a crash swallowed is given again, and a second one changes nothing.
"""

from xiangqi_server.aggregates.room.messages import Ready
from xiangqi_server.aggregates.room.state import Status
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.gateway.room.broadcasters import RoomBroadcasters
from xiangqi_server.gateway.room.broadcasting.broadcaster import RoomBroadcaster
from xiangqi_server.kernel.host.aggregate_host import AggregateHost
from xiangqi_server.kernel.host.timebase import StoreClock


class ReadyChecks:
    """Says `ready` for players whose programs cannot. Owned by the gateway."""

    def __init__(self, host: AggregateHost, clock: StoreClock, rooms: RoomBroadcasters) -> None:
        self._host = host
        self._clock = clock
        self._rooms = rooms
        self._unread = rooms.news.reader()

    def answer_all(self) -> None:
        """Answer those that began, or were left open, while their players looked on already."""
        for broadcaster in self._rooms.among(self._unread):
            with self._host.faults.contained("room"):
                self.answer(broadcaster)
            if broadcaster.room.status is not Status.READYING:
                self._unread.discard(broadcaster.room.id)

    def answer(self, broadcaster: RoomBroadcaster) -> None:
        """Say `ready` for each player with a connection whose program has no ready-check."""
        room = broadcaster.room
        if room.status is not Status.READYING:
            return
        for side in Side:
            player = room.seats.of(side)
            if player is None or room.ready_check.is_ready[side]:
                continue
            if not all(client.has_ready_check for client in broadcaster.viewers.of(player)):
                now_ms = self._clock.now_ms()
                self._host.submit(broadcaster.view.aggregate, Ready(player), arrived_ms=now_ms)
