"""Streams of lines: framed in chunks, kept alive by blank lines, cut where nobody reads."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager

import pytest

from tests.support.sockets import (
    BINARY_PROTOCOL,
    PATH,
    Peer,
    RecordingHandler,
    Served,
    dialled,
    serving,
)
from xiangqi_server.net.fanout import Subscribers
from xiangqi_server.net.http.http import Request, Response, Stream
from xiangqi_server.net.limits import ListenerLimits
from xiangqi_server.net.ports import Connection, Format
from xiangqi_server.net.refusals import Refusal
from xiangqi_server.net.websocket.frames import frame_message
from xiangqi_server.net.websocket.handshake import Endpoint

ASK = b"GET /lines HTTP/1.1\r\nHost: a.example\r\n\r\n"
END = b"0\r\n\r\n"
KIND = ("Content-Type", "application/x-ndjson")


def line(text: str) -> bytes:
    """A message on a stream."""
    return frame_message(text.encode(), Format.LINES)


def lines_in(body: bytes) -> tuple[list[bytes], bool]:
    """The lines of a body in chunks that say something, and whether it came to its end."""
    said = b""
    while body and body != END:
        size, _, body = body.partition(b"\r\n")
        said, body = said + body[: int(size, 16)], body[int(size, 16) + 2 :]
    return [one for one in said.split(b"\n") if one], body == END


@asynccontextmanager
async def streaming(
    handler: RecordingHandler, *, limits: ListenerLimits | None = None
) -> AsyncIterator[Served]:
    """Serve a stream for `handler` at every address."""

    async def opened() -> Response | Stream:
        return Stream(handler, (KIND,))

    def answer(request: Request) -> Awaitable[Response | Stream]:
        del request
        return opened()

    endpoint = Endpoint(PATH, {BINARY_PROTOCOL: Format.MSGPACK})
    async with serving(RecordingHandler(), limits=limits, answer=answer, endpoint=endpoint) as on:
        yield on


def say(*texts: str) -> RecordingHandler:
    """A handler that says something and ends the stream."""

    def opened(connection: Connection) -> None:
        for text in texts:
            connection.send(line(text))
        connection.close()

    return RecordingHandler(on_open=opened)


async def test_a_stream_is_one_answer_in_chunks_one_line_each_and_ends_with_an_empty_one() -> None:
    handler = say('{"a":1}', '{"b":"名"}')

    async with streaming(handler) as served:
        async with dialled(served.port) as peer:
            await peer.send(ASK)
            head, _, body = (await peer.read_to_end()).partition(b"\r\n\r\n")
        await handler.until(lambda told: bool(told.lost))

    assert head.startswith(b"HTTP/1.1 200 OK\r\n")
    assert b"Transfer-Encoding: chunked" in head
    assert b"Connection: close" in head
    assert b"Content-Length" not in head
    assert lines_in(body) == ([b'{"a":1}', '{"b":"名"}'.encode()], True)
    assert body.startswith(b'8\r\n{"a":1}\n\r\n')


async def test_head_is_told_the_head_and_opens_nothing() -> None:
    handler = say("x")

    async with streaming(handler) as served, dialled(served.port) as peer:
        await peer.send(ASK.replace(b"GET", b"HEAD"))
        answer = await peer.read_to_end()

    assert answer.startswith(b"HTTP/1.1 200 OK\r\n")
    assert answer.endswith(b"\r\n\r\n")
    assert handler.open == []


async def test_a_quiet_stream_says_by_blank_lines_that_the_server_is_there() -> None:
    handler = RecordingHandler()
    limits = ListenerLimits(beat_seconds=0.05)

    async with streaming(handler, limits=limits) as served, dialled(served.port) as peer:
        await peer.send(ASK)
        await peer.read_head()
        blank = await peer.read(2 * len(b"1\r\n\n\r\n"))

    assert blank == b"1\r\n\n\r\n" * 2


async def test_a_stream_keeps_one_place_in_the_limits_and_frees_it_when_its_peer_leaves() -> None:
    handler = RecordingHandler()

    async with streaming(handler) as served:
        async with dialled(served.port) as peer:
            await peer.send(ASK)
            await handler.until(lambda told: bool(told.open))
            while_open = served.listener.connection_count
        await handler.until(lambda told: bool(told.lost))

        assert while_open == 1
        assert served.listener.connection_count == 0


async def test_who_reads_nothing_is_cut_and_others_are_told() -> None:
    handler = RecordingHandler()
    subscribers = Subscribers()
    handler.on_open = lambda connection: subscribers.add(connection, droppable=False)
    limits = ListenerLimits(outbox_bytes=20_000, kernel_send_bytes=4_096)

    async with (
        streaming(handler, limits=limits) as served,
        dialled(served.port, receive_bytes=4_096) as deaf,
        dialled(served.port) as good,
    ):
        await deaf.send(ASK)
        await handler.until(lambda told: len(told.open) == 1)
        await good.send(ASK)
        await handler.until(lambda told: len(told.open) == 2)
        await good.read_head()
        told = b""
        while not handler.lost:
            subscribers.send(lambda _: b"x" * 10_000)
            told += await good.read_available()
        cut = served.listener.refusals.counts[Refusal.SLOW_READER]

        assert handler.lost == [handler.open[0]]
        assert cut == 1
        assert told.startswith(b"2711\r\nxxx")


async def test_who_may_miss_lines_is_told_to_be_shown_all_anew() -> None:
    handler = RecordingHandler()
    handler.on_caught_up = say("anew").on_open
    limits = ListenerLimits(outbox_bytes=20_000, kernel_send_bytes=4_096, outbox_seconds=1_000)

    async with (
        streaming(handler, limits=limits) as served,
        dialled(served.port, receive_bytes=4_096) as slow,
    ):
        await slow.send(ASK)
        await handler.until(lambda told: bool(told.open))
        connection = handler.open[0]
        while not served.listener.refusals.counts[Refusal.SKIPPED_FRAMES]:
            connection.send(line("x" * 10_000), droppable=True)
            await Peer.yield_to_the_server()
        lines, is_whole = lines_in((await slow.read_to_end()).partition(b"\r\n\r\n")[2])

    assert lines[-1] == b"anew"
    assert is_whole
    assert handler.caught == [connection]


async def test_a_stream_that_is_closed_while_its_peer_is_slow_brings_everything() -> None:
    handler = RecordingHandler()
    limits = ListenerLimits(kernel_send_bytes=4_096, outbox_bytes=10_000_000)

    async with (
        streaming(handler, limits=limits) as served,
        dialled(served.port, receive_bytes=4_096) as slow,
    ):
        await slow.send(ASK)
        await handler.until(lambda told: bool(told.open))
        for number in range(100):
            handler.open[0].send(line(f"{number}" + "x" * 10_000))
            await Peer.yield_to_the_server()
        handler.open[0].close()
        handler.open[0].send(line("too late"))
        lines, is_whole = lines_in((await slow.read_to_end()).partition(b"\r\n\r\n")[2])

    assert [one.rstrip(b"x") for one in lines] == [str(number).encode() for number in range(100)]
    assert is_whole


async def test_who_sends_much_to_a_stream_is_cut() -> None:
    handler = RecordingHandler()

    async with streaming(handler) as served, dialled(served.port) as peer:
        await peer.send(ASK)
        await handler.until(lambda told: bool(told.open))
        await peer.send(ASK)
        await peer.send(b"x" * 10_000)
        await handler.until(lambda told: bool(told.lost))

        assert len(handler.open) == 1
        assert served.listener.refusals.counts[Refusal.BAD_REQUEST] == 1


async def test_a_listener_that_stops_ends_streams_as_they_ought_to_end() -> None:
    handler = RecordingHandler(on_open=lambda connection: connection.send(line("one")))

    async with streaming(handler) as served, dialled(served.port) as peer:
        await peer.send(ASK)
        await handler.until(lambda told: bool(told.open))
        stopping = asyncio.create_task(served.listener.stop())
        answer = await peer.read_to_end()
        peer.close()
        await stopping

    assert lines_in(answer.partition(b"\r\n\r\n")[2]) == ([b"one"], True)


async def test_a_bug_of_a_handler_breaks_its_stream_off_and_is_counted(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def opened(connection: Connection) -> None:
        connection.send(line("one"))
        raise ValueError("a bug")

    handler = RecordingHandler(on_open=opened)

    async with streaming(handler) as served, dialled(served.port) as peer:
        await peer.send(ASK)
        answer = await peer.read_to_end()

    assert END not in answer
    assert [record.message for record in caplog.records if record.exc_info] == ["handler failed"]


async def test_a_stream_without_a_place_for_its_address_is_turned_away() -> None:
    handler = RecordingHandler()
    limits = ListenerLimits(connections_per_address=1, uncounted_addresses=frozenset())

    async with streaming(handler, limits=limits) as served, dialled(served.port) as peer:
        await peer.send(ASK)
        await handler.until(lambda told: bool(told.open))
        async with dialled(served.port) as second:
            await second.send(ASK)
            answer = await second.read_to_end()

    assert answer.startswith(b"HTTP/1.1 503 ")
    assert len(handler.open) == 1
