"""A quiet game that is played is packed; kill -9 at each step leaves it whole, and it goes on."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

import pytest

from tests.support.patience import PATIENCE_S
from tests.support.rooms import a_story
from tests.support.stores import an_append, append_at_last
from tests.support.valkey_process import ValkeyProcess
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.terms import CorrespondenceClock
from xiangqi_server.kernel.host.journal import Fact, write_fact, write_snapshot
from xiangqi_server.kernel.host.recent import Recent
from xiangqi_server.kernel.store.client.batch import Answers
from xiangqi_server.kernel.store.client.direct_calls import DirectCalls
from xiangqi_server.kernel.store.client.places import OnePlace
from xiangqi_server.kernel.store.client.requests import Script
from xiangqi_server.kernel.store.client.wires import wire_to
from xiangqi_server.kernel.store.keys import DEFAULT_PREFIX, Keys
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.kernel.store.redis.redis_store import RedisStore
from xiangqi_server.kernel.store.values import EMPTY_HEAD, AggregateId, Appended, Head, StoredEvent
from xiangqi_server.read_model.game_rows import GAMES, places_of, row_of, write_row
from xiangqi_server.read_model.packing import pack_rested

GAME = AggregateId("room", "quietgame")
NAME = GAME.id.encode()
LATER_MS = 1 << 42
STEPS = ("its row", "its head", "is it packed", "its events", "pack them", "look at it later")
"""What the store is asked about a game that is packed, in this order."""
CALL_S = 3.0
NODE = """
import asyncio, sys
from tests.kernel.store.test_packing_kills import die, packed_by, steps_to
asyncio.run(packed_by(sys.argv[1], steps_to({step}, die)))
"""

Step = Callable[[], None]


class Watched(DirectCalls):
    """Calls of which those about the game are steps.

    Attributes:
        step: called when such a call has been sent.
    """

    step: Step

    def exchange(self, packed: Sequence[bytes], script: Script | None) -> Answers:
        """See `GroupedConnection.exchange`."""
        answers = super().exchange(packed, script)
        if any(NAME in words for words in packed):
            asyncio.get_running_loop().call_soon(self.step)  # it is sent in this turn of the loop
        return answers


def steps_to(last: int, harm: Step) -> Step:
    """Does harm at one of the steps, from 0."""
    seen = [0]

    def step() -> None:
        if seen[0] == last:
            harm()
        seen[0] += 1

    return step


def die() -> None:
    """kill -9 this process."""
    os.kill(os.getpid(), signal.SIGKILL)


async def packed_by(url: str, step: Step) -> None:
    """Pack the game as a node does, whose steps are watched."""
    calls = [Watched(wire_to(url), CALL_S) for _ in range(2)]
    for one in calls:
        one.step = step
    keys, places = Keys(DEFAULT_PREFIX), OnePlace(lambda: wire_to(url))
    store = RedisStore(calls[0], calls[1], keys, places)
    try:
        await pack_rested(store, store.row_store, LATER_MS)
    finally:
        await store.close()


@pytest.fixture
async def store(valkey_process: ValkeyProcess) -> AsyncIterator[RedisStore]:
    """What is looked at after the harm."""
    opened = await open_store(valkey_process.url)
    yield opened
    await opened.close()


async def begun(store: RedisStore) -> tuple[Head, tuple[StoredEvent, ...]]:
    """A game by days that is played, and where its log stands."""
    story = a_story("h2e2", "h9g7", "h0g2", clock=CorrespondenceClock(3), think_ms=1_000)
    head = EMPTY_HEAD
    for stamped in story.log:
        is_last = stamped is story.log[-1]
        appended = await store.logs.append(
            an_append(
                GAME,
                head,
                event_id=f"event{head.version}",
                events=(write_fact(ROOM, Fact(stamped.event, None)),),
                snapshot=write_snapshot(ROOM, story.room, Recent()) if is_last else None,
            )
        )
        assert isinstance(appended, Appended)
        head = appended.head
    row = row_of(story.room)
    assert row is not None
    await store.row_store.put(
        GAMES, GAME.id, head.version, write_row(row), places=places_of(row), words={}
    )
    return head, await store.logs.read(GAME, 0)


async def is_whole_and_goes_on(
    store: RedisStore, url: str, head: Head, events: tuple[StoredEvent, ...]
) -> None:
    """Compare, play, pack once more, and compare again."""
    loaded = await store.logs.load(GAME)
    assert (loaded.head, await store.logs.read(GAME, 0)) == (head, events)

    move = an_append(GAME, head, event_id="after", events=(b"another",))
    appended = await append_at_last(store, move)
    await packed_by(url, lambda: None)

    assert isinstance(appended, Appended)
    *before, last = await store.logs.read(GAME, 0)
    assert (tuple(before), last.event_id) == (events, "after")
    assert (await store.logs.load(GAME)).head == appended.head


async def test_these_are_the_steps(store: RedisStore, valkey_process: ValkeyProcess) -> None:
    await begun(store)
    steps = []

    await packed_by(valkey_process.url, lambda: steps.append(1))

    assert len(steps) == len(STEPS)


@pytest.mark.parametrize("step", range(len(STEPS)), ids=STEPS)
async def test_a_node_that_is_killed_while_it_packs_harms_no_game(
    store: RedisStore, valkey_process: ValkeyProcess, step: int
) -> None:
    head, events = await begun(store)

    words = [sys.executable, "-c", NODE.format(step=step), valkey_process.url]
    root = Path(__file__).parents[3]
    died = await asyncio.to_thread(subprocess.run, words, cwd=root, check=False)

    assert died.returncode == -signal.SIGKILL
    await is_whole_and_goes_on(store, valkey_process.url, head, events)


@pytest.mark.parametrize("step", range(len(STEPS)), ids=STEPS)
async def test_a_store_that_is_killed_while_a_game_is_packed_harms_no_game(
    store: RedisStore, valkey_process: ValkeyProcess, step: int
) -> None:
    head, events = await begun(store)

    with pytest.raises(StoreUnavailable):
        await packed_by(valkey_process.url, steps_to(step, valkey_process.kill))
    valkey_process.start()
    async with asyncio.timeout(PATIENCE_S):
        await valkey_process.until_it_answers()

    await is_whole_and_goes_on(store, valkey_process.url, head, events)
