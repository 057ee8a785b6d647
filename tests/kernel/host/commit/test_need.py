"""What must be known before anything is decided, one condition after another."""

import asyncio
from collections.abc import Callable, Sequence
from typing import cast

import pytest

from tests.support.counters import Add, Counter, Event
from tests.support.faulty_store import FaultyStore
from tests.support.hosts import A, Journal, P, a_host, running, view_of
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.kernel.host.aggregate_host import AggregateHost
from xiangqi_server.kernel.host.commit.command_queue import CommandQueue, Provided
from xiangqi_server.kernel.host.commit.draft import Task
from xiangqi_server.kernel.host.commit.need import Need, Needs
from xiangqi_server.kernel.host.replica import Replica
from xiangqi_server.kernel.host.view import Key
from xiangqi_server.kernel.store.feed import Publication
from xiangqi_server.kernel.store.port import StoreAccess
from xiangqi_server.kernel.store.values import AggregateId, Head, Outage

ADD = Task(Add(1), None, 0, None)
LATER = Task(Add(2), None, 0, None)


class SlowStore(FaultyStore):
    """Takes a while to say where a log stands."""

    async def heads(self, aggregates: Sequence[AggregateId]) -> tuple[Head | None, ...]:
        await pass_ms(10)
        return await super().heads(aggregates)


class Scene:
    """A command waits for a counter, and nothing is needed but what a test takes away."""

    def __init__(self, host: AggregateHost, replica: Replica, access: StoreAccess) -> None:
        self.host = host
        self.replica = replica
        self.queue = CommandQueue(replica)
        self.queue.tasks = [ADD]
        self.found_out: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._needs = Needs(host.downtime, host.pre_decide, access)

    def need(self) -> Need | None:
        return self._needs.need(self.queue)

    def has_to_find_out(self) -> None:
        self.host.pre_decide(lambda _: self.found_out)

    def ends_an_outage(self) -> None:
        self.host.downtime.outages = (Outage(1, 2),)


async def a_scene(
    aggregate: Key[Counter, Event] = A,
    *,
    is_watched: bool = True,
    access: StoreAccess = StoreAccess.SHARED,
) -> Scene:
    host = await a_host(MemoryStore(store_ms))
    view = await view_of(host, aggregate)
    if is_watched:
        host.watch(view, Journal())
        await host.drain()
    return Scene(host, cast("Replica", view), access)


def is_stale(scene: Scene) -> None:
    scene.queue.is_stale = True


def is_not_trusted(scene: Scene) -> None:
    scene.replica.is_fresh = False


def has_heard(scene: Scene) -> None:
    scene.queue.publications.append(Publication((), b""))


@pytest.mark.parametrize(
    ("change", "need"),
    [
        (lambda _: None, None),
        (is_stale, Need.READ),
        (is_not_trusted, Need.READ),
        (has_heard, Need.HEAR),
        (Scene.has_to_find_out, Need.FIND_OUT),
        (Scene.ends_an_outage, Need.OUTAGE),
    ],
)
async def test_each_thing_that_is_not_known_is_a_need_of_its_own(
    change: Callable[[Scene], None], need: Need | None
) -> None:
    scene = await a_scene()

    change(scene)

    assert scene.need() is need


async def test_what_is_not_watched_is_read_unless_it_was_read_just_now() -> None:
    scene = await a_scene(is_watched=False)

    assert scene.need() is Need.READ

    scene.queue.is_read = True

    assert scene.need() is None


async def test_a_node_that_was_silent_hears_and_then_has_a_heartbeat_before_all_else() -> None:
    scene = await a_scene()
    await pass_ms(2_000)
    has_heard(scene)
    scene.has_to_find_out()

    assert scene.need() is Need.HEAR

    scene.queue.publications.clear()

    assert scene.need() is Need.HEARTBEAT

    scene.queue.provided = Provided(has_heartbeat=True)

    assert scene.need() is Need.FIND_OUT

    is_stale(scene)

    assert scene.need() is Need.READ

    scene.queue.provided = Provided()

    assert scene.need() is Need.HEARTBEAT


async def test_an_aggregate_of_many_writers_gathers_first_and_once_a_round() -> None:
    scene = await a_scene(P)
    is_stale(scene)

    assert scene.need() is Need.GATHER

    scene.queue.provided = Provided(has_gathered=True)

    assert scene.need() is Need.READ


async def test_what_was_found_out_is_asked_again_only_for_a_later_command() -> None:
    scene = await a_scene()
    scene.has_to_find_out()

    assert scene.need() is Need.FIND_OUT
    assert scene.queue.found_out is scene.found_out

    scene.queue.provided = Provided(found_out_for=[ADD])

    assert scene.need() is None

    scene.queue.tasks.append(LATER)

    assert scene.need() is Need.FIND_OUT


@pytest.mark.parametrize(
    ("access", "need"),
    [(StoreAccess.SHARED, Need.OUTAGE), (StoreAccess.EXCLUSIVE, Need.FIND_OUT)],
)
async def test_for_an_outage_alone_only_a_lone_node_finds_out_more(
    access: StoreAccess, need: Need
) -> None:
    scene = await a_scene(access=access)
    scene.queue.tasks = []
    scene.has_to_find_out()

    assert scene.need() is None

    scene.ends_an_outage()

    assert scene.need() is need


async def test_commands_are_decided_though_somebody_asks_for_the_latest_all_the_time() -> None:
    store, journal = SlowStore(MemoryStore(store_ms)), Journal()
    host = await a_host(store)
    host.watch(await view_of(host), journal)
    await host.drain()
    views: list[asyncio.Future[object]] = []

    async with running(host):
        for ms in range(200):
            views.append(asyncio.ensure_future(host.view(A, anew=True)))
            if ms == 20:
                host.submit(A, Add(1), arrived_ms=store_ms(), answer=journal.answer("mine"))
            await pass_ms(1)
        answered = journal.lines.copy()
        await asyncio.gather(*views)

    assert answered == ["event 1: total 1", "mine: done 1"]
