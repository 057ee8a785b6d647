"""Messages of the server as they come, for those who iterate over them."""

import asyncio
from collections import deque
from contextlib import suppress
from typing import Final, Generic, Self, TypeVar, cast

from xiangqi_client.errors import FellBehind, SessionClosed
from xiangqi_client.messages import Message

WAITING_MESSAGES: Final = 1_000
"""So many may wait to be read; then the iteration ends with `FellBehind`."""

Told = TypeVar("Told", bound=Message)


class Events(Generic[Told]):
    """An async iterator of messages, from the moment it was made; `Session.events` makes it.

    It ends when the session is closed, and raises what else ends the session, or `FellBehind`.

    Args:
        kinds: the types that are wanted; none for every message.
    """

    def __init__(self, kinds: tuple[type[Message], ...]) -> None:
        self._kinds = kinds or (Message,)
        self._waiting: deque[Told] = deque()
        self._came = asyncio.Event()
        self._error: Exception | None = None

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Told:
        while not self._waiting:
            if self._error is not None:
                is_asked_for = isinstance(self._error, SessionClosed)
                raise StopAsyncIteration if is_asked_for else self._error
            self._came.clear()
            await self._came.wait()
        return self._waiting.popleft()

    @property
    def has_more(self) -> bool:
        """A message waits to be read."""
        return bool(self._waiting)

    async def wait(self, longest_s: float) -> None:
        """Wait until a message waits to be read, or it has taken too long."""
        self._came.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(longest_s):
                while not self._waiting and self._error is None:
                    await self._came.wait()

    def put(self, message: Message) -> None:
        """A message has come; the session's to call."""
        if self._error is not None or not isinstance(message, self._kinds):
            return
        if len(self._waiting) == WAITING_MESSAGES:
            self._waiting.clear()
            self.end(FellBehind(f"{WAITING_MESSAGES} messages were not read"))
        else:
            self._waiting.append(cast(Told, message))
            self._came.set()

    def end(self, error: Exception) -> None:
        """No message comes any more; what has come can still be read."""
        self._error = error
        self._came.set()
