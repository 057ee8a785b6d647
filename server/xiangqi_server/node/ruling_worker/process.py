"""A supervised worker process: started, asked, killed when its time is up, replaced.

The first question starts the process: a node without questions saves its time and memory. One
question is thought about at a time, for the budget at most. The others wait for as long as it
takes, in an order in which an address that asks much holds up its own games (`fair_queue`). What
others ask decides when a question is answered, never how. What was answered once is remembered.

A process that ends is replaced after `PAUSE_S`, and what it was asked is asked again. A question
has no answer (None) only if `MOST_DEATHS` processes have ended over it, or if it takes longer than
the budget. While no process has come up for `WAIT_S`, no question has one.
"""

import asyncio
import logging
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final, NamedTuple

from xiangqi_server.aggregates.room.ruling_request import RulingRequest
from xiangqi_server.aggregates.tournaments.pairing_request import PairingRequest
from xiangqi_server.api.lines import JudgeQuestion, LineQuestion
from xiangqi_server.api.reading import ReadQuestion
from xiangqi_server.game.rules.rulesets import DOUBTING
from xiangqi_server.kernel.fair_queue import FairLine
from xiangqi_server.kernel.own_python import RUN_MODULE
from xiangqi_server.node.ruling_worker.frames import (
    LENGTH_BYTES,
    READY,
    Answer,
    Question,
    answer_in,
    body_length,
    framed,
)
from xiangqi_server.node.ruling_worker.known_answers import KnownAnswers

log = logging.getLogger(__name__)

BUDGET_S: Final = 60.0
"""A ruling ends by its own budget, of positions. A process that takes so long hangs, and it is
asked again: the winner does not depend on how busy a machine is."""
PAIRING_BUDGET_S: Final = 20.0
"""A round is paired in a second or two; a slow machine has the length of a break."""
WAIT_S: Final = 15.0
"""The longest the process may be away before questions are not answered. Clocks do not run on
meanwhile, nor while a question waits for its turn: a move counts as played when it arrived."""
MOST_DEATHS: Final = 2
PAUSE_S: Final = 0.5
"""Between the end of a process and the start of the next."""
WORKER: Final = (*RUN_MODULE, "xiangqi_server.node.ruling_worker.worker")
LINE_BUDGET_S: Final = 10.0
"""A line that a stranger asks about: without an answer by then, the answer says so."""
LINE_WORKER: Final = (*WORKER, "10")
"""It gives way to the processes that games wait for."""


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
        wait_s: the longest the process may be away.

    Attributes:
        address_of: what limits by address count a player under, "" without one.
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
        self._away_since_s: float | None = None
        self._line = FairLine()
        self._known = KnownAnswers()
        self.address_of: Callable[[str], str] = lambda player: ""
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
        if not isinstance(question, Question):
            raise TypeError("only rooms, tournaments and lines ask here")
        asked = framed(question if isinstance(question, PairingRequest) else question.by_nobody())
        known = self._known.of(asked)
        if known is not None:
            return answer_in(known)
        self._is_asked.set()
        async with self._line.turn(self._counted_as(question)):
            return await self._found(asked)

    def _counted_as(self, question: Question) -> str:
        """The one that stands in line: an address, or a player or tournament without a known one.

        It is that of the other player where the asking one has no address, as computers.
        """
        if not isinstance(question, RulingRequest):
            return question.asked_by
        addresses = (self.address_of(player) for player in question.asked_by)
        return next(filter(None, addresses), next(iter(question.asked_by), ""))

    async def _found(self, asked: bytes) -> Answer | None:
        """The answer to a question whose turn it is, or None."""
        known = self._known.of(asked)  # another has asked it meanwhile
        if known is not None:
            return answer_in(known)
        for _ in range(MOST_DEATHS):
            try:
                pipe = await self._opened()
                async with asyncio.timeout(self._budget_s):
                    found = await self._asked(pipe, asked)
            except TimeoutError:
                break
            except (OSError, asyncio.IncompleteReadError):
                continue
            self._known.keep(asked, found)
            return answer_in(found)
        self.unanswered += 1
        return None

    async def _opened(self) -> _Pipe:
        """The process, once it is up.

        Raises:
            TimeoutError: it has been away for too long.
        """
        while (pipe := self._pipe) is None:
            if self._away_since_s is None:
                self._away_since_s = asyncio.get_running_loop().time()
            async with asyncio.timeout_at(self._away_since_s + self._wait_s):
                await self._is_up.wait()
        self._away_since_s = None
        return pipe

    async def _asked(self, pipe: _Pipe, asked: bytes) -> bytes:
        """Ask the process; if the answer is cut off, it must not be taken for the next one."""
        try:
            pipe.questions.write(asked)
            await pipe.questions.drain()
            head = await pipe.answers.readexactly(LENGTH_BYTES)
            return await pipe.answers.readexactly(body_length(head))
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
    """Those of a node, one per topic: no player waits for a ruling while a crowd is paired.

    Nor does a player for one of the rule sets that take a few milliseconds, while the Chinese
    rules are searched. What is no game here never waits beside games: a player who asks about lines
    has a process that gives way to theirs.
    """

    def __init__(self) -> None:
        self._rulings = RulingWorker()
        self._quick_rulings = RulingWorker()
        self._pairings = RulingWorker(budget_s=PAIRING_BUDGET_S)
        self._lines = RulingWorker(LINE_WORKER, LINE_BUDGET_S)
        self._workers = (self._rulings, self._quick_rulings, self._pairings, self._lines)

    @property
    def unanswered(self) -> int:
        """How many questions were left for want of time."""
        return sum(worker.unanswered for worker in self._workers)

    def count_by(self, address_of: Callable[[str], str]) -> None:
        """Have questions wait for those of their own address, instead of for all others."""
        self._rulings.address_of = self._quick_rulings.address_of = address_of

    async def run(self) -> None:
        """Keep those up that are asked, until cancelled; then end them."""
        async with asyncio.TaskGroup() as group:
            for worker in self._workers:
                group.create_task(worker.run())

    async def answer(self, question: object) -> object | None:
        """See `host.offload.OffloadWorker`."""
        if isinstance(question, PairingRequest):
            return await self._pairings.answer(question)
        if isinstance(question, LineQuestion | JudgeQuestion | ReadQuestion):
            return await self._lines.answer(question)
        is_long = isinstance(question, RulingRequest) and question.rules.name in DOUBTING
        return await (self._rulings if is_long else self._quick_rulings).answer(question)


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
