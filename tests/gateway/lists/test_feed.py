"""Programs follow which games begin and end, by numbers."""

import json

import pytest

from tests.support.gateways import a_game, a_node
from tests.support.hosts import running
from tests.support.memory_store import MemoryStore
from tests.support.programs import Program
from tests.support.rooms import told_began
from tests.support.virtual_time import local_ms, pass_ms, store_ms
from xiangqi_server.aggregates.feed.kind import FEED
from xiangqi_server.aggregates.kinds import KINDS
from xiangqi_server.kernel.host.aggregate_host import AggregateHost
from xiangqi_server.kernel.host.domain import Domain
from xiangqi_server.kernel.host.journal import effect_id, write_effect
from xiangqi_server.kernel.host.timebase import StoreClock
from xiangqi_server.kernel.store.values import AggregateId, Append, StoredEffect


async def test_a_game_is_told_when_it_begins_and_when_it_ends_with_its_result() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    program = Program(node)
    async with node.running():
        room = await a_game(red, black)
        await red.ask("move", room=room, ply=0, text="h2e2")
        await black.ask("move", room=room, ply=1, text="h9g7")
        await node.settle()
        first = await program.read("/api/feed")
        await red.ask("resign", room=room)
        await node.settle()
        second = await program.read(f"/api/feed?since={first['last']}&game={room}")
        lost = await program.read("/api/feed?since=999")

    assert [row["what"] for row in first["rows"]] == ["began"]
    assert (first["last"], first["reset"]) == (1, False)
    [ended] = second["rows"]
    assert (ended["number"], ended["what"], ended["room"]) == (2, "over", room)
    assert (ended["result"], ended["ending"], ended["plies"]) == ("black", "resign", 2)
    assert ended["red"]["player"] == red.player
    assert lost["reset"]
    assert len(lost["rows"]) == 2


async def test_an_invitation_that_nobody_takes_is_no_game() -> None:
    node = await a_node()
    red = await node.guest()
    async with node.running():
        room = (await red.ask("invite", terms={"clock": {"type": "none"}}))["room"]
        await red.ask("abort", room=room)
        await node.settle()
        found = await Program(node).read("/api/feed")

    assert found["rows"] == []


async def test_what_a_node_without_the_feed_cannot_tell_waits_for_one_that_has_it() -> None:
    store, clock = MemoryStore(store_ms), StoreClock(local_ms)
    await clock.measure(store.servers)
    kinds = tuple(kind for kind in KINDS if kind is not FEED)
    older = AggregateHost(store, clock, Domain(kinds), "old")
    room = AggregateId("room", "r1")
    news = StoredEffect(effect_id(1, 0), write_effect(told_began()))
    await store.append(Append(room, (await store.load(room)).head, "x", (b"?",), effects=(news,)))

    await older.downtime.begin()
    async with running(older):
        await pass_ms(2_000)
    left = [pending.effect for pending in await store.effects(10)]
    node = await a_node(store)
    async with node.running():
        await pass_ms(2_000)
        found = await Program(node).read("/api/feed")

    assert left == [news]
    assert [(row["number"], row["what"]) for row in found["rows"]] == [(1, "began")]
    assert await store.effects(10) == ()


@pytest.mark.parametrize(
    ("query", "status"),
    [
        *(("since=-1", 400), ("since=x", 400), (f"since={2**60}", 400), ("since=1&game=..", 400)),
        *(("since=", 400), ("limit=9", 400), ("since=7", 200), ("since=7&game=nosuchroom", 200)),
    ],
)
async def test_a_question_that_makes_no_sense_is_refused_and_one_for_the_future_begins_anew(
    query: str, status: int
) -> None:
    node = await a_node()

    answer = await Program(node).ask(f"/api/feed?{query}")

    assert answer.status == status
    told = json.loads(answer.body)
    assert told["code"] == "bad_message" if status == 400 else told["reset"] is True
