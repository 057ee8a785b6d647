"""One connection to the store, shared by everyone on this node: group commit.

Whatever is waiting is sent as one write, and the next batch leaves when the last answer of this
one is read, so a busy moment costs one round trip and one fsync instead of hundreds. The bytes on
the wire are hiredis's, the connection is redis-py's own (`send_packed_command`, `read_response`);
its retries and its pool are not used.

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
from typing import Final, Protocol

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

# So many answers wake so many waiters in one turn of the loop: the bound keeps turns short.
MAX_BATCH: Final = 256
MAX_WAITING: Final = 100_000
FIRST_PAUSE_S: Final = 0.02
LONGEST_PAUSE_S: Final = 0.25
FENCES: Final = 4
"""How many more fences are tried if that of a batch is being moved to another server."""
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

    __slots__ = ("all_answers", "answers", "left")

    def __init__(self, size: int, all_answers: Answers) -> None:
        self.answers: list[Reply | StoreError] = [None] * size
        self.left = size
        self.all_answers = all_answers


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
        if not group.left and not group.all_answers.done():  # whoever waited may be cancelled
            group.all_answers.set_result(group.answers)


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
    ) -> None:
        self._primary = primary
        self._primary_id = ""
        self._greet = greet
        self._wait = wait
        self._loop = asyncio.get_running_loop()  # asked once: it costs a system call
        self._connection = connection
        self._deadline_s = deadline_s
        self._waiting: list[_Call] = []
        self._writer: asyncio.Task[None] | None = None
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
        return self._writer is not None

    def exchange(self, packed: Sequence[bytes], script: Script | None) -> Answers:
        """The answers to packed commands, which are sent one right after the other.

        They leave with all others of this moment.
        """
        refusal = self._refusal_now()
        if refusal is None:
            return self._enter(packed, script)
        refused: Answers = self._loop.create_future()
        refused.set_result([refusal] * len(packed))
        return refused

    def publish(self, channel: str, payload: bytes) -> None:
        """Tell whoever follows a channel; nobody waits for that."""
        self.post("PUBLISH", channel, payload)

    def post(self, *arguments: Argument) -> None:
        """Send a command with the next batch; nobody waits for its answer."""
        if self._is_closed or self._refusal is not None:
            return
        self._enter((pack(*arguments),), None)

    async def close(self) -> None:
        """Refuse further calls, wait for those that wait, then let the connection go."""
        self._is_closed = True
        if self._writer is not None:
            await self._writer
        await self._let_go()

    async def abandon(self) -> None:
        """Refuse further calls, and those that wait: their outcome is unknown."""
        self._is_closed = True
        if self._writer is not None:
            self._writer.cancel()
            await asyncio.wait((self._writer,))
            await self._connection.disconnect(nowait=True)
        await self._let_go()

    async def _let_go(self) -> None:
        for timer in (self._rest, self._alarm):
            if timer is not None:
                timer.cancel()
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

    def _enter(self, packed: Sequence[bytes], script: Script | None) -> Answers:
        answers: Answers = self._loop.create_future()
        group = _Group(len(packed), answers)
        self._waiting += [_Call(one, script, group, place) for place, one in enumerate(packed)]
        if self._writer is None:
            self._writer = self._loop.create_task(self._write())
        return answers

    async def _write(self) -> None:
        """The writer: lives while something waits, so an idle connection owns no task."""
        batch: list[_Call] = []
        try:
            while self._waiting:
                batch = self._waiting[:MAX_BATCH]
                del self._waiting[:MAX_BATCH]
                trouble = await self._exchange(batch)
                if trouble is None:
                    self._pause_s = FIRST_PAUSE_S
                else:
                    self._give_up(batch, trouble)
        except BaseException:  # a bug, or the end of the loop: nobody must wait for ever
            self._give_up(batch, StoreUnavailable("the connection to the store has ended"))
            raise
        finally:
            self._writer = None

    async def _exchange(self, batch: Sequence[_Call]) -> StoreUnavailable | None:
        """Have every call of `batch` answered; the trouble when that failed."""
        may_be_stale = self._connection.is_connected
        self._begin_deadline()
        try:
            try:
                await self._deliver(batch)
            except _BROKEN:
                if not may_be_stale:
                    raise
                await self._connection.disconnect(nowait=True)
                await self._deliver([call for call in batch if not call.is_answered])
        except asyncio.CancelledError as error:
            if not self._was_late():
                raise
            await self._connection.disconnect(nowait=True)
            notes = getattr(error, "__notes__", ())  # of the connection, what it may mean
            text = " - ".join((f"did not answer within {self._deadline_s:g} s", *notes))
            return StoreUnavailable(f"the store {text}")
        except _BROKEN as error:
            await self._connection.disconnect(nowait=True)
            return StoreUnavailable(f"the store cannot be reached: {error}")
        except Promoted as error:
            return error
        except StoreError as error:
            await self._connection.disconnect(nowait=True)
            return StoreUnusable(f"the store must not be used: {error}")
        finally:
            self._due_s = inf
        return None

    def _begin_deadline(self) -> None:
        """Have the writer cancelled if it is not done in time.

        One timer lasts for many exchanges: to set and cancel one for each costs a fifth of it.
        """
        self._is_late = False
        self._due_s = self._loop.time() + self._deadline_s
        if self._alarm is None:
            self._alarm = self._loop.call_at(self._due_s, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        if self._due_s <= self._loop.time():
            self._is_late = True
            if self._writer is not None:
                self._writer.cancel()
        elif self._due_s < inf:
            self._alarm = self._loop.call_at(self._due_s, self._ring)

    def _was_late(self) -> bool:
        """Whether the writer was cancelled for its deadline, and for nothing else besides."""
        return self._is_late and self._writer is not None and self._writer.uncancel() == 0

    async def _deliver(self, calls: Sequence[_Call]) -> None:
        """Send `calls`; load the scripts the store turns out to miss and send those again.

        Raises:
            Promoted: another server has been promoted since the calls were made.
        """
        if self._primary is not None and self._primary_id != self._primary.id:
            await self._connection.disconnect(nowait=True)
        if not self._connection.is_connected:
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
        forgotten = await self._round_trip(calls)
        for script in {call.script for call in forgotten if call.script is not None}:
            load = pack("SCRIPT", "LOAD", script.text)
            await self._connection.send_packed_command(load, check_health=False)
            await self._connection.read_response()
        if forgotten:
            for call in await self._round_trip(forgotten):
                call.answer(StoreUnavailable("the store does not keep our scripts"))

    async def _ask(self, *arguments: Argument) -> Reply:
        """The answer to one command, before anything else is sent; raises like `call`."""
        await self._connection.send_packed_command(pack(*arguments), check_health=False)
        try:
            return await self._connection.read_response()
        except ResponseError as error:
            raise _in_our_words(error) from error

    async def _round_trip(self, calls: Sequence[_Call]) -> list[_Call]:
        """Send `calls` in one write, settle each as its answer is read; those without a script.

        What is lasting is settled after the wait for its copies, if there is one.
        """
        packed = b"".join([call.packed for call in calls])
        wait = self._wait
        if wait is not None and any(call.is_lasting for call in calls):
            packed += _fenced(wait)
        else:
            wait = None
        await self._connection.send_packed_command(packed, check_health=False)
        forgotten = []
        held: list[tuple[_Call, Reply]] = []
        for call in calls:
            try:
                answer = await self._connection.read_response()
            except NoScriptError as error:
                error.__traceback__ = None  # the library's frame there names the error: a circle
                forgotten.append(call)
            except ResponseError as error:
                error.__traceback__ = None
                call.answer(_in_our_words(error))
            else:
                if wait is not None and call.is_lasting:
                    held.append((call, answer))
                else:
                    call.answer(answer)
        if wait is not None:
            copies = await self._copies()
            for _ in range(FENCES):
                if not (isinstance(copies, Redirected) and wait.take_another_fence()):
                    break
                await self._connection.send_packed_command(_fenced(wait), check_health=False)
                copies = await self._copies()
            trouble = wait.trouble(copies)
            for call, answer in held:
                call.answer(answer if trouble is None else trouble)
        return forgotten

    async def _copies(self) -> Reply | StoreError:
        """What the wait at the end of a batch has found; the error of its fence, if it has one."""
        found: Reply | StoreError = None
        for _ in range(2):
            try:
                answer = await self._connection.read_response()
            except ResponseError as error:
                found = _in_our_words(error)
            else:
                found = found if isinstance(found, StoreError) else answer
        return found

    def _give_up(self, batch: Sequence[_Call], trouble: StoreUnavailable) -> None:
        """Fail `batch` and all that waits; refuse more for a while, longer after each failure."""
        for call in (*batch, *self._waiting):
            call.answer(trouble)
        self._waiting.clear()
        self._refusal = trouble
        self._rest = self._loop.call_later(self._pause_s, self._wake)
        self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)

    def _wake(self) -> None:
        self._refusal = self._rest = None


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
