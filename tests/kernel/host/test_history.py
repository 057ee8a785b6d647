"""Whole logs, read without the store being held up by one of them."""

from tests.support.memory_store import MemoryStore
from tests.support.stores import a_room, an_append
from xiangqi_server.kernel.host.history import READ_EVENTS, History
from xiangqi_server.kernel.store.values import EMPTY_HEAD, AggregateId, StoredEvent


class MeasuredStore(MemoryStore):
    """A store in memory that notes how much is read of it at once."""

    def __init__(self) -> None:
        super().__init__(lambda: 0)
        self.sizes: list[int] = []

    async def read(
        self, aggregate: AggregateId, after: int, most: int | None = None
    ) -> tuple[StoredEvent, ...]:
        """See `Logs.read`."""
        events = await super().read(aggregate, after, most)
        self.sizes.append(len(events))
        return events


async def test_a_long_log_is_read_part_by_part_and_whole() -> None:
    store, room = MeasuredStore(), a_room()
    bodies = tuple(b"%d" % number for number in range(2 * READ_EVENTS + 3))
    await store.append(an_append(room, EMPTY_HEAD, events=bodies))

    events = await History(store, {}).events(room)

    assert tuple(event.body for event in events) == bodies
    assert store.sizes == [READ_EVENTS, READ_EVENTS, 3]


async def test_a_log_that_is_not_there_is_empty() -> None:
    assert await History(MeasuredStore(), {}).events(a_room()) == ()
