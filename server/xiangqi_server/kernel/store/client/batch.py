"""Calls that leave together, and how their answers are settled.

Each call tells one caller its answer, or has its place in a group, which one caller waits for. A
batch has the calls of many, in the order in which they are sent and answered, and settles them: the
callers get their answers when what waits has been sent. Where copies are waited for, a batch ends
with a fence and the wait (see `acknowledgement`), and what is lasting is settled by what the wait
has found.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import NoScriptError, ResponseError

from xiangqi_server.kernel.store.client.acknowledgement import ReplicaWait
from xiangqi_server.kernel.store.client.error_replies import Redirected, as_store_error
from xiangqi_server.kernel.store.client.replies import Reply, Told
from xiangqi_server.kernel.store.client.requests import Script, pack
from xiangqi_server.kernel.store.port import StoreError

FENCES: Final = 4
"""How many more fences are tried if that of a batch is being moved to another server."""
_FENCE_ANSWERS: Final = 2


Answers = asyncio.Future[list[Reply | StoreError]]
"""Those to calls that were made together, in their order, as soon as the last one is there."""


class Group:
    """Calls that were made together, and their answers, each in its place.

    Attributes:
        tell: called with the answers, once the last one is there.
    """

    __slots__ = ("answers", "left", "tell")

    def __init__(self, size: int, tell: Callable[[list[Reply | StoreError]], None]) -> None:
        self.answers: list[Reply | StoreError] = [None] * size
        self.left = size
        self.tell = tell

    def put(self, place: int, answer: Reply | StoreError) -> None:
        """Take the answer of the call at a place."""
        self.answers[place] = answer
        self.left -= 1
        if not self.left:
            self.tell(self.answers)


class Call:
    """One packed command, the script it needs, and what takes its answer."""

    __slots__ = ("is_answered", "packed", "script", "tell")

    def __init__(self, packed: bytes, script: Script | None, tell: Told) -> None:
        self.packed = packed
        self.script = script
        self.tell = tell
        self.is_answered = False

    @property
    def is_lasting(self) -> bool:
        """Whether its answer waits for the copies that are asked for."""
        return self.script is not None and self.script.is_lasting

    def answer(self, answer: Reply | StoreError) -> None:
        """Take the first answer, and tell it."""
        if not self.is_answered:
            self.is_answered = True
            self.tell(answer)


Settled = deque[tuple[Told, Reply | StoreError]]
"""Answers that no caller has yet, each with the function that takes it."""


class Batch:
    """Calls that are on their way together, and how far their answers have come.

    Args:
        settled: gets the answers.

    Attributes:
        calls: each is settled as its answer is read; what is lasting only after the wait for its
            copies, if there is one.
        forgotten: the calls with a script that the store does not know.
        scripts: that are loaded ahead of the calls.
        wait: for the copies; None without a wait.
        fences: how many more may be tried.
    """

    __slots__ = (
        "_copies",
        "_held",
        "_place",
        "_settled",
        "calls",
        "fences",
        "forgotten",
        "scripts",
        "wait",
    )

    def __init__(
        self,
        calls: Sequence[Call],
        settled: Settled,
        wait: ReplicaWait | None,
        scripts: Sequence[Script] = (),
    ) -> None:
        self.calls = calls
        self._settled = settled
        self.scripts = scripts
        self.forgotten: list[Call] = []
        self.fences = FENCES
        lasts = wait is not None and any(call.is_lasting for call in calls)
        self.wait = wait if lasts else None
        self._place = -len(scripts)  # of the next answer
        self._held: list[tuple[Call, Reply]] = []
        self._copies: list[Reply | StoreError] = []

    def packed(self) -> bytes:
        """All of it, as it is sent."""
        packed = [pack("SCRIPT", "LOAD", script.text) for script in self.scripts]
        packed += [call.packed for call in self.calls]
        if self.wait is not None:
            packed.append(self.wait.packed())
        return b"".join(packed)

    def unanswered(self) -> list[Call]:
        """The calls without an answer."""
        return [call for call in self.calls if not call.is_answered]

    def take(self, answers: Sequence[Reply | Exception]) -> bool:
        """Take the next answers; whether they were the last ones.

        Raises:
            RedisConnectionError: one says that the connection is of no use, or answers no call.
        """
        calls, place = self.calls, self._place
        last = len(calls)
        for answer in answers:
            if isinstance(answer, Exception):
                self._place = place
                self._take_error(answer)
            elif place >= last:
                self._copies.append(answer)
            elif place >= 0:
                call = calls[place]
                if self.wait is not None and call.is_lasting:
                    self._held.append((call, answer))
                else:
                    self._settle(call, answer)
            place += 1
        self._place = place
        expected = last if self.wait is None else last + _FENCE_ANSWERS
        if place > expected:
            raise RedisConnectionError("it answers what nobody has asked")
        return place == expected

    def _take_error(self, error: Exception) -> None:
        if not isinstance(error, ResponseError):
            raise error
        if self._place >= len(self.calls):
            self._copies.append(as_store_error(error))
        elif self._place >= 0:
            call = self.calls[self._place]
            if isinstance(error, NoScriptError):
                self.forgotten.append(call)
            else:
                self._settle(call, as_store_error(error))

    def _settle(self, call: Call, answer: Reply | StoreError) -> None:
        if not call.is_answered:
            call.is_answered = True
            self._settled.append((call.tell, answer))

    def needs_another_fence(self) -> bool:
        """Whether the wait has to be asked for again, for its fence is at another server now."""
        if self.wait is None or not self.fences or not isinstance(self._found, Redirected):
            return False
        if not self.wait.take_another_fence():
            return False
        self.fences -= 1
        self._copies.clear()
        self._place = len(self.calls)
        return True

    def release(self) -> None:
        """Settle what is lasting, by how many copies there are."""
        if self.wait is not None:
            trouble = self.wait.trouble(self._found)
            for call, answer in self._held:
                self._settle(call, answer if trouble is None else trouble)

    @property
    def _found(self) -> Reply | StoreError:
        """What the wait has found; the error of its fence, if it has one."""
        fence, copies = self._copies
        return fence if isinstance(fence, StoreError) else copies
