"""The two listeners of a node: one for people and programs, one for the operator's tools."""

import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http import HTTPStatus
from ipaddress import IPv4Address
from typing import Final

from xiangqi_server.api.http_routes import READ_FILE, READ_FILE_BYTES
from xiangqi_server.gateway.gateway import Gateway
from xiangqi_server.gateway.room.exports.export_queue import in_words
from xiangqi_server.kernel.host.aggregate_host import AggregateHost
from xiangqi_server.kernel.host.timebase import monotonic_s
from xiangqi_server.kernel.store.client.acknowledgement import Promise
from xiangqi_server.net.http.cross_origin import CrossOrigin
from xiangqi_server.net.http.http import Request, Response, text_response
from xiangqi_server.net.limits import ListenerLimits
from xiangqi_server.net.listener import Listener
from xiangqi_server.net.ports import Format as NetFormat
from xiangqi_server.net.refusals import Refusal
from xiangqi_server.net.telling_refusals import RETRY_SECONDS
from xiangqi_server.net.timer_wheel import Ticker, TimerWheel
from xiangqi_server.net.websocket.handshake import Endpoint
from xiangqi_server.node.api_requests import ApiRequests
from xiangqi_server.node.ending import Stop
from xiangqi_server.node.network_addresses import network_addresses
from xiangqi_server.node.node_metrics import Figures
from xiangqi_server.node.ops.health import HealthListener, Readiness, State
from xiangqi_server.node.own_pages import read_pages
from xiangqi_server.node.previews import PagePreviews
from xiangqi_server.node.requests import Files, HttpRequests
from xiangqi_server.node.settings import Settings
from xiangqi_server.node.site import site
from xiangqi_server.texts.web import (
    CROWDED,
    NO_HANDSHAKE,
    ONLY_SOCKETS,
    TOO_LARGE,
    UNREADABLE,
    WRONG_ORIGIN,
    language_asked,
    wait_text,
)
from xiangqi_server.wire.codec import Format
from xiangqi_server.wire.limits import MESSAGE_BYTES

SOCKET_PATH: Final = "/ws"
SERVING_PATH: Final = "/serving"
SKEW_MS: Final = 2_000
"""If the clocks of the store's servers differ by more than this, `/ready` says so."""
_WORDS: Final = {
    Refusal.BAD_REQUEST: UNREADABLE,
    Refusal.HEAD_TOO_LARGE: TOO_LARGE,
    Refusal.WRONG_ORIGIN: WRONG_ORIGIN,
    Refusal.WRONG_HANDSHAKE: NO_HANDSHAKE,
}
"""The words for a peer that gets no other answer, by the reason. Other reasons are refused as a
full server."""


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where a running node can be reached.

    Fields:
        socket_url: of its websocket, for programs on this machine.
        notice: which part of the store is away at the start; "" if none is.
        network: where other machines in the same network reach the page.
    """

    url: str
    health_url: str
    socket_url: str
    notice: str = ""
    network: tuple[str, ...] = ()


@asynccontextmanager
async def listening(
    settings: Settings,
    sockets: Sequence[socket.socket],
    gateway: Gateway,
    host: AggregateHost,
    figures: Figures,
    stop: Stop,
) -> AsyncIterator[tuple[Listener, Addresses]]:
    """Both listeners of a node, open for the time of the block; `sockets` are the public one's."""
    wheel = TimerWheel(now_s=monotonic_s)
    ticker = Ticker(wheel, figures.stalls.note)
    listener = _public_listener(settings, gateway, host, wheel, stop)
    figures.tell_of(listener)
    health = HealthListener(_NodeFacts(gateway.promise, host, figures, stop))
    ticker.start()
    try:
        port = await listener.start(sockets)
        health_port = await health.start(settings.health_host, settings.health_port)
        yield listener, addresses_of(settings, port, health_port)
    finally:
        await listener.stop()
        await health.stop()
        ticker.stop()


def _public_listener(
    settings: Settings, gateway: Gateway, host: AggregateHost, wheel: TimerWheel, stop: Stop
) -> Listener:
    """The listener for people and programs, not listening yet."""
    endpoint = Endpoint(
        path=SOCKET_PATH,
        subprotocols={
            Format.MSGPACK.value: NetFormat.MSGPACK,
            Format.JSON.value: NetFormat.JSON,
        },
        origins=settings.origins,
        trusted_proxies=settings.trusted_proxies,
        words=words_for,
    )
    files = site(read_pages(settings.pages), settings.embed_origins)
    requests = HttpRequests(
        lambda request: _serving(request, stop) or no_socket(request),
        ApiRequests(gateway.program_requests, CrossOrigin(settings.origins), gateway.lines),
        Files(gateway.exports, gateway.tournament_exports),
        files,
        PagePreviews(gateway.previews, files, settings.site),
        gateway.address_limits,
    )
    return Listener(
        gateway,
        endpoint=endpoint,
        answer=requests.answer,
        limits=ListenerLimits(
            message_bytes=MESSAGE_BYTES,
            body_bytes={READ_FILE: READ_FILE_BYTES},
            trusted_networks=settings.trusted_networks,
            trusted_share=settings.trusted_share,
        ),
        wheel=wheel,
        faults=host.faults,
    )


@dataclass(frozen=True, slots=True)
class _NodeFacts:
    """What the health port tells of a node."""

    promise: Promise
    host: AggregateHost
    figures: Figures
    stop: Stop

    async def readiness(self) -> Readiness:
        """Whether commands are taken."""
        acknowledge = self.promise.in_force.value
        if self.stop.is_requested:
            return Readiness(State.DRAINING, acknowledge)
        availability = self.host.availability
        if availability.is_paused:
            return Readiness(
                State.PAUSED, acknowledge, self._with_copies(availability.pause_reason)
            )
        partial = availability.partial_reason
        state = State.PARTIAL if partial else State.READY
        return Readiness(state, acknowledge, self._with_copies(partial) or self._skew())

    def _with_copies(self, reason: str) -> str:
        """The reason, and which copies are missing: it may be that which is waited for."""
        shortage = self.promise.shortage
        if shortage.startswith(reason):
            return shortage
        return f"{reason}; {shortage}" if shortage else reason

    def _skew(self) -> str:
        """That the clocks of the store's servers are far apart, if they are."""
        skew_ms = self.host.parts.skew_ms
        return f"clocks of the store differ by {skew_ms} ms" if skew_ms > SKEW_MS else ""

    async def metrics(self) -> bytes:
        """Give all figures."""
        return self.figures.text()


def addresses_of(settings: Settings, port: int, health_port: int) -> Addresses:
    """Where a server with these ports is reached."""
    return Addresses(
        f"http://{_shown(settings.host)}:{port}/",
        f"http://{_shown(settings.health_host)}:{health_port}/",
        f"ws://{_here(settings.host)}:{port}{SOCKET_PATH}",
        network=tuple(f"http://{address}:{port}/" for address in _others_see(settings.host)),
    )


def _serving(request: Request, stop: Stop) -> Response | None:
    """The answer to a balancer on the public port; None if something else was asked.

    Without a store a node is still as good as the others: it shows pages, and says why it waits.
    """
    if request.path != SERVING_PATH:
        return None
    if stop.is_requested:
        return text_response(HTTPStatus.SERVICE_UNAVAILABLE, "draining")
    return text_response(HTTPStatus.OK, "serving")


def no_socket(request: Request) -> Response | None:
    """The answer at the websocket's address to a plain request; None at other addresses."""
    if request.path != SOCKET_PATH:
        return None
    return in_words(HTTPStatus.UPGRADE_REQUIRED, ONLY_SOCKETS, request, Upgrade="websocket")


def words_for(refusal: Refusal, detail: str, accepted: str) -> tuple[str, str]:
    """The words for a peer whose request is not taken, and the language; details are English."""
    language = language_asked(accepted)
    text = wait_text(_WORDS.get(refusal, CROWDED), RETRY_SECONDS, language)
    return f"{text} ({detail})" if detail and language == "en" else text, language


def _here(host: str) -> str:
    """The host as a program on this machine reaches it."""
    anywhere = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}  # noqa: S104 - compared, not bound
    return anywhere.get(host) or _shown(host)


def _others_see(host: str) -> tuple[IPv4Address, ...]:
    """What other machines call this one, if it listens to them at every address."""
    return network_addresses() if _here(host) != _shown(host) else ()


def _shown(host: str) -> str:
    """The host as it is typed into a browser on this machine."""
    if host in ("0.0.0.0", "::"):  # noqa: S104 - compared, not bound
        return "localhost"
    return f"[{host}]" if ":" in host else host
