"""What a supervisor, a balancer or Prometheus may ask, on a port of its own.

`/live`: the event loop turns. `/ready`: commands are taken; `paused` while the store does not
answer, with the reason, `draining` once the node has begun to send everybody to the other nodes.
`/metrics`: figures. It shares nothing with the public port, so that a flood there cannot make a
node look dead.
"""

import asyncio
import ipaddress
import json
from collections.abc import Sequence
from enum import StrEnum
from http import HTTPStatus
from typing import Final, NamedTuple, Protocol

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
    PARTIAL = "partial"
    """A part of the store is away: what lies there waits, and all else goes on."""
    PAUSED = "paused"
    DRAINING = "draining"


class Readiness(NamedTuple):
    """What `/ready` tells of a node.

    Fields:
        acknowledge: what stands behind an acknowledged move: as `welcome.durability` says it.
        reason: why it is paused, what is away, or what an operator has to look at; "" if nothing.
        workers: how each of those is that share the port; none of a node alone.
    """

    state: State
    acknowledge: str
    reason: str = ""
    workers: tuple[str, ...] = ()


class HealthFacts(Protocol):
    """Where the answers come from: a node, or those who share a port."""

    async def readiness(self) -> Readiness:
        """Whether commands are taken."""
        ...

    async def metrics(self) -> bytes:
        """Give all figures as Prometheus reads them."""
        ...


class HealthListener:
    """The health port. Owns its socket; a connection lasts for one answer."""

    __slots__ = ("_facts", "_server")

    def __init__(self, facts: HealthFacts) -> None:
        self._facts = facts
        self._server: asyncio.Server | None = None

    async def start(self, host: str, port: int) -> int:
        """Listen on `host`; port 0 is any free one. Give the port.

        Raises:
            OSError: the port is in use.
        """
        self._server = await asyncio.start_server(self._serve, host, port, limit=_MAX_HEAD_BYTES)
        return int(self._server.sockets[0].getsockname()[1])

    async def stop(self) -> None:
        """Listen no more; connections there are end by themselves, soon."""
        if self._server is not None:
            self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Read one request head and answer it, or drop the connection after a while."""
        try:
            async with asyncio.timeout(REQUEST_SECONDS):
                head = await reader.readuntil(_HEAD_END)
                request_line, *lines = head.decode("latin-1").split("\r\n")
                is_meant = _is_meant(writer.get_extra_info("sockname"), lines)
                answer = await self._answer(request_line) if is_meant else _MISDIRECTED
                writer.write(_write(answer, with_body=not request_line.startswith("HEAD ")))
                await writer.drain()
        except (TimeoutError, asyncio.LimitOverrunError, asyncio.IncompleteReadError, OSError):
            writer.transport.abort()
        finally:
            writer.close()

    async def _answer(self, request_line: str) -> HealthAnswer:
        """Give the answer to a request line such as "GET /live HTTP/1.1"."""
        method, _, rest = request_line.partition(" ")
        if method not in ("GET", "HEAD"):
            return _answer_of(HTTPStatus.METHOD_NOT_ALLOWED)
        match rest.partition(" ")[0].partition("?")[0]:
            case "/live":
                return _answer_of(HTTPStatus.OK, live=True)
            case "/ready":
                return _readiness(await self._facts.readiness())
            case "/metrics":
                return HealthAnswer(HTTPStatus.OK, METRICS_TYPE, await self._facts.metrics())
            case _:
                return _answer_of(HTTPStatus.NOT_FOUND)


def _is_meant(here: Sequence[object] | None, lines: Sequence[str]) -> bool:
    """Whether we are meant by the Host header, on the loopback.

    A page of a foreign name that is made to point here (DNS rebinding) reads no figures. Elsewhere
    the operator's network decides which machines may ask, by whatever name.
    """
    if not here or not _is_loopback(str(here[0])):
        return True
    hosts = [line.partition(":")[2] for line in lines if line.lower().startswith("host:")]
    return all(_is_loopback(_name_of(host.strip())) for host in hosts)


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
    is_ready = node.state in (State.READY, State.PARTIAL)
    facts: dict[str, bool | str | Sequence[str]] = {
        "ready": is_ready,
        "state": node.state.value,
        "acknowledge": node.acknowledge,
    }
    if node.reason or node.state in (State.PARTIAL, State.PAUSED):
        facts["reason"] = node.reason
    if node.workers:
        facts["workers"] = node.workers
    return _answer_of(HTTPStatus.OK if is_ready else HTTPStatus.SERVICE_UNAVAILABLE, **facts)


def _answer_of(status: HTTPStatus, **facts: bool | str | Sequence[str]) -> HealthAnswer:
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
