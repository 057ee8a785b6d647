"""Two nodes on one store that comes and goes: what was acknowledged is there, once and in order."""

import asyncio
import random

import pytest

from tests.support.counters import COUNTER, Add, Counter, Event, Look
from tests.support.faulty_store import FaultyStore
from tests.support.hosts import A, CounterHost, a_host, ask, running, state_and_head, view_of
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.kernel.host.commit.draft import Done
from xiangqi_server.kernel.host.journal import read_fact
from xiangqi_server.kernel.host.outages.damping import LONGEST_S
from xiangqi_server.kernel.host.recent import CommandRef
from xiangqi_server.kernel.host.view import Change

WRITERS = 4
COMMANDS = 12
NOTE_BYTES = 150


class Reader:
    """A watcher that holds its node to a gap-free order."""

    def __init__(self) -> None:
        self.versions: list[int] = []

    def changed(self, changes: tuple[Change[Counter, Event], ...]) -> None:
        self.versions.extend(change.head.version for change in changes)

    def replaced(self) -> None:
        raise AssertionError("no branch was lost")


async def write(
    hosts: list[CounterHost], actor: str, chance: random.Random, acknowledged: dict[CommandRef, int]
) -> None:
    """Send commands, each to any node and again until it is acknowledged."""
    for number in range(COMMANDS):
        ref = CommandRef(actor, str(number))
        while ref not in acknowledged:
            await pass_ms(chance.randrange(200))
            answer = await ask(
                chance.choice(hosts), Add(1, "x" * NOTE_BYTES), ref=(actor, str(number))
            )
            if isinstance(answer, Done):
                acknowledged[ref] = answer.version


async def trouble(stores: list[FaultyStore], chance: random.Random) -> None:
    """Until cancelled: nodes lose the store for a while, answers get lost, appends hang."""
    while True:
        await pass_ms(chance.randrange(300))
        store = chance.choice(stores)
        match chance.randrange(3):
            case 0:
                store.is_away = not store.is_away
            case 1:
                store.answers_to_lose = chance.randrange(3)
            case _:
                store.gate.clear()
                await pass_ms(chance.randrange(1_000))
                store.gate.set()


@pytest.mark.parametrize("seed", range(20))
async def test_every_command_takes_effect_once_whatever_goes_wrong(seed: int) -> None:
    chance = random.Random(seed)
    inner = MemoryStore(store_ms)
    stores = [FaultyStore(inner), FaultyStore(inner)]
    hosts = [await a_host(store, name) for store, name in zip(stores, "nm", strict=True)]
    readers = [Reader(), Reader()]
    for host, reader in zip(hosts, readers, strict=True):
        host.watch(await view_of(host), reader)
    acknowledged: dict[CommandRef, int] = {}

    async with running(hosts[0]), running(hosts[1]):
        nemesis = asyncio.create_task(trouble(stores, chance))
        writers = [write(hosts, actor, chance, acknowledged) for actor in "abcd"[:WRITERS]]
        gathered = asyncio.gather(*writers)
        await pass_ms(20_000)
        nemesis.cancel()
        for store in stores:
            store.is_away, store.answers_to_lose = False, 0
            store.gate.set()
        await gathered
        await pass_ms(int(LONGEST_S * 1000) + 3_000)
        for host in hosts:
            await ask(host, Look())
        await ask(hosts[0], Add(1))
        await ask(hosts[1], Add(1))
        ends = [await state_and_head(host) for host in reversed(hosts)]

    log = await inner.read(A, 0)
    written = [read_fact(COUNTER, event.body).ref for event in log]
    assert [event.version for event in log] == list(range(1, len(log) + 1))
    assert len(log) == WRITERS * COMMANDS + 2 == ends[0][0].total
    assert {ref: written.index(ref) + 1 for ref in acknowledged} == acknowledged
    for reader in readers:
        assert reader.versions == list(range(1, len(reader.versions) + 1))
