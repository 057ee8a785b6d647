"""What is asked of a store of 256 shards, counted in commands."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import cast

import pytest

from tests.support.counted import CountedConnection
from xiangqi_server.kernel.store.client.calls import Calls
from xiangqi_server.kernel.store.client.direct_calls import DirectCalls
from xiangqi_server.kernel.store.client.replies import Reply
from xiangqi_server.kernel.store.client.requests import Script
from xiangqi_server.kernel.store.client.wires import wire_to
from xiangqi_server.kernel.store.keys import Keys
from xiangqi_server.kernel.store.port import StoreError, StoreUnavailable
from xiangqi_server.kernel.store.redis.redis_rows import RedisRowStore
from xiangqi_server.kernel.store.redis.redis_side import (
    Access,
    RedisCounters,
    RedisNotes,
    RedisPresence,
)
from xiangqi_server.kernel.store.share import Share
from xiangqi_server.kernel.store.values import AggregateId

SHARDS = 256
SEEN_MS = 20_000
PLAYERS = [AggregateId("player", f"p{number}") for number in range(2_500)]


class Counted:
    """The connection of one node, and how many commands a step of it took."""

    def __init__(self, url: str, prefix: str) -> None:
        self.connection = CountedConnection(wire_to(url))
        self.calls = DirectCalls(self.connection, deadline_s=5.0)
        self.access = Access(self.calls, self.calls, Keys(prefix, SHARDS))
        self._before = 0

    def since(self) -> int:
        """How many commands were answered since this was asked last."""
        before, self._before = self._before, self.connection.answered
        return self._before - before


@pytest.fixture
async def counted(valkey_url: str, prefix: str) -> AsyncIterator[Counted]:
    made = Counted(valkey_url, prefix)
    await made.calls.call("PING")
    made.since()
    yield made
    await made.calls.close()


async def test_to_renew_the_presence_of_a_quarter_of_10_000_players_is_sixteen_commands(
    counted: Counted,
) -> None:
    presence = RedisPresence(counted.access)
    await presence.hold(PLAYERS, "north", SEEN_MS)
    counted.since()

    await presence.hold(PLAYERS, "north", SEEN_MS)
    renewed = counted.since()
    await presence.hold(PLAYERS[1:], "north", SEEN_MS)
    without_one = counted.since()

    assert (renewed, without_one) == (16, 16)
    assert await presence.holders(PLAYERS[0]) == frozenset()
    assert await presence.holders(PLAYERS[1]) == frozenset({"north"})


async def test_who_holds_a_quarter_of_10_000_players_is_sixteen_questions(counted: Counted) -> None:
    presence = RedisPresence(counted.access)
    await presence.hold(PLAYERS, "north", SEEN_MS)
    await presence.holders_of(PLAYERS)  # it is known from now on which nodes there are
    counted.since()

    found = await presence.holders_of(PLAYERS)

    assert counted.since() == 16
    assert found == dict.fromkeys(PLAYERS, frozenset({"north"}))


async def test_numbers_at_2_500_rooms_are_no_more_commands_than_there_are_shards(
    counted: Counted,
) -> None:
    counters = RedisCounters(counted.access)
    rooms = [AggregateId("room", f"r{number}") for number in range(2_500)]
    await counters.put(rooms[0], "north", 1, SEEN_MS)  # the store has the script from now on
    counted.since()

    totals = await counters.put_all(dict.fromkeys(rooms, 2), "south", SEEN_MS)

    assert counted.since() <= SHARDS
    assert totals == dict.fromkeys(rooms, 2) | {rooms[0]: 3}


class PartAway:
    """The calls of a store of which one part is away; the others are asked."""

    def __init__(self, calls: DirectCalls, key: str) -> None:
        self._calls = calls
        self._key = key

    async def run_all(
        self, script: Script | None, keys: Sequence[Sequence[str]], packed: Sequence[bytes]
    ) -> list[Reply | StoreError]:
        answers = await self._calls.run_all(script, keys, packed)
        return [
            StoreUnavailable("away") if self._key in named else answer
            for named, answer in zip(keys, answers, strict=True)
        ]


async def test_of_players_in_a_part_that_is_away_nothing_is_said(counted: Counted) -> None:
    commits, _, keys = counted.access
    away = keys.presence_partition(PLAYERS[0])
    reads = cast("Calls", PartAway(counted.calls, keys.presence(away)[0]))
    presence = RedisPresence(Access(commits, reads, keys))
    await presence.hold(PLAYERS, "north", SEEN_MS)

    found = await presence.holders_of(PLAYERS)

    others = [player for player in PLAYERS if keys.presence_partition(player) != away]
    assert found == dict.fromkeys(others, frozenset({"north"}))
    with pytest.raises(StoreUnavailable):
        await presence.holders(PLAYERS[0])


async def test_presence_that_the_store_has_lost_is_written_anew(counted: Counted) -> None:
    presence = RedisPresence(counted.access)
    await presence.hold(PLAYERS, "north", SEEN_MS)
    for part in range(16):
        _, start = counted.access.keys.presence(part)
        await counted.calls.call("DEL", start + "north")

    await presence.hold(PLAYERS, "north", SEEN_MS)

    held = [await presence.holders(player) for player in PLAYERS[:40]]
    assert held == [frozenset({"north"})] * 40


async def test_who_is_written_down_while_others_are_is_held_though_the_store_lost_those(
    counted: Counted,
) -> None:
    presence = RedisPresence(counted.access)
    await presence.hold(PLAYERS[:500], "north", SEEN_MS)
    for part in range(16):
        _, start = counted.access.keys.presence(part)
        await counted.calls.call("DEL", start + "north")

    await asyncio.gather(
        presence.add(PLAYERS[500:600], "north", SEEN_MS),
        presence.add(PLAYERS[550:700], "north", SEEN_MS),
    )

    held = await presence.holders_of(PLAYERS)
    assert [player for player in PLAYERS if held[player]] == PLAYERS[:700]


async def test_a_page_of_a_list_asks_sixteen_shards(counted: Counted) -> None:
    rows = RedisRowStore(counted.calls, counted.calls, counted.access.keys)
    for number in range(40):
        await rows.put("games", f"g{number}", 1, b"", places={"all": number}, words={})
    await rows.page("games", "all", limit=1)  # the store has the script from now on
    counted.since()

    page = await rows.page("games", "all", limit=20, descending=True)
    asked = counted.since()

    assert [row.score for row in page.rows] == [*range(39, 19, -1)]
    assert asked - len(page.rows) == 16


async def test_one_of_32_nodes_looks_through_its_share_and_not_through_all_shards(
    counted: Counted,
) -> None:
    nodes = frozenset(f"node{number}" for number in range(32))
    share = Share("node0", nodes)
    notes = RedisNotes(counted.access)
    await notes.aggregates(10, share)  # the store has the script from now on
    counted.since()

    await notes.aggregates(10, share)

    assert counted.since() == len(share.of(SHARDS)) < SHARDS / 8
