"""When the interpreter looks for garbage, so that nobody waits for it.

Nearly all that this program makes is freed as soon as nothing names it; the collector finds only
what names itself in a circle. It looks at all objects of a generation in one go, and the loop
stands still meanwhile: at five thousand rooms for half a second in the middle generation, as the
interpreter has it by itself, and for more than a second in the oldest. So the young generations are
kept small. What is older is looked through while few are connected, each part of it once; and
everything, when nobody is. Connections and rooms break their own circles when they end, so that
little is left for that to find.
"""

import asyncio
import gc
from collections.abc import Callable
from typing import Final

YOUNG_OBJECTS: Final = 4_000
"""So many more objects are made than freed before the youngest are looked through: 1 or 2 ms."""
YOUNG_LOOKS: Final = 3
"""After so many of these, those that grew older meanwhile are looked through as well."""
OLD_LOOKS: Final = 3_000
"""After so many of those the interpreter looks through everything by itself: once in many hours."""
QUIET_CONNECTIONS: Final = 100
PERIOD_S: Final = 10.0


def settle() -> None:
    """Never look at what was made so far again: it lives as long as the node. Set the limits."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, YOUNG_LOOKS, OLD_LOOKS)


def collect_if_quiet(connections: int) -> bool:
    """Look through what has grown old since the last time, if few are connected; whether it did.

    If nobody is, what was looked through before is looked through again.
    """
    if connections > QUIET_CONNECTIONS or not gc.get_count()[2]:
        return False
    if not connections:
        gc.unfreeze()
    gc.collect()
    gc.freeze()
    return True


async def run(connections: Callable[[], int]) -> None:
    """Look for garbage whenever few are connected.

    Args:
        connections: gives how many are.
    """
    while True:
        await asyncio.sleep(PERIOD_S)
        collect_if_quiet(connections())
