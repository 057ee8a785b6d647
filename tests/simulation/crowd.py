"""Thousands who press the same few pools, on several nodes, while everything goes wrong.

Everybody waits in a pool, says to be there when a pair is found (some never do), and gives the
game up. Whoever was there and met nobody is back in the pool by the lobby's own doing and
meets somebody else. ``python -m tests.simulation.crowd 2000`` prints what it came to.
"""

import asyncio
import logging
import sys
from collections import Counter
from typing import Final

from tests.simulation.faults import RecordingStore, Weather
from tests.simulation.laws import check
from tests.simulation.ledger import Ledger
from tests.simulation.nodes import Cluster
from tests.simulation.people import LOBBY, Person, pairs_of
from tests.simulation.trace import Trace
from tests.simulation.world import all_over, nemesis
from tests.support.virtual_time import VirtualLoop, pass_ms
from xiangqi_server.aggregates.lobby.kind import LOBBY as LOBBY_KIND
from xiangqi_server.aggregates.lobby.messages import Enqueue, Match, Paired, Seeker
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.messages import Ended, Ready, Resign
from xiangqi_server.kernel.store.values import AggregateId

NODES: Final = 3
POOLS: Final = ("1+0", "5+3")
NEVER_COMES: Final = 0.05
LOOK_MS: Final = 500
GIVE_UP_MS: Final = 3 * 60_000


class Board:
    """Every pair the lobby has made, by player; read from its log as it grows."""

    def __init__(self, store: RecordingStore) -> None:
        self.rooms: dict[str, list[str]] = {}
        self._store = store
        self._read = 0

    async def keep(self) -> None:
        """Read on until cancelled."""
        while True:
            facts = self._store.facts(LOBBY_KIND, LOBBY, self._read)
            self._read += len(facts)
            for pair in pairs_of(facts):
                self._add(pair)
            await pass_ms(LOOK_MS)

    def _add(self, pair: Match | Paired) -> None:
        for player in (pair.red, pair.black):
            self.rooms.setdefault(player, []).append(pair.room)


def ending_of(store: RecordingStore, room: AggregateId) -> str | None:
    """How a game ended, None while it is on."""
    facts = store.facts(ROOM, room)
    return next((event.ending for event in facts if isinstance(event, Ended)), None)


class Wanderer(Person):
    """Somebody who wants one game from a pool, and gives it up as soon as it runs."""

    async def live(self, board: Board) -> None:
        """Wait, be there or not, play or wait again."""
        await pass_ms(self.chance.randint(0, 20_000))
        by = Seeker(self.name, rating=round(self.chance.gauss(1_500, 200)), has_account=True)
        pool, fresh_id = self.chance.choice(POOLS), self.fresh_id()
        command = Enqueue(by, pool, rated=True, fresh_id=fresh_id, toss=self.chance.getrandbits(1))
        await self.have_done(LOBBY, command)
        number = 0
        for _ in range(GIVE_UP_MS // LOOK_MS):
            rooms = board.rooms.get(self.name, [])
            if number < len(rooms):
                if not await self._meet(AggregateId("room", rooms[number])):
                    return
                number += 1
            await pass_ms(LOOK_MS)

    async def _meet(self, room: AggregateId) -> bool:
        """Be in one game; whether it came to nothing and another one is wanted."""
        if self.chance.random() < NEVER_COMES:
            return False
        await self._when_open(room)
        await self.send(room, Ready(self.name))
        while True:
            ended = ending_of(self.store, room)
            if ended is not None:
                return ended == "void"
            await self.send(room, Resign(self.name))
            await pass_ms(4 * LOOK_MS)

    async def _when_open(self, room: AggregateId) -> None:
        while not self.store.history[room]:
            await pass_ms(LOOK_MS)


def simulate_crowd(seed: int, count: int) -> Counter[str]:
    """Run one; how the games ended, and how many faults there were.

    Raises:
        LawBroken: one of the laws does not hold.
    """
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(_run(seed, count))


async def _run(seed: int, count: int) -> Counter[str]:
    trace, store = Trace(seed), RecordingStore()
    ledger, weather = Ledger(store), Weather(trace)
    cluster, board = Cluster(NODES, store, weather, trace), Board(store)
    work = [asyncio.create_task(nemesis(cluster, trace)), asyncio.create_task(board.keep())]
    try:
        crowd = [Wanderer(f"p{number}", cluster, ledger) for number in range(count)]
        await asyncio.gather(*(one.live(board) for one in crowd), work[0])
        await all_over(cluster)
        await check(cluster, ledger)
    finally:
        for task in work:
            task.cancel()
        cluster.stop()
        await asyncio.sleep(0)
    endings = Counter[str]()
    for name in tuple(store.history):
        if name.kind == "room":
            endings.update([ending_of(store, name) or "not over"])
    faults = sum(n for what, n in trace.counts.items() if what.startswith("fault: "))
    return endings + Counter(faults=faults)


if __name__ == "__main__":
    logging.disable(logging.WARNING)
    print(simulate_crowd(int(sys.argv[2]) if len(sys.argv) > 2 else 1, int(sys.argv[1])))
