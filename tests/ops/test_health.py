import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from server.ops.health import HealthListener, State


@asynccontextmanager
async def listening(state: Callable[[], State]) -> AsyncIterator[int]:
    health = HealthListener(state, lambda: b"moves 7\n")
    try:
        yield await health.start("127.0.0.1", 0)
    finally:
        await health.stop()


async def ask(port: int, request: bytes) -> tuple[bytes, bytes]:
    """Send a request and give status line and body of the answer."""
    loop = asyncio.get_running_loop()
    answer = b""
    with socket.create_connection(("127.0.0.1", port)) as sock, suppress(ConnectionResetError):
        sock.setblocking(False)  # noqa: FBT003  its only argument
        await loop.sock_sendall(sock, request)
        async with asyncio.timeout(10):
            while data := await loop.sock_recv(sock, 4096):
                answer += data
    head, _, body = answer.partition(b"\r\n\r\n")
    return head.split(b"\r\n")[0], body


async def test_a_node_that_runs_is_live_whether_ready_or_not() -> None:
    async with listening(lambda: State.PAUSED) as port:
        answer = await ask(port, b"GET /live HTTP/1.1\r\nHost: x\r\n\r\n")

    assert answer == (b"HTTP/1.1 200 OK", b'{"live": true}\n')


async def test_readiness_is_asked_anew_each_time() -> None:
    states = iter([State.PAUSED, State.DRAINING, State.READY])

    async with listening(lambda: next(states)) as port:
        answers = [await ask(port, b"GET /ready HTTP/1.1\r\n\r\n") for _ in range(3)]

    assert answers == [
        (b"HTTP/1.1 503 Service Unavailable", b'{"ready": false, "state": "paused"}\n'),
        (b"HTTP/1.1 503 Service Unavailable", b'{"ready": false, "state": "draining"}\n'),
        (b"HTTP/1.1 200 OK", b'{"ready": true, "state": "ready"}\n'),
    ]


async def test_head_is_answered_without_a_body() -> None:
    async with listening(lambda: State.READY) as port:
        answer = await ask(port, b"HEAD /ready?from=balancer HTTP/1.1\r\n\r\n")

    assert answer == (b"HTTP/1.1 200 OK", b"")


async def test_the_figures_are_given_as_they_are() -> None:
    async with listening(lambda: State.PAUSED) as port:
        answer = await ask(port, b"GET /metrics HTTP/1.1\r\n\r\n")

    assert answer == (b"HTTP/1.1 200 OK", b"moves 7\n")


async def test_anything_else_is_refused() -> None:
    async with listening(lambda: State.READY) as port:
        answers = [
            await ask(port, b"GET / HTTP/1.1\r\n\r\n"),
            await ask(port, b"POST /live HTTP/1.1\r\n\r\n"),
            await ask(port, b"\xff\x00\r\n\r\n"),
            await ask(port, b"GET /" + b"x" * 8192),
        ]

    assert answers == [
        (b"HTTP/1.1 404 Not Found", b"{}\n"),
        (b"HTTP/1.1 405 Method Not Allowed", b"{}\n"),
        (b"HTTP/1.1 405 Method Not Allowed", b"{}\n"),
        (b"", b""),
    ]
