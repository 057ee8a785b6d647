"""A store of which a part is away: what lies there waits, and is credited; all else goes on."""

from collections.abc import Sequence

from server.aggregate.refusal import RefusalCode
from server.faults import Faults
from server.host.downtime import Downtime
from server.host.store_parts import StoreParts
from server.store.port import StoreUnavailable
from server.store.values import AggregateId, Outage
from tests.support.counters import Add
from tests.support.hosts import A, B, Journal, a_host, running
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import pass_ms, store_ms

SHARDS = {"a": 0, "b": 1}


class SplitStore(MemoryStore):
    """A store of two shards; heartbeats are in the first."""

    def __init__(self) -> None:
        super().__init__(store_ms)
        self.away: set[int] = set()
        self.is_in_one_piece = False

    def shard_of(self, aggregate: AggregateId) -> int:
        return SHARDS[aggregate.id]

    async def writable_shards(self) -> Sequence[bool] | None:
        return None if self.is_in_one_piece else [shard not in self.away for shard in (0, 1)]

    async def heartbeat(self, gap_ms: int, joined_ms: int = 0) -> tuple[Outage, ...]:
        if 0 in self.away:
            raise StoreUnavailable("the first shard is away")
        return await super().heartbeat(gap_ms, joined_ms)


def parts_of(store: SplitStore) -> tuple[StoreParts, Downtime]:
    faults = Faults()
    parts = StoreParts(store, store_ms, faults)
    return parts, Downtime(store, store_ms, parts, faults, is_alone=False)


async def test_only_what_lies_in_a_part_that_was_away_has_had_an_outage() -> None:
    store = SplitStore()
    parts, downtime = parts_of(store)
    told: list[tuple[str, frozenset[int]]] = []
    parts.on_away(lambda shards: told.append(("away", shards)))
    parts.on_back(lambda shards: told.append(("back", shards)))
    await parts.look()
    worked_ms = store_ms()
    await pass_ms(400)

    store.away = {1}
    await parts.look()
    assert (parts.is_away(A), parts.is_away(B), parts.is_any_there) == (False, True, True)
    await pass_ms(3_000)
    store.away = set()
    await parts.look()

    assert told == [("away", frozenset({1})), ("back", frozenset({1}))]
    assert not parts.is_away(B)
    assert downtime.outages_for(A) == ()
    assert downtime.outages_for(B) == (Outage(worked_ms, worked_ms + 3_400),)
    assert downtime.outages_for(B) is downtime.outages_for(B)


async def test_the_part_of_the_heartbeats_may_be_away_and_nobody_else_has_an_outage() -> None:
    store = SplitStore()
    parts, downtime = parts_of(store)
    await downtime.begin()
    await parts.look()

    store.away = {0}
    for _ in range(8):
        await pass_ms(500)
        await parts.look()
        await downtime.heartbeat()
        assert downtime.is_current
    store.away = set()
    await parts.look()
    await downtime.heartbeat()

    assert downtime.outages == ()
    assert len(downtime.outages_for(A)) == 1
    assert downtime.outages_for(B) == ()


async def test_a_store_that_is_away_as_a_whole_has_no_part_left() -> None:
    store = SplitStore()
    parts, _ = parts_of(store)
    await parts.look()

    store.away = {0, 1}
    await parts.look()

    assert not parts.is_any_there


async def test_what_was_away_is_back_when_one_server_has_all_of_the_store() -> None:
    store = SplitStore()
    parts, downtime = parts_of(store)
    await parts.look()
    parts.lost(B)  # a call found its slot being moved, and the move left one server
    assert parts.is_away(B)

    store.is_in_one_piece = True
    await pass_ms(500)
    await parts.look()

    assert not parts.is_away(B)
    assert len(downtime.outages_for(B)) == 1


async def test_a_host_refuses_what_lies_in_the_part_that_is_away_and_serves_the_rest() -> None:
    store = SplitStore()
    host = await a_host(store)
    async with running(host):
        await pass_ms(600)
        store.away = {1}
        await pass_ms(600)
        journal = Journal()
        for name, aggregate in (("a", A), ("b", B)):
            host.submit(aggregate, Add(1), arrived_ms=store_ms(), answer=journal.answer(name))
        await pass_ms(100)

        assert journal.lines == [f"b: {RefusalCode.UNAVAILABLE} 0", "a: done 1"]
        assert not host.is_paused
        store.away = set()
        await pass_ms(600)
        host.submit(B, Add(1), arrived_ms=store_ms(), answer=journal.answer("b"))
        await pass_ms(100)

        assert journal.lines[-1] == "b: done 1"
