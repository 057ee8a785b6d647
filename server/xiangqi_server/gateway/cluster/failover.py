"""What the death or the silence of a node costs its players: nothing, if they are back soon.

Theory of operation. A player is present on the nodes to which it is connected. Presence on a node
that has fallen silent stays for a while, and shows that the player did not leave but was cut
off. Its running turn is given back the time since the last heartbeat of that node:

* up to its return to this node, which is looked into as soon as it is here (`returns`);
* before its return, up to the moment when the death is known, so that its flag does not fall: that
  is done in this module, with each heartbeat of this node;
* and if it was this node that was silent, up to the end of the silence (`own_silence`).

While this is being looked into, nothing else is decided in the player's turn (`inquiries`). The
room takes each moment only once, and at most `FAILOVER_MS` of one interruption
(`failover_credits`).

In a store of several parts, the one may be away that knows where a player was. Nobody waits for it.
A player who comes meanwhile, shortly after a node died, is taken to have been cut off by that. A
player who is not here may have been unable to come, so the outage of that part counts in the
player's turn as well, however long it was: it is credited to a player who comes after it, and
before a flag falls (`outage_owed_to`).
"""

from collections.abc import Iterable, Iterator
from typing import Final

from xiangqi_server.aggregates.players.kind import PLAYER
from xiangqi_server.aggregates.room.parts import FAILOVER_MS
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.gateway.cluster.failover_credits import FailoverCredits
from xiangqi_server.gateway.cluster.inquiries import Inquiries, mover
from xiangqi_server.gateway.cluster.nodes import REMEMBERED_MS, Nodes
from xiangqi_server.gateway.cluster.own_silence import OwnSilence
from xiangqi_server.gateway.cluster.returns import Returns
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.online_players import OnlinePlayers
from xiangqi_server.gateway.connection.player_broadcaster import PlayerListener
from xiangqi_server.gateway.room.broadcasters import RoomBroadcasters
from xiangqi_server.kernel.host.view import key
from xiangqi_server.kernel.store.values import AggregateId, Outage

SPARE: Final = 64
"""How many names of closed rooms may be kept in addition to as many as there are open ones."""


class Failover(PlayerListener):
    """Gives players of dead nodes their time back. Owned by the gateway.

    Args:
        rooms: the broadcasters of every room somebody here looks at.
    """

    def __init__(
        self,
        node: Node,
        online_players: OnlinePlayers,
        nodes: Nodes,
        rooms: RoomBroadcasters,
    ) -> None:
        self._host = node.host
        self._clock = node.clock
        self._store = node.side.presence
        self._tasks = node.tasks
        self._online_players = online_players
        self._nodes = nodes
        self._rooms = rooms
        self._incomplete = rooms.news.reader()  # a player may be missing here, or may be by now
        self._left_ms: dict[str, int] = {}
        self._put_off: set[tuple[str, str, int]] = set()
        self._credits = FailoverCredits(node.host, node.clock, nodes)
        inquiries = Inquiries(node.host)
        self._returns = Returns(node, nodes, inquiries, self._credits)
        self._silence = OwnSilence(node, online_players, nodes, inquiries, self._credits)
        online_players.listen(self)

    def on_connect(self, player: str, games: tuple[str, ...]) -> None:
        """A player has come: find out where it was before."""
        self._silence.on_connect(player)
        self._returns.add(player, games, self._left_ms.get(player, 0))

    def on_disconnect(self, player: str, games: tuple[str, ...]) -> None:
        """The last connection of a player to this node is gone."""
        self._left_ms[player] = self._clock.now_ms()
        self._silence.on_disconnect(player, games)

    def stop(self) -> None:
        """Hold nothing back any longer, because the node ends."""
        self._returns.stop()

    def outage_owed_to(self, player: str, room: Room) -> bool:
        """Credit what a player who is not here is owed for the outage of its part.

        Returns whether the room has to decide about that.
        """
        return self._credits.outage_owed_to(player, room, self._left_ms.get(player, 0))

    def beat(self) -> None:
        """Say that this node serves, and look after the players of those that do not."""
        self._tasks.start(self._beat())

    async def _beat(self) -> None:
        if self._host.downtime.is_current:
            self._silence.forget()
        await self._nodes.heartbeat()
        self._host.sharing.serve_with(self._nodes.name, self._nodes.others())
        now_ms = self._clock.now_ms()
        self._left_ms = {
            player: at
            for player, at in self._left_ms.items()
            if now_ms - at < REMEMBERED_MS or self._host.parts.away
        }
        if not self._recently_dead():
            self._put_off.clear()
            self._forget_closed()
            return
        missed = [(room, player, key(PLAYER, player)) for room, player in self._missed_movers()]
        holders = await self._store.holders_of([asked for _, _, asked in missed])
        away = [
            (room, player, holders[asked] - {self._nodes.name})
            for room, player, asked in missed
            if asked in holders  # else the part is away that knows it
        ]
        await self._nodes.heartbeat()  # after presence was read: who sees a player anew is not dead
        self._put_flags_off(away)

    def _missed_movers(self) -> Iterator[tuple[AggregateId, str]]:
        """The rooms whose player on move is not here, with that player.

        Rooms that are not played, or whose players are both here (nearly all, once a crowd has come
        back), are not looked at again until something happens there.
        """
        is_here = self._online_players.is_here
        for broadcaster in self._rooms.among(self._incomplete):
            room = broadcaster.room
            player = mover(room)
            if player is None or all(map(is_here, room.seats.taken())):
                self._incomplete.discard(room.id)
            elif not is_here(player):
                yield broadcaster.view.aggregate, player

    def _forget_closed(self) -> None:
        """Now and then, drop closed rooms from the set of rooms to look at."""
        if len(self._incomplete) > 2 * self._rooms.count + SPARE:
            self._rooms.among(self._incomplete)

    def _put_flags_off(self, away: Iterable[tuple[AggregateId, str, frozenset[str]]]) -> None:
        """Credit the players on move whom only dead nodes see."""
        dead, recent = self._nodes.dead(), self._recently_dead()
        for room, player, nodes in away:
            died_ms = max((dead[node] for node in nodes if node in dead), default=0)
            turn = (room.id, player, died_ms)
            has_left = self._left_ms.get(player, 0) > died_ms
            is_cut_off = nodes <= dead.keys() and died_ms in recent and not has_left
            if is_cut_off and turn not in self._put_off:
                self._put_off.add(turn)
                self._credits.credit(room, player, Outage(died_ms, self._clock.now_ms()))

    def _recently_dead(self) -> set[int]:
        """When nodes died whose players may still be on their way."""
        now_ms = self._clock.now_ms()
        return {at_ms for at_ms in self._nodes.dead().values() if now_ms - at_ms < FAILOVER_MS}
