"""The last look before a flag falls: has the node of the player served until now?

Theory of operation. A node that has just died is not missed yet. So before the alarm of a room
rings whose player on move is not connected here, the store is asked who sees that player and
when these nodes spoke last. Did one of them within its interval, the player could move until
its flag fell (the alarm rings later than that, see `room/turns.py`), and the alarm rings. If
not, it is looked again: after the next word all is well, and before a silence is long enough
the player is credited (`failover`), which puts the flag off. When all nodes are well, a look
costs a flag one round trip, at the worst the interval between two words.
"""

from collections.abc import Awaitable
from typing import Final

from server.gateway.errands import looked
from server.gateway.failover import mover
from server.gateway.nodes import Nodes
from server.gateway.visitors import Visitors
from server.host.aggregate_host import AggregateHost
from server.room.state import FAILOVER_MS
from server.store.base import AggregateId
from server.store.notes import Notes

AGAIN_MS: Final = 200


class LastLook:
    """Puts off the alarms of rooms whose player may be cut off. Owned by the gateway."""

    def __init__(self, host: AggregateHost, notes: Notes, visitors: Visitors, nodes: Nodes) -> None:
        self._host = host
        self._notes = notes
        self._visitors = visitors
        self._nodes = nodes
        host.guard_alarms(self._wait_ms)

    def _wait_ms(self, aggregate: AggregateId) -> Awaitable[int] | None:
        """See `AggregateHost.guard_alarms`."""
        return self._look(aggregate) if aggregate.kind == "room" else None

    async def _look(self, room: AggregateId) -> int:
        player = mover(await looked(self._host, room))
        if player is None or self._visitors.is_here(player):
            return 0
        sighted = await self._notes.seen_by(AggregateId("player", player))
        nodes = sighted - {self._nodes.name}
        if not nodes:
            return 0
        await self._nodes.attend()
        return AGAIN_MS if self._nodes.may_be_dead(nodes, FAILOVER_MS) else 0
