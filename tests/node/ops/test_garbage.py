import asyncio
import gc
import weakref
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.support.virtual_time import VirtualLoop
from xiangqi_server.node.ops.garbage import (
    CONNECTION_BYTES,
    LOOSE_BYTES,
    LULL_PERIODS,
    PERIOD_S,
    QUIET_CONNECTIONS,
    GarbageCollector,
    freeze_what_stays,
    resident_bytes,
)

MANY = QUIET_CONNECTIONS + 1
WORK_A_PERIOD = 1_000


class Circle:
    """Names itself, so that only the collector frees it."""

    def __init__(self) -> None:
        self.itself = self


@dataclass
class Busy:
    """A node as the collector sees it: how many are here, what it has done, what it holds."""

    connections: int = 0
    work: int = 0
    memory_bytes: int = 0

    def collector(self) -> GarbageCollector:
        return GarbageCollector(
            lambda: self.connections, lambda: self.work, lambda: self.memory_bytes
        )


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    limits = gc.get_threshold()
    yield
    gc.set_threshold(*limits)
    gc.freeze()  # all that was collected, which these tests may have unfrozen


def an_old_circle() -> "weakref.ref[Circle]":
    """A circle that nothing names any more, and that no look at the young generations finds."""
    freeze_what_stays()
    circle = Circle()
    gc.collect(0)
    gc.collect(1)
    return weakref.ref(circle)


def test_old_garbage_is_found_while_few_are_connected_and_then_nothing_is_looked_for() -> None:
    node = Busy(QUIET_CONNECTIONS)
    collector = node.collector()
    circle = an_old_circle()

    assert collector.look_if_fit()
    assert circle() is None
    assert collector.found >= 1
    node.connections = 0
    assert not collector.look_if_fit()


def test_what_lived_when_it_was_looked_at_is_looked_at_again_when_nobody_is_connected() -> None:
    node = Busy()
    collector = node.collector()
    freeze_what_stays()
    circle = Circle()
    freed = weakref.ref(circle)
    found = []

    for node.connections in (1, 1, 0):
        gc.collect(0)
        gc.collect(1)
        assert collector.look_if_fit()
        found.append(freed() is None)
        circle = Circle()

    assert found == [False, False, True]


def test_nothing_is_looked_through_while_many_are_connected_and_memory_grows_with_them() -> None:
    node = Busy(MANY)
    collector = node.collector()
    circle = an_old_circle()

    looked = []
    for node.connections in range(MANY, 10_000, 100):
        node.memory_bytes = node.connections * CONNECTION_BYTES + LOOSE_BYTES
        looked.append(collector.look_if_fit())

    assert not any(looked)
    assert circle() is not None
    assert collector.looks == 0


def test_when_more_is_held_than_newcomers_explain_everything_is_looked_through_in_a_lull() -> None:
    node = Busy(MANY, memory_bytes=MANY * CONNECTION_BYTES + LOOSE_BYTES + 1)
    collector = node.collector()
    circle = an_old_circle()
    gc.freeze()  # it lived when it was looked at

    for number in range(LULL_PERIODS):
        node.work += WORK_A_PERIOD + number
        assert not collector.look_if_fit()
    node.work += WORK_A_PERIOD

    assert circle() is not None
    assert collector.look_if_fit()
    assert circle() is None
    assert collector.looks == 1
    assert not collector.look_if_fit()  # what is left is needed


def test_when_much_more_is_held_no_lull_is_waited_for() -> None:
    node = Busy(MANY)
    collector = node.collector()
    looked = []

    for number, held_bytes in enumerate((0, LOOSE_BYTES + 1, 2 * LOOSE_BYTES + 1)):
        node.work += WORK_A_PERIOD + number
        node.memory_bytes = MANY * CONNECTION_BYTES + held_bytes
        looked.append(collector.look_if_fit())

    assert looked == [False, False, True]


def test_who_runs_looks_again_as_soon_as_the_many_have_left() -> None:
    circle = an_old_circle()
    node = Busy(MANY)
    found = []

    async def watched() -> None:
        running = asyncio.create_task(node.collector().run())
        await asyncio.sleep(2.5 * PERIOD_S)
        found.append(circle() is None)
        node.connections = 0
        await asyncio.sleep(PERIOD_S)
        found.append(circle() is None)
        running.cancel()

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(watched())

    assert found == [False, True]


def test_what_a_process_has_in_memory_grows_with_it() -> None:
    before_bytes = resident_bytes()
    held = b"\1" * (64 << 20)
    grown_bytes = resident_bytes() - before_bytes

    assert before_bytes > 0
    assert grown_bytes > len(held) // 2
