import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress

import pytest
import uvloop
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import InvalidResponse, NoScriptError

from tests.support.patience import PATIENCE_S
from xiangqi_server.kernel.store.client.replies import Reply
from xiangqi_server.kernel.store.client.requests import pack
from xiangqi_server.kernel.store.client.wires import wire_to

LOOPS = (asyncio.new_event_loop, uvloop.new_event_loop)


class Ear:
    """Hears what a line tells."""

    def __init__(self) -> None:
        self.answers: list[Reply | Exception] = []
        self.errors: list[Exception] = []
        self._heard = asyncio.Event()

    def answered(self, answers: Sequence[Reply | Exception]) -> None:
        self.answers += answers
        self._heard.set()

    def lost(self, error: Exception) -> None:
        self.errors.append(error)
        self._heard.set()

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait for it."""
        async with asyncio.timeout(PATIENCE_S):
            while not is_so():
                self._heard.clear()
                await self._heard.wait()


@asynccontextmanager
async def a_server(
    speak: Callable[[asyncio.StreamWriter], Coroutine[None, None, None]],
) -> AsyncIterator[str]:
    """One that lets us connect, and answers a PING with what it is told to say."""
    ended: list[asyncio.Task[None]] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        ended.append(task)
        await reader.readuntil(b"PING")  # of the connection itself
        writer.write(b"+PONG\r\n")
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            await reader.readuntil(b"PING")
            await speak(writer)
            await reader.read()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    yield f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    server.close()
    await asyncio.wait(ended, timeout=PATIENCE_S)


def run(
    new_loop: Callable[[], asyncio.AbstractEventLoop], work: Coroutine[None, None, None]
) -> None:
    """Run a test on one kind of loop."""
    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(work)


@pytest.mark.parametrize("new_loop", LOOPS)
def test_a_connection_is_taken_over_and_let_go(
    new_loop: Callable[[], asyncio.AbstractEventLoop], valkey_url: str
) -> None:
    async def ask() -> None:
        wire, ear = wire_to(valkey_url), Ear()
        await wire.connect()
        line = wire.take_over(ear)

        line.write(pack("ECHO", "one") + pack("EVALSHA", "0" * 40, 0) + pack("ECHO", "two"))
        await ear.until(lambda: len(ear.answers) == 3)
        async with asyncio.timeout(PATIENCE_S):
            await wire.disconnect()

        one, unknown, two = ear.answers
        assert (one, two) == (b"one", b"two")
        assert isinstance(unknown, NoScriptError)
        with pytest.raises(RedisConnectionError):
            line.write(pack("PING"))

    run(new_loop, ask())


@pytest.mark.parametrize("new_loop", LOOPS)
def test_an_answer_is_told_when_all_of_it_is_there_and_the_end_after_it(
    new_loop: Callable[[], asyncio.AbstractEventLoop],
) -> None:
    async def hear() -> None:
        ear = Ear()

        async def speak(writer: asyncio.StreamWriter) -> None:
            writer.write(b"$3\r\none\r\n*2\r\n:1\r\n$3\r\nt")
            await ear.until(lambda: ear.answers == [b"one"])
            writer.write(b"wo\r\n")
            await ear.until(lambda: ear.answers == [b"one", [1, b"two"]])
            writer.close()

        async with a_server(speak) as url:
            wire = wire_to(url)
            await wire.connect()
            wire.take_over(ear).write(pack("PING"))

            await ear.until(lambda: bool(ear.errors))

            assert [str(error) for error in ear.errors] == ["it has closed the connection"]
            await wire.disconnect()

    run(new_loop, hear())


async def test_what_is_no_answer_ends_the_connection() -> None:
    ear = Ear()

    async def speak(writer: asyncio.StreamWriter) -> None:
        writer.write(b"no answer at all\r\n")

    async with a_server(speak) as url:
        wire = wire_to(url)
        await wire.connect()
        wire.take_over(ear).write(pack("PING"))

        await ear.until(lambda: bool(ear.errors))

        assert [type(error) for error in ear.errors] == [InvalidResponse]
        await wire.disconnect()


async def test_after_it_is_aborted_nothing_is_told() -> None:
    ear, told = Ear(), asyncio.Event()

    async def speak(writer: asyncio.StreamWriter) -> None:
        writer.write(b"+PONG\r\n")
        told.set()

    async with a_server(speak) as url:
        wire = wire_to(url)
        await wire.connect()
        line = wire.take_over(ear)
        line.write(pack("PING"))
        await told.wait()

        line.abort()
        await wire.disconnect()

        assert (ear.answers, ear.errors) == ([], [])


async def test_a_connection_that_has_ended_is_not_taken_over() -> None:
    async def speak(writer: asyncio.StreamWriter) -> None:
        writer.close()

    async with a_server(speak) as url:
        wire = wire_to(url)
        await wire.connect()
        await wire.send_packed_command(pack("PING"), check_health=False)
        with pytest.raises(RedisConnectionError):
            await wire.read_response()

        with pytest.raises(RedisConnectionError):
            wire.take_over(Ear())
