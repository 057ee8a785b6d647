"""The last look before a flag falls: has the node of the player served until now?

Theory of operation. A node that has just died is not missed yet. So before the alarm of a room
rings, if the player on move is not connected here, the store is asked which nodes see that player
and when they had their last heartbeat. If one of them has just had one, the player could move until
the flag fell (the alarm rings later than that, see `room/turn_cost.py`), and the alarm rings. If
not, the guard looks again: either there is another heartbeat and all is well, or the silence
becomes long enough and the player is credited (`failover`), which puts the flag off. While all
nodes are well, a look delays a flag by one round trip, or by one heartbeat at most.
"""

from collections.abc import Awaitable
from typing import Final

from server.gateway.cluster.failover import mover
from server.gateway.cluster.nodes import Nodes
from server.gateway.connection.online_players import OnlinePlayers
from server.host.aggregate_host import AggregateHost
from server.host.view import key
from server.players.kind import PLAYER
from server.room.kind import ROOM
from server.room.parts import FAILOVER_MS
from server.store.side import PresenceStore
from server.store.values import AggregateId

AGAIN_MS: Final = 200


class FlagGuard:
    """Puts off the alarms of rooms whose player on move may be cut off. Owned by the gateway."""

    def __init__(
        self, host: AggregateHost, store: PresenceStore, online_players: OnlinePlayers, nodes: Nodes
    ) -> None:
        self._host = host
        self._store = store
        self._online_players = online_players
        self._nodes = nodes
        host.alarm_gate(self._wait_ms)

    def _wait_ms(self, aggregate: AggregateId) -> Awaitable[int] | None:
        """See `AggregateHost.alarm_gate`."""
        return self._look(aggregate.id) if aggregate.kind == "room" else None

    async def _look(self, room: str) -> int:
        player = mover((await self._host.view(key(ROOM, room))).state)
        if player is None or self._online_players.is_here(player):
            return 0
        holders = await self._store.holders(key(PLAYER, player))
        nodes = holders - {self._nodes.name}
        if not nodes:
            return 0
        await self._nodes.heartbeat()
        return AGAIN_MS if self._nodes.may_be_dead(nodes, FAILOVER_MS) else 0
