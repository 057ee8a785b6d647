"""What can be done to a primary with replicas: in a cluster, or behind Sentinels.

Each fault ends with everything as it should be, but for the server that is the primary now.
A line is cut by a password that the other side does not have: only so does a server stay alive
that its replicas do not reach, on a machine where nobody may touch the network.
"""

import asyncio
import signal
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol, cast

from tests.support.patience import PATIENCE_S
from tests.support.stores import RETRY_S
from tests.support.valkey_cluster import Member, ValkeyCluster, ValkeySentinels
from tests.support.valkey_process import ValkeyProcess
from xiangqi_server.kernel.store.client.cluster.slots import SLOTS, TAGS, slot_of
from xiangqi_server.kernel.store.client.replies import as_list

FLAGS: Final = ("--enable-debug-command", "local")
LAG_S: Final = 0.3
LASTS_S: Final = 1.0
CUT_OFF_S: Final = 2.0
ANSWERS_MS: Final = 5_000
_EVERYTHING: Final = "-2"
_NOTHING: Final = "-1"


class Failing(Protocol):
    """A primary that can be harmed, and what is around it."""

    @property
    def primary(self) -> ValkeyProcess:
        """Who was the primary in the beginning."""
        ...

    @property
    def replicas(self) -> list[ValkeyProcess]:
        """Its replicas then."""
        ...

    async def until_promoted(self) -> None:
        """Wait until one of them is the primary."""
        ...

    async def replace_dead(self) -> None:
        """Start what was killed again, if the number of replicas needs it."""
        ...


@dataclass(frozen=True, slots=True)
class FailingCluster:
    """See `Failing`: the first master of a cluster."""

    cluster: ValkeyCluster

    @property
    def master(self) -> Member:
        """The one that is harmed."""
        return self.cluster.members[0]

    @property
    def primary(self) -> ValkeyProcess:
        """See `Failing.primary`."""
        return self.master.process

    @property
    def replicas(self) -> list[ValkeyProcess]:
        """See `Failing.replicas`."""
        return [one.process for one in self.cluster.replicas_of(self.master)]

    async def until_promoted(self) -> None:
        """See `Failing.until_promoted`."""
        await self.cluster.until_promoted(self.master)

    async def replace_dead(self) -> None:
        """See `Failing.replace_dead`: as a replica of whoever was promoted."""
        for member in self.cluster.members:
            if not member.process.is_running:
                self.cluster.start_member(member, *FLAGS)


@dataclass(frozen=True, slots=True)
class FailingSentinels:
    """See `Failing`: the primary that the Sentinels watch."""

    sentinels: ValkeySentinels

    @property
    def primary(self) -> ValkeyProcess:
        """See `Failing.primary`."""
        return self.sentinels.servers[0]

    @property
    def replicas(self) -> list[ValkeyProcess]:
        """See `Failing.replicas`."""
        return self.sentinels.servers[1:]

    async def until_promoted(self) -> None:
        """See `Failing.until_promoted`."""
        await self.sentinels.until_promoted(self.primary)

    async def replace_dead(self) -> None:
        """See `Failing.replace_dead`: there is a second replica, and it is enough."""


async def kill(failing: Failing) -> None:
    """The primary dies; whatever it had sent is on its way."""
    failing.primary.kill()
    await failing.until_promoted()
    await failing.replace_dead()


async def kill_lagging(failing: Failing) -> None:
    """Nothing reaches the replicas for a while, and then the primary dies."""
    for replica in failing.replicas:
        replica.signal(signal.SIGSTOP)
    # Else the kernel delivers what was sent.
    await failing.primary.tell("CLIENT", "KILL", "TYPE", "REPLICA")
    await asyncio.sleep(LAG_S)
    failing.primary.kill()
    for replica in failing.replicas:
        replica.signal(signal.SIGCONT)
    await failing.until_promoted()
    await failing.replace_dead()


async def stand_still(failing: Failing) -> None:
    """The primary stands still until another one is promoted, and then goes on."""
    failing.primary.signal(signal.SIGSTOP)
    await failing.until_promoted()
    await asyncio.sleep(LASTS_S)
    failing.primary.signal(signal.SIGCONT)
    await asyncio.sleep(LASTS_S)


async def cut_off_from_all(failing: FailingCluster) -> None:
    """The master hears none of the others, and its replicas do not reach it; clients do."""
    await _deafen(failing.primary)
    for replica in failing.replicas:
        await _cut(replica)
    await failing.until_promoted()
    await asyncio.sleep(LASTS_S)
    await _join(failing.primary)
    for replica in failing.replicas:
        await _mend(replica)


async def smaller_side(failing: FailingCluster) -> None:
    """As `cut_off_from_all`, but one of two replicas is on the master's side."""
    other_side, own_side = failing.replicas
    await _deafen(failing.primary)
    await _deafen(own_side)
    await _cut(other_side)
    await failing.until_promoted()
    await asyncio.sleep(LASTS_S)
    await _join(own_side)
    await _join(failing.primary)
    await _mend(other_side)


async def stale_replica(failing: FailingCluster) -> None:
    """One of two replicas is cut off, and then it is the only one that is left."""
    stale, other = failing.replicas
    await _cut(stale)
    await asyncio.sleep(CUT_OFF_S)
    failing.primary.kill()
    other.kill()
    await failing.until_promoted()
    await _mend(stale)
    await failing.replace_dead()


async def move_slots(failing: FailingCluster) -> None:
    """A third of all slots go to another master: all that the first one has but the last."""
    target = failing.cluster.members[1]
    last = SLOTS // failing.cluster.masters - 2
    where = ("SLOTSRANGE", "0", str(last), "NODE", target.id)
    await failing.primary.tell("CLUSTER", "MIGRATESLOTS", *where)
    async with asyncio.timeout(PATIENCE_S):
        while await failing.cluster.owner_of(last) is not target:  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(RETRY_S)
    await asyncio.sleep(LASTS_S)


async def move_slots_by_key(failing: FailingCluster) -> None:
    """As `move_slots`, of the slots that are ours, the way of engines that know no better one."""
    source, target = failing.primary, failing.cluster.members[1]
    ours = sorted(slot_of(f"{{{tag}}}") for tag in TAGS)
    for slot in map(str, ours[: len(ours) // failing.cluster.masters]):
        await target.process.tell("CLUSTER", "SETSLOT", slot, "IMPORTING", failing.master.id)
        await source.tell("CLUSTER", "SETSLOT", slot, "MIGRATING", target.id)
        where = ("127.0.0.1", str(target.process.port), "", "0", str(ANSWERS_MS), "KEYS")
        while keys := as_list(await source.tell("CLUSTER", "GETKEYSINSLOT", slot, "10")):
            await source.tell("MIGRATE", *where, *(cast("bytes", key).decode() for key in keys))
        for owner in (target.process, source):
            await owner.tell("CLUSTER", "SETSLOT", slot, "NODE", target.id)
    await asyncio.sleep(LASTS_S)


async def planned(failing: FailingCluster) -> None:
    """The master hands over to its replica, as before an upgrade."""
    await failing.replicas[0].tell("CLUSTER", "FAILOVER")
    await failing.until_promoted()
    await asyncio.sleep(LASTS_S)


class Fault(NamedTuple):
    """One way to do harm.

    Fields:
        replicas: how many each master has for it.
        must_lose: what is acknowledged by the primary alone is lost by it, or it proves nothing.
        needs_patience: only whoever hears of no failover can lose anything by it.
    """

    harm: Callable[[FailingCluster], Awaitable[None]]
    replicas: int = 1
    must_lose: bool = True
    needs_patience: bool = False


OF_CLUSTERS: Final = {
    "kill": Fault(kill, must_lose=False),
    "lag-kill": Fault(kill_lagging),
    "stop": Fault(stand_still, needs_patience=True),
    "partition": Fault(cut_off_from_all),
    "side": Fault(smaller_side, replicas=2),
    "stale": Fault(stale_replica, replicas=2),
    "slots": Fault(move_slots, must_lose=False),
    "slots-by-key": Fault(move_slots_by_key, must_lose=False),
    "planned": Fault(planned, must_lose=False),
}
OF_SENTINELS: Final[dict[str, Callable[[Failing], Awaitable[None]]]] = {
    "kill": kill,
    "lag-kill": kill_lagging,
    "stop": stand_still,
}


async def _deafen(server: ValkeyProcess) -> None:
    await server.tell("DEBUG", "DROP-CLUSTER-PACKET-FILTER", _EVERYTHING)


async def _join(server: ValkeyProcess) -> None:
    await server.tell("DEBUG", "DROP-CLUSTER-PACKET-FILTER", _NOTHING)


async def _cut(replica: ValkeyProcess) -> None:
    """From now on the primary does not let it in."""
    await replica.tell("CONFIG", "SET", "masterauth", "not-known-there")
    await replica.tell("CLIENT", "KILL", "TYPE", "MASTER")


async def _mend(replica: ValkeyProcess) -> None:
    await replica.tell("CONFIG", "SET", "masterauth", "")
