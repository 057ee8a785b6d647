"""One whole simulation: a cluster, people, a nemesis, and the laws, all from one seed.

First the safety phase: the nemesis kills nodes, cuts lines, takes the store away and makes
calls go astray while people play. Then the liveness phase: nothing fails any more, and
every game must come to its end. Then the laws are held against everything.
"""

import asyncio
import logging
import random
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Final

from tests.simulation.failovers import FailingStore
from tests.simulation.faults import RecordingStore, Weather
from tests.simulation.laws import check
from tests.simulation.ledger import LawBroken, Ledger
from tests.simulation.nodes import Cluster
from tests.simulation.people import Person
from tests.simulation.spectators import Spectator, start
from tests.simulation.trace import Trace
from tests.support.kept_log import KeptLog
from tests.support.virtual_time import VirtualLoop, local_ms, pass_ms
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.messages import Ended, PlayMove
from xiangqi_server.kernel.store.client.acknowledgement import PromiseKind

NODES: Final = 3
SPECTATORS: Final = 2
LAG_MS: Final = 500
AHEAD_MS: Final = 3_000
SPLITS: Final = 0.3
"""The share of failovers in which the old primary goes on serving a node."""
LONGEST_SPLIT_MS: Final = 2_000
"""Less than nodes at the new primary wait for others."""
MOST_NODES: Final = NODES + 3
JOINS: Final = 0.5
"""The share of failovers after which a node starts while others still write back."""
LONGEST_JOIN_MS: Final = 1_000
SAFETY_MS: Final = 60_000
LIVENESS_S: Final = 15 * 60.0
SETTLED_MS: Final = 10_000
ON_BRANCH: Final = "log is on another branch"


@dataclass(frozen=True, slots=True)
class Report:
    """What a simulation came to.

    Fields:
        trace: the hash of its story.
        faults: how many of each kind were injected.
        checks: how often a law was held against something.
        restored: events that a failover took, and a node wrote back.
        forked: events that were acknowledged and are on a branch nobody goes on with.
    """

    seed: int
    trace: str
    games: int
    moves: int
    faults: dict[str, int]
    checks: int
    restored: int
    forked: int


class SimulationFailed(AssertionError):
    """A law was broken; the text holds seed, trace hash and the last lines of the story."""


def simulate(
    seed: int,
    pairs: int = 3,
    promise: PromiseKind | None = None,
    *,
    repairs: bool = True,
    settles: bool = True,
    only_failovers: bool = False,
) -> Report:
    """Run one simulation.

    Args:
        promise: of a store that fails over; None: it is one that does not.
        repairs: whether nodes may write back what it has lost then. Where they may not, a room
            that is lost whole stays lost and its game never ends: some seeds time out.
        settles: whether nodes wait for each other's writing back.
        only_failovers: nothing else fails, so that nothing acknowledged may be lost for good.

    Raises:
        SimulationFailed: a law was broken, a bug was logged, or a game did not end.
    """
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        trace = Trace(seed)
        store = RecordingStore()
        if promise is not None:
            store = FailingStore(trace, promise, repairs=repairs, settles=settles)
        return runner.run(_run(trace, pairs, store, only_failovers))


async def _run(trace: Trace, pairs: int, store: RecordingStore, only_failovers: bool) -> Report:
    ledger = Ledger(store)
    weather = Weather(trace)
    cluster = Cluster(NODES, store, weather, trace)
    bugs = KeptLog(logging.ERROR)
    logger = logging.getLogger("xiangqi_server")
    logger.addHandler(bugs)
    harm = asyncio.create_task(nemesis(cluster, trace, only_failovers=only_failovers))
    spectators = [Spectator(f"eve{number}", cluster, ledger) for number in range(SPECTATORS)]
    watching = start(spectators)
    try:
        async with asyncio.timeout(LIVENESS_S):
            await asyncio.gather(*_games(cluster, ledger, pairs), harm)
            await all_over(cluster)
            for spectator in spectators:
                spectator.is_leaving = True
            await asyncio.gather(*watching)
        await check(cluster, ledger)
        forked = _forked(store)
        ledger.require(not (only_failovers and forked), "nobody goes on too early", forked)
        lines = [line for line in bugs.lines if not (line == ON_BRANCH and store.has_lost)]
        if lines or ledger.broken:
            raise ledger.broken or LawBroken(f"a bug was logged: {lines[0]}")
    except (LawBroken, TimeoutError) as error:
        why = ledger.broken or error
        story = "\n".join(trace.latest)
        text = f"seed {trace.seed}, trace {trace.digest}: {why!r}\n{story}"
        raise SimulationFailed(text) from error
    finally:
        logger.removeHandler(bugs)
        for task in (harm, *watching):
            task.cancel()
        cluster.stop()
        await asyncio.sleep(0)
    return _report(trace, store, ledger)


def _report(trace: Trace, store: RecordingStore, ledger: Ledger) -> Report:
    rooms = [name for name in store.history if name.kind == "room"]
    return Report(
        seed=trace.seed,
        trace=trace.digest,
        games=len(rooms),
        moves=sum(1 for said in ledger.acknowledged if isinstance(said.command, PlayMove)),
        faults={
            what.removeprefix("fault: "): count
            for what, count in sorted(trace.counts.items())
            if what.startswith("fault: ")
        },
        checks=ledger.checks,
        restored=store.restored if isinstance(store, FailingStore) else 0,
        forked=len(_forked(store)),
    )


def _forked(store: RecordingStore) -> set[str]:
    return store.answered.intersection(store.branched if isinstance(store, FailingStore) else ())


def _games(cluster: Cluster, ledger: Ledger, pairs: int) -> list[Coroutine[None, None, None]]:
    """Pairs of people who find each other in each of the ways there are, in turn.

    Who waits in the lobby would wait for ever if that was lost; nobody here looks whether it was.
    """
    ways = (_friends,) if cluster.store.may_lose else (_friends, _seekers, _queuers)
    return [
        ways[number % len(ways)](
            Person(f"ann{number}", cluster, ledger), Person(f"ben{number}", cluster, ledger)
        )
        for number in range(pairs)
    ]


async def _friends(ann: Person, ben: Person) -> None:
    await ann.register()
    room = await ann.invite()
    await ben.sit(room)
    await _play(ann, ben, room)


async def _seekers(ann: Person, ben: Person) -> None:
    seek = await ann.seek()
    await _play(ann, ben, await ben.take(seek))


async def _queuers(ann: Person, ben: Person) -> None:
    async def one(person: Person) -> None:
        await person.play(await person.queue())

    await asyncio.gather(one(ann), one(ben))


async def _play(ann: Person, ben: Person, room: str) -> None:
    """Play a game, and its rematch if it comes to one; a rematch that only one saw is left."""
    nexts = await asyncio.gather(ann.play(room), ben.play(room))
    if None not in nexts:
        await asyncio.gather(*(person.play(nexts[0]) for person in (ann, ben) if nexts[0]))


async def all_over(cluster: Cluster) -> None:
    """Wait until every room that was opened is over, and its effects are carried out."""
    while True:
        await pass_ms(SETTLED_MS)
        if not await cluster.store.effects(1) and _open_rooms(cluster.store) == 0:
            return


def _open_rooms(store: RecordingStore) -> int:
    return sum(
        1
        for name in tuple(store.history)
        if name.kind == "room"
        and not any(isinstance(event, Ended) for event in store.facts(ROOM, name))
    )


async def _fail_over(
    cluster: Cluster, store: FailingStore, trace: Trace, chance: random.Random
) -> None:
    """A replica with another clock is promoted; the primary before dies, or serves one node."""
    trace.add("fault: failover")
    lag_ms = chance.randint(0, LAG_MS)
    cluster.weather.is_store_away = True
    line, old = chance.choice(cluster.nodes).line, None
    # An old primary that was never written back to has been left alone with who cannot know it.
    is_settled = local_ms() - store.promoted_ms > 2 * store.write_back_ms
    if store.may_lose and is_settled and chance.random() < SPLITS:
        trace.add("fault: two primaries")
        old = line.old_primary = store.split(lag_ms)
    else:
        store.fail_over(lag_ms)
    store.ahead_ms = chance.choice((-AHEAD_MS, 0, AHEAD_MS))
    await pass_ms(chance.randint(300, 3_000))
    cluster.weather.is_store_away = False
    if len(cluster.nodes) < MOST_NODES and chance.random() < JOINS:
        await pass_ms(chance.randint(0, LONGEST_JOIN_MS))
        cluster.join()
    if old is not None:  # one that has served on so long has not much time left to write back
        await pass_ms(chance.randint(0, LONGEST_SPLIT_MS - LONGEST_JOIN_MS))
        line.old_primary = None
        store.join(old)


async def nemesis(cluster: Cluster, trace: Trace, *, only_failovers: bool = False) -> None:
    """Do harm for `SAFETY_MS`, then undo all of it that can be undone."""
    chance, weather = trace.chance("nemesis"), cluster.weather
    loop = asyncio.get_running_loop()
    end_s = loop.time() + SAFETY_MS / 1000
    write_back_ms = cluster.store.write_back_ms  # in which nobody can play
    while loop.time() < end_s:
        weather.trouble = 0.0 if only_failovers else chance.choice((0.0, 0.02, 0.1, 0.3))
        await pass_ms(chance.randint(200, 5_000 + 2 * write_back_ms))
        place = chance.randrange(len(cluster.nodes))
        # What a node holds alone is not held any more when it dies.
        harms = ("cut", "away") if cluster.store.may_lose else ("kill", "cut", "away")
        match "away" if only_failovers else chance.choice(harms):
            case "away" if isinstance(cluster.store, FailingStore):
                await _fail_over(cluster, cluster.store, trace, chance)
            case "kill":
                cluster.restart(place)
            case "cut":
                trace.add("fault: line cut", place)
                node = cluster.nodes[place]
                node.line.is_cut = True
                await pass_ms(chance.randint(50, 6_000))
                node.line.is_cut = False
            case _:
                trace.add("fault: store away")
                weather.is_store_away = True
                await pass_ms(chance.randint(50, 8_000))
                weather.is_store_away = False
    weather.trouble = 0.0
    trace.add("all well")
