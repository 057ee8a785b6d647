"""Stores of several real processes: a cluster with replicas, and a primary with Sentinels.

A cluster is ready in about two seconds, for its servers are told of each other by the file in which
each keeps what it knows, and need not meet. What fails over does so after a second.
"""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final, cast

from tests.support.certificates import Certificate
from tests.support.patience import PATIENCE_S
from tests.support.server_process import free_port
from tests.support.stores import RETRY_S
from tests.support.valkey_process import ValkeyProcess
from xiangqi_server.kernel.store.client.cluster.slots import SLOTS
from xiangqi_server.kernel.store.client.replies import as_list, read_facts
from xiangqi_server.kernel.store.port import StoreError

NODE_TIMEOUT_MS: Final = 1_000
PRIMARY_NAME: Final = "xiangqi"
NOTHING: Final[Mapping[str, str]] = MappingProxyType({})

_REPLICATION: Final = ("--repl-diskless-sync-delay", "0", "--repl-diskless-load", "swapdb")


@dataclass(frozen=True, slots=True)
class Member:
    """One server of a cluster.

    Fields:
        number: from 0; the first are the masters, then one replica of each, and so on.
        master: number of the server that was its master in the beginning; its own if it was one.
    """

    process: ValkeyProcess
    bus_port: int
    number: int
    master: int

    @property
    def id(self) -> str:
        """How the cluster calls it."""
        return f"{self.number:040x}"

    async def role(self) -> str:
        """``master`` or ``slave``; empty if it does not answer."""
        try:
            role, *_ = as_list(await self.process.tell("ROLE"))
        except StoreError:
            return ""
        return cast("bytes", role).decode()


class ValkeyCluster:
    """Masters with replicas; `a_valkey_cluster` ends them."""

    def __init__(
        self,
        home: Path,
        masters: int,
        replicas: int,
        certificate: Certificate | None = None,
    ) -> None:
        self.masters = masters
        self._certificate = certificate
        self.members: list[Member] = []
        for number in range(masters * (1 + replicas)):
            folder = home / f"server{number}"
            folder.mkdir(parents=True)
            process = ValkeyProcess(folder, certificate=certificate)
            self.members.append(Member(process, free_port(), number, number % masters))

    @property
    def url(self) -> str:
        """The address for `--store`."""
        servers = ",".join(f"127.0.0.1:{one.process.port}" for one in self.members)
        return _url("cluster", servers, self._certificate)

    def start(self, *flags: str) -> None:
        """Start all of them."""
        for member in self.members:
            self._write_nodes(member)
            self.start_member(member, *flags)

    def start_member(self, member: Member, *flags: str) -> None:
        """Start one, for the first time or again."""
        member.process.start(
            "--cluster-enabled",
            "yes",
            "--cluster-port",
            str(member.bus_port),
            "--cluster-config-file",
            "nodes.conf",
            "--cluster-node-timeout",
            str(NODE_TIMEOUT_MS),
            "--cluster-require-full-coverage",
            "no",
            "--cluster-allow-replica-migration",
            "no",
            *_REPLICATION,
            *flags,
        )

    def kill(self) -> None:
        """Kill whatever runs."""
        for member in self.members:
            member.process.kill_if_running()

    async def until_ready(self) -> None:
        """Wait until every server sees the others, and every replica has what its master has."""
        async with asyncio.timeout(PATIENCE_S):
            for member in self.members:
                while not await _is_ready(member):  # noqa: ASYNC110 - it tells nobody
                    await asyncio.sleep(RETRY_S)

    def replicas_of(self, master: Member) -> list[Member]:
        """Those that were its replicas in the beginning."""
        return [one for one in self.members if one.master == master.number and one != master]

    async def until_promoted(self, master: Member) -> Member:
        """Wait until one of a master's replicas has taken its place."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                for replica in self.replicas_of(master):
                    if await replica.role() == "master":
                        return replica
                await asyncio.sleep(RETRY_S)

    async def owner_of(self, slot: int) -> Member:
        """Who has a slot, as some server says that answers."""
        for asked in self.members:
            try:
                ranges = as_list(await asked.process.tell("CLUSTER", "SLOTS"))
            except StoreError:
                continue
            for one in ranges:
                first, last, owner, *_ = as_list(one)
                if cast("int", first) <= slot <= cast("int", last):
                    port = as_list(owner)[1]
                    return next(one for one in self.members if one.process.port == port)
        raise AssertionError(f"nobody has slot {slot}")

    def _write_nodes(self, member: Member) -> None:
        lines = [self._line(other, is_self=other is member) for other in self.members]
        epochs = f"vars currentEpoch {self.masters} lastVoteEpoch 0\n"
        (member.process.home / "nodes.conf").write_text("".join(lines) + epochs)

    def _line(self, member: Member, *, is_self: bool) -> str:
        is_master = member.number == member.master
        flags = ("myself," if is_self else "") + ("master" if is_master else "slave")
        share = SLOTS // self.masters
        start = member.master * share
        end = SLOTS if member.master == self.masters - 1 else start + share
        slots = f" {start}-{end - 1}" if is_master else ""
        address = f"127.0.0.1:{member.process.port}@{member.bus_port}"
        master = "-" if is_master else self.members[member.master].id
        shard = f"{member.master + 0xFF00:040x}"
        # Redis 7.0 knows none of what Valkey writes behind the address.
        more = "" if self._certificate is not None else f",,tls-port=0,shard-id={shard}"
        return (
            f"{member.id} {address}{more} {flags} {master} "
            f"0 0 {member.master + 1} connected{slots}\n"
        )


@contextmanager
def a_valkey_cluster(
    home: Path,
    masters: int = 3,
    replicas: int = 1,
    flags: tuple[str, ...] = (),
    of_replicas: Mapping[str, str] = NOTHING,
    certificate: Certificate | None = None,
) -> Iterator[ValkeyCluster]:
    """A cluster that is ready, for the time of the block.

    Args:
        of_replicas: the environment of those that are replicas in the beginning.
        certificate: of all of them, if they speak TLS.
    """
    cluster = ValkeyCluster(home, masters, replicas, certificate)
    for member in cluster.members[masters:]:
        member.process.environment = of_replicas
    try:
        cluster.start(*flags)
        asyncio.run(cluster.until_ready())
        yield cluster
    finally:
        cluster.kill()


class ValkeySentinels:
    """A primary, its replicas and three Sentinels that watch them."""

    def __init__(self, home: Path, replicas: int, certificate: Certificate | None = None) -> None:
        self._certificate = certificate
        self.servers = [self._process(home / f"server{number}") for number in range(1 + replicas)]
        self.sentinels = [self._process(home / f"sentinel{number}") for number in range(3)]

    @property
    def url(self) -> str:
        """The address for `--store`."""
        servers = ",".join(f"127.0.0.1:{one.port}" for one in self.sentinels)
        return _url("sentinel", f"{servers}/{PRIMARY_NAME}", self._certificate)

    @property
    def replica_count(self) -> int:
        """How many replicas there are in the beginning."""
        return len(self.servers) - 1

    async def start(self) -> None:
        """Start all of them; the Sentinels when there is something to see, for they look seldom."""
        first, *others = self.servers
        first.start(*_REPLICATION)
        for replica in others:
            replica.start("--replicaof", f"127.0.0.1 {first.port}", *_REPLICATION)
        async with asyncio.timeout(PATIENCE_S):
            while await online(first) < self.replica_count:  # noqa: ASYNC110 - it tells nobody
                await asyncio.sleep(RETRY_S)
        for sentinel in self.sentinels:
            settings = sentinel.home / "sentinel.conf"
            settings.write_text(
                f"{self._listening(sentinel.port)}\nbind 127.0.0.1\n"
                f"sentinel monitor {PRIMARY_NAME} 127.0.0.1 {first.port} 2\n"
                f"sentinel down-after-milliseconds {PRIMARY_NAME} {NODE_TIMEOUT_MS}\n"
                f"sentinel failover-timeout {PRIMARY_NAME} 3000\n"
            )
            sentinel.start_with(str(settings), "--sentinel")

    def kill(self) -> None:
        """Kill whatever runs."""
        for process in (*self.sentinels, *self.servers):
            process.kill_if_running()

    async def until_ready(self) -> None:
        """Wait until the Sentinels know each other and the replicas."""
        async with asyncio.timeout(PATIENCE_S):
            for sentinel in self.sentinels:
                while not await self._is_ready(sentinel):  # noqa: ASYNC110 - as above
                    await asyncio.sleep(RETRY_S)

    async def primary(self) -> ValkeyProcess:
        """Whom the Sentinels call the primary."""
        _, port = as_list(
            await self.sentinels[0].tell("SENTINEL", "GET-MASTER-ADDR-BY-NAME", PRIMARY_NAME)
        )
        return next(one for one in self.servers if one.port == int(cast("bytes", port)))

    async def until_promoted(self, old: ValkeyProcess) -> ValkeyProcess:
        """Wait until the Sentinels call another one the primary."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                new = await self.primary()
                if new is not old:
                    return new
                await asyncio.sleep(RETRY_S)

    async def _is_ready(self, sentinel: ValkeyProcess) -> bool:
        try:
            told = as_list(await sentinel.tell("SENTINEL", "MASTER", PRIMARY_NAME))
        except StoreError:
            return False
        words = [cast("bytes", word) for word in told]
        facts = dict(zip(words[::2], words[1::2], strict=True))
        others = int(facts[b"num-other-sentinels"]), int(facts[b"num-slaves"])
        return others == (len(self.sentinels) - 1, self.replica_count)

    def _listening(self, port: int) -> str:
        if self._certificate is None:
            return f"port {port}"
        words = iter(self._certificate.options(port))
        return "\n".join(f"{name.removeprefix('--')} {next(words)}" for name in words)

    def _process(self, folder: Path) -> ValkeyProcess:
        folder.mkdir(parents=True)
        return ValkeyProcess(folder, certificate=self._certificate)


@contextmanager
def valkey_sentinels(
    home: Path, replicas: int = 1, certificate: Certificate | None = None
) -> Iterator[ValkeySentinels]:
    """A primary behind Sentinels that is ready, for the time of the block; see `Certificate`."""
    sentinels = ValkeySentinels(home, replicas, certificate)
    try:
        asyncio.run(sentinels.start())
        asyncio.run(sentinels.until_ready())
        yield sentinels
    finally:
        sentinels.kill()


def _url(word: str, servers: str, certificate: Certificate | None) -> str:
    if certificate is None:
        return f"{word}://{servers}"
    return f"{word}s://{servers}?{certificate.query}"


async def _is_ready(member: Member) -> bool:
    try:
        state = read_facts(await member.process.tell("CLUSTER", "INFO"))["cluster_state"]
        facts = read_facts(await member.process.tell("INFO", "replication"))
    except StoreError:
        return False
    return state == "ok" and facts.get("master_link_status", "up") == "up"


async def online(primary: ValkeyProcess) -> int:
    """How many replicas have what a primary has."""
    try:
        facts = read_facts(await primary.tell("INFO", "replication"))
    except StoreError:
        return 0
    return sum("state=online" in fact for fact in facts.values())
