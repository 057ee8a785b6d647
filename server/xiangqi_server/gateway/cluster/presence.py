"""Which players are connected to any node, and how a room hears that one is not.

Theory of operation. A node stores which players it sees, for a while at a time. A player
with a connection to any node that serves is seen, unless it has stopped answering pings: its line
may be gone long before the connection closes. Only players with a game, or in search of one,
matter. A node with viewers of a game asks, for each player of it that it does not see, whether
another node does. If none does for `HELD_BACK_MS`, the room gets a command, and another one when
the player is back. The room makes one event of each change. After a start of this node, or a time
without a store, everybody gets longer to return.
"""

import asyncio
from collections.abc import Callable, Collection, Mapping, Set
from contextlib import suppress
from typing import Final, NamedTuple

from xiangqi_server.aggregates.players.kind import PLAYER
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.messages import Absent, Present, RoomEvent
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.aggregates.room.time_limits import claim_grace_ms
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.gateway.cluster.nodes import REMEMBERED_MS, Nodes
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.online_players import OnlinePlayers
from xiangqi_server.gateway.connection.player_broadcaster import PlayerListener
from xiangqi_server.gateway.room.broadcasters import RoomBroadcasters
from xiangqi_server.gateway.room.broadcasting.broadcaster import RoomBroadcaster
from xiangqi_server.kernel.host.view import View, key
from xiangqi_server.kernel.store.port import StoreUnavailable

SEEN_MS: Final = REMEMBERED_MS
"""How long a silent node's players are remembered: as long as the node itself. However late they
return to another node, they are owed the time that the death cost."""
IN_A_TURN: Final = 500
"""How many players are looked at in one turn of the loop: about a millisecond."""
HELD_BACK_MS: Final = 5_000
RETURN_MS: Final = 10_000
"""How long after a start or a pause of this node no player counts as absent yet."""


class _Missed(NamedTuple):
    """Since when no node is known to see a player, and when the store was last asked about it."""

    since_ms: int
    asked_ms: int


class Presence(PlayerListener):
    """The players this node sees, and those it misses. Owned by the gateway.

    Args:
        nodes: the nodes that serve.
        rooms: the broadcasters of every room somebody here looks at.
        in_lobby: gives the players that look for a game.
    """

    def __init__(
        self,
        node: Node,
        online_players: OnlinePlayers,
        nodes: Nodes,
        rooms: RoomBroadcasters,
        in_lobby: Callable[[], Set[str]],
    ) -> None:
        self._node = node
        self._store = node.side.presence
        self._online_players = online_players
        self._rooms = rooms
        self._unsettled = rooms.news.reader()
        self._nodes = nodes
        self._in_lobby = in_lobby
        self._elsewhere = online_players.elsewhere
        self._missed: dict[str, _Missed] = {}
        self._present: set[str] = set()
        self._settled_ms = 0
        self._unsaid: dict[str, tuple[str, ...]] = {}
        self._is_saying = self._is_moving = False
        online_players.listen(self)

    def started(self) -> None:
        """This node was away: give everybody time to come back."""
        self._settled_ms = self._node.clock.now_ms() + RETURN_MS
        self._missed.clear()

    def on_connect(self, player: str, games: tuple[str, ...]) -> None:
        """A player with open games has come: tell those in which it counts as gone."""
        self._missed.pop(player, None)
        self._see(player, games)

    def on_game_opened(self, player: str) -> None:
        """A player here has a game from now on, so its presence is stored."""
        self._see(player)

    def on_disconnect(self, player: str, games: tuple[str, ...]) -> None:
        """The last connection of a player on this node is gone."""
        self._lose(player)

    def _lose(self, player: str) -> None:
        """Store that this node does not see a player, or does not hear it, any more."""
        self._present.discard(player)
        removal = self._store.remove([key(PLAYER, player)], self._nodes.name)
        self._node.tasks.start(removal)

    def refresh(self) -> None:
        """Store again which players this node sees; called before what was stored expires."""
        if not self._is_moving:
            self._node.tasks.start(self._say_again())

    async def move_on(self) -> None:
        """Store that the players here are on their way to other nodes, see `nodes`.

        Raises:
            StoreUnavailable: it is not stored for all of them.
        """
        self._is_moving = True
        players = [key(PLAYER, player) for player in self._present]
        await self._nodes.move_on()
        await self._store.add(players, self._nodes.moved_name, SEEN_MS)
        await self._store.hold((), self._nodes.name, SEEN_MS)

    async def _look_through(self) -> None:
        """List the players that this node sees, in several turns of the loop if they are many."""
        online_players, in_lobby = self._online_players, self._in_lobby()
        here = online_players.ids()
        for number, player in enumerate(here, 1):
            matters = player in in_lobby or bool(online_players.games_of(player))
            is_seen = matters and online_players.is_heard(player)
            (self._present.add if is_seen else self._present.discard)(player)
            if number % IN_A_TURN == 0:
                await asyncio.sleep(0)
        for player in self._present.difference(here):
            if not online_players.is_heard(player):
                self._present.discard(player)

    async def _say_again(self) -> None:
        """Store the players that this node sees, then those that came or left in the meantime."""
        await self._look_through()
        players, node = frozenset(self._present), self._nodes.name
        await self._store.hold((key(PLAYER, player) for player in players), node, SEEN_MS)
        if late := self._present - players:
            await self._store.add([key(PLAYER, player) for player in late], node, SEEN_MS)
        if gone := players - self._present:
            await self._store.remove([key(PLAYER, player) for player in gone], node)

    def look_around(self) -> None:
        """Look for seated players that no node sees; called about once a second.

        It looks only at rooms in which something has changed, or a player is missed.
        """
        now_ms = max(self._node.clock.now_ms(), self._settled_ms)
        missed: dict[str, _Missed] = {}
        for broadcaster in self._rooms.among(self._unsettled):
            room = broadcaster.room
            is_timed = claim_grace_ms(room.terms.clock) is not None
            if room.status is Status.PLAYING and is_timed:
                self._look_at(broadcaster, now_ms, missed)
            if room.status is not Status.PLAYING or not is_timed or self._is_complete(room):
                self._unsettled.discard(room.id)
        self._missed = missed
        for player in self._elsewhere - missed.keys():
            self._know_elsewhere(player, is_seen=False)

    def _is_complete(self, room: Room) -> bool:
        """Both players are connected here and answer pings, and the room knows it."""
        is_known = all(absence is None for absence in room.absences)
        return is_known and all(map(self._online_players.is_heard, room.seats.taken()))

    def _know_elsewhere(self, player: str, *, is_seen: bool) -> None:
        if is_seen != (player in self._elsewhere):
            (self._elsewhere.add if is_seen else self._elsewhere.discard)(player)
            self._online_players.presence_changed(player)

    def _look_at(
        self, broadcaster: RoomBroadcaster, now_ms: int, missed: dict[str, _Missed]
    ) -> None:
        for side in Side:
            player = broadcaster.room.seats.of(side)
            if player is None:
                continue
            if self._online_players.is_heard(player):
                if player not in self._present:
                    self._see(player)
                self._back(player, broadcaster.view)
                continue
            if player in self._present:
                self._lose(player)
            missed[player] = self._missed.get(player, _Missed(now_ms, 0))
            is_known = player in self._elsewhere or broadcaster.room.absences[side] is not None
            if now_ms - missed[player].asked_ms >= (HELD_BACK_MS if is_known else 0):
                missed[player] = missed[player]._replace(asked_ms=now_ms)
                self._node.tasks.start(self._ask(player, broadcaster.view, now_ms))

    async def _ask(self, player: str, view: View[Room, RoomEvent], now_ms: int) -> None:
        """Ask whether another node sees a player, and tell the room if none has for long."""
        is_seen = await self.is_seen(player)
        missed = self._missed.get(player)
        if is_seen or missed is None:
            self._know_elsewhere(player, is_seen=True)
            self._back(player, view)
        elif now_ms - missed.since_ms >= HELD_BACK_MS and player not in self._elsewhere:
            self._gone(player, view)
        if missed is not None and player in self._elsewhere:
            self._missed[player] = missed._replace(since_ms=now_ms)
        if not is_seen:
            self._know_elsewhere(player, is_seen=False)

    async def is_seen(self, player: str) -> bool:
        """Whether any node that serves sees a player."""
        holders = await self._store.holders(key(PLAYER, player))
        return bool(holders - self._nodes.dead().keys()) or self._online_players.is_heard(player)

    async def whereabouts(self, player: str) -> bool | None:
        """Whether any node that serves sees a player; None if the store that knows is away."""
        try:
            return await self.is_seen(player)
        except StoreUnavailable:
            return self._online_players.is_heard(player) or None

    async def seen(self, players: Collection[str]) -> frozenset[str]:
        """The players that any node that serves sees, or may see, if the store is away."""
        asked = {player: key(PLAYER, player) for player in players}
        holders = await self._store.holders_of(tuple(asked.values()))
        dead = self._nodes.dead().keys()
        return frozenset(
            player
            for player, aggregate in asked.items()
            if aggregate not in holders
            or holders[aggregate] - dead
            or self._online_players.is_heard(player)
        )

    def _gone(self, player: str, view: View[Room, RoomEvent]) -> None:
        room = view.state
        side = room.seats.side_of(player)
        if side is not None and room.absences[side] is None:
            self._submit(view, Absent(side))

    def _back(self, player: str, view: View[Room, RoomEvent]) -> None:
        room = view.state
        side = room.seats.side_of(player)
        if side is not None and room.absences[side] is not None:
            self._submit(view, Present(side))

    def _submit(self, view: View[Room, RoomEvent], command: Absent | Present) -> None:
        self._node.host.submit(view.aggregate, command, arrived_ms=self._node.clock.now_ms())

    def _see(self, player: str, games: tuple[str, ...] = ()) -> None:
        """Have a player's presence stored; it has just come if it has `games`."""
        if self._is_moving:
            return
        self._present.add(player)
        self._unsaid[player] = games or self._unsaid.get(player, ())
        if not self._is_saying:
            self._is_saying = True
            self._node.tasks.start(self._write_down())

    async def _write_down(self) -> None:
        """Store the players that this node has come to see, except those it has lost meanwhile.

        Players that come in the meantime are stored next, all of them together.
        """
        try:
            while self._unsaid:
                players, self._unsaid = self._unsaid, {}
                present = [key(PLAYER, player) for player in players if player in self._present]
                with suppress(StoreUnavailable):  # in the parts that are there, it is written
                    await self._store.add(present, self._nodes.name, SEEN_MS)
                if any(players.values()):
                    self._node.tasks.start(self._tell_rooms(players))
        finally:
            self._is_saying = False

    async def _tell_rooms(self, players: Mapping[str, tuple[str, ...]]) -> None:
        """Tell the rooms of players that have just come, if they count as gone there."""
        for player, games in players.items():
            for room in games:
                with suppress(StoreUnavailable):
                    self._back(player, await self._node.host.view(key(ROOM, room)))
