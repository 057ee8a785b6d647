"""Games on real nodes whose store has several servers, one of which is harmed.

A site is two nodes on a cluster of three masters with two replicas each, or on a primary with two
replicas and three Sentinels. Some games lie at the primary that will be harmed, the others
elsewhere: to those nothing may happen at all. What was acknowledged, and every event that
anybody saw, is held against the logs; a node has written back what a failover took, or it is lost.

The clocks of all replicas may be wrong, so that time jumps when one of them is promoted.
"""

import asyncio
import random
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.nemesis.checker import Row, check
from tests.nemesis.failovers import (
    FLAGS,
    OF_CLUSTERS,
    OF_SENTINELS,
    FailingCluster,
    FailingSentinels,
)
from tests.nemesis.rounds import go_on
from tests.support.clusters import start_all
from tests.support.patience import PATIENCE_S
from tests.support.resilient_players import Game
from tests.support.server_process import ServerProcess
from tests.support.valkey_cluster import (
    NOTHING,
    ValkeyCluster,
    ValkeySentinels,
    a_valkey_cluster,
    valkey_sentinels,
)
from xiangqi_server.kernel.store.client.acknowledgement import PromiseKind
from xiangqi_server.kernel.store.client.cluster.slots import SLOTS, TAGS, slot_of
from xiangqi_server.kernel.store.keys import DEFAULT_PREFIX, Keys
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.values import AggregateId

MASTERS: Final = 3
REPLICAS: Final = 2
BEFORE_S: Final = 1.0
_KEYS: Final = Keys(DEFAULT_PREFIX, len(TAGS), TAGS)
_CLOCK: Final = Path(__file__).with_name("clock.c")


@dataclass
class SiteRow:
    """One line of the table: a fault, and what became of the games.

    Fields:
        hit: games at the primary that was harmed.
        elsewhere: the others.
        longest_s, elsewhere_s: the longest wait for a move to be acknowledged, there and here.
        paused: how often somebody was told of a pause whose game lies elsewhere.
        credited: times given back in games that lie elsewhere.
        restored: events that the nodes found lost, and wrote back.
        branches: logs that somebody had gone on with before.
    """

    fault: str
    promise: PromiseKind
    times: int = 0
    hit: Row = field(default_factory=lambda: Row("hit"))
    elsewhere: Row = field(default_factory=lambda: Row("elsewhere"))
    longest_s: float = 0.0
    elsewhere_s: float = 0.0
    paused: int = 0
    credited: int = 0
    restored: int = 0
    branches: int = 0

    @property
    def is_whole(self) -> bool:
        """Nothing was lost, doubled or seen in vain, clocks add up, and no other game felt it."""
        rows = (self.hit, self.elsewhere)
        wrong = [row.lost or row.doubled or row.gaps or row.clock_error_ms for row in rows]
        return not (any(wrong) or self.paused or self.credited or self.branches)


@dataclass(frozen=True, slots=True)
class Site:
    """Two nodes, and the servers of their store."""

    nodes: tuple[ServerProcess, ServerProcess]
    servers: ValkeyCluster | ValkeySentinels

    def is_hit(self, game: Game) -> bool:
        """Whether a game lies at the primary that will be harmed."""
        slot = slot_of(_KEYS.of(AggregateId("room", game.red.room))[0])
        return isinstance(self.servers, ValkeySentinels) or slot < SLOTS // MASTERS

    async def harm(self, fault: str) -> None:
        """Do it, until a primary is there again."""
        if isinstance(self.servers, ValkeyCluster):
            await OF_CLUSTERS[fault].harm(FailingCluster(self.servers))
        else:
            await OF_SENTINELS[fault](FailingSentinels(self.servers))

    def log(self) -> str:
        """What the nodes wrote."""
        return "".join(node.log() for node in self.nodes)


def wrong_clocks(home: Path, ahead_ms: int) -> Mapping[str, str]:
    """What makes the clock of a process wrong, for its environment; needs a compiler of C.

    Raises:
        LookupError: there is none.
    """
    if not ahead_ms:
        return NOTHING
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        raise LookupError("clocks are made wrong by a library that gcc has to compile")
    library = home / "clock.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O", "-o", library, _CLOCK, "-ldl"], check=True)
    return {"LD_PRELOAD": str(library), "CLOCK_AHEAD_MS": str(ahead_ms)}


@contextmanager
def a_site(
    home: Path, store: str, promise: PromiseKind, of_replicas: Mapping[str, str] = NOTHING
) -> Iterator[Site]:
    """Everything up, for the time of the block.

    Args:
        store: ``cluster`` or ``sentinel``.
        of_replicas: their environment, see `wrong_clocks`; of a cluster only.
    """
    servers: ValkeyCluster | ValkeySentinels
    with ExitStack() as stack:
        if store == "cluster":
            cluster = a_valkey_cluster(home / "store", MASTERS, REPLICAS, FLAGS, of_replicas)
            servers = stack.enter_context(cluster)
        else:
            servers = stack.enter_context(valkey_sentinels(home / "store", REPLICAS))
        flags = ("--store", servers.url, "--acknowledge", promise.value)
        north, south = (ServerProcess(home / name, *flags) for name in ("north", "south"))
        for node in (north, south):
            stack.callback(node.stop_if_running)
        start_all((north, south))
        yield Site((north, south), servers)


async def a_site_round(site: Site, row: SiteRow, count: int, chance: random.Random) -> None:
    """Play, do harm, see that every game goes on, and check.

    Args:
        count: so many games lie at the primary that is harmed, at least, and so many elsewhere.
    """
    enough = asyncio.Event()
    async with asyncio.timeout(PATIENCE_S):
        games = await _opened(site, count, chance)
        async with asyncio.TaskGroup() as group:
            for game in games:
                for one in game.everybody:
                    group.create_task(one.play(enough.is_set))
            await asyncio.sleep(BEFORE_S)
            await site.harm(row.fault)
            await go_on(games)
            enough.set()
    row.times += 1
    await _add(site, row, games)
    for game in games:
        await game.close()


async def _opened(site: Site, count: int, chance: random.Random) -> list[Game]:
    """Games enough of both sorts; players of each are at different nodes."""
    urls = [node.socket_url for node in site.nodes]
    is_clustered = isinstance(site.servers, ValkeyCluster)
    up = asyncio.Event()
    up.set()
    games: list[Game] = []
    while True:
        hit = sum(map(site.is_hit, games))
        if min(hit, len(games) - hit if is_clustered else hit) >= count:
            return games
        game = Game(urls, chance.getrandbits(32), up)
        await game.open()
        games.append(game)


async def _add(site: Site, row: SiteRow, games: list[Game]) -> None:
    store = await open_store(site.servers.url)
    for game in games:
        waited_s = max(game.red.longest_s, game.black.longest_s)
        if site.is_hit(game):
            await check(store, game, row.hit)
            row.longest_s = max(row.longest_s, waited_s)
            continue
        await check(store, game, row.elsewhere)
        row.elsewhere_s = max(row.elsewhere_s, waited_s)
        row.paused += sum(one.told.get("paused", 0) for one in game.everybody)
        row.credited += game.watcher.told.get("time_credited", 0)
    await store.close()
    for node in site.nodes:
        figures = await asyncio.to_thread(node.figures)
        row.restored += int(figures["xiangqi_restored_events_total"])
        row.branches += int(figures["xiangqi_branches_total"])
