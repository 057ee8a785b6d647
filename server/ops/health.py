"""What a supervisor, a balancer or Prometheus may ask, on a port of its own.

`/live`: the event loop turns. `/ready`: commands are taken; `paused` while the store does not
answer, `draining` once the node has begun to send everybody to the other nodes.
`/metrics`: figures. It shares nothing with the public port, so that a flood there cannot make a
node look dead.
"""

import asyncio
import json
from collections.abc import Callable
from enum import StrEnum
from http import HTTPStatus
from typing import Final, NamedTuple, cast

REQUEST_SECONDS: Final = 5.0
_MAX_HEAD_BYTES: Final = 8192
_HEAD_END: Final = b"\r\n\r\n"


METRICS_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"


class Answer(NamedTuple):
    """What is answered: status, type and body."""

    status: HTTPStatus
    type: str
    body: bytes


class State(StrEnum):
    """What a node can be asked for."""

    READY = "ready"
    PAUSED = "paused"
    DRAINING = "draining"


class HealthListener:
    """The health port. Owns its socket; a connection lasts for one answer."""

    __slots__ = ("_metrics", "_server", "_state")

    def __init__(self, state: Callable[[], State], metrics: Callable[[], bytes]) -> None:
        self._state = state
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

    def answer(self, request_line: str) -> Answer:
        """Give the answer to a request line such as "GET /live HTTP/1.1"."""
        method, _, rest = request_line.partition(" ")
        if method not in ("GET", "HEAD"):
            return _facts(HTTPStatus.METHOD_NOT_ALLOWED)
        match rest.partition(" ")[0].partition("?")[0]:
            case "/live":
                return _facts(HTTPStatus.OK, live=True)
            case "/ready":
                state = self._state()
                is_ready = state is State.READY
                status = HTTPStatus.OK if is_ready else HTTPStatus.SERVICE_UNAVAILABLE
                return _facts(status, ready=is_ready, state=state.value)
            case "/metrics":
                return Answer(HTTPStatus.OK, METRICS_TYPE, self._metrics())
            case _:
                return _facts(HTTPStatus.NOT_FOUND)


class _Asked(asyncio.Protocol):
    """One connection: it reads one request head and answers it, or is dropped after a while."""

    def __init__(self, answer: Callable[[str], Answer]) -> None:
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
            request_line = self._buffer.partition(b"\r\n")[0].decode("latin-1")
            with_body = not request_line.startswith("HEAD ")
            self._transport.write(_write(self._answer(request_line), with_body=with_body))
            self._transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._deadline.cancel()


def _facts(status: HTTPStatus, **facts: bool | str) -> Answer:
    return Answer(status, "application/json", json.dumps(facts).encode() + b"\n")


def _write(answer: Answer, *, with_body: bool) -> bytes:
    status, type_, body = answer
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\n"
        f"Content-Type: {type_}\r\n"
        "Cache-Control: no-store\r\n"
        "Connection: close\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    ).encode()
    return head + body if with_body else head
