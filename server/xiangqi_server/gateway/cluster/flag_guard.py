"""The last look before a flag falls: has the node of the player served until now?

Theory of operation. A node that has just died is not missed yet. So before the alarm of a room
rings, this node checks whether the player on move is connected here. If not, it asks the store
which nodes see that player and when they had their last heartbeat. If one of them has just had one,
the player could move until the flag fell (the alarm rings later than that, see
`aggregates/room/decisions/turn_cost.py`), and the alarm rings. If not, the guard looks again.
Either there is another heartbeat and all is well, or the silence becomes long enough. Then the
player is credited (`failover`), which puts the flag off. While all nodes are well, a look delays a
flag by one round trip, or by one heartbeat at most.

While the part of the store is away that knows where a player is, the flag of a missing player
waits: a node that has the player rings by itself, and otherwise the player may be unable to come.
When that part is back, its outage is credited first. The same holds for players called to a game:
they may not have heard of it.
"""

from collections.abc import Awaitable
from typing import Final

from xiangqi_server.aggregates.players.kind import PLAYER
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.parts import FAILOVER_MS
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.gateway.cluster.failover import Failover
from xiangqi_server.gateway.cluster.inquiries import mover
from xiangqi_server.gateway.cluster.nodes import Nodes
from xiangqi_server.gateway.connection.online_players import OnlinePlayers
from xiangqi_server.kernel.host.aggregate_host import AggregateHost
from xiangqi_server.kernel.host.view import key
from xiangqi_server.kernel.store.side import PresenceStore
from xiangqi_server.kernel.store.values import AggregateId

AGAIN_MS: Final = 200


class FlagGuard:
    """Puts off the alarms of rooms whose player on move may be cut off. Owned by the gateway."""

    def __init__(
        self,
        host: AggregateHost,
        store: PresenceStore,
        online_players: OnlinePlayers,
        nodes: Nodes,
        failover: Failover,
    ) -> None:
        self._host = host
        self._store = store
        self._online_players = online_players
        self._nodes = nodes
        self._failover = failover
        host.alarm_gate(self._wait_ms)

    def _wait_ms(self, aggregate: AggregateId) -> Awaitable[int] | None:
        """See `AggregateHost.alarm_gate`."""
        return self._look(aggregate.id) if aggregate.kind == "room" else None

    async def _look(self, room: str) -> int:
        state = (await self._host.view(key(ROOM, room))).state
        waits = [await self._wait_for(player, state) for player in _waited_for(state)]
        return max(waits, default=0)

    async def _wait_for(self, player: str, room: Room) -> int:
        is_playing = room.status is Status.PLAYING  # else the player may not know of the game
        if is_playing and self._online_players.is_here(player):
            return 0
        nodes = await self._nodes_of(player)
        if nodes is None:
            return AGAIN_MS
        if nodes:
            await self._nodes.heartbeat()
            if self._nodes.may_be_dead(nodes, FAILOVER_MS):
                return AGAIN_MS
        is_served = is_playing and bool(nodes) and self._nodes.is_any_serving(nodes)
        is_owed = not is_served and self._failover.outage_owed_to(player, room)
        return AGAIN_MS if is_owed else 0

    async def _nodes_of(self, player: str) -> frozenset[str] | None:
        """The other nodes that see a player; None while the part is away that knows it."""
        asked = key(PLAYER, player)
        if self._host.parts.is_away(asked):
            return None
        holders = (await self._store.holders_of((asked,))).get(asked)
        return None if holders is None else holders - {self._nodes.name}


def _waited_for(room: Room) -> tuple[str, ...]:
    """The players that lose something when the alarm of a room rings."""
    if room.status is Status.READYING:
        return room.seats.taken()
    player = mover(room)
    return () if player is None else (player,)
