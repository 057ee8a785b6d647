"""Two programs play games by days through a month, on two real nodes that are killed::

    python -m tests.nemesis.by_days --games 20 --days 30 --seed 1

Theory of operation. Each program has its own node; both nodes are on one real store. Several times
a day both programs look at what waits for them, and play some of it, while a node is killed with
-9 and started again. Then nodes and store are killed, and the store comes back with a clock that
is hours ahead. Mostly it hears a heartbeat first, as if a node had served all the while; once in a
while it does not, and the hours are an outage. At the end each log is held against what was
acknowledged, and its clocks against the second account of the simulation. Needs gcc; a month of
twenty games takes some twenty minutes. Exit code 1 if anything is wrong.
"""

import argparse
import asyncio
import random
import sys
import tempfile
from collections import Counter
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.nemesis.sites import wrong_clocks
from tests.simulation.second_account import LEAST_MS, check_clocks, facts_of
from tests.support.server_process import ServerProcess
from tests.support.valkey_process import ValkeyProcess
from xiangqi_client import Refused, Session, commands, parts
from xiangqi_client.tokens import TokenInMemory
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.messages import Moved
from xiangqi_server.kernel.aggregate.spans import DAY_MS, HOUR_MS
from xiangqi_server.kernel.host.view import key
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.values import Outage

CLOCKS: Final = ((1, 0, None), (3, 0, None), (1, 3, None), (3, 7, None), (3, 0, False))
"""Days, days in reserve, and whether a vacation counts."""
SIDES: Final[tuple[commands.SidePreference, ...]] = ("red", "black")
LEAP_HOURS: Final = (3, 15)
SLACK_MS: Final = 20_000
"""A move may have waited so long for a node; an outage begins with the last heartbeat."""
KILL_SHARE, OUTAGE_SHARE, LEAVE_SHARE = 0.5, 0.15, 0.1


@dataclass
class Program:
    """One player, who is there now and then.

    Attributes:
        acknowledged: the moves that were answered `done`: by room, ply and move.
    """

    node: ServerProcess
    chance: random.Random
    name: str
    tokens: TokenInMemory = field(default_factory=TokenInMemory)
    acknowledged: dict[tuple[str, int], str] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)

    def session(self) -> Session:
        """The program comes."""
        return Session(self.node.socket_url, self.tokens, features=())

    async def visit(self) -> None:
        """Look at what waits, play some of it, and sometimes go on vacation or come back."""
        async with self.session() as session:
            with suppress(Refused):
                if self.chance.random() < LEAVE_SHARE:
                    days = self.chance.randrange(1, 4)
                    await session.ask(commands.TakeVacation(days=days))
                elif self.chance.random() < LEAVE_SHARE:
                    await session.ask(commands.EndVacation())
            rows = (await session.ask(commands.MyGames())).rows
            for row in rows:
                if row.your_turn and self.chance.random() < 0.8:
                    await self._play(session, row.room)

    async def _play(self, session: Session, room: str) -> None:
        game = await session.join(room)
        if game.is_my_turn:
            turn = await anext(game.turns())
            move = self.chance.choice(turn.moves)
            try:
                await turn.play(move)
                self.acknowledged[room, turn.ply] = move
            except Refused as refused:
                self.refused[refused.code] += 1
        await session.leave(game)


@dataclass
class Month:
    """The two nodes, their store and what its clock says.

    Attributes:
        ahead_ms: by how much the clock of the store is ahead.
    """

    home: Path
    store: ValkeyProcess
    nodes: list[ServerProcess]
    chance: random.Random
    ahead_ms: int = 0
    sums: Counter[str] = field(default_factory=Counter)

    async def start(self) -> None:
        """Have both nodes serve."""
        await asyncio.gather(*(asyncio.to_thread(node.start) for node in self.nodes))

    async def harm(self) -> None:
        """Sometimes kill a node and start it again."""
        await asyncio.sleep(self.chance.random())
        if self.chance.random() < KILL_SHARE:
            node = self.chance.choice(self.nodes)
            node.kill()
            await asyncio.to_thread(node.start)
            self.sums["nodes killed"] += 1

    async def leap(self) -> None:
        """Kill everything, and let hours pass."""
        for node in self.nodes:
            node.kill()
        self.store.kill()
        self.ahead_ms += self.chance.randrange(*LEAP_HOURS) * HOUR_MS
        self.ahead_ms += self.chance.randrange(HOUR_MS)
        self.store.environment = wrong_clocks(self.home, self.ahead_ms)
        self.store.start()
        await self.store.until_it_answers()
        self.sums["leaps"] += 1
        if self.chance.random() < OUTAGE_SHARE:
            self.sums["outages"] += 1
        else:
            await self._beat()
        await self.start()

    async def _beat(self) -> tuple[Outage, ...]:
        """A heartbeat, as if there had been one all the while; the outages there were."""
        store = await open_store(self.store.url)
        answer = await store.servers.heartbeat(2 * DAY_MS)
        await store.close()
        return answer.outages

    async def outages(self) -> list[Outage]:
        """Those that are given back by days."""
        return [one for one in await self._beat() if one.to_ms - one.from_ms >= LEAST_MS]


async def opened(red: Program, black: Program, games: int) -> list[str]:
    """Two programs sign up and sit down at so many games."""
    rooms = []
    async with red.session() as inviting, black.session() as invited:
        for session, name in ((inviting, red.name), (invited, black.name)):
            await session.ask(commands.SignUp(name=name, password=f"by days {name}"))
        for number in range(games):
            days, bank_days, leave = CLOCKS[number % len(CLOCKS)]
            clock = parts.CorrespondenceClock(days=days, bank_days=bank_days, leave=leave)
            terms = parts.GameTerms(clock=clock)
            done = await inviting.ask(commands.Invite(terms=terms, side=SIDES[number % 2]))
            room = str(done.room)
            game = await invited.join(room)
            await invited.ask(commands.Sit(room=room, seat_key=done.seat_key))
            await invited.leave(game)
            rooms.append(room)
    return rooms


async def checked(month: Month, programs: list[Program], rooms: list[str]) -> None:
    """Hold each log against what was acknowledged, and its clocks against another account.

    Raises:
        AssertionError: something is wrong.
    """
    outages = await month.outages()
    store = await open_store(month.store.url)
    for room in rooms:
        facts = facts_of(await store.logs.read(key(ROOM, room), 0))
        month.sums.update(check_clocks(facts, outages, SLACK_MS))
        played = {(room, e.ply): e.uci for _, e in facts if isinstance(e, Moved)}
        for program in programs:
            told = {at: move for at, move in program.acknowledged.items() if at[0] == room}
            assert told.items() <= played.items(), (room, told.items() - played.items())
    await store.close()


async def play(home: Path, games: int, days: int, seed: int) -> Counter[str]:
    """A month of games; what there was.

    Raises:
        AssertionError: something is wrong.
    """
    chance = random.Random(seed)
    (home / "store").mkdir()
    with ExitStack() as stack:
        store = stack.enter_context(ValkeyProcess(home / "store"))
        await store.until_it_answers()
        nodes = [ServerProcess(home / f"node{n}", "--store", store.url) for n in range(2)]
        for node in nodes:
            stack.callback(node.stop_if_running)
        month = Month(home, store, nodes, chance)
        await month.start()
        red, black = (
            Program(node, random.Random(f"{seed}{name}"), name)
            for node, name in zip(nodes, ("Anna", "Benno"), strict=True)
        )
        rooms = await opened(red, black, games)
        while month.ahead_ms < days * DAY_MS:
            await asyncio.gather(month.harm(), red.visit(), black.visit())
            await month.leap()
        await checked(month, [red, black], rooms)
        month.sums.update(red.refused + black.refused)
        return month.sums


def main() -> None:
    """Play, and print what there was."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--days", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        sums = asyncio.run(play(Path(home), args.games, args.days, args.seed))
    sys.stdout.write(f"{dict(sums)}\n")


if __name__ == "__main__":
    main()
