"""A store in memory of two parts, each with a primary and a clock of its own."""

from collections.abc import Callable, Collection, Mapping, Sequence

from tests.support.memory_side import MemoryChat, MemoryPresence
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import store_ms
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.kernel.store.values import (
    AggregateId,
    Append,
    AppendResult,
    HeartbeatAnswer,
    Loaded,
)


class PartedPresence(MemoryPresence):
    """Who is here: of each player it is known in the part that has the player."""

    def __init__(self, parted: "PartedStore") -> None:
        super().__init__(store_ms)
        self._parted = parted

    async def add(self, aggregates: Collection[AggregateId], node: str, ttl_ms: int) -> None:
        await super().add([one for one in aggregates if self._parted.has(one)], node, ttl_ms)
        self._parted.be_there(aggregates)

    async def remove(self, aggregates: Collection[AggregateId], node: str) -> None:
        await super().remove([one for one in aggregates if self._parted.has(one)], node)
        self._parted.be_there(aggregates)

    async def holders(self, aggregate: AggregateId) -> frozenset[str]:
        self._parted.be_there((aggregate,))
        return await super().holders(aggregate)

    async def holders_of(
        self, aggregates: Collection[AggregateId]
    ) -> Mapping[AggregateId, frozenset[str]]:
        return await super().holders_of([one for one in aggregates if self._parted.has(one)])


class PartedStore(MemoryStore):
    """Two shards, each at a primary of its own.

    Args:
        shard_of: in which of them an aggregate lies; for what is said in rooms, by its kind.

    Attributes:
        away: shards whose primary does not answer.
        lead_ms: how much the clock of each primary is ahead.
        names: of the primaries; a replica that is promoted has another one.
        is_in_one_piece: one primary has both by now, the second one.
        settles_ms: how long nodes write back after a promotion.
    """

    def __init__(self, shard_of: Callable[[AggregateId], int]) -> None:
        super().__init__(store_ms)
        self._shard_of = shard_of
        self.away: set[int] = set()
        self.lead_ms = [0, 0]
        self.names = ["one", "two"]
        self.is_in_one_piece = False
        self.settles_ms = 0
        self.promotions = (0, 0)
        rooms = AggregateId("room", "")
        chat = MemoryChat(lambda: self.clock_at(self.shard_of(rooms)), self._channels)
        self.side = self.side._replace(chat=chat, presence=PartedPresence(self))

    def shard_of(self, aggregate: AggregateId) -> int:
        return self._shard_of(aggregate)

    def primaries(self) -> Sequence[str]:
        return [self.names[1]] * 2 if self.is_in_one_piece else self.names

    @property
    def write_back_ms(self) -> int:
        return self.settles_ms

    def clock_at(self, shard: int) -> int:
        return store_ms() + self.lead_ms[shard]

    def has(self, aggregate: AggregateId) -> bool:
        """Whether the part that has an aggregate is there."""
        return self.shard_of(aggregate) not in self.away

    def be_there(self, aggregates: Collection[AggregateId]) -> None:
        """Fail unless all of these can be reached."""
        if not all(map(self.has, aggregates)):
            raise StoreUnavailable("this part is away")

    async def load(self, aggregate: AggregateId) -> Loaded:
        self.be_there((aggregate,))
        return await super().load(aggregate)

    async def append(self, request: Append) -> AppendResult:
        self._be_there(self.shard_of(request.aggregate))
        return await super().append(request)

    async def heartbeat(self, gap_ms: int, joined_ms: int = 0, shard: int = 0) -> HeartbeatAnswer:
        self._be_there(shard)
        return await super().heartbeat(gap_ms, joined_ms, shard)

    async def time_ms(self, shard: int = 0) -> int:
        self._be_there(shard)
        return await super().time_ms(shard)

    def promote(self, shard: int, lead_ms: int = 0) -> None:
        """A replica takes the place of a primary; its clock is ahead by so much."""
        self.away.discard(shard)
        self.lead_ms[shard] = lead_ms
        self.names[shard] += " promoted"
        counts = list(self.promotions)
        counts[shard] += 1
        self.promotions = (counts[0], counts[1])

    def _be_there(self, shard: int) -> None:
        if shard in self.away:
            raise StoreUnavailable("this part is away")
