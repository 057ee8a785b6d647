"""What a supervisor, a balancer or Prometheus may ask, on a port of its own.

`/live`: the event loop turns. `/ready`: commands are taken; `paused` while the store does not
answer, with the reason, `draining` once the node has begun to send everybody to the other nodes.
`/metrics`: figures. It shares nothing with the public port, so that a flood there cannot make a
node look dead.
"""

import asyncio
import ipaddress
import json
from collections.abc import Callable
from enum import StrEnum
from http import HTTPStatus
from typing import Final, NamedTuple, cast

REQUEST_SECONDS: Final = 5.0
_MAX_HEAD_BYTES: Final = 8192
_HEAD_END: Final = b"\r\n\r\n"


METRICS_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"


class HealthAnswer(NamedTuple):
    """What is answered: status, type and body."""

    status: HTTPStatus
    type: str
    body: bytes


class State(StrEnum):
    """What a node can be asked for."""

    READY = "ready"
    PAUSED = "paused"
    DRAINING = "draining"


class Readiness(NamedTuple):
    """What `/ready` tells of a node.

    Fields:
        acknowledge: what stands behind an acknowledged move: ``primary``, ``volatile``.
        reason: why it is paused, "" if it is not.
    """

    state: State
    acknowledge: str
    reason: str = ""


class HealthListener:
    """The health port. Owns its socket; a connection lasts for one answer."""

    __slots__ = ("_facts", "_metrics", "_server")

    def __init__(self, facts: Callable[[], Readiness], metrics: Callable[[], bytes]) -> None:
        self._facts = facts
        self._metrics = metrics
        self._server: asyncio.Server | None = None

    async def start(self, host: str, port: int) -> int:
        """Listen on `host`; port 0 is any free one. Give the port.

        Raises:
            OSError: the port is in use.
        """
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: _Asked(self.answer), host, port)
        return int(self._server.sockets[0].getsockname()[1])

    async def stop(self) -> None:
        """Listen no more; connections there are end by themselves, soon."""
        if self._server is not None:
            self._server.close()

    def answer(self, request_line: str) -> HealthAnswer:
        """Give the answer to a request line such as "GET /live HTTP/1.1"."""
        method, _, rest = request_line.partition(" ")
        if method not in ("GET", "HEAD"):
            return _facts(HTTPStatus.METHOD_NOT_ALLOWED)
        match rest.partition(" ")[0].partition("?")[0]:
            case "/live":
                return _facts(HTTPStatus.OK, live=True)
            case "/ready":
                return _readiness(self._facts())
            case "/metrics":
                return HealthAnswer(HTTPStatus.OK, METRICS_TYPE, self._metrics())
            case _:
                return _facts(HTTPStatus.NOT_FOUND)


class _Asked(asyncio.Protocol):
    """One connection: it reads one request head and answers it, or is dropped after a while."""

    def __init__(self, answer: Callable[[str], HealthAnswer]) -> None:
        self._answer = answer
        self._buffer = b""
        self._transport: asyncio.Transport
        self._deadline: asyncio.TimerHandle

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        loop = asyncio.get_running_loop()
        self._deadline = loop.call_later(REQUEST_SECONDS, self._transport.abort)

    def data_received(self, data: bytes) -> None:
        if self._transport.is_closing():
            return
        self._buffer += data
        if len(self._buffer) > _MAX_HEAD_BYTES:
            self._transport.abort()
        elif _HEAD_END in self._buffer:
            request_line, *lines = (
                self._buffer.partition(_HEAD_END)[0].decode("latin-1").split("\r\n")
            )
            with_body = not request_line.startswith("HEAD ")
            answer = self._answer(request_line) if self._is_meant(lines) else _MISDIRECTED
            self._transport.write(_write(answer, with_body=with_body))
            self._transport.close()

    def _is_meant(self, lines: list[str]) -> bool:
        """Whether we are meant by the Host header, on the loopback.

        A page of a foreign name that is made to point here (DNS rebinding) reads no figures; and
        elsewhere it is the operator's network that says who may ask, by whatever name.
        """
        here = self._transport.get_extra_info("sockname")
        if not here or not _is_loopback(str(here[0])):
            return True
        hosts = [line.partition(":")[2] for line in lines if line.lower().startswith("host:")]
        return all(_is_loopback(_name_of(host.strip())) for host in hosts)

    def connection_lost(self, exc: Exception | None) -> None:
        self._deadline.cancel()


def _name_of(host: str) -> str:
    """The name or address of a Host header, without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def _is_loopback(name: str) -> bool:
    if name.lower().rstrip(".") == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _readiness(node: Readiness) -> HealthAnswer:
    is_ready = node.state is State.READY
    status = HTTPStatus.OK if is_ready else HTTPStatus.SERVICE_UNAVAILABLE
    why = {"reason": node.reason} if node.state is State.PAUSED else {}
    return _facts(
        status, ready=is_ready, state=node.state.value, acknowledge=node.acknowledge, **why
    )


def _facts(status: HTTPStatus, **facts: bool | str) -> HealthAnswer:
    return HealthAnswer(status, "application/json", json.dumps(facts).encode() + b"\n")


_MISDIRECTED: Final = HealthAnswer(
    HTTPStatus.MISDIRECTED_REQUEST, "text/plain", b"ask by an address or name of the loopback\n"
)


def _write(answer: HealthAnswer, *, with_body: bool) -> bytes:
    status, type_, body = answer
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\n"
        f"Content-Type: {type_}\r\n"
        "Cache-Control: no-store\r\n"
        "Connection: close\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    ).encode()
    return head + body if with_body else head
