"""What the parts of the gateway use of the node they are on, and what its operator chose."""

from collections.abc import Callable
from dataclasses import dataclass, field

from xiangqi_server.api.names.ids import ID_BYTES, id_from
from xiangqi_server.gateway.connection.aggregate_client import AggregateClient
from xiangqi_server.gateway.connection.background_tasks import BackgroundTasks
from xiangqi_server.gateway.connection.display_names import DisplayNames
from xiangqi_server.gateway.connection.limits.address_limits import AddressLimits
from xiangqi_server.kernel.host.aggregate_host import AggregateHost
from xiangqi_server.kernel.host.timebase import StoreClock
from xiangqi_server.kernel.store.client.acknowledgement import Promise
from xiangqi_server.kernel.store.port import StoreAccess
from xiangqi_server.kernel.store.rows import RowStore
from xiangqi_server.kernel.store.side import SideStores
from xiangqi_server.net.push.port import PushService
from xiangqi_server.wire.terms import ReviewersName


class Node:
    """One for all parts of the gateway; a part that needs one thing of it is given only that.

    Attributes:
        host: runs the aggregates.
        aggregates: the same, for code that asks them one thing after another.
        clock: the store's time.
        side: what is kept beside the logs.
        row_store: lists derived from the logs.
        tasks: what is done without anybody waiting for it.
        names: what players are called.
        address_limits: what addresses may do.
        random_bytes: gives that many random bytes.
    """

    def __init__(
        self,
        host: AggregateHost,
        clock: StoreClock,
        side: SideStores,
        row_store: RowStore,
        random_bytes: Callable[[int], bytes],
    ) -> None:
        self.host = host
        self.clock = clock
        self.side = side
        self.row_store = row_store
        self.random_bytes = random_bytes
        self.aggregates = AggregateClient(host, clock)
        self.tasks = BackgroundTasks(host)
        self.names = DisplayNames(host)
        counters = side.counters if host.access is StoreAccess.SHARED else None
        self.address_limits = AddressLimits(
            clock.now_ms, self.tasks, counters, host.name, host.sharing.node_count
        )

    def fresh_id(self) -> str:
        """An unguessable id for a seek, a room, or a report."""
        return id_from(self.random_bytes(ID_BYTES))

    def toss(self) -> int:
        """A random bit."""
        return self.random_bytes(1)[0] & 1


@dataclass(frozen=True, slots=True)
class NodeOptions:
    """What the operator of a node chose.

    Fields:
        server_name: for `welcome`.
        operators: names of the accounts that may use the operators' messages.
        promise: what stands behind an acknowledged command, for `welcome`.
        push: sends notices to browsers; None if the operator has set no keys.
        reviewers: names of bots whose programs look at finished games, besides the computers.
        own_reviewer: which engine the computers of this node look at finished games with.
    """

    server_name: str
    operators: frozenset[str] = frozenset()
    promise: Promise = field(default_factory=Promise)
    push: PushService | None = None
    reviewers: frozenset[str] = frozenset()
    own_reviewer: ReviewersName = "none"
