"""The clock of the store's machine is set wrong, and right again: nobody gains or loses by it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from tests.support.gateways import Message, Node, Peer, a_game, a_node
from tests.support.memory_store import MemoryStore
from tests.support.two_nodes import back_at
from tests.support.virtual_time import pass_ms, store_ms

HOUR_MS = 3_600_000
MEASURE_MS = 1_000
BLITZ = {"type": "fischer", "main_ms": 60_000, "increment_ms": 0}
BULLET = {"type": "fischer", "main_ms": 15_000, "increment_ms": 0}


class Place:
    """A store on a machine whose clock can be set, and its nodes; they look at it as nodes do."""

    def __init__(self, stack: AsyncExitStack) -> None:
        self._wrong_ms = 0
        self._stack = stack
        self._store = MemoryStore(lambda: store_ms() + self._wrong_ms)
        self._nodes: list[Node] = []

    async def another_node(self) -> Node:
        """A node that begins to serve now."""
        node = await a_node(self._store, f"n{len(self._nodes)}")
        await self._stack.enter_async_context(node.running())
        self._nodes.append(node)
        return node

    async def leap(self, by_ms: int) -> None:
        """Set the clock, and let everybody notice."""
        self._wrong_ms += by_ms
        await pass_ms(10_000)

    async def leap_seen(self, by_ms: int) -> None:
        """Set the clock, and let the nodes ask the time before they have another heartbeat."""
        self._wrong_ms += by_ms
        await self._look()

    async def measure(self) -> None:
        """Keep the nodes on the store's time."""
        while True:
            await pass_ms(MEASURE_MS)
            await self._look()

    async def _look(self) -> None:
        for node in self._nodes:
            await node.clock.measure(node.store)


@pytest.fixture
async def place() -> AsyncIterator[Place]:
    """A store without a node."""
    async with AsyncExitStack() as stack:
        place = Place(stack)
        measuring = asyncio.create_task(place.measure())
        yield place
        measuring.cancel()


async def a_table(place: Place, node: Node, clock: Message) -> tuple[str, Peer, Peer]:
    """A game whose Red has gone to a node that knows nothing of how it began."""
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black, clock=clock)
    red.hang_up()
    return room, await back_at(await place.another_node(), red.token, room), black


async def play(who: Peer, room: str, ply: int, move: str) -> int:
    """Move, and again as long as the game waits for its players; how often it was tried."""
    tries = 1
    while (await who.ask("move", room=room, ply=ply, text=move)).get("code") == "suspended":
        await pass_ms(1_000)
        tries += 1
    assert who.told("moved")[-1]["ply"] == ply
    return tries


async def test_after_a_leap_and_back_a_new_game_owes_nobody_anything(place: Place) -> None:
    node = await place.another_node()
    await place.leap(HOUR_MS)
    await place.leap(-HOUR_MS)

    room, red, black = await a_table(place, node, BLITZ)
    for ply, (who, move) in enumerate(((red, "h2e2"), (black, "h9g7"), (red, "h0g2"))):
        await pass_ms(2_000)
        assert await play(who, room, ply, move) == 1

    assert black.told("time_credited", "suspended") == []
    charged = [m["spent_ms"] for m in red.told("moved")]
    assert all(abs(ms - 2_000) <= 50 for ms in charged), charged


async def test_after_a_leap_back_a_flag_falls_in_time(place: Place) -> None:
    node = await place.another_node()
    await place.leap(HOUR_MS)
    await place.leap(-HOUR_MS)
    _, _, black = await a_table(place, node, BULLET)

    await pass_ms(14_000)
    early = black.told("ended")
    await pass_ms(3_000)

    (ended,) = black.told("ended")
    assert early == []
    assert ended["outcome"]["ending"] == "time"


@pytest.mark.parametrize("by_ms", [HOUR_MS, -HOUR_MS])
async def test_a_game_that_runs_meanwhile_is_credited_once_at_most_and_goes_on(
    place: Place, by_ms: int
) -> None:
    room, red, black = await a_table(place, await place.another_node(), BLITZ)
    await red.ask("move", room=room, ply=0, text="h2e2")

    await place.leap(by_ms)
    await place.leap(-by_ms)
    tries = [
        await play(who, room, ply, move)
        for ply, (who, move) in enumerate(((black, "h9g7"), (red, "h0g2"), (black, "i9h9")), 1)
    ]

    assert max(tries) <= 3
    credited = red.told("time_credited")
    assert len(credited) <= 1
    assert sum(m["ms"] for m in credited) <= HOUR_MS + 20_000
    assert all(0 <= m["spent_ms"] <= 20_100 for m in red.told("moved"))
    assert red.told("ended") == []


@pytest.mark.parametrize("by_ms", [400, 1_000, 1_400, 2_000, 30_000])
@pytest.mark.parametrize("after_ms", [0, 100, 300, 450, 700])
async def test_a_leap_ahead_is_charged_to_nobody_whenever_the_next_move_comes(
    place: Place, by_ms: int, after_ms: int
) -> None:
    room, red, black = await a_table(place, await place.another_node(), BLITZ)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await pass_ms(2_240)  # the next heartbeat is some time away

    await place.leap_seen(by_ms)
    await pass_ms(after_ms)
    await play(black, room, 1, "h9g7")
    await pass_ms(1_000)
    await play(red, room, 2, "h0g2")

    black_ms, red_ms = (m["spent_ms"] for m in red.told("moved")[-2:])
    assert 1_700 <= black_ms <= 2_240 + after_ms + 50
    assert 0 <= red_ms <= 1_050


async def test_what_one_may_ask_comes_back_after_a_leap_too(place: Place) -> None:
    peer = await (await place.another_node()).guest()
    await place.leap(HOUR_MS)
    for _ in range(30):
        await peer.ask("watch_lobby")
    await place.leap(-HOUR_MS)

    answers = [(await peer.ask("watch_lobby"))["type"] for _ in range(5)]

    assert answers == ["done"] * 5
