"""A TCP connection before it speaks websocket: it asks for files or to be upgraded.

A request is answered before the next one is read, and one that was sent too early (pipelined) is
never read: the connection ends after the answer to the one before it. A request that takes too
long, and a peer that takes no byte of its answer for as long, ends with the TCP connection. So does
a body that is not there in time; where bodies are read at all, `http/bodies.py` says.

An answer may have to wait for something: then nothing more is read until it is there.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from http import HTTPStatus
from typing import Final, NamedTuple, cast

from xiangqi_server.net.http.bodies import CONTINUE, BodyRefused
from xiangqi_server.net.http.http import (
    HEAD_END,
    BadRequest,
    Request,
    Response,
    Stream,
    read_request,
    text_response,
    write_response,
)
from xiangqi_server.net.line_connection import LineConnection
from xiangqi_server.net.refusals import Refusal
from xiangqi_server.net.shared import Shared
from xiangqi_server.net.telling_refusals import language_in, told
from xiangqi_server.net.timer_wheel import Deadline
from xiangqi_server.net.websocket.connection import WebSocketConnection
from xiangqi_server.net.websocket.handshake import Gate, HandshakeRefused, Welcome

log = logging.getLogger(__name__)

Answer = Callable[[Request], Response | Awaitable[Response | Stream]]
"""Answers a request, at once or later; a stream always later."""


_PASSING: Final = (HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.TOO_MANY_REQUESTS)
"""What a program may try again soon."""


class _ArrivingBody(NamedTuple):
    """A request, how long its body is, and what has come of it."""

    request: Request
    length: int
    body: bytearray
    group: str


class HttpConnection(asyncio.Protocol):
    """One TCP connection up to its upgrade.

    It holds a place in the limits and an entry among the newcomers, until it is lost or
    passes into the hands of a `WebSocketConnection`.
    """

    __slots__ = (
        "_address",
        "_answer",
        "_body",
        "_buffer",
        "_deadline",
        "_gate",
        "_has_place",
        "_is_done",
        "_later",
        "_on_written",
        "_shared",
        "_transport",
        "_unsent",
        "_waits",
    )

    def __init__(self, shared: Shared, gate: Gate, answer: Answer) -> None:
        self._shared = shared
        self._gate = gate
        self._answer = answer
        self._transport: asyncio.Transport
        self._deadline: Deadline
        self._address = ""
        self._has_place = False
        self._buffer = b""
        self._body: _ArrivingBody | None = None
        self._unsent = 0
        self._later: asyncio.Future[Response | Stream] | None = None
        self._on_written: Callable[[], None] | None = None
        self._waits = False  # for its request to be taken
        self._is_done = False  # answered for the last time; what else arrives is not read

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take a place, or turn the peer away. Called by the transport."""
        self._transport = cast("asyncio.Transport", transport)
        self._transport.set_write_buffer_limits(high=0)  # `resume_writing` means: all is written
        peer = transport.get_extra_info("peername")
        self._address = str(peer[0]) if peer else ""
        self._deadline = self._shared.wheel.after(
            self._shared.limits.handshake_seconds, self._time_is_up
        )
        refusal = self._shared.connection_limits.enter(self._address)
        if refusal is Refusal.SERVER_FULL and self._shared.newcomers.send_off_oldest():
            self._shared.refusals.count(refusal, self._address)
            refusal = self._shared.connection_limits.enter(self._address)
        if refusal is None:
            self._has_place = True
            self._shared.newcomers.add(self)
        else:
            self._turn_away(refusal)
            self._transport.close()  # at once: a crowd must not fill the node

    def data_received(self, data: bytes) -> None:
        """Gather a request head and answer it. Called by the transport."""
        if self._is_done:
            return
        if self._body is not None:
            self._take_body(self._body, data)
            return
        self._buffer += data
        if self._later is not None or self._waits:  # it came although reading is paused
            return
        end = self._buffer.find(HEAD_END)
        head_bytes = end if end >= 0 else len(self._buffer)
        if head_bytes > self._shared.limits.head_bytes:
            limit = f"{self._shared.limits.head_bytes} bytes at most"
            self._turn_away(Refusal.HEAD_TOO_LARGE, language_in(self._buffer), limit)
        elif end >= 0 and self._shared.connection_budget.take():
            self._take_head()
        elif end >= 0 and not self._transport.is_closing():
            self._waits = True
            self._transport.pause_reading()
            self._shared.connection_budget.wait(self._go_on)

    def _go_on(self) -> None:
        """Go on with a request head that had to wait for its turn."""
        self._waits = False
        if not self._transport.is_closing():
            self._transport.resume_reading()
            self._take_head()

    def _take_head(self) -> None:
        head, _, rest = self._buffer.partition(HEAD_END)
        self._buffer = b""
        self._take_request(head, rest)

    def pause_writing(self) -> None:
        """Read nothing while the peer does not take its answer. Called by the transport."""
        if not self._transport.is_closing():
            self._transport.pause_reading()

    def resume_writing(self) -> None:
        """Read again. Called by the transport."""
        self._tell_written()
        if not self._transport.is_closing() and self._later is None and not self._waits:
            self._transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back. Called by the transport, unless the connection was upgraded."""
        self._deadline.cancel()
        if self._later is not None:
            self._later.cancel()
        self._let_body_go()
        self._tell_written()
        self._free_place()

    def go_away(self) -> None:
        """End the connection, because the server stops."""
        self._transport.close()

    def give_way(self) -> None:
        """End the connection for a newer one: idle ones must not keep everybody else out."""
        self._free_place()
        self._transport.abort()

    def _free_place(self) -> None:
        self._shared.newcomers.discard(self)
        if self._has_place:
            self._has_place = False
            self._shared.connection_limits.leave(self._address)

    def abort(self) -> None:
        """End the TCP connection at once."""
        self._transport.abort()

    def _take_request(self, head: bytes, rest: bytes) -> None:
        try:
            request = read_request(head)
        except BadRequest as error:
            self._turn_away(Refusal.BAD_REQUEST, language_in(head), str(error))
            return
        if request.has_body and self._shared.bodies.takes(request):
            self._await_body(request, rest)
            return
        if request.path != self._gate.endpoint.path or not request.wants_websocket:
            self._answer_to(request, keeps_alive=request.keeps_alive and not rest)
            return
        match self._gate.judge(request):
            case HandshakeRefused(refusal, answer):
                self._refuse(refusal, answer, request.method)
            case Welcome() as welcome:
                self._upgrade(request, welcome, rest)

    def _answer_to(self, request: Request, *, keeps_alive: bool) -> None:
        request = request._replace(counted_as=self._counted_as(request))
        self._reply(self._answer(request), request, keeps_alive=keeps_alive)

    def _await_body(self, request: Request, rest: bytes) -> None:
        """Have the body of a request gathered, in as long as a request may take."""
        try:
            group = self._counted_as(request)
            length = self._shared.bodies.enter(request, group)
        except BodyRefused as refused:
            self._shared.refusals.count(Refusal.BAD_BODY, self._address)
            more = {"Retry_After": "2"} if refused.status in _PASSING else {}
            answer = text_response(refused.status, str(refused), **more)
            self._respond(answer, request.method, keeps_alive=False)
            return
        if request.headers.get("expect", "").lower() == "100-continue":
            self._transport.write(CONTINUE)
        self._body = _ArrivingBody(request, length, bytearray(), group)
        self._wait(self._shared.limits.handshake_seconds)
        self._take_body(self._body, rest)

    def _take_body(self, arriving: "_ArrivingBody", data: bytes) -> None:
        """Take some more of a body; once it is whole, answer its request."""
        request, length, body, _ = arriving
        missing = length - len(body)
        body += data[:missing]
        if len(body) < length:
            return
        self._let_body_go()
        self._wait(self._shared.limits.handshake_seconds)
        request = request._replace(body=bytes(body))
        self._answer_to(request, keeps_alive=request.keeps_alive and len(data) <= missing)

    def _let_body_go(self) -> None:
        if self._body is not None:
            self._shared.bodies.leave(self._body.group)
            self._body = None

    def _counted_as(self, request: Request) -> str:
        return self._shared.connection_limits.group_of(
            self._gate.address_of(self._address, request)
        )

    def _upgrade(self, request: Request, welcome: Welcome, rest: bytes) -> None:
        address = self._hand_over(request)
        if address is not None:
            connection = WebSocketConnection(self._shared, welcome.format, address)
            connection.begin(self._transport, welcome.answer, rest)

    def _begin_stream(self, stream: Stream, request: Request) -> None:
        if request.method == "HEAD":
            answer = Response(HTTPStatus.OK, b"", stream.headers)
            self._respond(answer, request.method, keeps_alive=False)
            return
        address = self._hand_over(request)
        if address is not None:
            LineConnection(self._shared, stream, address).begin(self._transport, stream)

    def _hand_over(self, request: Request) -> str | None:
        """Let go of the connection for one that lasts; as whose, or None if it is turned away."""
        address = self._gate.address_of(self._address, request)
        refusal = self._shared.connection_limits.move(self._address, address)
        if refusal is not None:
            self._turn_away(refusal, request.accepted_language)
            return None
        self._deadline.cancel()
        self._shared.newcomers.discard(self)
        return address

    def _reply(
        self,
        answer: Response | Awaitable[Response | Stream],
        request: Request,
        *,
        keeps_alive: bool,
    ) -> None:
        """Respond, now or when the answer is there; the deadline goes on meanwhile."""
        if isinstance(answer, Response):
            self._give(answer, request.method, keeps_alive=keeps_alive)
            return
        self._transport.pause_reading()
        self._later = asyncio.ensure_future(answer)
        arrived = partial(self._answered, request, keeps_alive=keeps_alive)
        self._later.add_done_callback(arrived)

    def _answered(
        self, request: Request, later: asyncio.Future[Response | Stream], *, keeps_alive: bool
    ) -> None:
        self._later = None
        if later.cancelled():
            return
        error = later.exception()
        if self._transport.is_closing():
            if error is None and isinstance(answer := later.result(), Response):
                self._on_written = answer.on_written
                self._tell_written()
            return
        if error is not None:
            log.error("no answer to a request", exc_info=error)
            self._transport.abort()
            return
        self._transport.resume_reading()
        answer = later.result()
        if isinstance(answer, Stream):
            self._begin_stream(answer, request)
            return
        self._give(answer, request.method, keeps_alive=keeps_alive)
        self.data_received(b"")

    def _give(self, answer: Response, method: str, *, keeps_alive: bool) -> None:
        """Respond to a request; a peer that is asked to wait has to connect again."""
        if answer.status is HTTPStatus.TOO_MANY_REQUESTS:
            self._shared.refusals.count(Refusal.TOO_MANY_REQUESTS, self._address)
            keeps_alive = False
        self._respond(answer, method, keeps_alive=keeps_alive)

    def _respond(self, response: Response, method: str, *, keeps_alive: bool) -> None:
        with_body = method != "HEAD"
        data = write_response(response, with_body=with_body, keeps_alive=keeps_alive)
        self._on_written = response.on_written
        self._transport.writelines(data)
        self._look_if_written()
        self._unsent = 0
        limits = self._shared.limits
        if keeps_alive:
            self._wait(limits.handshake_seconds)
        else:
            self._is_done = True
            self._transport.write_eof()  # not `close`: unread bytes would destroy the answer
            self._wait(limits.close_seconds)

    def _look_if_written(self) -> None:
        """Notify it when all is written; uvloop writes at the end of the loop's turn."""
        if self._on_written is None:
            return
        if not self._transport.get_write_buffer_size():
            self._tell_written()
        else:
            self._shared.wheel.after(0, self._look_if_written)

    def _tell_written(self) -> None:
        on_written, self._on_written = self._on_written, None
        if on_written is not None:
            on_written()

    def _turn_away(self, refusal: Refusal, accepted: str = "", detail: str = "") -> None:
        """Refuse in words, in the language that is accepted as far as that was read."""
        self._refuse(refusal, told(self._gate.endpoint.words, refusal, accepted, detail))

    def _refuse(self, refusal: Refusal, response: Response, method: str = "GET") -> None:
        self._shared.refusals.count(refusal, self._address)
        self._buffer = b""
        self._respond(response, method, keeps_alive=False)

    def _wait(self, seconds: float) -> None:
        self._deadline.cancel()
        self._deadline = self._shared.wheel.after(seconds, self._time_is_up)

    def _time_is_up(self) -> None:
        unsent = self._transport.get_write_buffer_size()
        if unsent not in (0, self._unsent):  # the peer is slow, but it reads
            self._unsent = unsent
            self._wait(self._shared.limits.handshake_seconds)
            return
        if unsent or self._buffer or self._body is not None:
            self._shared.refusals.count(Refusal.SLOW_REQUEST, self._address)
        self._transport.abort()
