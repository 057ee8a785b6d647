"""Calls of the store that many share: callers that ask while one is under way share the next.

Theory of operation. When a node takes over the players of a dead one, thousands come within a
second, and all need the same from the store. The first to ask makes the call at once.
All others that ask until then wait for one more call, which begins afterwards, so an answer is
never older than its question.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from typing import Generic, TypeVar

from xiangqi_server.kernel.store.port import StoreUnavailable

K = TypeVar("K")
R = TypeVar("R")


class SharedCalls(Generic[K, R]):
    """Makes one call of the store after another, each for all callers that asked before it began.

    Args:
        call: asks the store, for each key once.
    """

    def __init__(self, call: Callable[[Collection[K]], Awaitable[R]]) -> None:
        self._call = call
        self._keys: dict[K, None] = {}
        self._under_way: asyncio.Future[R] | None = None
        self._next: asyncio.Future[R] | None = None

    async def ask(self, key: K) -> R:
        """The answer of a call that began after this, `key` among its keys.

        Raises:
            StoreUnavailable: there is no answer, or the caller's task was cancelled.
        """
        self._keys[key] = None
        answer = self._next
        if answer is None:
            answer = self._next = asyncio.get_running_loop().create_future()
            await self._make(answer)
        try:
            return await asyncio.shield(answer)
        finally:
            del answer  # the traceback of an error in it names this frame: a cycle

    async def _make(self, answer: asyncio.Future[R]) -> None:
        try:
            if self._under_way is not None:
                await asyncio.wait([self._under_way])
            self._under_way, self._next = answer, None
            keys, self._keys = tuple(self._keys), {}
            answer.set_result(await self._call(keys))
        except StoreUnavailable as error:
            answer.set_exception(error)
        finally:
            if self._next is answer:
                self._next = None
            if not answer.done():
                answer.set_exception(StoreUnavailable("the caller for all was cancelled"))
            answer.exception()  # marks it as seen: it may be that no caller waits
            del answer
