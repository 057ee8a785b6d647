"""What games by days cost while they wait: a store and a node that serves all of them.

usage: python -m tests.bench.quiet_games [--games 10000]

Random games of 120 plies whose last move a node has just made, with notices, rows and alarms as in
life. Bytes a game: the packed log, all that the store keeps of a game (with its row, places, alarm
and share of notices), and by how much the process has grown once it has been quiet for a minute.
Tasks and timers of the node and the aggregates it holds are counted before the games and after
them. One JSON line; 10,000 games take some fifteen minutes.
"""

import argparse
import asyncio
import gc
import json
import logging
import resource
import secrets
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from msgspec.structs import replace

from tests.bench.archive import used
from tests.support.gateways import a_password_keeper
from tests.support.random_play import random_games
from tests.support.rooms import Story, a_story
from tests.support.thinking import WorkerAtHand
from tests.support.virtual_time import local_ms
from xiangqi_server.aggregates.kinds import KINDS
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.messages import Moved, Opened, PlayMove
from xiangqi_server.aggregates.room.terms import CorrespondenceClock, Seats
from xiangqi_server.game.rules.board.encoding import Side, uci_of
from xiangqi_server.gateway.connection.node import Node, NodeOptions
from xiangqi_server.gateway.gateway import Gateway
from xiangqi_server.kernel.aggregate.spans import HOUR_MS
from xiangqi_server.kernel.host.aggregate_host import AggregateHost
from xiangqi_server.kernel.host.domain import Domain
from xiangqi_server.kernel.host.journal import Fact, write_fact
from xiangqi_server.kernel.host.recent import CommandRef
from xiangqi_server.kernel.host.replicas import IDLE_MS
from xiangqi_server.kernel.host.timebase import StoreClock
from xiangqi_server.kernel.host.view import key
from xiangqi_server.kernel.store.client.group_commit import GroupedConnection
from xiangqi_server.kernel.store.client.wires import wire_to
from xiangqi_server.kernel.store.embedded.embedded import EmbeddedStore
from xiangqi_server.kernel.store.keys import Keys
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.kernel.store.redis.redis_store import RedisStore
from xiangqi_server.kernel.store.values import (
    EMPTY_HEAD,
    AggregateId,
    Restore,
    StoredEvent,
    advance,
)
from xiangqi_server.read_model.game_rows import GAMES, SLOW_REST_MS, places_of, row_of, write_row
from xiangqi_server.read_model.packing import pack_rested
from xiangqi_server.read_model.projections import effect_handlers

PLIES: Final = 120
DIFFERENT_GAMES: Final = 30
GAMES_A_PLAYER: Final = 20
AT_ONCE: Final = 10
FIRST: Final = 200
"""So many games are there before the first figures: what a node keeps for good is there too."""
QUIET_S: Final = IDLE_MS / 1_000 + 10
"""After so long a node has let go of what nobody uses."""


_numbers: Final = count(1)


class Serving(NamedTuple):
    """A node, and the store it serves."""

    store: RedisStore
    host: AggregateHost
    clock: StoreClock
    connection: GroupedConnection


class Held(NamedTuple):
    """What a node and its store hold at a moment.

    Fields:
        held: aggregates, followed or not.
        objects: those that the garbage collector visits.
    """

    tasks: int
    timers: int
    held: int
    resident_bytes: int
    objects: int
    store_bytes: int


@asynccontextmanager
async def serving(home: Path) -> AsyncIterator[Serving]:
    """A node without sockets on a store of its own."""
    embedded = await EmbeddedStore.start(home)
    store = await open_store(embedded.url)
    connection = GroupedConnection(wire_to(embedded.url), deadline_s=5.0)
    clock = StoreClock(local_ms)
    await clock.measure(store.servers)
    domain = Domain(KINDS, effect_handlers(store, store.row_store), WorkerAtHand())
    host = AggregateHost(store, clock, domain, secrets.token_hex(8))
    await host.downtime.begin()
    gateway = Gateway(
        Node(host, clock, store.side, store.row_store, secrets.token_bytes),
        NodeOptions("bench 1.0", frozenset()),
        a_password_keeper(),
    )
    work = (host.run(), host.downtime.run(), gateway.tick_loop.run())
    tasks = [asyncio.create_task(coroutine) for coroutine in work]
    try:
        yield Serving(store, host, clock, connection)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await connection.close()
        await store.close()
        await embedded.stop()


def stories() -> Sequence[Story]:
    """Games by days of that many plies."""
    games = random_games(DIFFERENT_GAMES * 2, seed=5, plies=PLIES)
    clock = CorrespondenceClock(3)
    moves = [list(map(uci_of, game.moves)) for game in games if game.ply == PLIES]
    return [a_story(*one, clock=clock, think_ms=HOUR_MS) for one in moves[:DIFFERENT_GAMES]]


async def play(at: Serving, story: Story, number: int) -> None:
    """Do as `_play` does, again where the machine was so busy that the store did not answer."""
    while True:
        try:
            await _play(at, story, number)
            return
        except StoreUnavailable:
            await asyncio.sleep(1.0)


async def _play(at: Serving, story: Story, number: int) -> None:
    """Lay down a game up to its last move, have the node make that, and enter it in the lists."""
    room, pair = f"quiet{number:07d}", number // GAMES_A_PLAYER
    seats = Seats(f"red{pair:08d}", f"black{pair:08d}")
    await at.store.logs.restore(_all_but_one(at, story, room, seats))
    mover, last = seats.of(story.room.game.to_move.opponent), story.log[-1].event
    assert mover is not None
    assert isinstance(last, Moved)
    move = PlayMove(mover, last.ply, last.uci)
    ref = _ref(seats, PLIES)
    at.host.submit(key(ROOM, room), move, arrived_ms=at.clock.now_ms(), ref=ref)
    view = await at.host.view(key(ROOM, room))
    row = row_of(view.state)
    assert row is not None
    assert row.plies == PLIES
    version = view.head.version
    await at.store.row_store.put(
        GAMES, room, version, write_row(row), places=places_of(row), words={}
    )


def _all_but_one(at: Serving, story: Story, room: str, seats: Seats) -> Restore:
    """The log of a game up to its last move, as if that had been an hour ago."""
    first = story.log[0].event
    assert isinstance(first, Opened)
    begun = replace(first, seats=seats)
    late_ms = at.clock.now_ms() - story.now_ms
    facts = [begun, *(stamped.event for stamped in story.log[1:-1])]
    events = tuple(
        StoredEvent(
            stamped.version,
            stamped.at_ms + late_ms,
            f"{at.host.name}x{next(_numbers):x}",
            write_fact(ROOM, Fact(fact, _ref(seats, stamped.version))),
        )
        for stamped, fact in zip(story.log, facts, strict=False)
    )
    digest = advance(EMPTY_HEAD, events).digest
    return Restore(AggregateId("room", room), EMPTY_HEAD, events, digest)


def _ref(seats: Seats, turn: int) -> CommandRef:
    """As the page and the gateway make it: an id by chance, and a fingerprint."""
    player = seats.of(Side(turn % 2))
    return CommandRef(str(player), f"{secrets.token_hex(9)}.{secrets.token_hex(8)}")


async def pack(at: Serving) -> None:
    """Pack all that rest, as if a little more time had passed."""
    while await pack_rested(at.store, at.store.row_store, at.clock.now_ms() + 2 * SLOW_REST_MS):
        pass


async def add(at: Serving, all_stories: Sequence[Story], numbers: range) -> Held:
    """Play these games, let the node be quiet, and weigh it all."""
    for start in range(numbers.start, numbers.stop, AT_ONCE):
        some = range(start, min(start + AT_ONCE, numbers.stop))
        for number in some:
            await play(at, all_stories[number % len(all_stories)], number)
        await at.host.drain()
    await pack(at)
    await asyncio.sleep(QUIET_S)
    gc.collect()
    loop = asyncio.get_running_loop()
    timers = [timer for timer in getattr(loop, "_scheduled") if not timer.cancelled()]  # noqa: B009 - asyncio's own
    return Held(
        len(asyncio.all_tasks()),
        len(timers),
        sum(at.host.held(kind.name) for kind in KINDS),
        _resident_bytes(),
        len(gc.get_objects()),
        await used(at.connection),
    )


def _resident_bytes() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


async def packed_bytes(at: Serving) -> int:
    """What the packed log of a game weighs, on the average of the first."""
    names = [Keys().packed(AggregateId("room", f"quiet{number:07d}")) for number in range(FIRST)]
    sizes = [await at.connection.call("MEMORY", "USAGE", name) for name in names]
    return sum(size for size in sizes if isinstance(size, int)) // FIRST


async def measure(games: int) -> dict[str, object]:
    """Figures of so many games, beside those of a few."""
    all_stories = stories()
    with tempfile.TemporaryDirectory() as home:
        async with serving(Path(home)) as at:
            before = await add(at, all_stories, range(FIRST))
            after = await add(at, all_stories, range(FIRST, FIRST + games))
            log_bytes = await packed_bytes(at)
    return {
        "games": games,
        "plies": PLIES,
        "tasks": [before.tasks, after.tasks],
        "timers": [before.timers, after.timers],
        "held": [before.held, after.held],
        "log_bytes": log_bytes,
        "store_bytes_a_game": (after.store_bytes - before.store_bytes) // games,
        "node_objects_a_game": round((after.objects - before.objects) / games, 2),
        "resident_bytes_a_game": (after.resident_bytes - before.resident_bytes) // games,
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    logging.disable(logging.WARNING)
    print(json.dumps(asyncio.run(measure(parser.parse_args().games))))


if __name__ == "__main__":
    main()
