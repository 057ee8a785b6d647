"""One connection to the store, shared by everyone on this node: group commit.

Whatever is waiting is sent as one write, and the next batch leaves when the last answer of this
one is read, so a busy moment costs one round trip and one fsync instead of hundreds. Where many
ask at once and nobody is in a hurry, a batch also gathers for a moment (`gather_s`). No task has a
part in that: the turn of the loop after the first call sends, and the bytes of the answers, as they
come, are what answers and sends what waits meanwhile (see `pipeline`). Only a connection is made by
a task, by redis-py, whose retries and pool are not used.

What can go wrong, and what becomes of it:

- A caller that is cancelled only stops listening; its call is sent and answered all the same.
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
import contextlib
import hashlib
from collections.abc import Awaitable, Callable, Sequence
from functools import cached_property
from importlib.resources import files
from math import inf
from typing import Any, Final, Protocol, TypeVar

from hiredis import pack_command
from redis.exceptions import (
    AskError,
    ClusterDownError,
    MasterDownError,
    MovedError,
    NoPermissionError,
    NoScriptError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    ResponseError,
    TryAgainError,
)
from redis.exceptions import ConnectionError as RedisConnectionError

from server.store.acknowledgement import ReplicaWait
from server.store.port import (
    Promoted,
    StoreError,
    StoreReplaced,
    StoreUnavailable,
    StoreUnusable,
)

Argument = str | bytes | int
Reply = int | bytes | str | None | list["Reply"]
Answers = asyncio.Future[list[Reply | StoreError]]
"""Those to calls that were made together, in their order, as soon as the last one is there."""

T = TypeVar("T")

# So many answers wake so many waiters in one turn of the loop: the bound keeps turns short.
MAX_BATCH: Final = 256
MAX_WAITING: Final = 100_000
MANY: Final = 5
"""After so many calls in a batch the next one gathers: a single reader makes fewer at once."""
FIRST_PAUSE_S: Final = 0.02
LONGEST_PAUSE_S: Final = 0.25
FENCES: Final = 4
"""How many more fences are tried if that of a batch is being moved to another server."""
_FENCE_ANSWERS: Final = 2
LISTED: Final = 1_000
"""How many keys, of whatever kind, one scan looks at."""
LASTING: Final = frozenset({"append", "heartbeat", "load", "read", "restore"})
"""Scripts whose answers wait for the copies that are asked for."""
# Refusals that pass by themselves or by an operator's hand; any other is a bug of ours.
_PASSING_ERRORS: Final = (
    ClusterDownError,
    MasterDownError,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
)
_PASSING_CODES: Final = ("BUSY", "IOERR", "MISCONF", "NOREPLICAS", "UNKILLABLE")
# What our own scripts answer where the mark of the store is missing.
_REPLACED_CODE: Final = "REPLACED"
# uvloop answers a write to a closing socket with RuntimeError.
_BROKEN: Final = (RedisError, OSError, RuntimeError)


class Redirected(StoreUnavailable):
    """Another server of the cluster has the slot; nothing was done.

    Attributes:
        host: of the other server; empty: as of the one that was asked.
        is_asking: only for this call, which has to say ASKING: the slot is being moved.
    """

    def __init__(self, slot: int, host: str, port: int, *, is_asking: bool) -> None:
        super().__init__(f"slot {slot} is at {host}:{port}")
        self.slot, self.host, self.port, self.is_asking = slot, host, port, is_asking


class BeingMoved(StoreUnavailable):
    """Some keys of a call are here and some at another server: in a moment all are there."""


class AnswerListener(Protocol):
    """Who hears what comes over a connection."""

    def answered(self, answers: Sequence[Reply | Exception]) -> None:
        """So many more answers, in order; an error that the store answers is one of redis-py's."""
        ...

    def lost(self, error: Exception) -> None:
        """Nothing more will come."""
        ...


class Line(Protocol):
    """What is open between us and the store; see `pipeline`."""

    def write(self, packed: bytes) -> None:
        """Send packed commands; raises an error of redis-py if that cannot be."""
        ...

    def abort(self) -> None:
        """End it at once; nothing more is told of it."""
        ...


class StoreConnection(Protocol):
    """What we use of a connection of redis-py, with its types."""

    @property
    def is_connected(self) -> bool:
        """Whether it was opened, and not closed since by an error of ours or theirs."""
        ...

    async def connect(self) -> None:
        """Open it: authenticate, select the database."""
        ...

    async def send_packed_command(self, command: bytes, check_health: bool = True) -> None:
        """Write packed commands."""
        ...

    async def read_response(self) -> Reply:
        """The next answer; an error answer is raised."""
        ...

    def take_over(self, listener: AnswerListener) -> Line:
        """Have all that comes from now on told; nothing may be read here after it.

        Raises an error of redis-py if the connection has ended meanwhile.
        """
        ...

    async def disconnect(self, nowait: bool = False) -> None:
        """Close it."""
        ...


class Primary(Protocol):
    """Which server answers at an address, as its connections have found; see `single_primary`."""

    @property
    def id(self) -> str:
        """What the latest connection has found."""
        ...

    @property
    def promotions(self) -> int:
        """How many were met with."""
        ...

    async def ask(self, call: Callable[..., Awaitable[Reply]]) -> str:
        """What a connection finds that was just opened; `call` asks one command."""
        ...


class Script:
    """A Lua script and the name the store knows it by.

    It touches no key but those that are named when it is called: others may be at another server,
    which has the same keys anew then, and a mover meets both.

    Attributes:
        is_lasting: what it answers is told to people, so no failover may take it back.
    """

    def __init__(self, text: bytes, *, is_lasting: bool = False) -> None:
        self.text = text
        self.is_lasting = is_lasting
        self.sha = hashlib.sha1(text, usedforsecurity=False).hexdigest()

    @cached_property
    def sharded(self) -> "Script":
        """The same for a cluster: what it publishes stays with the servers of the slot."""
        text = self.text.replace(b"redis.call('PUBLISH',", b"redis.call('SPUBLISH',")
        return self if text == self.text else self._with(text)

    def _with(self, text: bytes) -> "Script":
        return Script(text, is_lasting=self.is_lasting)

    @cached_property
    def _by_count(self) -> dict[int, "Script"]:
        return {}

    def with_keys_as_arguments(self, count: int) -> "Script":
        """The same where so many keys are named, all but the first as arguments.

        It may run where a slot is being moved to: of several keys that are named, all would have to
        be there, and not every log has all that its scripts look at.
        """
        script = self._by_count.get(count)
        if script is None:
            script = self._by_count[count] = self._with(_KEYS_AS_ARGUMENTS % count + self.text)
        return script

    @classmethod
    def named(cls, name: str) -> "Script":
        """The one of ours with this name."""
        text = (files("server.store") / "scripts" / f"{name}.lua").read_bytes()
        return cls(text, is_lasting=name in LASTING)


# What is not here while the slot is being moved away is an error, before anything is written.
_KEYS_AS_ARGUMENTS: Final = b"""
local KEYS, ARGV = (function()
  local keys, rest = {KEYS[1]}, {}
  for i, word in ipairs(ARGV) do
    table.insert(i < %d and keys or rest, word)
  end
  for _, key in ipairs(keys) do
    redis.call('EXISTS', key)
  end
  return keys, rest
end)()
"""


class _Group:
    """Calls that one caller waits for together, and their answers, each in its place."""

    __slots__ = ("answers", "left", "read", "told")

    def __init__(
        self,
        size: int,
        told: asyncio.Future[Any],
        read: Callable[[list[Reply | StoreError]], object] | None = None,
    ) -> None:
        self.answers: list[Reply | StoreError] = [None] * size
        self.left = size
        self.told = told
        self.read = read

    def tell(self) -> None:
        """Tell whoever waits the answers, or what is to be read out of them."""
        if self.told.done():  # cancelled
            return
        if self.read is None:
            self.told.set_result(self.answers)
            return
        try:
            self.told.set_result(self.read(self.answers))
        except StoreError as error:
            self.told.set_exception(error)
        finally:  # after a bug nobody must wait for ever
            self.told.cancel()


class _Call:
    """One packed command, the script it needs, and the place for its answer."""

    __slots__ = ("group", "is_answered", "packed", "place", "script")

    def __init__(self, packed: bytes, script: Script | None, group: _Group, place: int) -> None:
        self.packed = packed
        self.script = script
        self.group = group
        self.place = place
        self.is_answered = False

    @property
    def is_lasting(self) -> bool:
        return self.script is not None and self.script.is_lasting

    def answer(self, answer: Reply | StoreError) -> None:
        """Take the first answer; whoever waits goes on after the last one of the group."""
        if self.is_answered:
            return
        self.is_answered = True
        group = self.group
        group.answers[self.place] = answer
        group.left -= 1
        if not group.left:
            group.tell()


class _Batch:
    """Calls that are on their way together, and how far their answers have come.

    Attributes:
        calls: each is settled as its answer is read; what is lasting only after the wait for its
            copies, if there is one.
        forgotten: those whose script the store does not know.
        scripts: that are loaded ahead of the calls.
        wait: for the copies; None: there is none.
        fences: how many more may be tried.
    """

    __slots__ = ("_copies", "_held", "_place", "calls", "fences", "forgotten", "scripts", "wait")

    def __init__(
        self, calls: Sequence[_Call], wait: ReplicaWait | None, scripts: Sequence[Script] = ()
    ) -> None:
        self.calls = calls
        self.scripts = scripts
        self.forgotten: list[_Call] = []
        self.fences = FENCES
        lasts = wait is not None and any(call.is_lasting for call in calls)
        self.wait = wait if lasts else None
        self._place = -len(scripts)  # of the next answer
        self._held: list[tuple[_Call, Reply]] = []
        self._copies: list[Reply | StoreError] = []

    def packed(self) -> bytes:
        """All of it, as it is sent."""
        packed = [pack("SCRIPT", "LOAD", script.text) for script in self.scripts]
        packed += [call.packed for call in self.calls]
        if self.wait is not None:
            packed.append(_fenced(self.wait))
        return b"".join(packed)

    def unanswered(self) -> list[_Call]:
        """The calls that nobody was told an answer of."""
        return [call for call in self.calls if not call.is_answered]

    def take(self, answers: Sequence[Reply | Exception]) -> bool:
        """Take the next answers; whether they were the last ones.

        Raises:
            RedisConnectionError: one says that the connection is of no use, or nobody has asked.
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
                    call.answer(answer)
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
            self._copies.append(_in_our_words(error))
        elif self._place >= 0:
            call = self.calls[self._place]
            if isinstance(error, NoScriptError):
                self.forgotten.append(call)
            else:
                call.answer(_in_our_words(error))

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
                call.answer(answer if trouble is None else trouble)

    @property
    def _found(self) -> Reply | StoreError:
        """What the wait has found; the error of its fence, if it has one."""
        fence, copies = self._copies
        return fence if isinstance(fence, StoreError) else copies


class GroupedConnection:
    """Sends calls in groups. Made in the loop that uses it; owned by one store, which closes it.

    Args:
        connection: not open yet; it must have no time limits and no retries of its own.
        deadline_s: longest wait for a batch to be sent and answered, connecting included.
        greet: what to make sure of whenever the connection was opened; it is given `ask`, and
            raises `StoreError` if the store must not be used.
        wait: for the copies of what is lasting; None: the server alone is enough.
        primary: which server answers; None: whoever opens this knows it. A connection to another
            one than the other connections have is made anew.
        gather_s: how long after a batch of `MANY` calls the next one leaves at the earliest.

    Attributes:
        is_moving: never: nothing is moved from the one address.
    """

    is_moving: Final = False

    def __init__(
        self,
        connection: StoreConnection,
        deadline_s: float,
        greet: Callable[[Callable[..., Awaitable[Reply]]], Awaitable[None]] | None = None,
        wait: ReplicaWait | None = None,
        primary: Primary | None = None,
        *,
        gather_s: float = 0.0,
    ) -> None:
        self._primary = primary
        self._primary_id = ""
        self._greet = greet
        self._wait = wait
        self._loop = asyncio.get_running_loop()  # asked once: it costs a system call
        self._connection = connection
        self._deadline_s = deadline_s
        self._gather_s = gather_s
        self._gather_until_s = -inf
        self._gathering: asyncio.TimerHandle | None = None
        self._waiting: list[_Call] = []
        self._batch: _Batch | None = None
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

        Raises:
            StoreUnavailable: not sent, not answered in time, or refused for now.
            StoreError: the store does not understand or does not permit the command.
        """
        return await self._answer(pack(*arguments), None)

    async def run(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument] = ()
    ) -> Reply:
        """The answer of a script; raises like `call`."""
        return await self._answer(packed_run(script, keys, arguments), script)

    def run_all(
        self, script: Script | None, keys: Sequence[Sequence[str]], packed: Sequence[bytes]
    ) -> Awaitable[list[Reply | StoreError]]:
        """The answers of runs of a script, packed by `packed_run`; an error where `run` raises it.

        They are sent as one, and nobody waits for each. `keys` has those of each.
        """
        return self.exchange(packed, script)

    def run_group(
        self,
        script: Script,
        keys: Sequence[Sequence[str]],
        packed: Sequence[bytes],
        read: Callable[[list[Reply | StoreError]], T],
    ) -> asyncio.Future[T]:
        """What `read` makes of the answers of `run_all`, as soon as the last one is there."""
        told: asyncio.Future[T] = self._loop.create_future()
        self._exchange(packed, script, _Group(len(packed), told, read))
        return told

    async def call_at(self, key: str, *arguments: Argument) -> Reply:
        """As `call`, for a command that names no key: the answer of the server that has `key`."""
        return await self.call(*arguments)

    async def call_each(self, *arguments: Argument) -> list[Reply]:
        """As `call`: the answer of every primary, of which there is one."""
        return [await self.call(*arguments)]

    async def scan(self, pattern: str, cursor: str | None) -> tuple[str | None, list[Reply]]:
        """Some keys of a pattern with a hash tag, and the cursor for more; None: there are none."""
        reply = await self.call("SCAN", cursor or "0", "MATCH", pattern, "COUNT", LISTED)
        return read_scan(reply)

    def dialect(self, script: Script) -> Script:
        """The script as it is written for this store."""
        return script

    def part_of(self, key: str) -> int:
        """Which part of the store has a key: there is one."""
        return 0

    def primary_of(self, key: str) -> str:
        """The name of the server that has a key: there is one address, whoever answers there."""
        return ""

    @property
    def promotions(self) -> int:
        """How many have given a key another primary."""
        return 0 if self._primary is None else self._primary.promotions

    def promotions_of(self, key: str) -> int:
        """How many have given one key another primary."""
        return self.promotions

    @property
    def is_busy(self) -> bool:
        """Whether anything waits for an answer."""
        return self._is_busy

    def exchange(self, packed: Sequence[bytes], script: Script | None) -> Answers:
        """The answers to packed commands, which are sent one right after the other.

        They leave with all others of this moment.
        """
        told: Answers = self._loop.create_future()
        self._exchange(packed, script, _Group(len(packed), told))
        return told

    def publish(self, channel: str, payload: bytes) -> None:
        """Tell whoever follows a channel; nobody waits for that."""
        self.post("PUBLISH", channel, payload)

    def post(self, *arguments: Argument) -> None:
        """Send a command with the next batch; nobody waits for its answer."""
        if self._is_closed or self._refusal is not None:
            return
        told: Answers = self._loop.create_future()
        self._enter([_Call(pack(*arguments), None, _Group(1, told), 0)])

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
        with contextlib.suppress(*_BROKEN):
            await self._connection.disconnect()

    async def _answer(self, packed: bytes, script: Script | None) -> Reply:
        (answer,) = await self.exchange((packed,), script)
        if isinstance(answer, StoreError):
            try:
                raise answer
            finally:
                del answer  # its traceback names this frame, which names it: a circle
        return answer

    def _refusal_now(self) -> StoreUnavailable | None:
        """Why nothing is sent now; None if it is."""
        if self._is_closed:
            return StoreUnavailable("the store is closed")
        if self._refusal is not None:
            return type(self._refusal)(str(self._refusal))
        if len(self._waiting) >= MAX_WAITING:
            return StoreUnavailable("too much is waiting for the store")
        return None

    def _exchange(self, packed: Sequence[bytes], script: Script | None, group: _Group) -> None:
        calls = [_Call(one, script, group, place) for place, one in enumerate(packed)]
        refusal = self._refusal_now()
        if refusal is None:
            self._enter(calls)
        else:
            for call in calls:
                call.answer(refusal)

    def _enter(self, calls: Sequence[_Call]) -> None:
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
        if self._line is None or self._is_another_primary():
            self._open(calls)
        else:
            self._may_be_stale = True
            self._send(_Batch(calls, self._wait))

    def _rest_now(self) -> None:
        if self._gathering is not None:
            self._gathering.cancel()
            self._gathering = None
        self._batch = None
        self._due_s = inf
        self._is_busy = False
        self._at_rest.set()

    def _send(self, batch: _Batch) -> None:
        self._batch = batch
        self._write(batch.packed())

    def _write(self, packed: bytes) -> None:
        if self._line is not None:
            try:
                self._line.write(packed)
            except _BROKEN as error:
                self._break(error)

    # What the line tells: see `AnswerListener`.

    def answered(self, answers: Sequence[Reply | Exception]) -> None:
        """Settle the calls that are answered; after the last one, send what waits."""
        batch = self._batch
        try:
            if batch is None:
                raise RedisConnectionError("it answers what nobody has asked")
            is_complete = batch.take(answers)
        except RedisError as error:
            error.__traceback__ = None  # its frames name it: a circle
            self._break(error)
            return
        if is_complete:
            self._finish(batch)

    def lost(self, error: Exception) -> None:
        """Have what is unanswered sent over another connection."""
        self._break(error)

    def _finish(self, batch: _Batch) -> None:
        if batch.wait is not None:
            if batch.needs_another_fence():
                self._write(_fenced(batch.wait))
                return
            batch.release()
        if batch.forgotten and not batch.scripts:
            scripts = {call.script for call in batch.forgotten if call.script is not None}
            self._send(_Batch(batch.forgotten, self._wait, tuple(scripts)))
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

    def _open(self, calls: Sequence[_Call]) -> None:
        """Send calls over a new connection; the only thing here that takes a task."""
        self._hang_up()
        self._may_be_stale = False
        self._is_late = False
        self._batch = batch = _Batch(calls, self._wait)
        self._opening = self._loop.create_task(self._open_for(batch))

    async def _open_for(self, batch: _Batch) -> None:
        try:
            trouble = await self._connected()
        except BaseException:  # a bug, or the end of it: nobody must wait for ever
            self._opening = None
            self._give_up(_ended())
            raise
        self._opening = None
        if trouble is None:
            self._send(batch)
        else:
            await self._connection.disconnect(nowait=True)
            self._give_up(trouble)

    async def _connected(self) -> StoreUnavailable | None:
        """Connect, and make sure of what answers there; the trouble when that failed."""
        try:
            await self._connect()
        except asyncio.CancelledError as error:
            if not self._was_late():
                raise
            notes = getattr(error, "__notes__", ())  # of the connection, what it may mean
            return self._lateness(*notes)
        except _BROKEN as error:
            return StoreUnavailable(f"the store cannot be reached: {error}")
        except Promoted as error:
            return error
        except StoreError as error:
            return StoreUnusable(f"the store must not be used: {error}")
        return None

    async def _connect(self) -> None:
        """Open a connection that calls may be sent over.

        Raises:
            Promoted: another server has been promoted since the calls were made.
        """
        if self._connection.is_connected:
            await self._connection.disconnect(nowait=True)
        await self._connection.connect()
        if self._primary is not None:
            promotions = self._primary.promotions
            self._primary_id = await self._primary.ask(self._ask)
            if promotions != self._primary.promotions:
                raise Promoted("another server was promoted")
        if self._greet is not None:
            await self._greet(self._ask)
        if self._wait is not None:
            await self._wait.look(self._ask)
        self._line = self._connection.take_over(self)

    async def _ask(self, *arguments: Argument) -> Reply:
        """The answer to one command, before anything else is sent; raises like `call`."""
        await self._connection.send_packed_command(pack(*arguments), check_health=False)
        try:
            return await self._connection.read_response()
        except ResponseError as error:
            raise _in_our_words(error) from error

    def _is_another_primary(self) -> bool:
        """Whether other connections have met with another server than this one's."""
        return self._primary is not None and self._primary_id != self._primary.id

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


def _ended() -> StoreUnavailable:
    return StoreUnavailable("the connection to the store has ended")


def _fenced(wait: ReplicaWait) -> bytes:
    """What ends a batch whose copies are waited for: a write of its own, and the wait."""
    fence, copies, wait_ms = wait.question()
    return pack("SET", fence, 1) + pack("WAIT", copies, wait_ms)


def _in_our_words(error: ResponseError) -> StoreError:
    if isinstance(error, AskError):  # a MovedError is one too
        is_asking = not isinstance(error, MovedError)
        return Redirected(error.slot_id, error.host, error.port, is_asking=is_asking)
    if isinstance(error, TryAgainError):
        return BeingMoved(f"the store refuses: {error}")
    if str(error).startswith(_REPLACED_CODE):
        return StoreReplaced("the store was emptied, or another one is in its place")
    if isinstance(error, _PASSING_ERRORS) or str(error).startswith(_PASSING_CODES):
        return StoreUnavailable(f"the store refuses: {error}")
    return StoreError(f"the store refuses: {error}")


def packed_run(script: Script, keys: Sequence[str], arguments: Sequence[Argument] = ()) -> bytes:
    """A run of a script, as it is sent."""
    return pack("EVALSHA", script.sha, len(keys), *keys, *arguments)


def pack(*arguments: Argument) -> bytes:
    """A command, as it is sent."""
    packed: bytes = pack_command(arguments)  # type: ignore[arg-type]  # its stub means a 1-tuple
    return packed


def read_scan(reply: Reply) -> tuple[str | None, list[Reply]]:
    """The cursor that SCAN answers, None at the end, and the keys.

    Raises:
        StoreError: it is another answer.
    """
    match reply:
        case [bytes(cursor), list(keys)]:
            return None if cursor == b"0" else cursor.decode(), keys
    raise StoreError(f"SCAN answered {reply!r}")
