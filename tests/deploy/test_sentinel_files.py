"""A primary and its replicas that Sentinels watch, started with the files of `deploy/`."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from server.store.opening import open_store
from server.store.port import StoreError
from server.store.replies import as_list
from server.store.values import Appended
from tests.deploy.test_cluster_runbook import PASSWORDS
from tests.deploy.test_deploy import DEPLOY
from tests.support.patience import PATIENCE_S
from tests.support.stores import RETRY_S, a_room, an_append, append_at_last
from tests.support.valkey_process import ValkeyProcess

pytestmark = pytest.mark.system

SERVERS = 3


class Process(ValkeyProcess):
    """A server or a Sentinel, as the person on call reaches it."""

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


class Watched:
    """Three servers, the first of them the primary, and three Sentinels."""

    def __init__(self, home: Path) -> None:
        self.servers = [self._made(home / f"server{n}") for n in range(SERVERS)]
        self.sentinels = [self._made(home / f"sentinel{n}") for n in range(SERVERS)]

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
            home = str(server.home)
            places = {"port 6379": f"port {server.port}", "/var/lib/valkey": home, "1gb": "100mb"}
            server.write("valkey.conf", **places)
            file = server.write("replicated.conf", **{"/etc/valkey/": f"{home}/"})
            if server is not first:
                text = f"{file.read_text()}\nreplicaof 127.0.0.1 {first.port}\n"
                file.write_text(text)
            server.start_with(str(file))
        for server in self.servers:
            await server.until_it_answers()
        await first.until_it_says("INFO", "replication", text=b"min_slaves_good_slaves:2")
        for sentinel in self.sentinels:
            places = {
                "port 26379": f"port {sentinel.port}",
                "xiangqi store1 6379": f"xiangqi 127.0.0.1 {first.port}",
            }
            sentinel.start_with(str(sentinel.write("sentinel.conf", **places)), "--sentinel")
        for sentinel in self.sentinels:
            while not await knows_all(sentinel):  # noqa: ASYNC110 - it tells nobody
                await asyncio.sleep(RETRY_S)

    def kill(self) -> None:
        """End whatever runs."""
        for process in (*self.sentinels, *self.servers):
            process.kill_if_running()

    @staticmethod
    def _made(home: Path) -> Process:
        home.mkdir()
        return Process(home)


async def knows_all(sentinel: Process) -> bool:
    """Whether a Sentinel knows the others and the replicas."""
    try:
        words = as_list(await sentinel.tell("SENTINEL", "MASTER", "xiangqi"))
    except StoreError:
        return False
    facts = dict(zip(words[::2], words[1::2], strict=True))
    found = facts[b"num-other-sentinels"], facts[b"num-slaves"]
    return found == (b"2", b"2")


async def looks_often(sentinel: Process) -> bool:
    """Whether a Sentinel looks each second, and not in ten."""
    words = as_list(await sentinel.tell("SENTINEL", "DEBUG"))
    facts = dict(zip(words[::2], words[1::2], strict=True))
    return facts[b"INFO-PERIOD"] == b"1000" and facts[b"PUBLISH-PERIOD"] == b"500"


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    made = Watched(tmp_path)
    yield made
    made.kill()


async def test_a_primary_that_is_killed_has_a_successor_and_nothing_is_lost(
    watched: Watched,
) -> None:
    async with asyncio.timeout(PATIENCE_S):
        await watched.start()
        store = await open_store(watched.url, must_be_durable=True)
        room = a_room()
        before = cast("Appended", await append_at_last(store, an_append(room)))

        watched.servers[0].kill()
        request = an_append(room, before.head, event_id="after")
        after = await append_at_last(store, request)
        events = await store.read(room, 0)
        await store.close()

    assert isinstance(after, Appended)
    assert [event.event_id for event in events] == ["first", "after"]


async def test_the_server_has_sentinels_look_often_also_one_that_was_started_anew(
    watched: Watched,
) -> None:
    async with asyncio.timeout(PATIENCE_S):
        await watched.start()
        store = await open_store(watched.url)
        first = watched.sentinels[0]
        first.kill()
        first.start_with(str(first.home / "sentinel.conf"), "--sentinel")
        await first.until_it_answers()
        for sentinel in watched.sentinels:
            while not await looks_often(sentinel):  # noqa: ASYNC110 - it tells nobody
                await asyncio.sleep(RETRY_S)
        await store.close()
