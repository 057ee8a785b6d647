"""A thinking process under supervision: started, asked, killed past its budget, replaced.

This module hides that thinking happens elsewhere and may fail. One question is thought about
at a time; the others wait, each no longer than the budget. Whoever gets no answer within
it is told so (None), and a process that was still thinking then is killed and replaced.
While it is not up, questions wait for it, within their budget.
"""

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final, NamedTuple

from server.counsel.frames import LENGTH_BYTES, body_length, counsel_in, framed
from server.room.counsel import Question
from server.room.messages import Counsel

log = logging.getLogger(__name__)

BUDGET_S: Final = 3.0
PAUSE_S: Final = 0.5
"""Between the end of a process and the start of the next."""
THINKER: Final = (sys.executable, "-m", "server.counsel.thinker")


class _Pipe(NamedTuple):
    """A running process, and its ends."""

    process: Process
    questions: asyncio.StreamWriter
    answers: asyncio.StreamReader


class SupervisedThinker:
    """The thinking process of a node; `thinking` runs it.

    Args:
        command: starts the process.
        budget_s: the longest a question waits for its answer.
    """

    def __init__(self, command: Sequence[str] = THINKER, budget_s: float = BUDGET_S) -> None:
        self._command = command
        self._budget_s = budget_s
        self._pipe: _Pipe | None = None
        self._is_up = asyncio.Event()
        self._turn = asyncio.Lock()
        self.started = 0
        self.unanswered = 0

    async def run(self) -> None:
        """Keep a process up, until cancelled; then end it."""
        while True:
            try:
                await self._run_once()
            except OSError as error:
                log.warning("thinking process did not start", extra={"error": str(error)})
            await asyncio.sleep(PAUSE_S)

    async def _run_once(self) -> None:
        process = await asyncio.create_subprocess_exec(
            *self._command, stdin=PIPE, stdout=PIPE, start_new_session=True
        )
        if process.stdin is not None and process.stdout is not None:
            self._pipe = _Pipe(process, process.stdin, process.stdout)
            self._is_up.set()
        self.started += 1
        try:
            await process.wait()
        finally:
            self._hang_up(process)
            await process.wait()
        log.warning("thinking process ended", extra={"code": process.returncode})

    async def answer(self, question: object) -> object | None:
        """See `host.advice.Counsel`."""
        if not isinstance(question, Question):
            raise TypeError("only rooms ask here")
        try:
            async with asyncio.timeout(self._budget_s), self._turn:
                return await self._asked(question)
        except (TimeoutError, OSError, asyncio.IncompleteReadError):
            self.unanswered += 1
            return None

    async def _asked(self, question: Question) -> Counsel:
        """Ask the process; if the answer is cut off, it must not be taken for the next one."""
        while (pipe := self._pipe) is None:
            await self._is_up.wait()
        try:
            pipe.questions.write(framed(question))
            await pipe.questions.drain()
            head = await pipe.answers.readexactly(LENGTH_BYTES)
            return counsel_in(await pipe.answers.readexactly(body_length(head)))
        except BaseException:
            self._hang_up(pipe.process)
            raise

    def _hang_up(self, process: Process) -> None:
        """Ask this process nothing more, and end it; `run` starts another one."""
        if self._pipe is not None and self._pipe.process is process:
            self._pipe = None
            self._is_up.clear()
        with suppress(ProcessLookupError):
            process.kill()


@asynccontextmanager
async def thinking() -> AsyncIterator[SupervisedThinker]:
    """A thinking process for the time of the block: to the last command that is answered."""
    thinker = SupervisedThinker()
    running = asyncio.create_task(thinker.run())
    try:
        yield thinker
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
