"""What of a kind is still there, without help of the collector of circles."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collector() -> Iterator[None]:
    """Free in the block only what nothing names any more."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@contextmanager
def left_to_collector() -> Iterator[list[object]]:
    """A list of what names itself in circles when the block has ended; to be cleared by nobody."""
    found: list[object] = []
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        yield found
        gc.collect()
        found += gc.garbage
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


def alive(kind: type) -> int:
    """How many objects of a kind there are."""
    return sum(issubclass(type(one), kind) for one in gc.get_objects())
