"""Who of the players is connected to any node, and how a room hears that one is not.

Theory of operation. A node writes down which players it sees, for a while at a time; a player
with a connection to any node that serves is seen. Only players with a game of their own, or in
the lobby, matter. A node where somebody looks at a game asks, of each seat it does not see
itself, whether another node does; if for `HELD_BACK_MS` none does the room is told, and told
again when the player is back. The room makes one event of each change. After a start of ours, or
a time without a store, everybody gets longer to return.
"""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, cast

from server.gateway.errands import Errands, nothing
from server.gateway.nodes import Nodes
from server.gateway.room_desk import RoomDesk
from server.gateway.visitors import Visitors
from server.host.aggregate_host import AggregateHost
from server.host.replica import Replica
from server.host.timebase import StoreClock
from server.room.messages import Absent, Present
from server.room.pace import claim_grace_ms
from server.room.state import Room, Status
from server.rules.board import Side
from server.store.base import AggregateId
from server.store.notes import Notes

SEEN_MS: Final = 20_000
HELD_BACK_MS: Final = 5_000
RETURN_MS: Final = 10_000
"""After a start or a pause of ours, before anybody counts as out of sight."""


class _Missed(NamedTuple):
    """Since when no node is known to see a player, and when that was asked last."""

    since_ms: int
    asked_ms: int


class Presence:
    """The players this node sees, and those it misses. Owned by the gateway.

    Args:
        desks: gives the desks of every room somebody here looks at.
        nodes: the nodes that serve.
        in_lobby: gives the players who look for a game.
    """

    def __init__(
        self,
        host: AggregateHost,
        clock: StoreClock,
        notes: Notes,
        errands: Errands,
        visitors: Visitors,
        desks: Callable[[], Iterable[RoomDesk]],
        nodes: Nodes,
        in_lobby: Callable[[], Iterable[str]],
    ) -> None:
        self._host = host
        self._clock = clock
        self._notes = notes
        self._errands = errands
        self._visitors = visitors
        self._desks = desks
        self._nodes = nodes
        self._in_lobby = in_lobby
        self._missed: dict[str, _Missed] = {}
        self._elsewhere: set[str] = set()
        self._sighted: set[str] = set()
        self._settled_ms = 0

    def is_here(self, player: str) -> bool:
        """The player has a connection, here or as far as is known elsewhere."""
        return self._visitors.is_here(player) or player in self._elsewhere

    def started(self) -> None:
        """We were away: give everybody time to come back."""
        self._settled_ms = self._clock.now_ms() + RETURN_MS
        self._missed.clear()

    def came(self, player: str, games: Iterable[str]) -> None:
        """A player with open games is here: say so in those where it counts as gone."""
        self._missed.pop(player, None)
        self._see(player)
        for room in games:
            self._host.look(AggregateId("room", room), lambda replica: self._back(player, replica))

    def engaged(self, player: str) -> None:
        """A player here has a game from now on: if this node dies, it did not leave."""
        self._see(player)

    def left(self, player: str) -> None:
        """The last connection of a player on this node is gone."""
        self._sighted.discard(player)
        sighting = self._notes.lose_sight(AggregateId("player", player), self._nodes.name)
        self._errands.start(sighting, failed=nothing)

    def refresh(self) -> None:
        """Say again whom this node sees; called more often than a sighting lasts."""
        waiting = {player for player in self._in_lobby() if self._visitors.is_here(player)}
        self._sighted.clear()
        for player in waiting.union(self._visitors.in_games()):
            self._see(player)

    def look_around(self) -> None:
        """Miss the seats that nobody sees; called about once a second."""
        now_ms = max(self._clock.now_ms(), self._settled_ms)
        missed: dict[str, _Missed] = {}
        for desk in self._desks():
            room = desk.room
            if room.status is Status.PLAYING and claim_grace_ms(room.terms.clock) is not None:
                self._look_at(desk, now_ms, missed)
        self._missed = missed
        self._elsewhere &= missed.keys()

    def _look_at(self, desk: RoomDesk, now_ms: int, missed: dict[str, _Missed]) -> None:
        for side in Side:
            player = desk.room.seats.of(side)
            if player is None:
                continue
            if self._visitors.is_here(player):
                if player not in self._sighted:
                    self._see(player)
                self._back(player, desk.replica)
                continue
            missed[player] = self._missed.get(player, _Missed(now_ms, 0))
            is_known = player in self._elsewhere or desk.room.absences[side] is not None
            if now_ms - missed[player].asked_ms >= (HELD_BACK_MS if is_known else 0):
                missed[player] = missed[player]._replace(asked_ms=now_ms)
                self._errands.start(self._ask(player, desk.replica, now_ms), failed=nothing)

    async def _ask(self, player: str, replica: Replica, now_ms: int) -> None:
        """Ask whether another node sees a player, and tell the room if long none does."""
        is_seen = await self.is_seen(player)
        missed = self._missed.get(player)
        if is_seen or missed is None:
            self._elsewhere.add(player)
            self._back(player, replica)
        elif now_ms - missed.since_ms >= HELD_BACK_MS and player not in self._elsewhere:
            self._gone(player, replica)
        if missed is not None and player in self._elsewhere:
            self._missed[player] = missed._replace(since_ms=now_ms)
        if not is_seen:
            self._elsewhere.discard(player)

    async def is_seen(self, player: str) -> bool:
        """Whether any node that serves sees a player."""
        seen_by = await self._notes.seen_by(AggregateId("player", player))
        return bool(seen_by - self._nodes.dead().keys()) or self._visitors.is_here(player)

    def _gone(self, player: str, replica: Replica) -> None:
        room = cast("Room", replica.state)
        side = room.seats.side_of(player)
        if side is not None and room.absences[side] is None:
            self._submit(replica, Absent(int(side)))

    def _back(self, player: str, replica: Replica | None) -> None:
        if replica is None:
            return
        room = cast("Room", replica.state)
        side = room.seats.side_of(player)
        if side is not None and room.absences[side] is not None:
            self._submit(replica, Present(int(side)))

    def _submit(self, replica: Replica, command: Absent | Present) -> None:
        self._host.submit(replica.aggregate, command, arrived_ms=self._clock.now_ms())

    def _see(self, player: str) -> None:
        self._sighted.add(player)
        sighting = self._notes.see(AggregateId("player", player), self._nodes.name, SEEN_MS)
        self._errands.start(sighting, failed=nothing)
