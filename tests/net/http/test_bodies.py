"""Bodies over HTTP: where they are read at all, and what each wrong one gets."""

from dataclasses import replace
from http import HTTPStatus

import pytest

from tests.support.sockets import RecordingHandler, ask, dialled, serving
from xiangqi_server.net.http.http import Request, Response
from xiangqi_server.net.limits import ListenerLimits
from xiangqi_server.net.refusals import Refusal

MOST = 10_000
HEAD = "POST /read HTTP/1.1\r\nHost: a.example\r\n"


def answer(request: Request) -> Response:
    """The body comes back."""
    return Response(HTTPStatus.OK, request.body or b"none")


def with_length(body: bytes, length: object = None, more: str = "") -> bytes:
    told = len(body) if length is None else length
    return f"{HEAD}Content-Length: {told}\r\n{more}\r\n".encode() + body


def limited(most: int = 2, seconds: float = 10.0) -> ListenerLimits:
    return ListenerLimits(handshake_seconds=seconds, body_bytes={"/read": MOST}, bodies=most)


async def test_a_body_is_read_whole_however_it_arrives() -> None:
    body = bytes(range(256)) * 20
    raw = with_length(body, more="Connection: close\r\n")
    async with serving(RecordingHandler(), answer=answer, limits=limited()) as served:
        at_once = await ask(served.port, raw)
        async with dialled(served.port) as peer:
            for begin in range(0, len(raw), 997):
                await peer.send(raw[begin : begin + 997])
            in_parts = await peer.read_to_end()

    assert at_once.endswith(body)
    assert in_parts.endswith(body)


async def test_a_connection_goes_on_after_a_body() -> None:
    async with (
        serving(RecordingHandler(), answer=answer, limits=limited()) as served,
        dialled(served.port) as peer,
    ):
        for body in (b"one", b"", b"three"):
            await peer.send(with_length(body))
            head = await peer.read_head()
            assert head.startswith(b"HTTP/1.1 200")
            assert await peer.read(len(body or b"none")) == (body or b"none")


WRONG = {
    "no length": (f"{HEAD}\r\n".encode(), b"200"),
    "chunked": (f"{HEAD}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n".encode(), b"411"),
    "both": (with_length(b"abc", more="Transfer-Encoding: chunked\r\n"), b"411"),
    "no number": (with_length(b"abc", "three"), b"411"),
    "negative": (with_length(b"abc", -3), b"411"),
    "two lengths": (with_length(b"abc", more="Content-Length: 4\r\n"), b"400"),
    "a list of lengths": (with_length(b"abc", "3, 3"), b"411"),
    "too large": (with_length(b"abc", MOST + 1), b"413"),
    "huge": (with_length(b"abc", "9" * 12), b"413"),
    "a number too long": (with_length(b"abc", "9" * 400), b"411"),
    "elsewhere": (with_length(b"abc").replace(b"/read", b"/else"), b"200"),
    "by GET": (with_length(b"abc").replace(b"POST", b"GET"), b"400"),
}


@pytest.mark.parametrize(("raw", "status"), WRONG.values(), ids=WRONG)
async def test_a_wrong_body_is_refused_and_nothing_of_it_is_taken_for_a_request(
    raw: bytes, status: bytes
) -> None:
    async with serving(RecordingHandler(), answer=answer, limits=limited()) as served:
        told = await ask(served.port, raw)

    assert told.split(b" ")[1] == status
    assert told.count(b"HTTP/1.1 ") == 1
    assert not told.endswith(b"abc")


async def test_what_is_sent_behind_a_body_is_not_read() -> None:
    raw = with_length(b"abc") + b"GET /else HTTP/1.1\r\nHost: a\r\n\r\n"
    async with serving(RecordingHandler(), answer=answer, limits=limited()) as served:
        told = await ask(served.port, raw)

    assert told.count(b"HTTP/1.1 200") == 1
    assert told.endswith(b"abc")


async def test_a_body_that_does_not_come_in_time_ends_the_connection() -> None:
    limits = limited(most=1, seconds=0.3)
    async with serving(RecordingHandler(), answer=answer, limits=limits) as served:
        async with dialled(served.port) as peer:
            await peer.send(with_length(b"abc", 100))
            left = await peer.read_to_end()
        told = await ask(served.port, with_length(b"abc", more="Connection: close\r\n"))

    assert left == b""
    assert served.listener.refusals.counts[Refusal.SLOW_REQUEST] == 1
    assert told.split(b" ")[1] == b"200"


async def test_only_so_many_bodies_are_on_their_way_at_once() -> None:
    async with (
        serving(RecordingHandler(), answer=answer, limits=limited(most=1)) as served,
        dialled(served.port) as slow,
    ):
        await slow.send(with_length(b"abc", 100))
        told = b""
        while b"Retry-After: " not in told:  # once the server has read the first head
            told = await ask(served.port, with_length(b"abc", more="Connection: close\r\n"))
        await slow.send(bytes(97))
        head = await slow.read_head()

    assert told.split(b" ")[1] == b"503"
    assert head.startswith(b"HTTP/1.1 200")


async def test_one_address_leaves_places_for_the_bodies_of_others() -> None:
    limits = replace(limited(most=8), bodies_per_address=2, uncounted_addresses=frozenset())
    async with (
        serving(RecordingHandler(), answer=answer, limits=limits) as served,
        dialled(served.port) as first,
        dialled(served.port) as second,
    ):
        for slow in (first, second):
            await slow.send(with_length(b"abc", 100))
        told = b""
        while b"Retry-After: " not in told:  # once the server has read both heads
            told = await ask(served.port, with_length(b"abc", more="Connection: close\r\n"))
        await first.send(bytes(97))
        await first.read_head()
        then = await ask(served.port, with_length(b"abc", more="Connection: close\r\n"))

    assert told.split(b" ")[1] == b"429"
    assert then.split(b" ")[1] == b"200"


async def test_a_program_that_waits_for_leave_to_send_gets_it() -> None:
    async with (
        serving(RecordingHandler(), answer=answer, limits=limited()) as served,
        dialled(served.port) as peer,
    ):
        await peer.send(with_length(b"", 3, "Expect: 100-continue\r\n"))
        leave = await peer.read_head()
        await peer.send(b"abc")
        head = await peer.read_head()

    assert leave.startswith(b"HTTP/1.1 100 Continue")
    assert head.startswith(b"HTTP/1.1 200")
