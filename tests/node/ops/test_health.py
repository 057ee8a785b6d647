import asyncio
import json
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from tests.support.patience import PATIENCE_S
from xiangqi_server.node.ops.health import HealthListener, Readiness, State

READY = Readiness(State.READY, "primary")
PAUSED = Readiness(State.PAUSED, "primary", "store replaced")


@dataclass
class Facts:
    """What is told of a node, by a function."""

    told: Callable[[], Readiness]

    async def readiness(self) -> Readiness:
        return self.told()

    async def metrics(self) -> bytes:
        return b"moves 7\n"


@asynccontextmanager
async def listening(facts: Callable[[], Readiness]) -> AsyncIterator[int]:
    health = HealthListener(Facts(facts))
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
        async with asyncio.timeout(PATIENCE_S):
            while data := await loop.sock_recv(sock, 4096):
                answer += data
    head, _, body = answer.partition(b"\r\n\r\n")
    return head.split(b"\r\n")[0], body


async def test_a_node_that_runs_is_live_whether_ready_or_not() -> None:
    async with listening(lambda: PAUSED) as port:
        answer = await ask(port, b"GET /live HTTP/1.1\r\nHost: localhost:8081\r\n\r\n")

    assert answer == (b"HTTP/1.1 200 OK", b'{"live": true}\n')


async def test_readiness_is_asked_anew_each_time() -> None:
    states = iter([PAUSED, Readiness(State.DRAINING, "volatile"), READY])

    async with listening(lambda: next(states)) as port:
        answers = [await ask(port, b"GET /ready HTTP/1.1\r\n\r\n") for _ in range(3)]

    away, well = b"HTTP/1.1 503 Service Unavailable", b"HTTP/1.1 200 OK"
    draining = {"ready": False, "state": "draining", "acknowledge": "volatile"}
    ready = {"ready": True, "state": "ready", "acknowledge": "primary"}
    assert [(status, json.loads(body)) for status, body in answers] == [
        (away, {**ready, "ready": False, "state": "paused", "reason": "store replaced"}),
        (away, draining),
        (well, ready),
    ]


async def test_head_is_answered_without_a_body() -> None:
    async with listening(lambda: READY) as port:
        answer = await ask(port, b"HEAD /ready?from=balancer HTTP/1.1\r\n\r\n")

    assert answer == (b"HTTP/1.1 200 OK", b"")


async def test_the_figures_are_given_as_they_are() -> None:
    async with listening(lambda: PAUSED) as port:
        answer = await ask(port, b"GET /metrics HTTP/1.1\r\n\r\n")

    assert answer == (b"HTTP/1.1 200 OK", b"moves 7\n")


async def test_anything_else_is_refused() -> None:
    async with listening(lambda: READY) as port:
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


async def test_on_the_loopback_only_its_own_names_are_answered_to() -> None:
    async def status(port: int, host: bytes) -> bytes:
        request = b"GET /metrics HTTP/1.1\r\n" + host + b"\r\n"
        return (await ask(port, request))[0].split(b" ")[1]

    meant = [b"", b"Host: localhost\r\n", b"host: LOCALHOST.:1\r\n", b"Host: 127.0.0.1:8081\r\n"]
    meant += [b"Host: [::1]:8081\r\n", b"Host: 127.9.9.9\r\n"]
    foreign = [b"Host: evil.example\r\n", b"Host: 127.0.0.1.evil.example:8081\r\n"]
    foreign += [b"Host: 10.0.0.1\r\n", b"Host:\r\n", b"Host: localhost\r\nHost: evil.example\r\n"]

    async with listening(lambda: READY) as port:
        answered = [await status(port, host) for host in meant]
        refused = [await status(port, host) for host in foreign]

    assert answered == [b"200"] * len(meant)
    assert refused == [b"421"] * len(foreign)


async def test_a_port_that_is_open_to_all_asks_the_same_of_who_comes_by_the_loopback() -> None:
    health = HealthListener(Facts(lambda: READY))
    try:
        port = await health.start("0.0.0.0", 0)
        loopback = (await ask(port, b"GET /live HTTP/1.1\r\nHost: node1:8081\r\n\r\n"))[0]
    finally:
        await health.stop()

    assert loopback.split(b" ")[1] == b"421"
