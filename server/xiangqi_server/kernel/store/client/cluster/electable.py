"""Which replicas could be promoted in the place of a primary, and how its batches wait for them.

Theory of operation. The topology lists the replicas that are believed to live. One that is listed
no more may still be alive, and be elected before it has caught up. That ends when its own servers
would refuse it for having been cut off for too long. Their settings say when. In a cluster it is
twice the node timeout, once more for each unit of the validity factor, and a ping of the
replication; behind Sentinels ten times what they wait before they call a server down. If the
settings cannot be read, or the factor is 0, such a replica counts for ever. `liveness`
keeps count of them.
"""

from collections.abc import Sequence
from typing import Final

from xiangqi_server.kernel.store.client.acknowledgement import Promise, ReplicaWait
from xiangqi_server.kernel.store.client.address import ServerAddress
from xiangqi_server.kernel.store.client.cluster.topology import Topology
from xiangqi_server.kernel.store.client.requests import Ask
from xiangqi_server.kernel.store.keys import Keys
from xiangqi_server.kernel.store.port import StoreError, StoreUnavailable

MARGIN_MS: Final = 1_000


class ElectableReplicas:
    """Of one primary: see `acknowledgement.Candidates`."""

    def __init__(self, topology: Topology, server: ServerAddress, keys: Keys) -> None:
        self._topology = topology
        self._server = server
        self._keys = keys
        self._fence = ""

    @property
    def primary(self) -> str:
        """See `Candidates.primary`."""
        return str(self._server)

    @property
    def count(self) -> int:
        """See `Candidates.count`."""
        return max(1, len(self._topology.electable(self._server)))

    @property
    def absent(self) -> Sequence[str]:
        """See `Candidates.absent`: those that are listed no more, and could still be elected."""
        listed = self._topology.replicas()
        could_be = self._topology.electable(self._server)
        return sorted(str(server) for server in could_be if server not in listed)

    @property
    def fence(self) -> str:
        """See `Candidates.fence`: of one of the shards that the server has.

        A server that has none yet refuses it, so that the wait is for nothing.
        """
        if not self._fence or self._topology.owner_of(self._fence) != self._server:
            self._fence = next(iter(self._fences()), self._keys.fence(0))
        return self._fence

    def take_another_fence(self) -> bool:
        """See `Candidates.take_another_fence`: its slot is being moved, key by key or at once.

        The one half the way round is taken: a mover goes on to the slot that comes next.
        """
        fences = self._fences()
        if len(fences) <= 1:
            return False
        at = fences.index(self._fence) if self._fence in fences else 0
        self._fence = fences[(at + len(fences) // 2) % len(fences)]
        return True

    def _fences(self) -> Sequence[str]:
        """Those of all shards that the server has, as far as is known."""
        fences = map(self._keys.fence, range(self._keys.shards))
        return [fence for fence in fences if self._topology.owner_of(fence) == self._server]

    async def look(self, call: Ask) -> None:
        """See `Candidates.look`: for how long a replica that is not listed any more counts."""
        if not self._topology.is_sharded:
            return
        try:
            timeout = await _number(call, "cluster-node-timeout")
            factor = await _number(call, "cluster-replica-validity-factor")
            ping_s = await _number(call, "repl-ping-replica-period")
        except StoreUnavailable:
            raise
        except StoreError:  # they cannot be read
            self._topology.liveness.lease_ms = None
            return
        lease_ms = (2 + factor) * timeout + 1_000 * ping_s + MARGIN_MS
        self._topology.liveness.lease_ms = lease_ms if factor else None


class ElectableWaits:
    """Makes the wait of each link to a primary. Made by `open_store`."""

    def __init__(self, promise: Promise, topology: Topology, keys: Keys) -> None:
        self._promise = promise
        self._topology = topology
        self._keys = keys

    def at(self, server: ServerAddress) -> ReplicaWait:
        """The wait of one more link to a server."""
        return ReplicaWait(self._promise, ElectableReplicas(self._topology, server, self._keys))

    def forget(self, server: ServerAddress) -> None:
        """A server is no primary any more."""
        self._promise.forget(str(server))


async def _number(call: Ask, setting: str) -> int:
    match await call("CONFIG", "GET", setting):
        case [_, bytes(value)]:
            return int(value)
    raise StoreError(f"it does not know {setting}")
