import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from server.ops import garbage
from server.ops.garbage import PERIOD_S, QUIET_CONNECTIONS
from tests.support.virtual_time import VirtualLoop


class Circle:
    """Names itself, so that only the collector frees it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    limits = gc.get_threshold()
    yield
    gc.set_threshold(*limits)
    gc.unfreeze()


def an_old_circle() -> "weakref.ref[Circle]":
    """A circle that nothing names any more, and that no look at the young generations finds."""
    garbage.settle()
    circle = Circle()
    gc.collect(0)
    gc.collect(1)
    return weakref.ref(circle)


def test_old_garbage_is_found_while_few_are_connected_and_then_nothing_is_looked_for() -> None:
    circle = an_old_circle()

    assert garbage.collect_if_quiet(QUIET_CONNECTIONS)
    assert circle() is None
    assert not garbage.collect_if_quiet(0)


def test_what_lived_when_it_was_looked_at_is_looked_at_again_when_nobody_is_connected() -> None:
    garbage.settle()
    circle = Circle()
    freed = weakref.ref(circle)
    found = []

    for connections in (1, 1, 0):
        gc.collect(0)
        gc.collect(1)
        assert garbage.collect_if_quiet(connections)
        found.append(freed() is None)
        circle = Circle()

    assert found == [False, False, True]


def test_nothing_is_looked_through_while_many_are_connected() -> None:
    circle = an_old_circle()

    assert not garbage.collect_if_quiet(QUIET_CONNECTIONS + 1)
    assert circle() is not None


def test_who_runs_looks_again_as_soon_as_the_many_have_left() -> None:
    circle = an_old_circle()
    connections = QUIET_CONNECTIONS + 1
    found = []

    async def watched() -> None:
        nonlocal connections
        running = asyncio.create_task(garbage.run(lambda: connections))
        await asyncio.sleep(2.5 * PERIOD_S)
        found.append(circle() is None)
        connections = 0
        await asyncio.sleep(PERIOD_S)
        found.append(circle() is None)
        running.cancel()

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(watched())

    assert found == [False, True]
