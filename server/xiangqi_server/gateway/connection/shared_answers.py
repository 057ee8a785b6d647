"""Answers that many clients ask for: each is looked up once and kept for a moment.

A page of a list costs the store sixteen commands and one per row. However many clients of this node
look at the same page, the store is asked for it once a second. An answer that must not be kept is
shared only by clients that asked before it was there.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Final, Generic, NamedTuple, TypeVar

KEPT_MS: Final = 1_000
MOST: Final = 64
"""How many answers are kept: a bound, because strangers choose what they ask for."""

A = TypeVar("A")


class _Kept(NamedTuple, Generic[A]):
    """An answer, when its look-up began, and its number among all answers found."""

    begun_ms: int
    number: int
    answer: A


class SharedAnswers(Generic[A]):
    """Answers of one sort. Owned by the handler that gives them.

    Args:
        now_ms: the time by which they grow old.
        may_keep: whether an answer may be given to clients that ask later.
    """

    def __init__(self, now_ms: Callable[[], int], may_keep: Callable[[A], bool]) -> None:
        self._now_ms = now_ms
        self._may_keep = may_keep
        self._found = 0
        self._kept: OrderedDict[Hashable, _Kept[A]] = OrderedDict()
        self._asking: dict[Hashable, asyncio.Lock] = {}

    async def get(self, asked: Hashable, look_up: Callable[[], Awaitable[A]]) -> A:
        """The answer to what is asked, `KEPT_MS` old at most; raises what `look_up` raises."""
        found = self._found
        lock = self._asking.setdefault(asked, asyncio.Lock())
        try:
            async with lock:
                kept = self._kept.get(asked)
                if kept is not None and self._is_good(kept, found):
                    return kept.answer
                begun_ms = self._now_ms()
                answer = await look_up()
                self._found += 1
                self._keep(asked, _Kept(begun_ms, self._found, answer))
                return answer
        finally:
            if not lock.locked():  # else the one that waits is next, and removes it
                self._asking.pop(asked, None)

    def _is_good(self, kept: _Kept[A], found: int) -> bool:
        """Whether an answer will do for a client that asked when this many had been found."""
        is_young = self._now_ms() - kept.begun_ms < KEPT_MS
        return is_young and (kept.number > found or self._may_keep(kept.answer))

    def _keep(self, asked: Hashable, kept: _Kept[A]) -> None:
        self._kept[asked] = kept
        self._kept.move_to_end(asked)
        if len(self._kept) > MOST:
            self._kept.popitem(last=False)
