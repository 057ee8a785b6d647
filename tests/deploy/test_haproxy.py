"""Two real nodes behind HAProxy with `deploy/haproxy.cfg`, on the store of `deploy/valkey.conf`."""

import asyncio
import os
import signal
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, build_opener, urlopen

import pytest

from server.store.group_commit import GroupedConnection
from server.store.opening import open_store
from server.store.values import AggregateId
from server.store.wires import wire_to
from tests.nemesis.checker import Row, check
from tests.support.clusters import start_all
from tests.support.patience import PATIENCE_S
from tests.support.resilient_players import Game
from tests.support.server_process import ServerProcess, free_port
from tests.support.wire_client import WireClient

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
RETRY_S = 0.3  # more often, and it would be taken for a flood
PLIES = 8
CONNECTIONS_OF_ONE = 60
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
    made = {**os.environ, "CERTS": str(home / "certs")}
    subprocess.run([DEPLOY / "certificate.sh", "localhost"], env=made, check=True)
    flags = ("--store", store_url, "--trusted-proxies", "127.0.0.1")
    nodes = tuple(ServerProcess(home / f"node{number}", *flags) for number in (1, 2))
    text = (DEPLOY / "haproxy.cfg").read_text()
    changes = [
        ("bind :80\n", f"bind 127.0.0.1:{plain_port}\n"),
        ("bind :443 ", f"bind 127.0.0.1:{port} "),
        ("/etc/haproxy/certs/", f"{home / 'certs'}/"),
        ("maxconn 20000", "maxconn 500"),
    ]
    for number, node in enumerate(nodes, start=1):
        changes.append((f"node{number}:8080", f"127.0.0.1:{node.port}"))
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (home / "haproxy.cfg").write_text(text)
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


def test_an_address_with_too_many_connections_gets_no_more(site: Site) -> None:
    context = ssl.create_default_context()
    with ExitStack() as stack:
        crowd = []
        for _ in range(CONNECTIONS_OF_ONE + 1):
            raw = socket.create_connection(
                ("127.0.0.1", site.port), source_address=("127.0.0.7", 0)
            )
            crowd.append(stack.enter_context(context.wrap_socket(raw, server_hostname="localhost")))
        crowd[-1].sendall(b"GET /serving HTTP/1.1\r\nHost: localhost\r\n\r\n")
        last = crowd[-1].recv(64)
        served = page(site)

    assert last.startswith(b"HTTP/1.1 429 ")
    assert b"<html" in served


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
        events = await store.read(AggregateId("room", game.red.room), 0)
        await store.close()

    assert (row.lost, row.doubled, row.gaps, row.clock_error_ms) == (0, 0, 0, 0)
    assert code == 0
    assert row.acknowledged >= 3 * PLIES
    assert len(events) >= 3 * PLIES
