"""Two real nodes behind HAProxy with `deploy/haproxy.cfg`, on the store of `deploy/valkey.conf`."""

import asyncio
import resource
import selectors
import signal
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, build_opener, urlopen

import pytest

from tests.nemesis.checker import Row, check
from tests.support.clusters import start_all
from tests.support.patience import PATIENCE_S
from tests.support.proxy_files import haproxy_file, http_version_of
from tests.support.resilient_players import Game
from tests.support.server_process import ServerProcess, free_port
from tests.support.wire_client import WireClient
from xiangqi_server.kernel.store.client.group_commit import GroupedConnection
from xiangqi_server.kernel.store.client.wires import wire_to
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.values import AggregateId

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
RETRY_S = 0.3  # more often, and it would be taken for a flood
PLIES = 8
CONNECTIONS_OF_ONE = 60
CROWD = 2_300
SCHOOL = "127.0.0.32/28"
pytestmark = pytest.mark.system


@dataclass
class Site:
    """What a player reaches, and what is behind it."""

    port: int
    plain_port: int
    nodes: tuple[ServerProcess, ServerProcess]
    file: Path

    @property
    def url(self) -> str:
        return f"https://localhost:{self.port}/"

    @property
    def socket_url(self) -> str:
        return f"wss://localhost:{self.port}/ws"


@pytest.fixture(scope="module")
def site(store_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    home: Path = tmp_path_factory.mktemp("site")
    port, plain_port = free_port(), free_port()
    flags = ("--store", store_url, "--trusted-proxies", "127.0.0.1")
    nodes = tuple(ServerProcess(home / f"node{number}", *flags) for number in (1, 2))
    text = haproxy_file(home, (port, plain_port), [node.port for node in nodes])
    (home / "haproxy.cfg").write_text(text)
    networks = (DEPLOY / "trusted-networks").read_text()
    (home / "trusted-networks").write_text(f"{networks}{SCHOOL}\n")
    command = ["haproxy", "-db", "-f", str(home / "haproxy.cfg")]
    with ExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setenv("SSL_CERT_FILE", str(home / "certs" / "localhost.pem"))
        for node in nodes:
            stack.callback(node.stop_if_running)
        start_all(nodes)
        proxy = stack.enter_context(subprocess.Popen(command))
        stack.callback(proxy.terminate)
        site = Site(port, plain_port, (nodes[0], nodes[1]), home / "haproxy.cfg")
        asyncio.run(until_it_serves(site))
        yield site


async def until_it_serves(site: Site) -> None:
    while True:
        try:
            assert b"<html" in await asyncio.to_thread(page, site)
        except (URLError, ConnectionError):
            await asyncio.sleep(RETRY_S)
        else:
            return


async def until_ready(node: ServerProcess) -> None:
    while True:
        try:
            with await asyncio.to_thread(urlopen, f"{node.health_url}ready"):
                return
        except HTTPError as refused:
            refused.close()
            await asyncio.sleep(RETRY_S)


def page(site: Site) -> bytes:
    with urlopen(site.url) as answer:  # noqa: S310 - our own address
        body: bytes = answer.read()
        return body


def test_haproxy_finds_nothing_wrong_with_its_file(site: Site) -> None:
    ran = subprocess.run(["haproxy", "-c", "-f", site.file], capture_output=True, text=True)

    assert (ran.returncode, "WARNING" in ran.stderr, "ALERT" in ran.stderr) == (0, False, False)


def test_a_browser_is_spoken_to_by_http_2(site: Site) -> None:
    assert http_version_of(site.url) == "2"


def test_plain_http_is_sent_to_tls_and_browsers_are_told_to_stay_there(site: Site) -> None:
    class NoRedirect(HTTPRedirectHandler):
        def redirect_request(self, *_: object, **__: object) -> None:
            """Stay where we are."""

    with pytest.raises(HTTPError) as redirected:
        build_opener(NoRedirect).open(f"http://127.0.0.1:{site.plain_port}/game/x")
    with urlopen(site.url) as answer:  # noqa: S310 - our own address
        stays = answer.headers["Strict-Transport-Security"]

    assert redirected.value.code == 301
    assert redirected.value.headers["Location"] == f"https://127.0.0.1:{site.plain_port}/game/x"
    assert stays == "max-age=31536000"
    redirected.value.close()


@contextmanager
def connections(port: int, address: str, count: int) -> Iterator[list[socket.socket]]:
    """So many of an address, which say nothing."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with ExitStack() as stack:
        opened = []
        for _ in range(count):
            with suppress(ConnectionResetError):  # it was closed before it was open for us
                raw = socket.create_connection(("127.0.0.1", port), source_address=(address, 0))
                opened.append(stack.enter_context(raw))
        yield opened


def until_closed(crowd: list[socket.socket], count: int) -> None:
    """Wait until so many are closed by the other side, which says nothing to any."""
    with selectors.DefaultSelector() as selector:
        for connection in crowd:
            selector.register(connection, selectors.EVENT_READ)
        while count > 0:
            ended = selector.select(PATIENCE_S)
            assert ended, f"{count} more had to be closed"
            for key, _ in ended:
                selector.unregister(key.fileobj)
            count -= len(ended)


@pytest.mark.parametrize("where", ["port", "plain_port"])
def test_an_address_that_opens_thousands_and_says_nothing_keeps_nobody_out(
    site: Site, where: str
) -> None:
    with connections(getattr(site, where), "127.0.0.7", CROWD) as crowd:
        served = page(site)
        until_closed(crowd, len(crowd) - CONNECTIONS_OF_ONE)

    assert b"<html" in served


def test_many_of_one_school_are_served_side_by_side(site: Site) -> None:
    with connections(site.port, "127.0.0.40", 3 * CONNECTIONS_OF_ONE) as crowd:
        context = ssl.create_default_context()
        with context.wrap_socket(crowd[-1], server_hostname="localhost") as last:
            last.sendall(b"GET /serving HTTP/1.1\r\nHost: localhost\r\n\r\n")
            answer = last.recv(64)

    assert answer.startswith(b"HTTP/1.1 200 ")


def test_a_flood_of_requests_is_answered_in_plain_words(site: Site) -> None:
    context = ssl.create_default_context()
    request = b"HEAD /serving HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with (
        connections(site.port, "127.0.0.8", 1) as (raw,),
        context.wrap_socket(raw, server_hostname="localhost") as line,
        line.makefile("rb") as answers,
    ):
        status = b""
        while b" 429 " not in status:
            line.sendall(request)
            status = answers.readline()
            headers = dict(
                iter(lambda: answers.readline().rstrip().partition(b": ")[::2], (b"", b""))
            )

    assert headers[b"content-type"] == b"text/plain; charset=utf-8"


@asynccontextmanager
async def a_store_without_memory(operator_url: str) -> AsyncIterator[None]:
    operator = GroupedConnection(wire_to(operator_url), deadline_s=5.0)
    await operator.call("CONFIG", "SET", "maxmemory", "1")
    yield
    await operator.call("CONFIG", "SET", "maxmemory", "0")
    await operator.close()


async def test_when_no_node_has_its_store_newcomers_are_told_so_through_the_proxy(
    site: Site, operator_url: str
) -> None:
    async with asyncio.timeout(PATIENCE_S), WireClient(site.socket_url) as early:
        async with a_store_without_memory(operator_url):
            await early.expect("paused")
            async with WireClient(site.socket_url) as late:
                await late.expect("paused")
        await early.expect("resumed")
        for node in site.nodes:
            await until_ready(node)
        served = await asyncio.to_thread(page, site)

    assert b"<html" in served


async def test_players_go_on_while_one_node_is_upgraded_and_the_other_is_killed(
    site: Site, store_url: str
) -> None:
    up = asyncio.Event()
    up.set()
    enough = asyncio.Event()
    first, second = site.nodes
    row = Row("one drained, one killed")
    game = Game(site.socket_url, 11, up)
    async with asyncio.timeout(PATIENCE_S):
        await game.open()
        async with asyncio.TaskGroup() as group:
            for one in game.everybody:
                group.create_task(one.play(enough.is_set))
            await game.red.until_ply(PLIES)
            code = await asyncio.to_thread(first.stop, signal.SIGTERM)
            await asyncio.to_thread(first.start)
            await until_ready(first)
            goal = game.red.ply + PLIES
            await game.red.until_ply(goal)
            second.kill()
            goal = game.red.ply + PLIES
            for one in game.everybody:
                await one.until_ply(goal)
            enough.set()
        await game.close()
        store = await open_store(store_url)
        await check(store, game, row)
        events = await store.logs.read(AggregateId("room", game.red.room), 0)
        await store.close()

    assert (row.lost, row.doubled, row.gaps, row.clock_error_ms) == (0, 0, 0, 0)
    assert code == 0
    assert row.acknowledged >= 3 * PLIES
    assert len(events) >= 3 * PLIES
