"""Each file of `deploy/` for a store, alone and with what is added to it: it survives a restart."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deploy.test_cluster_runbook import PASSWORDS
from tests.deploy.test_deploy import DEPLOY
from tests.support.patience import PATIENCE_S
from tests.support.valkey_process import ValkeyProcess
from xiangqi_server.kernel.store.embedded.binary import find_binary
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.port import StoreUnavailable

pytestmark = pytest.mark.system

FILES = {
    "valkey": ("valkey.conf",),
    "replicated": ("valkey.conf", "replicated.conf"),
    "cluster": ("valkey.conf", "cluster.conf"),
}
PROGRAMS = {"valkey": find_binary(), "debian": Path("redis-server")}
A_TRANSACTION = "redis.call('set', KEYS[1], '1') redis.call('set', KEYS[2], '2')"


class Server(ValkeyProcess):
    """A server as an operator starts it, by one file made of several, as its user of them."""

    user = "operator:password-2"

    def write(self, names: tuple[str, ...], **changes: str) -> None:
        text = "".join((DEPLOY / name).read_text() for name in names)
        for word, ours in {
            **PASSWORDS,
            "port 6379": f"port {self.port}",
            "/var/lib/valkey": str(self.home),
            "maxmemory 1gb": "maxmemory 100mb",
            **changes,
        }.items():
            text = text.replace(word, ours)
        (self.home / "server.conf").write_text(text)

    @property
    def url(self) -> str:
        return f"redis://{self.user}@127.0.0.1:{self.port}"

    async def run(self) -> None:
        self.start_with(str(self.home / "server.conf"))
        await self.until_it_answers()


@pytest.fixture(params=PROGRAMS)
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path, PROGRAMS[request.param])
    yield made
    made.kill_if_running()


@pytest.mark.parametrize("files", FILES)
async def test_what_was_written_is_there_after_the_file_was_rewritten_and_the_server_killed(
    server: Server, files: str
) -> None:
    server.write(FILES[files])
    async with asyncio.timeout(PATIENCE_S):
        await server.run()
        await server.tell("CONFIG", "SET", "min-replicas-to-write", "0")
        if files == "cluster":
            await server.tell("CLUSTER", "ADDSLOTSRANGE", "0", "16383")
            await server.until_it_says("CLUSTER", "INFO", text=b"cluster_state:ok")
        await server.tell("EVAL", A_TRANSACTION, "2", "{xq}1", "{xq}2")
        for _ in range(2):
            await server.tell("CONFIG", "REWRITE")
            server.kill()
            await server.run()
        if files == "cluster":
            await server.until_it_says("CLUSTER", "INFO", text=b"cluster_state:ok")
        found = [await server.tell("GET", key) for key in ("{xq}1", "{xq}2")]
        server.user = "xiangqi:password-1"
        answer = await server.tell("PING")

    assert (found, answer) == ([b"1", b"2"], b"PONG")


async def test_a_store_that_would_leave_moves_out_when_it_reads_its_log_is_refused(
    server: Server,
) -> None:
    server.write(FILES["valkey"], **{"user default off resetpass ~* &* +@all": "user default off"})
    async with asyncio.timeout(PATIENCE_S):
        await server.run()
        server.user = "xiangqi:password-1"

        with pytest.raises(StoreUnavailable, match="its user default may not write"):
            await open_store(server.url, must_be_durable=True)
