"""What of a kind is still there, without help of the collector of circles."""

import gc
import warnings
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collector() -> Iterator[None]:
    """Free in the block only what nothing names any more."""
    _collect_earlier()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@contextmanager
def left_to_collector() -> Iterator[list[object]]:
    """A list of what names itself in circles when the block has ended; to be cleared by nobody."""
    found: list[object] = []
    _collect_earlier()
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


def _collect_earlier() -> None:
    """Free what tests before this one have left; what of it is still open is no fault of this."""
    with warnings.catch_warnings(action="ignore", category=ResourceWarning):
        gc.collect()
