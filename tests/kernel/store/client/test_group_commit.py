import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress

import pytest
from redis.exceptions import BusyLoadingError, InvalidResponse

from tests.support.memory_store import head_after
from tests.support.stores import RETRY_S, a_room, an_append
from tests.support.turns import Turns
from tests.support.virtual_time import VirtualLoop
from xiangqi_server.kernel.store.client.connecting import AnswerListener, Line, StoreConnection
from xiangqi_server.kernel.store.client.direct_calls import DirectCalls
from xiangqi_server.kernel.store.client.group_commit import (
    FIRST_PAUSE_S,
    MANY,
    MAX_BATCH,
    MAX_WOKEN,
    TELL_S,
    GroupedConnection,
)
from xiangqi_server.kernel.store.client.places import OnePlace
from xiangqi_server.kernel.store.client.replies import Reply
from xiangqi_server.kernel.store.client.requests import Script, pack, packed_run
from xiangqi_server.kernel.store.client.wires import wire_to
from xiangqi_server.kernel.store.keys import Keys
from xiangqi_server.kernel.store.port import StoreError, StoreUnavailable
from xiangqi_server.kernel.store.redis.redis_store import RedisStore
from xiangqi_server.kernel.store.values import Appended, StoredEvent

DEADLINE_S = 5.0


class CountingLine:
    """What a `CountingWire` has open."""

    def __init__(self, line: Line, wire: "CountingWire") -> None:
        self.abort = line.abort
        self._line = line
        self._wire = wire

    def write(self, packed: bytes) -> None:
        self._wire.writes += 1
        self._wire.written.set()
        self._line.write(packed)


class CountingWire:
    """A real connection that counts what is written to it."""

    def __init__(self, wire: StoreConnection) -> None:
        self._wire = wire
        self.writes = 0
        self.written = asyncio.Event()

    @property
    def is_connected(self) -> bool:
        return self._wire.is_connected

    async def connect(self) -> None:
        await self._wire.connect()

    async def send_packed_command(self, command: bytes, check_health: bool = True) -> None:
        await self._wire.send_packed_command(command, check_health)

    async def read_response(self) -> Reply:
        return await self._wire.read_response()

    def take_over(self, listener: AnswerListener) -> Line:
        return CountingLine(self._wire.take_over(listener), self)

    async def disconnect(self, nowait: bool = False) -> None:
        await self._wire.disconnect(nowait)


@pytest.fixture
def wire(valkey_url: str) -> CountingWire:
    return CountingWire(wire_to(valkey_url))


@pytest.fixture
async def connection(wire: CountingWire) -> AsyncIterator[DirectCalls]:
    grouped = DirectCalls(wire, DEADLINE_S)
    yield grouped
    await grouped.close()


@pytest.fixture
async def observer(valkey_url: str) -> AsyncIterator[DirectCalls]:
    """Somebody else's connection to the same store."""
    grouped = DirectCalls(wire_to(valkey_url), DEADLINE_S)
    yield grouped
    await grouped.close()


async def script_calls(observer: DirectCalls) -> int:
    """How many scripts the store has run by their names."""
    statistics = await observer.call("INFO", "commandstats")
    assert isinstance(statistics, bytes)
    lines = statistics.decode().split("\r\n")
    line = next(line for line in lines if line.startswith("cmdstat_evalsha:"))
    return int(line.split("calls=")[1].split(",")[0])


async def test_answers_that_take_long_to_tell_leave_the_loop_its_turns(
    connection: DirectCalls,
) -> None:
    turns, all_told = Turns(), asyncio.Event()
    told: list[tuple[object, int]] = []

    def tell(answer: object) -> None:
        told.append((answer, turns.number))
        until_s = time.monotonic() + TELL_S
        while time.monotonic() < until_s:
            pass
        if len(told) == MANY:
            all_told.set()

    for number in range(MANY):
        connection.send(pack("ECHO", f"{number}"), Script(b""), tell)
    await all_told.wait()

    assert [answer for answer, _ in told] == [b"%d" % number for number in range(MANY)]
    assert len({turn for _, turn in told}) == MANY


async def test_a_crowd_whose_answers_come_at_once_goes_on_in_several_turns(
    connection: DirectCalls,
) -> None:
    turns, went_on = Turns(), Counter[int]()

    async def ask(number: int) -> None:
        assert await connection.call("ECHO", f"{number}") == b"%d" % number
        went_on[turns.number] += 1

    await asyncio.gather(*(ask(number) for number in range(4 * MAX_WOKEN)))

    assert went_on.total() == 4 * MAX_WOKEN
    assert max(went_on.values()) <= MAX_WOKEN


async def test_the_calls_of_one_moment_leave_in_one_write(
    connection: DirectCalls, wire: CountingWire
) -> None:
    answers = await asyncio.gather(*(connection.call("ECHO", f"{n}") for n in range(MAX_BATCH)))

    assert answers == [b"%d" % n for n in range(MAX_BATCH)]
    assert wire.writes == 1


async def test_a_crowd_leaves_in_as_few_writes_as_the_bound_allows(
    connection: DirectCalls, wire: CountingWire
) -> None:
    crowd = 3 * MAX_BATCH + 1

    answers = await asyncio.gather(*(connection.call("ECHO", f"{n}") for n in range(crowd)))

    assert answers == [b"%d" % n for n in range(crowd)]
    assert wire.writes == 4


async def test_calls_made_while_a_batch_is_out_leave_together_after_it(
    connection: DirectCalls, wire: CountingWire
) -> None:
    first = asyncio.create_task(connection.call("ECHO", "first"))
    await wire.written.wait()

    answers = await asyncio.gather(*(connection.call("ECHO", f"{n}") for n in range(50)))

    assert (await first, len(answers)) == (b"first", 50)
    assert wire.writes == 2


async def test_a_decision_costs_one_script_call_and_a_crowd_of_them_one_write(
    connection: DirectCalls,
    wire: CountingWire,
    observer: DirectCalls,
    valkey_url: str,
    prefix: str,
) -> None:
    store = RedisStore(connection, observer, Keys(prefix), OnePlace(lambda: wire_to(valkey_url)))
    await store.logs.append(an_append(a_room()))
    writes, calls = wire.writes, await script_calls(observer)

    results = await asyncio.gather(*(store.logs.append(an_append(a_room())) for _ in range(100)))

    assert all(isinstance(result, Appended) for result in results)
    assert wire.writes - writes == 1
    assert await script_calls(observer) - calls == 100


async def test_forgotten_scripts_are_loaded_again_in_the_middle_of_a_batch(
    connection: DirectCalls,
    observer: DirectCalls,
    valkey_url: str,
    prefix: str,
) -> None:
    store = RedisStore(connection, observer, Keys(prefix), OnePlace(lambda: wire_to(valkey_url)))
    await store.logs.append(an_append(a_room()))
    await observer.call("SCRIPT", "FLUSH")
    requests = [an_append(a_room()) for _ in range(50)]

    results = await asyncio.gather(*(store.logs.append(request) for request in requests))

    assert all(isinstance(result, Appended) for result in results)
    logs = await asyncio.gather(*(store.logs.read(request.aggregate, 0) for request in requests))
    assert {len(log) for log in logs} == {1}


async def test_a_cancelled_commit_is_made_all_the_same(
    connection: DirectCalls,
    observer: DirectCalls,
    valkey_url: str,
    prefix: str,
) -> None:
    store = RedisStore(connection, observer, Keys(prefix), OnePlace(lambda: wire_to(valkey_url)))
    request = an_append(a_room())
    impatient = asyncio.create_task(store.logs.append(request))
    await asyncio.sleep(0)
    impatient.cancel()

    result = await store.logs.append(an_append(a_room()))

    assert isinstance(result, Appended)
    (event,) = await store.logs.read(request.aggregate, 0)
    assert event == StoredEvent(1, event.at_ms, "first", b"moved")
    assert await store.logs.append(request) == Appended(head_after(request, event.at_ms))


async def test_closing_waits_for_what_is_waiting(valkey_url: str) -> None:
    connection = DirectCalls(wire_to(valkey_url), DEADLINE_S)
    calls = [asyncio.create_task(connection.call("ECHO", f"{n}")) for n in range(10)]
    await asyncio.sleep(0)

    await connection.close()

    assert [await call for call in calls] == [b"%d" % n for n in range(10)]
    with pytest.raises(StoreUnavailable):
        await connection.call("PING")


async def test_a_command_the_store_does_not_know_is_not_an_outage(
    connection: DirectCalls,
) -> None:
    unknown, known = await asyncio.gather(
        connection.call("NONSENSE"), connection.call("PING"), return_exceptions=True
    )

    assert type(unknown) is StoreError
    assert known == b"PONG"


async def test_a_single_run_is_told_its_answer_later(connection: DirectCalls) -> None:
    script = Script(b"return tonumber(ARGV[1])")
    told: asyncio.Future[Reply | StoreError] = asyncio.get_running_loop().create_future()

    connection.run_soon(script, (), packed_run(script, (), (1,)), told.set_result)

    assert not told.done()
    assert await told == 1


async def test_a_connection_cut_while_idle_is_replaced_unnoticed(
    connection: DirectCalls, observer: DirectCalls
) -> None:
    number = await connection.call("CLIENT", "ID")
    assert isinstance(number, int)
    await observer.call("CLIENT", "KILL", "ID", number)

    assert await connection.call("PING") == b"PONG"


@asynccontextmanager
async def a_store_that_says(answer: bytes) -> AsyncIterator[tuple[str, list[bytes]]]:
    """A store that gives one answer to every command; its address, and that answer to change."""
    answers = [answer]

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while line := await reader.readline():
                for _ in range(int(line[1:])):
                    length = await reader.readline()
                    await reader.readexactly(int(length[1:]) + 2)
                writer.write(answers[-1] + b"\r\n")
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    yield f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}", answers
    server.close()


@pytest.mark.parametrize(
    "answer",
    [
        "OOM command not allowed when used memory > 'maxmemory'. script: 1a2b, on @user_script:7.",
        "READONLY You can't write against a read only replica.",
        "MISCONF Valkey is configured to save RDB snapshots, but it's unable to persist to disk.",
        "MISCONF Errors writing to the AOF file: No space left on device",
        "LOADING Valkey is loading the dataset in memory",
        "BUSY Valkey is busy running a script.",
        "UNKILLABLE Sorry the script already executed write commands against the dataset.",
        "NOREPLICAS Not enough good replicas to write.",
        "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
        "CLUSTERDOWN The cluster is down",
        "TRYAGAIN Multiple keys request during rehashing of slot",
        "NOAUTH Authentication required.",
        "WRONGPASS invalid username-password pair or user is disabled.",
        "NOPERM User xiangqi has no permissions to run the 'evalsha' command",
        "ERR max number of clients reached",
        "IOERR error or timeout reading from the target instance",
    ],
    ids=lambda answer: answer.split()[0],
)
async def test_a_store_that_refuses_is_as_good_as_away_until_it_takes_the_call(answer: str) -> None:
    async with a_store_that_says(b"-" + answer.encode()) as (url, answers):
        connection = GroupedConnection(wire_to(url), DEADLINE_S)

        with pytest.raises(StoreUnavailable) as refused:
            await connection.call("SET", "key", "1")
        answers.append(b"+OK")
        while True:
            try:
                answered = await connection.call("SET", "key", "1")
                break
            except StoreUnavailable:  # it rests for a moment after a failure
                await asyncio.sleep(RETRY_S)
        await connection.close()

    assert answer.split(" ", 1)[1].split(".")[0] in str(refused.value)
    assert answered in (b"OK", "OK")


async def test_a_store_that_does_not_tell_what_it_is_asked_at_first_is_not_used(
    wire: CountingWire,
) -> None:
    async def greet(ask: Callable[..., Awaitable[Reply]]) -> None:
        await ask("NO-SUCH-COMMAND")

    grouped = GroupedConnection(wire, DEADLINE_S, greet)
    with pytest.raises(StoreUnavailable, match="must not be used"):
        await grouped.call("PING")
    assert not wire.is_connected
    await grouped.close()


async def test_nobody_at_the_address_is_told_in_one_line() -> None:
    connection = GroupedConnection(wire_to("redis://127.0.0.1:1"), DEADLINE_S)

    with pytest.raises(StoreUnavailable, match=r"cannot be reached: .*127\.0\.0\.1:1") as caught:
        await connection.call("PING")

    assert "\n" not in str(caught.value)
    await connection.close()


class SlowWire:
    """A connection whose answers come after as long as the test says; None: never."""

    def __init__(self, *answers_after_s: float | None) -> None:
        self.is_connected = False
        self._answers_after_s = list(answers_after_s)

    async def connect(self) -> None:
        self.is_connected = True

    async def send_packed_command(self, command: bytes, check_health: bool = True) -> None:
        raise AssertionError("it is asked nothing before it is taken over")

    async def read_response(self) -> Reply:
        raise AssertionError("it is asked nothing before it is taken over")

    def take_over(self, listener: AnswerListener) -> "SlowWire":
        self._listener = listener
        return self

    def write(self, packed: bytes) -> None:
        assert self.is_connected
        after_s = self._answers_after_s.pop(0)
        if after_s is not None:
            asyncio.get_running_loop().call_later(after_s, self._listener.answered, [b"OK"])

    def abort(self) -> None:
        self.is_connected = False

    async def disconnect(self, nowait: bool = False) -> None:
        self.is_connected = False


def in_virtual_time(work: Coroutine[None, None, None]) -> None:
    """Run a test whose waits take no time."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(work)


def test_each_exchange_has_the_whole_deadline_for_itself() -> None:
    async def ask_again_and_again() -> None:
        wire, loop = SlowWire(*[0.9 * DEADLINE_S] * 5, None, 0.5), asyncio.get_running_loop()
        connection = GroupedConnection(wire, DEADLINE_S)

        for _ in range(5):
            assert await connection.call("PING") == b"OK"
        began_s = loop.time()
        with pytest.raises(StoreUnavailable, match="did not answer within 5 s"):
            await connection.call("PING")

        assert loop.time() - began_s == pytest.approx(DEADLINE_S)
        assert not wire.is_connected
        await asyncio.sleep(FIRST_PAUSE_S)
        assert await connection.call("PING") == b"OK"
        await connection.close()

    in_virtual_time(ask_again_and_again())


def test_a_deadline_leaves_those_alone_who_ask_after_a_rest() -> None:
    async def ask_now_and_then() -> None:
        connection = GroupedConnection(SlowWire(0.0, 0.9 * DEADLINE_S, 0.0), DEADLINE_S)

        assert await connection.call("PING") == b"OK"
        await asyncio.sleep(0.9 * DEADLINE_S)
        assert await connection.call("PING") == b"OK"
        await asyncio.sleep(3 * DEADLINE_S)
        assert await connection.call("PING") == b"OK"
        await connection.close()

    in_virtual_time(ask_now_and_then())


def test_a_deadline_that_is_over_is_not_that_of_who_comes_as_it_passes() -> None:
    async def ask_as_it_passes() -> None:
        connection = GroupedConnection(SlowWire(0.0, 0.5, 0.0), DEADLINE_S)
        asyncio.get_running_loop().call_at(DEADLINE_S, connection.post, "PING")

        assert await connection.call("PING") == b"OK"
        await asyncio.sleep(DEADLINE_S)
        assert await connection.call("PING") == b"OK"
        await connection.close()

    in_virtual_time(ask_as_it_passes())


GATHER_S = 0.01


class EchoWire(SlowWire):
    """A connection that answers all calls of a batch at once, and notes when each batch left."""

    def __init__(self) -> None:
        super().__init__()
        self.batches: list[tuple[float, int]] = []

    def write(self, packed: bytes) -> None:
        loop, calls = asyncio.get_running_loop(), packed.count(b"PING")
        self.batches.append((loop.time(), calls))
        loop.call_soon(self._listener.answered, [b"OK"] * calls)


def test_reads_gather_while_many_come_and_never_where_few_do() -> None:
    async def ask() -> None:
        wire, loop = EchoWire(), asyncio.get_running_loop()
        connection = GroupedConnection(wire, DEADLINE_S, gather_s=GATHER_S)

        for _ in range(3):
            await connection.call("PING")
        assert wire.batches == [(loop.time(), 1)] * 3

        began_s = loop.time()
        await asyncio.gather(*(connection.call("PING") for _ in range(MANY)))
        late = [asyncio.create_task(connection.call("PING"))]
        await asyncio.sleep(GATHER_S / 2)
        late.append(asyncio.create_task(connection.call("PING")))
        await asyncio.gather(*late)
        await connection.call("PING")

        times_s, calls = zip(*wire.batches[3:], strict=True)
        assert calls == (MANY, 2, 1)
        assert times_s == pytest.approx((began_s, began_s + GATHER_S, began_s + GATHER_S))
        await connection.close()

    in_virtual_time(ask())


def test_who_gathers_is_answered_when_the_connection_is_closed_or_given_up() -> None:
    async def ask() -> None:
        for is_closed in (True, False):
            connection = GroupedConnection(EchoWire(), DEADLINE_S, gather_s=GATHER_S)
            await asyncio.gather(*(connection.call("PING") for _ in range(MANY)))
            waiting = asyncio.create_task(connection.call("PING"))
            await asyncio.sleep(GATHER_S / 2)
            if is_closed:
                await connection.close()
                assert await waiting == b"OK"
            else:
                await connection.abandon()
                with pytest.raises(StoreUnavailable, match="has ended"):
                    await waiting

    in_virtual_time(ask())


def test_a_connection_lost_while_calls_gather_is_replaced_for_them() -> None:
    async def ask() -> None:
        wire, loop = EchoWire(), asyncio.get_running_loop()
        connection = GroupedConnection(wire, DEADLINE_S, gather_s=GATHER_S)
        await asyncio.gather(*(connection.call("PING") for _ in range(MANY)))
        loop.call_soon(connection.lost, ConnectionError("it is gone"))

        assert await connection.call("PING") == b"OK"
        assert [calls for _, calls in wire.batches] == [MANY, 1]
        await connection.close()

    in_virtual_time(ask())


class ScriptedWire:
    """A connection that answers each write with what the test says; None: it ends there."""

    def __init__(self, *acts: list[Reply | Exception]) -> None:
        self.is_connected = False
        self.connects = 0
        self.written: list[bytes] = []
        self._acts = list(acts)

    async def connect(self) -> None:
        self.connects += 1
        self.is_connected = True

    async def send_packed_command(self, command: bytes, check_health: bool = True) -> None:
        raise AssertionError("it is asked nothing before it is taken over")

    async def read_response(self) -> Reply:
        raise AssertionError("it is asked nothing before it is taken over")

    def take_over(self, listener: AnswerListener) -> "ScriptedWire":
        self._listener = listener
        return self

    def write(self, packed: bytes) -> None:
        self.written.append(packed)
        asyncio.get_running_loop().call_soon(self._act, self._acts.pop(0))

    def _act(self, answers: list[Reply | Exception]) -> None:
        told = [answer for answer in answers if answer is not None]
        if told:
            self._listener.answered(told)
        if len(told) < len(answers):
            self._listener.lost(ConnectionError("it is gone"))

    def abort(self) -> None:
        self.is_connected = False

    async def disconnect(self, nowait: bool = False) -> None:
        self.is_connected = False


async def test_what_was_not_answered_is_sent_once_more_over_a_new_connection() -> None:
    wire = ScriptedWire([b"served"], [b"one", None], [b"two"])
    connection = GroupedConnection(wire, DEADLINE_S)
    await connection.call("PING")

    one, two = await asyncio.gather(connection.call("ECHO", "one"), connection.call("ECHO", "two"))

    assert (one, two) == (b"one", b"two")
    assert wire.connects == 2
    assert wire.written[1:] == [pack("ECHO", "one") + pack("ECHO", "two"), pack("ECHO", "two")]
    await connection.close()


async def test_a_connection_that_breaks_at_first_is_not_tried_again() -> None:
    wire = ScriptedWire([b"served"], [None], [None])
    connection = GroupedConnection(wire, DEADLINE_S)
    await connection.call("PING")

    with pytest.raises(StoreUnavailable, match="cannot be reached: it is gone"):
        await connection.call("PING")

    assert wire.connects == 2
    assert not wire.is_connected
    await connection.close()


@pytest.mark.parametrize(
    "answers", [[BusyLoadingError("loading the dataset")], [InvalidResponse("no answer")]], ids=str
)
async def test_a_connection_that_is_of_no_use_is_replaced(answers: list[Reply | Exception]) -> None:
    wire = ScriptedWire([b"served"], answers, [b"PONG"])
    connection = GroupedConnection(wire, DEADLINE_S)
    await connection.call("PING")

    assert await connection.call("PING") == b"PONG"
    await connection.close()
    assert wire.connects == 2


class MuteWire(SlowWire):
    """A server that takes no connections, nor refuses them."""

    async def connect(self) -> None:
        await asyncio.Event().wait()


def test_who_gives_up_connecting_as_its_deadline_passes_ends_it() -> None:
    async def end_it_then() -> None:
        connection, ending = GroupedConnection(MuteWire(), DEADLINE_S), []
        asyncio.get_running_loop().call_at(
            DEADLINE_S, lambda: ending.append(asyncio.create_task(connection.abandon()))
        )

        with pytest.raises(StoreUnavailable, match="has ended"):
            await connection.call("PING")

        await ending[0]
        assert not connection.is_busy

    in_virtual_time(end_it_then())
