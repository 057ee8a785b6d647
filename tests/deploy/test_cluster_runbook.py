"""The runbook of a cluster, followed word for word on real servers with the files of `deploy/`."""

import asyncio
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.deploy.test_deploy import DEPLOY, played_in, smoke
from tests.support.command_line import run_command
from tests.support.patience import PATIENCE_S
from tests.support.server_process import ServerProcess, free_port
from tests.support.stores import RETRY_S
from tests.support.valkey_process import ValkeyProcess
from xiangqi_server.kernel.store.port import StoreError

pytestmark = pytest.mark.system

NAMES = "abcdefg"
SHELL = shutil.which("valkey-cli") or shutil.which("redis-cli")
PASSWORDS = {f"CHANGE-ME-{n}": f"password-{n}" for n in (1, 2, 3)}


class Server(ValkeyProcess):
    """A server as an operator starts it, by one file of two, but for the port of its bus.

    That is 10,000 above its own by itself, where another connection of this machine may be.
    """

    def __init__(self, home: Path) -> None:
        super().__init__(home)
        home.mkdir()
        self.bus = free_port()
        text = "".join((DEPLOY / name).read_text() for name in ("valkey.conf", "cluster.conf"))
        for word, ours in {
            **PASSWORDS,
            "port 6379": f"port {self.port}",
            "/var/lib/valkey": str(home),
            "maxmemory 1gb": "maxmemory 100mb",
        }.items():
            text = text.replace(word, ours)
        (home / "server.conf").write_text(text)

    def start(self, *flags: str) -> None:
        conf = str(self.home / "server.conf")
        self.start_with(conf, "--cluster-port", str(self.bus), *flags)

    @property
    def url(self) -> str:
        return f"redis://operator:password-2@127.0.0.1:{self.port}"


class Site:
    """Seven servers by the names that the runbook gives them; g is not of the cluster yet."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.servers = {name: Server(home / name) for name in NAMES}

    @property
    def url(self) -> str:
        """The address for `--store`."""
        servers = ",".join(f"127.0.0.1:{one.port}" for one in self.servers.values())
        return f"cluster://xiangqi:password-1@{servers}"

    async def id_of(self, name: str) -> str:
        """How the cluster calls a server."""
        answer = await self.servers[name].tell("CLUSTER", "MYID")
        assert isinstance(answer, bytes)
        return answer.decode()

    def run(self, title: str, folder: Path | None = None, backup: Path | None = None) -> None:
        """Do what a section of the runbook says, to the letter but for addresses and passwords."""
        text = (DEPLOY / "RUNBOOK.md").read_text()
        section = text.partition(f"## {title}\n")[2].partition("\n## ")[0]
        lines = [line[4:] for line in section.splitlines() if line.startswith("    ")]
        assert lines
        script = "\n".join(line for line in lines if not line.startswith("xiangqi-server"))
        for name, server in self.servers.items():
            script = script.replace(f" {name}:6379", f" 127.0.0.1:{server.port}")
            script = script.replace(f"-h {name} ", f"-h 127.0.0.1 -p {server.port} ")
            script = script.replace(f" {name} 6379", f" 127.0.0.1 {server.port} {server.bus}")
            if f"ID-{name.upper()}" in script:
                script = script.replace(f"ID-{name.upper()}", asyncio.run(self.id_of(name)))
        script = script.replace("PASSWORD-2", "password-2").replace("valkey-cli", str(SHELL))
        script = script.replace("/var/backups/xiangqi-DATE", str(backup))
        said = (self.home / "said").open("w+b")
        with (
            said,
            subprocess.Popen(
                ["sh", "-euc", script], cwd=folder, stdout=said, stderr=said, start_new_session=True
            ) as ran,
        ):
            try:
                ran.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:  # with all that it has started
                os.killpg(ran.pid, signal.SIGKILL)
            assert ran.wait() == 0, (self.home / "said").read_text()

    async def until_ready(self, names: str) -> None:
        """Wait until these servers see a whole cluster, and the replicas of them follow."""
        for name in names:
            while not await self._is_ready(name):  # noqa: ASYNC110 - it tells nobody
                await asyncio.sleep(RETRY_S)

    async def _is_ready(self, name: str) -> bool:
        server = self.servers[name]
        try:
            state = str(await server.tell("CLUSTER", "INFO"))
            facts = str(await server.tell("INFO", "replication"))
        except StoreError:
            return False
        follows = "role:master" in facts or "master_link_status:up" in facts
        has_replica = "role:slave" in facts or "state=online" in facts
        return "cluster_state:ok" in state and follows and has_replica


@contextmanager
def a_site(home: Path) -> Iterator[Site]:
    """Seven servers that answer."""
    site = Site(home)
    try:
        for server in site.servers.values():
            server.start()
        asyncio.run(answering(site))
        yield site
    finally:
        for server in site.servers.values():
            server.kill_if_running()


async def answering(site: Site) -> None:
    for server in site.servers.values():
        await server.until_it_answers()


def a_game(server: ServerProcess) -> str:
    """The room of a game that is played now, by the smoke test."""
    ran = smoke(server)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return played_in(ran)


@pytest.mark.skipif(SHELL is None, reason="neither valkey-cli nor redis-cli is installed")
def test_the_runbook_of_a_cluster_followed_word_for_word(tmp_path: Path) -> None:
    backups = tmp_path / "backups"
    backups.mkdir()
    (tmp_path / "site").mkdir()
    with a_site(tmp_path / "site") as site:
        site.run("Run a cluster")
        asyncio.run(site.until_ready("abcdef"))
        with ServerProcess(tmp_path / "node", "--store", site.url) as node:
            rooms = [a_game(node)]

            site.run("Reshard")
            rooms.append(a_game(node))

            site.run("Replace a server")
            site.servers["a"].kill_if_running()
            asyncio.run(site.until_ready("bcdefg"))
            rooms.append(a_game(node))

            lose_and_find(site, "b")
            site.run("Lose a zone")
            asyncio.run(site.until_ready("bcdefg"))
            rooms.append(a_game(node))
        before = verified(site, tmp_path)

        restore(site, backups)

        assert f"room: {len(rooms)} logs" in before
        assert " 0 damaged" in before
        assert verified(site, tmp_path) == before


def test_whatever_an_engine_may_give_up_in_silence_is_asked_for_again() -> None:
    lines = [
        line for line in (DEPLOY / "RUNBOOK.md").read_text().splitlines() if line[:4] == "    "
    ]
    asked = [line for line in lines if "cluster failover" in line or "cluster meet" in line]

    assert len(asked) == 3
    assert all(re.match(r" +until .*; do .*; sleep \d; done", line) for line in asked)
    assert not any("add-node" in line for line in lines)


def verified(site: Site, folder: Path) -> str:
    """What a copy finds in the store: every log, held against its chain."""
    target = str(folder / "nothing")
    ran = run_command("copy", "--dry-run", "--from", site.url, "--to", target)
    assert ran.code in (0, 3), ran.err  # 3: the node of a moment ago
    return ran.out


def lose_and_find(site: Site, name: str) -> None:
    """Kill a primary, wait until its replica has taken over, and start it again."""

    async def until_taken_over() -> None:
        while not await taken_over(site, name):  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(RETRY_S)

    site.servers[name].kill()
    asyncio.run(until_taken_over())
    site.servers[name].start()
    asyncio.run(site.servers[name].until_it_answers())


async def taken_over(site: Site, name: str) -> bool:
    """Whether nobody but living servers has slots, and all slots are had."""
    port = str(site.servers[name].port)
    for other in "cdefg":
        try:
            nodes = str(await site.servers[other].tell("CLUSTER", "SLOTS"))
            state = str(await site.servers[other].tell("CLUSTER", "INFO"))
        except StoreError:
            return False
        owners = re.findall(r"\d+, \d+, \[b'[\d.]+', (\d+)", nodes)
        if port in owners or "cluster_slots_ok:16384" not in state:
            return False
    return True


def restore(site: Site, backups: Path) -> None:
    """Back up the primaries, lose all data, and restore it as the runbook says."""
    primaries = asyncio.run(primaries_of(site))
    for name in primaries:
        home = site.servers[name].home
        subprocess.run(
            ["tar", "-czf", backups / f"{name}.tgz", "-C", home, "appendonlydir"], check=True
        )
    members = [name for name in NAMES if name != "a"]
    for name in members:
        site.servers[name].kill()
        shutil.rmtree(site.servers[name].home / "appendonlydir")
    for name in primaries:
        home = site.servers[name].home
        site.run("Restore a cluster", home, backups / name)
    for name in members:
        site.servers[name].start()
    asyncio.run(site.until_ready("".join(members)))


async def primaries_of(site: Site) -> list[str]:
    """The servers that are primaries now."""
    found = []
    for name in NAMES:
        if name == "a":
            continue
        if "role:master" in str(await site.servers[name].tell("INFO", "replication")):
            found.append(name)
    return found
