"""The two listeners of a node: one for people and programs, one for the operator's tools."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Final

from server.app.ending import Stop
from server.app.previews import PagePreviews
from server.app.requests import HttpRequests
from server.app.site import site
from server.gateway.gateway import Gateway
from server.host.aggregate_host import AggregateHost
from server.host.timebase import monotonic_ms
from server.net.handshake import Endpoint
from server.net.http import Request, Response, text_response
from server.net.limits import ListenerLimits
from server.net.listener import Listener
from server.net.ports import Format as NetFormat
from server.net.timer_wheel import Ticker, TimerWheel
from server.node_metrics import Figures
from server.ops.health import HealthListener, Readiness, State
from server.settings import Settings
from server.wire.codec import Format
from server.wire.limits import MESSAGE_BYTES

SOCKET_PATH: Final = "/ws"
SERVING_PATH: Final = "/serving"


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where a running node can be reached.

    Fields:
        socket_url: of its websocket, for programs on this machine.
    """

    url: str
    health_url: str
    socket_url: str


@asynccontextmanager
async def listening(
    settings: Settings, gateway: Gateway, host: AggregateHost, figures: Figures, stop: Stop
) -> AsyncIterator[tuple[Listener, Addresses]]:
    """Both listeners of a node, open for the time of the block."""
    wheel = TimerWheel()
    ticker = Ticker(wheel)
    endpoint = Endpoint(
        path=SOCKET_PATH,
        subprotocols={
            Format.MSGPACK.value: NetFormat.MSGPACK,
            Format.JSON.value: NetFormat.JSON,
        },
        origins=settings.origins or None,
        trusted_proxies=settings.trusted_proxies,
    )
    files = site()
    previews = PagePreviews(gateway.previews, files)
    listener = Listener(
        gateway,
        endpoint=endpoint,
        answer=HttpRequests(
            lambda request: _serving(request, stop),
            gateway.exports,
            gateway.tournament_exports,
            files,
            previews,
            monotonic_ms,
        ).answer,
        limits=ListenerLimits(message_bytes=MESSAGE_BYTES),
        wheel=wheel,
        faults=host.faults,
    )
    health = HealthListener(partial(_readiness, settings.acknowledge, host, stop), figures.text)
    ticker.start()
    figures.stalls.start()
    try:
        port = await listener.start(settings.host, settings.port)
        health_port = await health.start(settings.health_host, settings.health_port)
        yield (
            listener,
            Addresses(
                f"http://{_shown(settings.host)}:{port}/",
                f"http://{_shown(settings.health_host)}:{health_port}/",
                f"ws://{_here(settings.host)}:{port}{SOCKET_PATH}",
            ),
        )
    finally:
        await listener.stop()
        await health.stop()
        ticker.stop()
        figures.stalls.stop()


def _readiness(acknowledge: str, host: AggregateHost, stop: Stop) -> Readiness:
    if stop.is_told:
        return Readiness(State.DRAINING, acknowledge)
    state = State.PAUSED if host.is_paused else State.READY
    return Readiness(state, acknowledge, host.availability.pause_reason)


def _serving(request: Request, stop: Stop) -> Response | None:
    """What a balancer is told on the public port; None if something else was asked.

    Without a store a node is still as good as the others: it shows pages, and says why it waits.
    """
    if request.path != SERVING_PATH:
        return None
    if stop.is_told:
        return text_response(HTTPStatus.SERVICE_UNAVAILABLE, "draining")
    return text_response(HTTPStatus.OK, "serving")


def _here(host: str) -> str:
    """The host as a program on this machine reaches it."""
    anywhere = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}  # noqa: S104 - compared, not bound
    return anywhere.get(host) or _shown(host)


def _shown(host: str) -> str:
    """The host as one types it into a browser on this machine."""
    if host in ("0.0.0.0", "::"):  # noqa: S104 - compared, not bound
        return "localhost"
    return f"[{host}]" if ":" in host else host
