"""Wires one node together, runs it, and takes it down in the opposite order.

What depends on what, from the inside: store, clock, host, gateway, listener. Each part is
given what it needs and knows nothing of the rest; only this module knows all of them.
"""

import asyncio
import gc
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from importlib import resources
from importlib.metadata import PackageNotFoundError, version
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from server.archivist import archive
from server.carriers import carriers
from server.counsel.supervised import thinking
from server.figures import Figures
from server.gateway.gateway import Gateway
from server.gateway.passwords import Passwords
from server.host.aggregate_host import AggregateHost
from server.host.downtime import Downtime
from server.host.timebase import StoreClock, monotonic_s
from server.kinds import KINDS
from server.net.handshake import Endpoint
from server.net.http import Request, Response, text_response
from server.net.limits import Limits
from server.net.listener import Listener
from server.net.ports import Format as NetFormat
from server.net.static import Site, read_tree
from server.net.wheel import Ticker, Wheel
from server.ops.disk import Disk
from server.ops.health import HealthListener, State
from server.session.ids import ID_BYTES, id_from
from server.settings import Settings
from server.store.base import Store, StoreUnavailable
from server.store.embedded import EmbeddedStore
from server.store.measured import MeasuredStore
from server.store.redis_store import RedisStore, open_store
from server.wire.codec import Format
from server.wire.limits import MESSAGE_BYTES

log = logging.getLogger(__name__)

SOCKET_PATH: Final = "/ws"
SERVING_PATH: Final = "/serving"
PAGE_FOLDER: Final = "src/pages/"
PAGES: Final = {
    r"/": "src/view/home.js",
    r"/game/[a-z0-9]{1,32}": "src/view/game.js",
}
"""Pages whose address is not made from the name of their module; see `pages_of`."""
CLIENT_PARTS: Final = ("index.html", "art/", "css/", "src/", "vendor/")
CLOCK_SAMPLES: Final = 3
MEASURE_S: Final = 1.0
DRAIN_S: Final = 5.0
NOTICED_S: Final = 2.5
"""So long a node that drains is still open, so that balancers see it before the door is shut."""
EMPTY_S: Final = 5.0
GC_THRESHOLDS: Final = (20_000, 20, 100)
"""A full collection walks every connection; what a message makes dies young."""


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where a running node can be reached."""

    url: str
    health_url: str


@dataclass(frozen=True, slots=True)
class Stop:
    """How a node is told to end. Whoever sets `at_once` need not set `gently`.

    Fields:
        gently: send everybody to the other nodes first; without any it means `at_once`.
        at_once: finish what was accepted, and end.
    """

    gently: asyncio.Event = field(default_factory=asyncio.Event)
    at_once: asyncio.Event = field(default_factory=asyncio.Event)


async def serve(settings: Settings, announce: Callable[[Addresses], None], stop: Stop) -> None:
    """Run one node until it is told to stop; `announce` is called once it can serve.

    Raises:
        StoreError: there is no usable store at the start.
        OSError: a port cannot be had.
    """
    async with _store_of(settings) as store, thinking() as thinker:
        clock = StoreClock()
        for _ in range(CLOCK_SAMPLES):
            await clock.measure(store)
        downtime = Downtime(store, clock.now_ms, is_alone=not settings.store)
        await downtime.begin()
        measured = MeasuredStore(store, monotonic_s)
        host = AggregateHost(
            measured, clock, downtime, KINDS, _fresh_id, carriers(measured, store.shelf), thinker
        )
        gateway = Gateway(
            host,
            clock,
            store.notes,
            store.shelf,
            settings.operators,
            secrets.token_bytes,
            server_name(),
            Passwords(),
        )
        disk = None if settings.store else Disk(settings.data_dir)
        figures = Figures(measured, host, gateway, disk, thinker)
        async with _listening(settings, gateway, host, figures, stop) as (listener, addresses):
            work = [
                host.run(),
                downtime.run(),
                gateway.pulse.run(),
                archive(measured, store.shelf, clock),
                _measure(clock, store),
            ]
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(coroutine) for coroutine in work]
                _settle_memory()
                announce(addresses)
                await _until_told(stop, has_others=bool(settings.store))
                if not stop.at_once.is_set() and settings.store:
                    await _empty(gateway, listener, stop)
                gateway.say_bye()
                for task in tasks:
                    task.cancel()
            await _drain(host)  # while its senders are still there to hear the answers
        await _drain(host)


async def _until_told(stop: Stop, *, has_others: bool) -> None:
    """Wait until the node is to stop, in whichever way."""
    waits = [asyncio.create_task(event.wait()) for event in (stop.gently, stop.at_once)]
    await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for wait in waits:
        wait.cancel()
    log.info("stopping", extra={"draining": has_others and not stop.at_once.is_set()})


async def _empty(gateway: Gateway, listener: Listener, stop: Stop) -> None:
    """Send everybody to the other nodes, in bounded time; cut short by `stop.at_once`.

    First the balancer is given time to see that this node is not ready; then nobody is
    accepted any more, and those who are here are told to move.
    """
    with suppress(TimeoutError):
        async with asyncio.timeout(NOTICED_S):
            await stop.at_once.wait()
            return
    listener.close_door()

    async def everybody_goes() -> None:
        await gateway.move_on()
        await listener.until_nobody_is_connected()

    waits = [asyncio.create_task(wait) for wait in (everybody_goes(), stop.at_once.wait())]
    await asyncio.wait(waits, timeout=EMPTY_S, return_when=asyncio.FIRST_COMPLETED)
    for wait in waits:
        wait.cancel()


async def _drain(host: AggregateHost) -> None:
    """Have the commands taken so far answered; one the store does not answer is given up."""
    try:
        async with asyncio.timeout(DRAIN_S):
            await host.drain()
    except TimeoutError:
        log.warning("commands left without an answer of the store")


def server_name() -> str:
    """Name and version of this program, as clients and operators see it."""
    try:
        return f"xiangqi-server {version('xiangqi-server')}"
    except PackageNotFoundError:
        return "xiangqi-server"


@asynccontextmanager
async def _store_of(settings: Settings) -> AsyncIterator[RedisStore]:
    """The operator's store, or one of our own that lives as long as this node."""
    if settings.store:
        async with _opened(settings.store) as store:
            yield store
        return
    embedded = await EmbeddedStore.start(settings.data_dir)
    supervision = asyncio.create_task(embedded.supervise())
    try:
        async with _opened(embedded.url) as store:
            yield store
    finally:
        await embedded.stop()
        await supervision


@asynccontextmanager
async def _opened(url: str) -> AsyncIterator[RedisStore]:
    store = await open_store(url)
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def _listening(
    settings: Settings, gateway: Gateway, host: AggregateHost, figures: Figures, stop: Stop
) -> AsyncIterator[tuple[Listener, Addresses]]:
    """Both listeners of a node, open for the time of the block."""
    wheel = Wheel()
    ticker = Ticker(wheel)
    files = _client_files()
    site = Site(files, pages_of(files))
    endpoint = Endpoint(
        path=SOCKET_PATH,
        subprotocols={
            Format.MSGPACK.value: NetFormat.MSGPACK,
            Format.JSON.value: NetFormat.JSON,
        },
        origins=settings.origins or None,
        trusted_proxies=settings.trusted_proxies,
    )
    listener = Listener(
        gateway,
        endpoint=endpoint,
        answer=lambda request: (
            _serving(request, stop) or gateway.exports.answer(request) or site.answer(request)
        ),
        limits=Limits(message_bytes=MESSAGE_BYTES),
        wheel=wheel,
    )
    health = HealthListener(partial(_state, host, stop), figures.text)
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
            ),
        )
    finally:
        await listener.stop()
        await health.stop()
        ticker.stop()
        figures.stalls.stop()


def _state(host: AggregateHost, stop: Stop) -> State:
    if stop.gently.is_set() or stop.at_once.is_set():
        return State.DRAINING
    return State.PAUSED if host.is_paused else State.READY


def _serving(request: Request, stop: Stop) -> Response | None:
    """What a balancer is told on the public port; None if something else was asked.

    Without a store a node is still as good as the others: it shows pages, and says why it waits.
    """
    if request.path != SERVING_PATH:
        return None
    if stop.gently.is_set() or stop.at_once.is_set():
        return text_response(HTTPStatus.SERVICE_UNAVAILABLE, "draining")
    return text_response(HTTPStatus.OK, "serving")


async def _measure(clock: StoreClock, store: Store) -> None:
    """Keep the clock on the store's time; while the store is away it goes on by itself."""
    while True:
        await asyncio.sleep(MEASURE_S)
        try:
            await clock.measure(store)
        except StoreUnavailable:
            log.debug("no sample of the store's time")


def _client_files() -> dict[str, bytes]:
    """The browser client: from the installed package, or from the checkout beside it."""
    packaged: Traversable = resources.files("server") / "_client"
    root = packaged if packaged.is_dir() else Path(__file__).parent.parent / "client_js"
    return {name: data for name, data in read_tree(root).items() if name.startswith(CLIENT_PARTS)}


def pages_of(files: Iterable[str]) -> dict[str, str]:
    """Give the module of each page by the pattern of its addresses.

    A module `src/pages/player.js` is shown at `/player` and at `/player/ann`.
    """
    named = (name.removeprefix(PAGE_FOLDER) for name in files if name.startswith(PAGE_FOLDER))
    words = (name.removesuffix(".js") for name in named if "/" not in name)
    return PAGES | {rf"/{word}(?:/[\w.~%-]{{1,192}})?": f"{PAGE_FOLDER}{word}.js" for word in words}


def _settle_memory() -> None:
    """What was made so far lives as long as the node: the collector need not walk it again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def _shown(host: str) -> str:
    """The host as one types it into a browser on this machine."""
    if host in ("0.0.0.0", "::"):  # noqa: S104 - compared, not bound
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _fresh_id() -> str:
    return id_from(secrets.token_bytes(ID_BYTES))
