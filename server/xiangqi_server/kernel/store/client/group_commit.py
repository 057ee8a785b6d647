"""One connection to the store, shared by everyone on this node: group commit.

Whatever is waiting is sent as one write, and the next batch leaves when the last answer of this one
is read. So a busy moment costs one round trip and one fsync instead of hundreds. Where many ask at
once and there is no hurry, a batch also gathers for a moment (`gather_s`). No task has a part in
that: the turn of the loop after the first call sends. The bytes of the answers, as they come, have
sent what waits meanwhile, and then the calls answered (see `pipeline`). Only a connection is made
by a task (see `connecting`), by redis-py, whose retries and pool are not used.

What can go wrong, and what becomes of it:

- A caller that is cancelled only stops listening; its call is still sent and answered.
- A connection that has served before and breaks is replaced once and the unanswered calls are
  sent again. That is safe because each call may be repeated: an append is recognised by its
  event id, the others change nothing the second time.
- A batch that is not answered before the deadline, or that cannot be sent, fails with
  `StoreUnavailable`, and so does everything waiting behind it. Calls are then refused at once
  for a moment that grows with each failure in a row, so a store that is down is not hammered.
- A store that answers but refuses (read-only, out of memory, loading, another password, less
  rights than before) is as good as away: `StoreUnavailable`, until it takes the call.
- A server that turns out to be another one, which was promoted: `Promoted`, once, for what was
  sent to the one before; see `single_primary`.
- A store that is found unfit when a connection is made: `StoreUnavailable`, until it is fit.
- A store that is not the one that was opened, by the mark our scripts look for: `StoreReplaced`.
- A script the store has forgotten is loaded and its calls are sent once more.
- A server of a cluster that names another one for a call: `Redirected`. See `cluster.routed`.
- Where copies are asked for, and too few have what a lasting script wrote or read:
  `StoreUnavailable` for these; see `acknowledgement`.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from functools import partial
from math import inf
from typing import Final

from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError

from xiangqi_server.kernel.store.client.acknowledgement import ReplicaWait
from xiangqi_server.kernel.store.client.batch import Answers, Batch, Call, Group, Settled
from xiangqi_server.kernel.store.client.connecting import (
    BROKEN,
    Connector,
    Greet,
    Line,
    Primary,
    StoreConnection,
)
from xiangqi_server.kernel.store.client.replies import Reply, Told, answer_or_raise
from xiangqi_server.kernel.store.client.requests import Argument, Script, pack
from xiangqi_server.kernel.store.port import StoreError, StoreUnavailable

MAX_BATCH: Final = 256
TELL_S: Final = 0.005
"""How long callers get answers in a turn of the loop: each may have much to do then."""
MAX_WOKEN: Final = 30
"""How many tasks that wait for an answer go on in a turn, where each may ask for a page of rows."""
MAX_WAITING: Final = 100_000
"""How many calls may wait; further ones are refused."""
MANY: Final = 5
"""After this many calls in a batch the next one gathers; a single reader makes fewer at once."""
FIRST_PAUSE_S: Final = 0.02
"""How long calls are refused after a failure; twice as long after each more in a row."""
LONGEST_PAUSE_S: Final = 0.25


class GroupedConnection:
    """Sends calls in groups. Made in the loop that uses it; owned by one store, which closes it.

    Args:
        connection: not open yet; it must have no time limits and no retries of its own.
        deadline_s: longest wait for a batch to be sent and answered, connecting included.
        greet: what to make sure of whenever the connection was opened; None: nothing.
        wait: for the copies of what is lasting; None: the server alone is enough.
        primary: which server answers; None: its opener knows it. A connection to another
            one than the other connections have is made anew.
        gather_s: how long after a batch of `MANY` calls the next one leaves at the earliest.
    """

    def __init__(
        self,
        connection: StoreConnection,
        deadline_s: float,
        greet: Greet | None = None,
        wait: ReplicaWait | None = None,
        primary: Primary | None = None,
        *,
        gather_s: float = 0.0,
    ) -> None:
        self._connector = Connector(connection, greet, wait, primary)
        self._wait = wait
        self._loop = asyncio.get_running_loop()  # asked once: it costs a system call
        self._deadline_s = deadline_s
        self._gather_s = gather_s
        self._gather_until_s = -inf
        self._gathering: asyncio.TimerHandle | None = None
        self._waiting: list[Call] = []
        self._batch: Batch | None = None
        self._settled: Settled = deque()
        self._woken = 0  # tasks, in this turn of telling
        self._line: Line | None = None
        self._opening: asyncio.Task[None] | None = None
        self._may_be_stale = False  # the batch went over a connection that has served before
        self._is_busy = False
        self._at_rest = asyncio.Event()
        self._at_rest.set()
        self._due_s = inf  # when what is sent must be answered
        self._alarm: asyncio.TimerHandle | None = None
        self._is_late = False
        self._pause_s = FIRST_PAUSE_S
        self._rest: asyncio.TimerHandle | None = None
        self._refusal: StoreUnavailable | None = None
        self._is_closed = False

    async def call(self, *arguments: Argument) -> Reply:
        """The store's answer to one command, sent with all others of this moment.

        Raises like `store.calls.Calls.call`.
        """
        (answer,) = await self.exchange((pack(*arguments),), None)
        return answer_or_raise(answer)

    @property
    def is_busy(self) -> bool:
        """Whether anything waits for an answer."""
        return self._is_busy

    def exchange(self, packed: Sequence[bytes], script: Script | None) -> Answers:
        """The answers to packed commands, which are sent one right after the other.

        They leave with all others of this moment.
        """
        told: Answers = self._loop.create_future()
        group = Group(len(packed), partial(self._give, told))
        self._enter(
            [
                Call(packed_call, script, partial(group.put, place))
                for place, packed_call in enumerate(packed)
            ]
        )
        return told

    def send(self, packed: bytes, script: Script, told: Told) -> None:
        """Have `told` called with the answer to one packed command."""
        self._enter((Call(packed, script, told),))

    def post(self, *arguments: Argument) -> None:
        """Send a command with the next batch; nobody waits for its answer."""
        self._enter((Call(pack(*arguments), None, _forget),))

    async def close(self) -> None:
        """Refuse further calls, wait for those that wait, then let the connection go."""
        self._is_closed = True
        while self._is_busy:
            self._at_rest = asyncio.Event()
            await self._at_rest.wait()
        await self._let_go()

    async def abandon(self) -> None:
        """Refuse further calls, and those that wait: their outcome is unknown."""
        self._is_closed = True
        opening = self._opening
        if opening is not None:
            opening.cancel()
            await asyncio.wait((opening,))
        elif self._is_busy:
            self._give_up(_ended())
        await self._let_go()

    async def _let_go(self) -> None:
        for timer in (self._rest, self._alarm, self._gathering):
            if timer is not None:
                timer.cancel()
        self._hang_up()
        await self._connector.close()

    def _refusal_now(self) -> StoreUnavailable | None:
        """Why nothing is sent now; None if it is."""
        if self._is_closed:
            return StoreUnavailable("the store is closed")
        if self._refusal is not None:
            return type(self._refusal)(str(self._refusal))
        if len(self._waiting) >= MAX_WAITING:
            return StoreUnavailable("too much is waiting for the store")
        return None

    def _enter(self, calls: Sequence[Call]) -> None:
        """Have calls sent with all others of this moment, or refused."""
        refusal = self._refusal_now()
        if refusal is not None:
            for call in calls:
                self._loop.call_soon(call.answer, refusal)
            return
        self._waiting += calls
        if not self._is_busy:
            self._is_busy = True
            self._loop.call_soon(self._next)

    def _next(self) -> None:
        """Send the oldest of what waits, now or when more has gathered."""
        self._batch = None
        self._due_s = inf
        if not self._waiting:
            self._rest_now()
        elif self._gather_s and self._gather_until_s > self._loop.time():
            self._gathering = self._loop.call_at(self._gather_until_s, self._send_oldest)
        else:
            self._send_oldest()

    def _send_oldest(self) -> None:
        self._gathering = None
        calls = self._waiting[:MAX_BATCH]
        del self._waiting[:MAX_BATCH]
        now_s = self._loop.time()
        if self._gather_s and len(calls) >= MANY:
            self._gather_until_s = now_s + self._gather_s
        self._due_s = now_s + self._deadline_s
        if self._alarm is None:  # one timer for many batches: one for each costs a fifth of it
            self._alarm = self._loop.call_at(self._due_s, self._ring)
        if self._line is None or self._connector.is_another_primary():
            self._open(calls)
        else:
            self._may_be_stale = True
            self._send(Batch(calls, self._settled, self._wait))

    def _rest_now(self) -> None:
        if self._gathering is not None:
            self._gathering.cancel()
            self._gathering = None
        self._batch = None
        self._due_s = inf
        self._is_busy = False
        self._at_rest.set()

    def _send(self, batch: Batch) -> None:
        self._batch = batch
        self._write(batch.packed())

    def _write(self, packed: bytes) -> None:
        if self._line is not None:
            try:
                self._line.write(packed)
            except BROKEN as error:
                self._break(error)

    # What the line tells: see `AnswerListener`.

    def answered(self, answers: Sequence[Reply | Exception]) -> None:
        """Settle the calls that are answered; after the last one, send what waits, and then tell.

        All of it is one turn of the loop, unless the turns before still have answers to tell.
        """
        batch, is_telling = self._batch, bool(self._settled)
        try:
            if batch is None:
                raise RedisConnectionError("it answers what nobody has asked")
            if batch.take(answers):
                self._finish(batch)
        except RedisError as error:
            error.__traceback__ = None  # its frames name it: a cycle
            self._break(error)
        if not is_telling:
            self._tell()

    def _tell(self) -> None:
        """Tell what is settled, as long as a turn may last; the rest in later turns.

        A task that waits goes on in the next turn only, so those are counted.
        """
        settled, until_s = self._settled, self._loop.time() + TELL_S
        self._woken = 0
        try:
            while settled:
                tell, answer = settled.popleft()
                tell(answer)
                if self._woken >= MAX_WOKEN or self._loop.time() >= until_s:
                    break
        finally:  # after a bug in one no other caller must wait for ever
            if settled:
                self._loop.call_soon(self._tell)

    def _give(self, told: Answers, answers: list[Reply | StoreError]) -> None:
        """Give the answers to the caller that waits for them."""
        if not told.done():  # cancelled
            told.set_result(answers)
            self._woken += 1

    def lost(self, error: Exception) -> None:
        """Have what is unanswered sent over another connection."""
        self._break(error)

    def _finish(self, batch: Batch) -> None:
        if batch.wait is not None:
            if batch.needs_another_fence():
                self._write(batch.wait.packed())
                return
            batch.release()
        if batch.forgotten and not batch.scripts:
            scripts = {call.script for call in batch.forgotten if call.script is not None}
            self._send(Batch(batch.forgotten, self._settled, self._wait, tuple(scripts)))
            return
        for call in batch.forgotten:
            call.answer(StoreUnavailable("the store does not keep our scripts"))
        self._pause_s = FIRST_PAUSE_S
        self._next()

    def _break(self, error: Exception) -> None:
        """The connection is of no use any more: replace it, unless it was made for this batch."""
        self._hang_up()
        if self._batch is None:
            return
        unanswered = self._batch.unanswered()
        if not unanswered:
            self._next()
        elif self._may_be_stale:
            self._open(unanswered)
        else:
            self._give_up(StoreUnavailable(f"the store cannot be reached: {error}"))

    def _hang_up(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            line.abort()

    # Making a connection.

    def _open(self, calls: Sequence[Call]) -> None:
        """Send calls over a new connection; the only thing here that takes a task."""
        self._hang_up()
        self._may_be_stale = False
        self._is_late = False
        self._batch = batch = Batch(calls, self._settled, self._wait)
        self._opening = self._loop.create_task(self._open_for(batch))

    async def _open_for(self, batch: Batch) -> None:
        try:
            opened = await self._opened()
        except BaseException:  # a bug, or the end of it: no caller must wait for ever
            self._opening = None
            self._give_up(_ended())
            raise
        self._opening = None
        if isinstance(opened, StoreUnavailable):
            await self._connector.hang_up()
            self._give_up(opened)
        else:
            self._line = opened
            self._send(batch)

    async def _opened(self) -> Line | StoreUnavailable:
        """A line, or why there is no line by the deadline."""
        try:
            return await self._connector.open(self)
        except asyncio.CancelledError as error:
            if not self._was_late():
                raise
            notes = getattr(error, "__notes__", ())  # of the connection, what it may mean
            return self._lateness(*notes)

    # When it fails.

    def _ring(self) -> None:
        """End what is late; if it was answered, ring again when what is on its way is due."""
        self._alarm = None
        if self._due_s == inf:
            return
        if self._due_s > self._loop.time():
            self._alarm = self._loop.call_at(self._due_s, self._ring)
        elif self._opening is not None:
            self._is_late = True
            self._opening.cancel()
        else:
            self._hang_up()
            self._give_up(self._lateness())

    def _was_late(self) -> bool:
        """Whether connecting was cancelled for its deadline, and for nothing else besides."""
        return self._is_late and self._opening is not None and self._opening.uncancel() == 0

    def _lateness(self, *notes: str) -> StoreUnavailable:
        text = " - ".join((f"did not answer within {self._deadline_s:g} s", *notes))
        return StoreUnavailable(f"the store {text}")

    def _give_up(self, trouble: StoreUnavailable) -> None:
        """Fail all that waits; refuse more for a while, longer after each failure in a row."""
        calls = [] if self._batch is None else list(self._batch.calls)
        calls += self._waiting
        self._waiting.clear()
        self._refusal = trouble
        self._rest = self._loop.call_later(self._pause_s, self._wake)
        self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)
        self._rest_now()
        for call in calls:
            call.answer(trouble)

    def _wake(self) -> None:
        self._refusal = self._rest = None


def _forget(answer: Reply | StoreError) -> None:
    """Nobody waits for the answer."""


def _ended() -> StoreUnavailable:
    return StoreUnavailable("the connection to the store has ended")
