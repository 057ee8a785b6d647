"""A supervised worker process: started, asked, killed when its time is up, replaced.

The first question starts the process: a node nobody asks saves its time and memory. One
question is thought about at a time, for the budget at most. The others wait, the players who
ask in turn, so that nobody is ruled on without a search because another one asks much: only the
own games of such a player wait longer. Whoever gets no answer is told so (None), and a process
that was thinking for longer than the budget is killed and replaced. While it is not up, a
question waits for it, as long as it would for its turn.
"""

import asyncio
import logging
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final, NamedTuple

from server.own_python import RUN_MODULE
from server.room.ruling_request import RulingRequest
from server.ruling_worker.fair_queue import FairLine
from server.ruling_worker.frames import (
    LENGTH_BYTES,
    READY,
    Answer,
    Question,
    answer_in,
    body_length,
    framed,
)
from server.tournaments.pairing_request import PairingRequest

log = logging.getLogger(__name__)

BUDGET_S: Final = 3.0
PAIRING_BUDGET_S: Final = 20.0
"""A round is paired in a second or two; a slow machine has the length of a break."""
WAIT_S: Final = 15.0
"""The longest a question waits for its turn, and then for the process. Clocks do not run on
meanwhile: a move counts as played when it arrived."""
PAUSE_S: Final = 0.5
"""Between the end of a process and the start of the next."""
WORKER: Final = (*RUN_MODULE, "server.ruling_worker.worker")


class _Pipe(NamedTuple):
    """A running process, and its ends."""

    process: Process
    questions: asyncio.StreamWriter
    answers: asyncio.StreamReader


class RulingWorker:
    """The thinking process of a node; `thinking` runs it.

    Args:
        command: starts the process.
        budget_s: the longest a question is thought about.
        wait_s: the longest it waits for its turn before that, and for the process.
    """

    def __init__(
        self,
        command: Sequence[str] = WORKER,
        budget_s: float = BUDGET_S,
        wait_s: float = WAIT_S,
    ) -> None:
        self._command = command
        self._wait_s = wait_s
        self._budget_s = budget_s
        self._pipe: _Pipe | None = None
        self._is_asked = asyncio.Event()
        self._is_up = asyncio.Event()
        self._line = FairLine()
        self.started = 0
        self.unanswered = 0

    async def run(self) -> None:
        """Keep a process up from the first question on, until cancelled; then end it."""
        await self._is_asked.wait()
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
        self.started += 1
        questions, answers = process.stdin, process.stdout
        try:
            if questions is not None and answers is not None and await answers.read(len(READY)):
                self._pipe = _Pipe(process, questions, answers)
                self._is_up.set()
            await process.wait()
        finally:
            self._hang_up(process)
            await process.wait()
        log.warning("thinking process ended", extra={"code": process.returncode})

    async def answer(self, question: object) -> object | None:
        """See `host.offload.OffloadWorker`."""
        if not isinstance(question, RulingRequest | PairingRequest):
            raise TypeError("only rooms and tournaments ask here")
        self._is_asked.set()
        try:
            async with self._line.turn(question.asked_by, self._wait_s):
                async with asyncio.timeout(self._wait_s):
                    pipe = await self._opened()
                async with asyncio.timeout(self._budget_s):
                    return await self._asked(pipe, question)
        except (TimeoutError, OSError, asyncio.IncompleteReadError):
            self.unanswered += 1
            return None

    async def _opened(self) -> _Pipe:
        while (pipe := self._pipe) is None:
            await self._is_up.wait()
        return pipe

    async def _asked(self, pipe: _Pipe, question: Question) -> Answer:
        """Ask the process; if the answer is cut off, it must not be taken for the next one."""
        try:
            pipe.questions.write(framed(question))
            await pipe.questions.drain()
            head = await pipe.answers.readexactly(LENGTH_BYTES)
            return answer_in(await pipe.answers.readexactly(body_length(head)))
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


class ThinkingProcesses:
    """Those of a node, one per topic: no player waits for a ruling while a crowd is paired."""

    def __init__(self) -> None:
        self._rulings = RulingWorker()
        self._pairings = RulingWorker(budget_s=PAIRING_BUDGET_S)

    @property
    def unanswered(self) -> int:
        """How many questions nobody had the time for."""
        return self._rulings.unanswered + self._pairings.unanswered

    async def run(self) -> None:
        """Keep those up that are asked, until cancelled; then end them."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._rulings.run())
            group.create_task(self._pairings.run())

    async def answer(self, question: object) -> object | None:
        """See `host.offload.OffloadWorker`."""
        is_pairing = isinstance(question, PairingRequest)
        return await (self._pairings if is_pairing else self._rulings).answer(question)


@asynccontextmanager
async def thinking() -> AsyncIterator[ThinkingProcesses]:
    """The thinking processes for the time of the block: to the last command that is answered."""
    processes = ThinkingProcesses()
    running = asyncio.create_task(processes.run())
    try:
        yield processes
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
