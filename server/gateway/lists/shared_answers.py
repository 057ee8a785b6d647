"""What many ask for alike is looked up once and kept for a moment.

A page of a list costs the store sixteen commands and one a row. However many look at the same page
of this node, it is asked for once a second.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Final, Generic, TypeVar

KEPT_MS: Final = 1_000
MOST: Final = 64
"""So many answers are kept: what is asked for is chosen by strangers."""

A = TypeVar("A")


class SharedAnswers(Generic[A]):
    """Answers of one sort. Owned by whoever gives them.

    Args:
        now_ms: the time by which they grow old.
    """

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._kept: OrderedDict[Hashable, tuple[int, A]] = OrderedDict()
        self._asking: dict[Hashable, asyncio.Lock] = {}

    async def get(self, asked: Hashable, look_up: Callable[[], Awaitable[A]]) -> A:
        """The answer to what is asked, `KEPT_MS` old at most; raises what `look_up` raises."""
        lock = self._asking.setdefault(asked, asyncio.Lock())
        try:
            async with lock:
                kept = self._kept.get(asked)
                if kept is not None and self._now_ms() - kept[0] < KEPT_MS:
                    return kept[1]
                begun_ms = self._now_ms()
                answer = await look_up()
                self._keep(asked, (begun_ms, answer))
                return answer
        finally:
            if not lock.locked():  # else whoever waits is the next, and removes it
                self._asking.pop(asked, None)

    def _keep(self, asked: Hashable, kept: tuple[int, A]) -> None:
        self._kept[asked] = kept
        self._kept.move_to_end(asked)
        if len(self._kept) > MOST:
            self._kept.popitem(last=False)
