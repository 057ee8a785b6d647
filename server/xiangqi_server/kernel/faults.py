"""Contains a bug where it happened, so that everybody else is served as before.

Theory of operation. What is done for one connection, one room or one step of a tick is done inside
`contained`. An unforeseen exception ends there. It is counted by the place and logged with its
traceback, and the caller that began the step decides what becomes of it. The same failure over and
over is logged the 1st, 2nd, 4th, 8th time and so on, so a bug in a tick does not fill a disk.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine
from functools import partial
from types import TracebackType
from typing import Final

from msgspec import Struct

log = logging.getLogger(__name__)

AGAIN_S: Final = 1.0
"""How long after a bug a coroutine that runs for ever is started again."""
KINDS_KEPT: Final = 1_024
"""How many kinds of failures are counted apart; beyond that each is logged as if it were new."""


class Contained(Struct):
    """One step; made by `Faults.contained`. A move takes half a dozen of them.

    Fields:
        where: one of a few fixed names.
        about: what the step is done for, as it is named in the log.
        has_failed: the step ended by an exception.
    """

    faults: "Faults"
    where: str
    about: object = ""
    has_failed: bool = False

    def __enter__(self) -> "Contained":
        """Begin the step."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        """Note a failure and go on behind the step; a cancellation passes."""
        if error is None or not isinstance(error, Exception):
            return False
        self.has_failed = True
        self.faults.note(self.where, error, self.about)
        return True


class Faults:
    """The failures of one node that nobody foresaw. Made by the host; shared by all its parts.

    Attributes:
        counts: how many there were, by the place where they were contained.
        contained: a block that no exception leaves; see `Contained`.
    """

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._kinds: Counter[tuple[str, str, int]] = Counter()
        self.contained = partial(Contained, self)

    def note(self, where: str, error: BaseException, about: object = "") -> None:
        """Count a failure, and log it unless it is the same over and over."""
        self.counts[where] += 1
        if len(self._kinds) >= KINDS_KEPT:
            self._kinds.clear()
        kind = (where, type(error).__name__, _line_of(error))
        self._kinds[kind] += 1
        count = self._kinds[kind]
        if count & (count - 1) == 0:
            facts = {"where": where, "about": str(about), "count": count}
            log.error("fault", exc_info=error, extra=facts)

    async def keep_running(
        self, where: str, work: Callable[[], Coroutine[None, None, None]]
    ) -> None:
        """Run what runs until it is cancelled; ended by a bug, it is begun anew."""
        while True:
            with self.contained(where) as running:
                await work()
            if not running.has_failed:
                return
            await asyncio.sleep(AGAIN_S)


def _line_of(error: BaseException) -> int:
    """The line that raised it; with its type that tells one bug from another."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return 0 if trace is None else trace.tb_lineno
