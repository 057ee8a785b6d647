import asyncio
import gzip
import tracemalloc
from collections.abc import Awaitable
from contextlib import AsyncExitStack
from http import HTTPStatus

import pytest
import uvloop
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.patience import PATIENCE_S
from tests.support.sockets import (
    BINARY_PROTOCOL,
    PATH,
    SITE,
    Peer,
    RecordingHandler,
    ask,
    client_frame,
    dialled,
    echo,
    serving,
    upgrade_request,
)
from xiangqi_server.net.http.http import Request, Response, text_response
from xiangqi_server.net.limits import ListenerLimits
from xiangqi_server.net.ports import Format
from xiangqi_server.net.refusals import Refusal
from xiangqi_server.net.websocket.handshake import Endpoint

SCRIPT = f"/a/{SITE.tree_hash}/src/main.js"
GET = b"GET / HTTP/1.1\r\nHost: a.example\r\n"


async def read_answer(peer: Peer) -> tuple[bytes, bytes]:
    """Give status line and body of one answer."""
    head = await peer.read_head()
    (size,) = [int(line[16:]) for line in head.split(b"\r\n") if line.startswith(b"Content-Length")]
    return head.split(b"\r\n")[0], await peer.read(size)


async def test_a_file_that_many_ask_for_and_nobody_reads_is_held_once() -> None:
    if not isinstance(asyncio.get_running_loop(), uvloop.Loop):
        return  # servers run on the other one; this one copies what cannot be sent at once
    file = Response(HTTPStatus.OK, bytes(4_000_000))
    async with (
        serving(RecordingHandler(), answer=lambda _: file) as served,
        AsyncExitStack() as peers,
    ):
        tracemalloc.start()
        for _ in range(20):
            peer = await peers.enter_async_context(dialled(served.port))
            await peer.send(GET + b"\r\n")
            await peer.read_head()
        held_bytes, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()

    assert held_bytes < len(file.body)


async def test_one_connection_serves_page_and_files() -> None:
    async with serving(RecordingHandler()) as served, dialled(served.port) as peer:
        await peer.send(GET + b"\r\n")
        page = await read_answer(peer)
        await peer.send(
            f"GET {SCRIPT} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n".encode()
        )
        status, zipped = await read_answer(peer)
        await peer.send(b"GET /missing HTTP/1.1\r\nHost: a\r\n\r\n")
        missing = await read_answer(peer)

    assert page[0] == status == b"HTTP/1.1 200 OK"
    assert SCRIPT.encode() in page[1]
    assert gzip.decompress(zipped).startswith(b"export const page")
    assert missing == (b"HTTP/1.1 404 Not Found", b"nothing here\n")


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"HEAD / HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n", b"200 OK"),
        (upgrade_request().replace(b"GET", b"HEAD"), b"405 Method Not Allowed"),
    ],
)
async def test_head_gets_the_head_only(request_: bytes, status: bytes) -> None:
    async with serving(RecordingHandler()) as served:
        data = await ask(served.port, request_)

    assert data.startswith(b"HTTP/1.1 " + status + b"\r\n")
    assert data.endswith(b"\r\n\r\n")


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", b"405"),
        (f"GET {PATH} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode(), b"404"),
        (upgrade_request().replace(b"GET", b"POST"), b"405"),
        (upgrade_request().replace(b"HTTP/1.1", b"HTTP/1.0"), b"405"),
        (upgrade_request(path="/elsewhere", more="Connection: close\r\n"), b"404"),
        (upgrade_request(protocol=None), b"400"),
        (upgrade_request(protocol="other.v9"), b"400"),
        (upgrade_request(more="Origin: https://evil.example\r\n"), b"403"),
        (upgrade_request(more="Origin: null\r\n"), b"403"),
        (upgrade_request().replace(b"Version: 13", b"Version: 8"), b"400"),
        (upgrade_request().replace(b"dGhlIHNhbXBsZSBub25jZQ==", b"short"), b"400"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", b"400"),
        (b"GET /../../etc/passwd HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", b"404"),
        (b"GET /%2e%2e/etc/passwd HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", b"404"),
        (b"GET /\x00 HTTP/1.1\r\nHost: a\r\n\r\n", b"400"),
        (b"GET http://evil.example/ HTTP/1.1\r\nHost: a\r\n\r\n", b"400"),
        (GET + b"Content-Length: 5\r\n\r\nhello", b"400"),
        (GET + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /a HTTP/1.1\r\n\r\n", b"400"),
        (GET + b"X: " + b"x" * 10_000 + b"\r\n\r\n", b"431"),
        (b"GET /" + b"x" * 10_000, b"431"),
    ],
)
async def test_every_wrong_request_gets_one_clear_answer_and_the_end(
    data: bytes, status: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    handler = RecordingHandler()

    async with serving(handler) as served:
        answer = await ask(served.port, data)

    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.split(b" ")[1] == status
    assert b"Connection: close" in head
    assert body
    assert answer.count(b"\r\nDate: ") == 1
    assert handler.open == []
    assert [record for record in caplog.records if record.exc_info] == []


async def test_a_wrong_subprotocol_is_told_which_there_are() -> None:
    async with serving(RecordingHandler()) as served:
        answer = await ask(served.port, upgrade_request(protocol="other"))

    assert b"test.msgpack, test.json" in answer


@pytest.mark.parametrize(
    "origin",
    ["", "Origin: http://play.example\r\n", "Origin: https://PLAY.example\r\n"],
)
async def test_no_origin_and_the_same_origin_are_welcome(origin: str) -> None:
    handler = RecordingHandler()

    async with serving(handler) as served, dialled(served.port) as peer:
        await peer.send(upgrade_request(more=origin))
        head = await peer.read_head()

    assert head.startswith(b"HTTP/1.1 101 ")
    assert b"Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" in head
    assert b"Sec-WebSocket-Protocol: test.msgpack" in head
    assert b"Sec-WebSocket-Extensions" not in head


async def test_pipelined_requests_get_the_first_answer_only() -> None:
    async with serving(RecordingHandler()) as served:
        answer = await ask(served.port, (GET + b"\r\n") * 100)

    assert answer.count(b"HTTP/1.1 200 OK") == 1
    assert b"Connection: close" in answer


async def test_messages_sent_along_with_the_handshake_are_heard() -> None:
    handler = RecordingHandler(react=echo)

    async with serving(handler) as served, dialled(served.port) as peer:
        await peer.send(upgrade_request() + client_frame(0x82, b"hello"))
        await peer.read_head()
        frame = await peer.read_frame()

    assert frame == (0x82, b"hello")


async def test_a_request_that_never_ends_is_dropped() -> None:
    async with serving(RecordingHandler(), limits=ListenerLimits(handshake_seconds=0.05)) as served:
        answer = await ask(served.port, GET)

    assert answer == b""
    assert served.listener.refusals.counts == {Refusal.SLOW_REQUEST: 1}


async def test_a_peer_that_does_not_take_its_answer_is_dropped() -> None:
    big = Response(SITE.answer(Request("GET", "/", {})).status, b"x" * 5_000_000)
    limits = ListenerLimits(handshake_seconds=0.05, close_seconds=0.05)

    async with (
        serving(RecordingHandler(), limits=limits, answer=lambda _: big) as served,
        dialled(served.port, receive_bytes=4096) as peer,
    ):
        await peer.send(GET + b"\r\n")
        await peer.read_head()
        await served.listener.until_nobody_is_connected()

    assert served.listener.refusals.counts == {Refusal.SLOW_REQUEST: 1}


async def test_a_big_answer_arrives_whole() -> None:
    big = Response(SITE.answer(Request("GET", "/", {})).status, b"x" * 3_000_000)

    async with (
        serving(RecordingHandler(), answer=lambda _: big) as served,
        dialled(served.port) as p,
    ):
        await p.send(GET + b"\r\n")
        first = await read_answer(p)
        await p.send(GET + b"\r\n")
        second = await read_answer(p)

    assert first == second == (b"HTTP/1.1 200 OK", big.body)


async def test_a_trusted_proxy_names_the_peer() -> None:
    handler = RecordingHandler()
    endpoint = Endpoint(
        PATH, {BINARY_PROTOCOL: Format.MSGPACK}, trusted_proxies=frozenset({"127.0.0.1"})
    )

    async with serving(handler, endpoint=endpoint) as served, dialled(served.port) as peer:
        await peer.send(upgrade_request(more="X-Forwarded-For: 203.0.113.9\r\n"))
        await peer.read_head()

    assert [connection.remote_address for connection in handler.open] == ["203.0.113.9"]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 300), st.integers(0, 255)), max_size=5))
async def test_a_mutated_handshake_is_answered_or_dropped(mutations: list[tuple[int, int]]) -> None:
    handler = RecordingHandler(react=echo)
    request = bytearray(upgrade_request() + client_frame(0x82, b"hi") + client_frame(0x88))
    for at, byte in mutations:
        request[at % len(request)] = byte

    async with serving(handler) as served, dialled(served.port) as peer:
        await peer.send(bytes(request))
        peer.end()
        answer = await peer.read_to_end()

    assert answer == b"" or answer.startswith((b"HTTP/1.1 101 ", b"HTTP/1.1 4", b"HTTP/1.1 200 "))


# Answers that must wait.


class Waiting:
    """Answers `/later` when it is told to, everything else at once."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.answers: list[asyncio.Future[Response]] = []

    def __call__(self, request: Request) -> Response | Awaitable[Response]:
        if request.path != "/later":
            return text_response(HTTPStatus.OK, request.path)
        self.answers.append(asyncio.get_running_loop().create_future())
        self.asked.set()
        return self.answers[-1]


LATER = b"GET /later HTTP/1.1\r\nHost: a\r\n\r\n"
NEXT = b"GET /next HTTP/1.1\r\nHost: a\r\n\r\n"


async def test_an_answer_may_come_later_and_the_connection_goes_on_after_it() -> None:
    waiting = Waiting()
    async with (
        serving(RecordingHandler(), answer=waiting) as served,
        dialled(served.port) as peer,
    ):
        await peer.send(LATER)
        await waiting.asked.wait()
        await peer.send(NEXT)
        waiting.answers[0].set_result(text_response(HTTPStatus.OK, "late"))
        answers = [await read_answer(peer), await read_answer(peer)]

    assert answers == [(b"HTTP/1.1 200 OK", b"late\n"), (b"HTTP/1.1 200 OK", b"/next\n")]


async def test_a_peer_that_leaves_gives_up_its_answer() -> None:
    waiting = Waiting()
    limits = ListenerLimits(handshake_seconds=0.2)  # nothing is read until the answer is there
    async with serving(RecordingHandler(), answer=waiting, limits=limits) as served:
        async with dialled(served.port) as peer:
            await peer.send(LATER)
            await waiting.asked.wait()
        await asyncio.wait([waiting.answers[0]], timeout=PATIENCE_S)

    assert waiting.answers[0].cancelled()


async def test_an_answer_that_fails_ends_that_connection_alone(
    caplog: pytest.LogCaptureFixture,
) -> None:
    waiting = Waiting()
    async with serving(RecordingHandler(), answer=waiting) as served:
        async with dialled(served.port) as peer:
            await peer.send(LATER)
            await waiting.asked.wait()
            waiting.answers[0].set_exception(RuntimeError("a bug"))
            nothing = await peer.read_to_end()
        async with dialled(served.port) as other:
            await other.send(NEXT)
            answer = await read_answer(other)

    assert nothing == b""
    assert answer == (b"HTTP/1.1 200 OK", b"/next\n")
    assert "no answer to a request" in caplog.text


# Who is counted, and when an answer is written.

PAGE = b"GET /page HTTP/1.1\r\nHost: a\r\n"


async def test_each_request_names_as_whom_its_sender_is_counted() -> None:
    counted: list[str] = []

    def answer(request: Request) -> Response:
        counted.append(request.counted_as)
        return text_response(HTTPStatus.OK, "page")

    endpoint = Endpoint(
        PATH, {BINARY_PROTOCOL: Format.MSGPACK}, trusted_proxies=frozenset({"127.0.0.1"})
    )
    async with serving(RecordingHandler(), endpoint=endpoint, answer=answer) as served:
        async with dialled(served.port) as proxy:
            for named in (b"203.0.113.9", b"2001:db8::7", b"127.0.0.1"):
                await proxy.send(PAGE + b"X-Forwarded-For: " + named + b"\r\n\r\n")
                await read_answer(proxy)
        async with dialled(served.port, source="127.0.0.2") as peer:
            await peer.send(PAGE + b"X-Forwarded-For: 203.0.113.9\r\n\r\n")
            await read_answer(peer)

    assert counted == ["203.0.113.9", "2001:db8::/64", "", "127.0.0.2"]


async def test_who_asks_too_often_is_told_so_and_has_to_connect_again() -> None:
    too_many = text_response(HTTPStatus.TOO_MANY_REQUESTS, "wait", Retry_After="1")

    async with serving(RecordingHandler(), answer=lambda _: too_many) as served:
        answer = await ask(served.port, PAGE + b"\r\n")

    assert answer.startswith(b"HTTP/1.1 429 ")
    assert b"Connection: close" in answer
    assert served.listener.refusals.counts == {Refusal.TOO_MANY_REQUESTS: 1}


async def test_an_answer_is_told_written_when_the_peer_has_taken_it_all_not_before() -> None:
    written = asyncio.Event()
    big = Response(HTTPStatus.OK, b"x" * 5_000_000, on_written=written.set)

    async with (
        serving(RecordingHandler(), answer=lambda _: big) as served,
        dialled(served.port, receive_bytes=4096) as peer,
    ):
        await peer.send(GET + b"\r\n")
        await peer.read_head()
        was_written = written.is_set()
        await peer.read(len(big.body))
        await asyncio.wait_for(written.wait(), PATIENCE_S)

    assert not was_written


async def test_an_answer_is_told_written_too_if_the_peer_leaves_before_or_after_it_is_there() -> (
    None
):
    waiting = Waiting()
    written = [asyncio.Event(), asyncio.Event()]
    async with serving(RecordingHandler(), answer=waiting) as served:
        async with dialled(served.port) as peer:
            await peer.send(LATER)
            await waiting.asked.wait()
            late = Response(HTTPStatus.OK, b"late", on_written=written[0].set)
            peer.reset()
            waiting.answers[0].set_result(late)
            await asyncio.wait_for(written[0].wait(), PATIENCE_S)
        async with dialled(served.port, receive_bytes=4096) as peer:
            waiting.asked.clear()
            await peer.send(LATER)
            await waiting.asked.wait()
            big = Response(HTTPStatus.OK, b"x" * 5_000_000, on_written=written[1].set)
            waiting.answers[1].set_result(big)
            await peer.read_head()
        await asyncio.wait_for(written[1].wait(), PATIENCE_S)


async def test_when_the_house_is_full_the_oldest_who_asks_nothing_makes_room() -> None:
    handler = RecordingHandler(react=echo)

    async with serving(handler, limits=ListenerLimits(connections=3)) as served:
        async with (
            dialled(served.port) as player,
            dialled(served.port) as oldest,
            dialled(served.port) as older,
        ):
            await player.send(upgrade_request())
            await player.read_head()
            for idle in (oldest, older):  # both are there, and have been answered
                await idle.send(PAGE + b"\r\n")
                await read_answer(idle)
            async with dialled(served.port) as late:
                await late.send(PAGE + b"\r\n")
                status, _ = await read_answer(late)
                gone = await oldest.read_to_end()
                await older.send(PAGE + b"\r\n")
                kept, _ = await read_answer(older)
                await player.send(client_frame(0x82, b"hi"))
                echoed = await player.read_frame()
                inside = served.listener.connection_count
        await served.listener.until_nobody_is_connected()
        left = served.listener.connection_count

    assert (status, kept) == (b"HTTP/1.1 404 Not Found",) * 2
    assert (gone, echoed) == (b"", (0x82, b"hi"))
    assert (inside, left) == (3, 0)
