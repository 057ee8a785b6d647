"""Many games by days through two months: vacations, outages and kills, and every clock checked.

    .venv/bin/python -m tests.simulation.by_days --games 1000 --days 60

Theory of operation. Nothing runs by itself here, so weeks cost nothing: time passes between two
actions, and each is done by a node of its own, as if the one before had been killed. Now and then
the latest command comes once more. An outage is a time without heartbeats, and the next node finds
it by its first one, as a real node does. Afterwards each log is gone through by a second account of
the clocks (`second_account`), which must agree to the millisecond with what the rooms wrote.
"""

import argparse
import asyncio
import logging
import random
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Final, cast

from tests.simulation.second_account import LEAST_MS, check_clocks, facts_of
from tests.support.gateways import Node, a_node
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import VirtualLoop, pass_ms, store_ms
from xiangqi_server.aggregates.notices.kind import NOTICES
from xiangqi_server.aggregates.notices.messages import TurnCame
from xiangqi_server.aggregates.players.claim import GiveName
from xiangqi_server.aggregates.players.identity import Register
from xiangqi_server.aggregates.players.kind import PLAYER
from xiangqi_server.aggregates.players.leave import EndLeave, TakeLeave
from xiangqi_server.aggregates.room.decisions.alarm import due_at_ms
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.messages import (
    Alarm,
    Open,
    PlayMove,
)
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.aggregates.room.terms import CorrespondenceClock, GameTerms, Seats
from xiangqi_server.game.rules.board.encoding import uci_of
from xiangqi_server.kernel.aggregate.spans import DAY_MS, HOUR_MS, MINUTE_MS
from xiangqi_server.kernel.host.journal import read_fact
from xiangqi_server.kernel.host.recent import CommandRef
from xiangqi_server.kernel.host.view import key
from xiangqi_server.kernel.store.values import AggregateId, Outage

CLOCKS: Final = (
    CorrespondenceClock(1),
    CorrespondenceClock(3),
    CorrespondenceClock(1, bank_days=3),
    CorrespondenceClock(3, bank_days=7),
    CorrespondenceClock(3, leave=False),
)


@dataclass
class World:
    """Games, players and one node at a time on a store.

    Attributes:
        outages: when no node served.
        latest: the last command, which is sent again after a kill.
    """

    chance: random.Random
    store: MemoryStore
    node: Node
    rooms: list[str]
    players: list[str]
    outages: list[Outage] = field(default_factory=list)
    latest: tuple[AggregateId, object, CommandRef] | None = None
    count: int = 0

    async def tell(self, at: AggregateId, command: object) -> None:
        """Have a command decided, and all that follows from it."""
        self.count += 1
        self.latest = (at, command, CommandRef("sim", str(self.count)))
        await self._send()

    async def _send(self) -> None:
        if self.latest is not None:
            at, command, ref = self.latest
            self.node.host.submit(at, command, arrived_ms=self.node.clock.now_ms(), ref=ref)
            await self.node.settle()

    async def room(self, room: str) -> Room:
        """A room as it stands."""
        return (await self.node.host.view(key(ROOM, room))).state

    def die(self) -> None:
        """The node is killed."""
        cast("VirtualLoop", asyncio.get_running_loop()).forget()
        self.store.end_feeds()

    async def served_anew(self, silent_ms: int = 0) -> None:
        """Another node serves from now on, after a while in which none did."""
        self.die()
        await self.store.servers.heartbeat(DAY_MS * 1_000)
        from_ms = store_ms()
        await pass_ms(silent_ms)
        self.count += 1
        self.node = await a_node(self.store, f"n{self.count}")
        if store_ms() - from_ms >= LEAST_MS:
            self.outages.append(Outage(from_ms, store_ms()))

    async def told_again(self) -> None:
        """The last command comes once more, as from a client that got no answer."""
        await self._send()


async def a_world(games: int, seed: int) -> World:
    """Players with accounts, who play some games each, all opened now."""
    store = MemoryStore(store_ms)
    node = await a_node(store, "first")
    players = [f"player{number}" for number in range(max(2, games // 4))]
    world = World(random.Random(seed), store, node, [], players)
    for player in players:
        await world.tell(key(PLAYER, player), Register(player.encode()))
        await world.tell(key(PLAYER, player), GiveName(f"id{player}", 1, player, "hash"))
    for number in range(games):
        red, black = world.chance.sample(players, 2)
        room = f"room{number}"
        clock = world.chance.choice(CLOCKS)
        await world.tell(key(ROOM, room), Open(GameTerms(clock), Seats(red, black)))
        world.rooms.append(room)
    return world


async def live(world: World, days: int) -> None:
    """Let that many days pass, in steps in which somebody does something."""
    end_ms = store_ms() + days * DAY_MS
    step_ms = 2 * DAY_MS // len(world.rooms)
    while store_ms() < end_ms:
        world.die()
        await pass_ms(world.chance.randrange(1, 2 * step_ms))
        await world.served_anew()
        kind = world.chance.random()
        if kind < 0.01:
            await world.told_again()
        elif kind < 0.02:
            await world.served_anew(world.chance.choice((30_000, 59_000, MINUTE_MS, HOUR_MS)))
            await world.told_again()
        elif kind < 0.05:
            lasts = world.chance.randrange(1, 8)
            command = EndLeave() if world.chance.random() < 0.4 else TakeLeave(lasts)
            await world.tell(key(PLAYER, world.chance.choice(world.players)), command)
        else:
            await _play(world, world.chance.choice(world.rooms))


async def _play(world: World, name: str) -> None:
    """The next move of a game, or the end of its time."""
    room = await world.room(name)
    if room.status is Status.OVER:
        return
    due_ms = due_at_ms(room)
    if due_ms is not None and store_ms() >= due_ms:
        await world.tell(key(ROOM, name), Alarm())
        return
    moves = [uci_of(move) for move in room.game.legal_moves()]
    player = room.seats.of(room.game.to_move)
    if moves and player is not None:
        text = world.chance.choice(moves)
        await world.tell(key(ROOM, name), PlayMove(player, room.game.ply, text))


async def checked(world: World) -> Counter[str]:
    """Go through every log; how much was right, by what it was.

    Raises:
        AssertionError: a clock or a notice is wrong.
    """
    sums = Counter[str](outages=len(world.outages))
    rooms = [await world.room(room) for room in world.rooms]
    to_move = defaultdict[str | None, set[str]](set)
    for room in rooms:
        await _check_clocks(world, room, sums)
        if room.status is Status.PLAYING:
            to_move[room.seats.of(room.game.to_move)].add(room.id)
    for player in world.players:
        await _check_notices(world, player, to_move[player], sums)
    return sums


async def _check_clocks(world: World, room: Room, sums: Counter[str]) -> None:
    stored = await world.store.logs.read(key(ROOM, room.id), 0)
    sums.update(check_clocks(facts_of(stored), world.outages))


async def _check_notices(world: World, player: str, mine: set[str], sums: Counter[str]) -> None:
    at = key(NOTICES, player)
    stored = await world.store.logs.read(at, 0)
    events = [cast("TurnCame", read_fact(NOTICES, one.body).event) for one in stored]
    seen = Counter((event.room, event.version) for event in events)
    assert max(seen.values(), default=1) == 1, seen.most_common(1)
    sums["notices"] += len(events)
    waiting = set((await world.node.host.view(at)).state.waiting)
    assert waiting == mine, (player, waiting ^ mine)


def simulated(games: int, days: int, seed: int) -> Counter[str]:
    """All of it, in a loop of its own."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(_simulated(games, days, seed))


async def _simulated(games: int, days: int, seed: int) -> Counter[str]:
    world = await a_world(games, seed)
    await live(world, days)
    for room in world.rooms:
        await _play(world, room)
    return await checked(world)


def main() -> None:
    """Simulate so many games, and print what was right."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--days", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    logging.disable(logging.WARNING)
    sums = simulated(asked.games, asked.days, asked.seed)
    sys.stdout.write(f"{dict(sums)}\n")


if __name__ == "__main__":
    main()
