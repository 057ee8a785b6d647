"""When the interpreter looks for garbage, so that nobody waits for it.

Nearly all that this program makes is freed as soon as nothing names it; the collector finds only
what names itself in a cycle. It looks at all objects of a generation in one go, and the loop
stands still meanwhile, for about a millisecond per thousand objects: a room with two players is
a hundred, so five thousand rooms cost half a second. So the young generations are kept small.
What is older is looked through while few are connected, each part of it once; and everything, when
nobody is. Connections and rooms break their own cycles when they end, which is tested, so that
little is left for that to find.

A node on which many are connected by day and by night would never look, so what its memory may hold
is bounded as well: when it has grown by more than those who came since the last look explain,
everything is looked through in the next lull.
"""

import asyncio
import gc
import os
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Final

YOUNG_OBJECTS: Final = 500
"""How many more objects are made than freed before the youngest are collected: 0.1 to 0.2 ms, which
is less than a move takes. The work in all is the same, however many at a time."""
YOUNG_LOOKS: Final = 3
"""After this many of these the middle generation is collected as well: 0.5 ms."""
OLD_LOOKS: Final = 24_000
"""After this many of those the interpreter collects everything by itself: once in many hours."""
QUIET_CONNECTIONS: Final = 100
PERIOD_S: Final = 10.0
CONNECTION_BYTES: Final = 32 * 1024
"""What a connection may hold, half of a room included, without being suspected: twice the usual."""
LOOSE_BYTES: Final = 256 << 20
"""How much more may be held, as it may be garbage, before everything is collected."""
LULL_PERIODS: Final = 30
"""A lull is a period in which no more was done than in any of this many before it: five minutes."""

_RESIDENT: Final = Path("/proc/self/statm")


def freeze_what_stays() -> None:
    """Exempt all objects made so far: they live as long as the node. Set how often to look."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, YOUNG_LOOKS, OLD_LOOKS)


def resident_bytes() -> int:
    """What this process has in memory; 0 where the system does not say."""
    try:
        return int(_RESIDENT.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


class GarbageCollector:
    """Looks for old garbage. Made by `node`, which runs it as long as the node lives.

    Args:
        connections: gives how many are connected.
        work: gives how much the node has done since it was started, in whatever unit.
        memory_bytes: gives what the process holds.

    Attributes:
        looks: how often everything was looked through while more than a few were connected.
        found: how many objects all looks here have freed.
    """

    def __init__(
        self,
        connections: Callable[[], int],
        work: Callable[[], int],
        memory_bytes: Callable[[], int] = resident_bytes,
    ) -> None:
        self._connections = connections
        self._work = work
        self._memory_bytes = memory_bytes
        self.looks = 0
        self.found = 0
        self._done = 0
        self._lately: deque[int] = deque(maxlen=LULL_PERIODS)
        self._explained_connections = self._explained_bytes = 0

    async def run(self) -> None:
        """Look when nobody, or hardly anybody, is held up by it, or when it has to be."""
        self._explain()
        while True:
            await asyncio.sleep(PERIOD_S)
            self.look_if_fit()

    def look_if_fit(self) -> bool:
        """Look, if few are connected or if memory has grown for no known reason; whether it did.

        Called once a period.
        """
        done = self._work()
        did, self._done = done - self._done, done
        is_lull = did <= min(self._lately, default=0)
        self._lately.append(did)
        if self._connections() <= QUIET_CONNECTIONS:
            return self._look_while_quiet()
        loose_bytes = self._loose_bytes()
        if loose_bytes <= LOOSE_BYTES or not (is_lull or loose_bytes > 2 * LOOSE_BYTES):
            return False
        self.looks += 1
        self._look_through_everything()
        return True

    def _look_while_quiet(self) -> bool:
        """Look through what has grown old since the last time, and if nobody is here, the rest."""
        if not gc.get_count()[2]:
            return False
        if self._connections():
            self._look()
        else:
            self._look_through_everything()
        return True

    def _look_through_everything(self) -> None:
        gc.unfreeze()
        self._look()
        self._explain()

    def _look(self) -> None:
        self.found += gc.collect()
        gc.freeze()

    def _explain(self) -> None:
        """Take what is held now for what is needed by those who are connected now."""
        self._explained_connections = self._connections()
        self._explained_bytes = self._memory_bytes()

    def _loose_bytes(self) -> int:
        """By how much memory has grown since the last look beyond what newcomers may hold."""
        newcomers = max(0, self._connections() - self._explained_connections)
        grown_bytes = self._memory_bytes() - self._explained_bytes
        return grown_bytes - newcomers * CONNECTION_BYTES
