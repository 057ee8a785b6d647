"""Commands that wait for their answers."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from xiangqi_client.messages import Message


class Pending:
    """One command, sent or about to be.

    Attributes:
        text: as it is sent, each time the same: the server knows a repeat by its id.
        room: that it is about, None if it is about none.
    """

    def __init__(self, text: str, room: str | None) -> None:
        self.text = text
        self.room = room
        self._answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._again = asyncio.Event()

    @property
    def is_unanswered(self) -> bool:
        """It has to be sent again on another connection."""
        return not self._answer.done()

    async def answer(self) -> Message:
        """Wait for the answer."""
        return await self._answer

    def answered(self, message: Message) -> None:
        """The answer has come; of two, the first counts."""
        if not self._answer.done():
            self._again.clear()
            self._answer.set_result(message)

    def fail(self, error: Exception) -> None:
        """No answer will come."""
        if not self._answer.done():
            self._answer.set_exception(error)
        self._again.set()

    async def wait_again(self, wait_ms: int) -> None:
        """Wait before it is sent again, but not longer than until `hurry` after the refusal."""
        self._answer = asyncio.get_running_loop().create_future()
        with suppress(TimeoutError):
            async with asyncio.timeout(wait_ms / 1000):
                await self._again.wait()

    def hurry(self) -> None:
        """The server can store again: what waits is sent at once."""
        self._again.set()


class PendingCommands:
    """All commands without an answer, in the order in which they were asked."""

    def __init__(self) -> None:
        self._by_id: dict[str, Pending] = {}
        self._error: Exception | None = None

    @contextmanager
    def added(self, id_: str, pending: Pending) -> Iterator[None]:
        """Keep a command while its asker waits."""
        if self._error is not None:
            raise self._error
        self._by_id[id_] = pending
        try:
            yield
        finally:
            del self._by_id[id_]

    def answered(self, id_: str | None, message: Message) -> None:
        """A message that echoes an id is the answer to the command of that id."""
        if id_ is not None and (pending := self._by_id.get(id_)) is not None:
            pending.answered(message)

    def unanswered(self) -> list[Pending]:
        """Those to send again."""
        return [pending for pending in self._by_id.values() if pending.is_unanswered]

    def hurry(self) -> None:
        """Nobody waits any longer before sending again."""
        for pending in self._by_id.values():
            pending.hurry()

    def end(self, error: Exception) -> None:
        """No answers will come."""
        self._error = error
        for pending in self._by_id.values():
            pending.fail(error)
