"""A primary and its replicas that Sentinels watch, started with the files of `deploy/`."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
import yaml

from tests.deploy.test_cluster_runbook import PASSWORDS
from tests.deploy.test_deploy import DEPLOY
from tests.support.patience import PATIENCE_S
from tests.support.stores import RETRY_S, a_room, an_append, append_at_last
from tests.support.valkey_process import ValkeyProcess
from xiangqi_server.kernel.store.client.acknowledgement import Promise, PromiseKind
from xiangqi_server.kernel.store.client.replies import as_list
from xiangqi_server.kernel.store.embedded.binary import find_binary
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.port import StoreError, StoreUnavailable
from xiangqi_server.kernel.store.redis.redis_store import RedisStore
from xiangqi_server.kernel.store.values import (
    EMPTY_HEAD,
    AggregateId,
    Append,
    Appended,
    Head,
    StoredEvent,
)

pytestmark = pytest.mark.system

SERVERS = 3
FAILOVERS = 3


class Process(ValkeyProcess):
    """A server or a Sentinel, as the person on call reaches it."""

    command: tuple[str, ...] = ()

    @property
    def url(self) -> str:
        return f"redis://operator:password-2@127.0.0.1:{self.port}"

    def write(self, name: str, **changes: str) -> Path:
        """A file of `deploy/`, but for its passwords and places."""
        text = (DEPLOY / name).read_text()
        for word, ours in {**PASSWORDS, **changes}.items():
            assert word in text or word.startswith("CHANGE-ME")
            text = text.replace(word, ours)
        file = self.home / name
        file.write_text(text)
        return file

    def again(self) -> None:
        """Start it, as it was started before."""
        self.start_with(*self.command)


class Watched:
    """Three servers, the first of them the primary, and three Sentinels.

    Args:
        program: what they run, `--sentinel` behind it for a Sentinel.
    """

    def __init__(self, home: Path, program: Path) -> None:
        self.servers = [self._made(home / f"server{n}", program) for n in range(SERVERS)]
        self.sentinels = [self._made(home / f"sentinel{n}", program) for n in range(SERVERS)]

    @property
    def url(self) -> str:
        """The address for `--store`."""
        places = ",".join(f"127.0.0.1:{one.port}" for one in self.sentinels)
        query = "sentinel_username=xiangqi&sentinel_password=password-1"
        return f"sentinel://xiangqi:password-1@{places}/xiangqi?{query}"

    async def start(self) -> None:
        """Start all, and wait until the Sentinels know each other and the replicas."""
        first = self.servers[0]
        for server in self.servers:
            server.command = self._of_server(server)
            server.again()
        for server in self.servers:
            await server.until_it_answers()
        await first.until_it_says("INFO", "replication", text=b"min_slaves_good_slaves:2")
        for sentinel in self.sentinels:
            sentinel.command = self._of_sentinel(sentinel)
            sentinel.again()
        await self.until_whole()

    async def until_whole(self) -> None:
        """Wait until each Sentinel knows two others, and a primary with two replicas."""
        for sentinel in self.sentinels:
            while not await knows_all(sentinel):  # noqa: ASYNC110 - it tells nobody
                await asyncio.sleep(RETRY_S)

    async def primary(self) -> Process:
        """The server that is the primary now, as the first Sentinel says."""
        told = await self.sentinels[0].tell("SENTINEL", "GET-MASTER-ADDR-BY-NAME", "xiangqi")
        port = int(cast("bytes", as_list(told)[1]))
        return next(server for server in self.servers if server.port == port)

    async def successor_of(self, old: Process) -> Process:
        """The next server that is the primary."""
        while True:
            found = await self.primary()
            if found is not old:
                return found
            await asyncio.sleep(RETRY_S)

    def kill(self) -> None:
        """End whatever runs."""
        for process in (*self.sentinels, *self.servers):
            process.kill_if_running()

    def _of_server(self, server: Process) -> tuple[str, ...]:
        """How a server is started: by the one file that the runbook has made of two."""
        home, first = str(server.home), self.servers[0]
        places = {"port 6379": f"port {server.port}", "/var/lib/valkey": home, "1gb": "100mb"}
        text = server.write("valkey.conf", **places).read_text()
        text += server.write("replicated.conf").read_text()
        if server is not first:
            text += f"\nreplicaof 127.0.0.1 {first.port}\n"
        (server.home / "server.conf").write_text(text)
        return (str(server.home / "server.conf"),)

    def _of_sentinel(self, sentinel: Process) -> tuple[str, ...]:
        """How a Sentinel is started."""
        places = {
            "port 26379": f"port {sentinel.port}",
            "xiangqi store1 6379": f"xiangqi 127.0.0.1 {self.servers[0].port}",
        }
        return str(sentinel.write("sentinel.conf", **places)), "--sentinel"

    @staticmethod
    def _made(home: Path, program: Path) -> Process:
        home.mkdir()
        return Process(home, program)


class Composed(Watched):
    """The same, started as `compose.sentinel.yaml` has it, but for addresses and the container."""

    def __init__(self, home: Path, program: Path) -> None:
        super().__init__(home, Path("sh"))
        self._program = program
        text = (DEPLOY / "compose.sentinel.yaml").read_text()
        self._services = cast("dict[str, dict[str, Any]]", yaml.safe_load(text)["services"])

    def _of_server(self, server: Process) -> tuple[str, ...]:
        number = self.servers.index(server) + 1
        service = self._services[f"store{number}"]
        replica_of = service["environment"]["REPLICAOF"]
        port = f"127.0.0.1 {self.servers[0].port}"
        server.environment = {
            "HOSTNAME": "127.0.0.1",
            "REPLICAOF": replica_of.replace("store1 6379", port),
        }
        server.write("valkey.conf", **{"port 6379": f"port {server.port}", "1gb": "100mb"})
        server.write("replicated.conf")
        return self._in_its_place(server, service)

    def _of_sentinel(self, sentinel: Process) -> tuple[str, ...]:
        number = self.sentinels.index(sentinel) + 1
        super()._of_sentinel(sentinel)
        return self._in_its_place(sentinel, self._services[f"sentinel{number}"])

    def _in_its_place(self, process: Process, service: dict[str, Any]) -> tuple[str, ...]:
        """The shell of a service, with the paths and the program of this machine."""
        data = process.home / "data"
        data.mkdir(exist_ok=True)
        shell, flag, script = service["command"]
        for word, ours in {
            r"\$\$": "$",
            "/etc/valkey": str(process.home),
            "/data": str(data),
            "exec valkey-server": f"exec {self._program}",
            r"exec valkey-sentinel (\S+)": rf"exec {self._program} \1 --sentinel",
            "--bind 0.0.0.0": "--bind 127.0.0.1",
            r"announce-ip sentinel\d": "announce-ip 127.0.0.1",
        }.items():
            script = re.sub(word, ours, script)
        assert shell == "sh"
        return flag, script


async def knows_all(sentinel: Process) -> bool:
    """Whether a Sentinel knows the others and the replicas."""
    try:
        words = as_list(await sentinel.tell("SENTINEL", "MASTER", "xiangqi"))
    except StoreError:
        return False
    facts = dict(zip(words[::2], words[1::2], strict=True))
    found = facts[b"num-other-sentinels"], facts[b"num-slaves"]
    return found == (b"2", b"2")


async def open_at_last(url: str) -> RedisStore:
    """The store, as soon as it can be used."""
    while True:
        try:
            promise = Promise(PromiseKind.REPLICA)  # as of a node by itself
            return await open_store(url, must_be_durable=True, promise=promise)
        except StoreError:
            await asyncio.sleep(RETRY_S)


async def appended(store: RedisStore, request: Append) -> Head:
    """Where a log stands with what was asked, once every replica has it."""
    done = await append_at_last(store, request)
    assert isinstance(done, Appended)
    return done.head


async def read_at_last(store: RedisStore, room: AggregateId) -> tuple[StoredEvent, ...]:
    """The events of a room, once the primary has its replicas again."""
    while True:
        try:
            return await store.logs.read(room, 0)
        except StoreUnavailable:
            await asyncio.sleep(RETRY_S)


async def looks_often(sentinel: Process) -> bool:
    """Whether a Sentinel looks each second, and not in ten."""
    words = as_list(await sentinel.tell("SENTINEL", "DEBUG"))
    facts = dict(zip(words[::2], words[1::2], strict=True))
    return facts[b"INFO-PERIOD"] == b"1000" and facts[b"PUBLISH-PERIOD"] == b"500"


WAYS = {
    "valkey": (Watched, None),
    "debian": (Watched, "redis-server"),
    "compose": (Composed, None),
}


@pytest.fixture(params=WAYS)
def watched(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Watched]:
    kind, program = WAYS[request.param]
    made = kind(tmp_path, find_binary() if program is None else Path(program))
    yield made
    made.kill()


async def test_every_server_comes_back_after_each_of_three_failovers_and_nothing_is_lost(
    watched: Watched,
) -> None:
    async with asyncio.timeout(PATIENCE_S):
        await watched.start()
        store = await open_at_last(watched.url)
        room, last = a_room(), EMPTY_HEAD
        for number in range(FAILOVERS):
            old = await watched.primary()
            last = await appended(store, an_append(room, last, event_id=f"before{number}"))
            old.kill()
            new = await watched.successor_of(old)
            old.again()
            last = await appended(store, an_append(room, last, event_id=f"after{number}"))
            await new.until_it_says("INFO", "replication", text=b"min_slaves_good_slaves:2")
        await store.close()

        for process in (*watched.servers, *watched.sentinels):
            process.kill()
        for process in (*watched.servers, *watched.sentinels):
            process.again()
        await watched.until_whole()
        store = await open_at_last(watched.url)
        events = await read_at_last(store, room)
        await store.close()

    written = [f"{when}{number}" for number in range(FAILOVERS) for when in ("before", "after")]
    assert [event.event_id for event in events] == written


async def test_the_server_has_sentinels_look_often_also_one_that_was_started_anew(
    watched: Watched,
) -> None:
    async with asyncio.timeout(PATIENCE_S):
        await watched.start()
        store = await open_store(watched.url)
        first = watched.sentinels[0]
        first.kill()
        first.again()
        await first.until_it_answers()
        for sentinel in watched.sentinels:
            while not await looks_often(sentinel):  # noqa: ASYNC110 - it tells nobody
                await asyncio.sleep(RETRY_S)
        await store.close()


@pytest.mark.parametrize(
    ("part", "wrong"),
    [("?sentinel_username=xiangqi&sentinel_password=password-1", ""), ("d=password-1", "d=other")],
    ids=["none", "another"],
)
@pytest.mark.parametrize("watched", ["valkey", "debian"], indirect=True)
async def test_an_error_says_that_it_is_a_sentinel_that_does_not_let_us_in(
    watched: Watched, part: str, wrong: str
) -> None:
    assert part in watched.url
    async with asyncio.timeout(PATIENCE_S):
        await watched.start()

        with pytest.raises(StoreUnavailable) as refused:
            await open_store(watched.url.replace(part, wrong))

    assert str(refused.value).startswith(f"the Sentinel 127.0.0.1:{watched.sentinels[0].port}: ")
    assert "?sentinel_username=NAME&sentinel_password=WORD" in str(refused.value)
