"""Primaries whose clocks differ: what counts down for a reader does so by the reader's own time."""

import pytest

from tests.support.gateways import Node, a_node
from tests.support.parted_store import PartedStore
from tests.support.tournament_peers import BLITZ, announce, members, until
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.api.commands import CHALLENGE_MS

LEADS_MS = pytest.mark.parametrize("lead_ms", [4_000, -4_000])


async def a_node_with(kind: str, lead_ms: int) -> Node:
    """A node on a store on which all of a kind lies at a primary whose clock is ahead."""
    store = PartedStore(lambda aggregate: int(aggregate.kind == kind))
    store.lead_ms[1] = lead_ms
    return await a_node(store)


@LEADS_MS
async def test_a_challenge_lapses_when_it_was_said_to(lead_ms: int) -> None:
    node = await a_node_with("room", lead_ms)
    async with node.running():
        ann, ben = await members(node, "Ann Chess", "Ben Chess")
        await pass_ms(1_000)
        terms = {"clock": {"type": "fischer", "main_ms": 600_000}}
        await ann.ask("challenge", player=ben.player, terms=terms, side="red")
        asked_ms = store_ms()
        told = await until(ben, "challenged")
        await pass_ms(told["challenge"]["until_ms"] - store_ms() - 1_000)
        early = ben.told("challenge_over")
        await pass_ms(3_000)

        assert told["challenge"]["until_ms"] == asked_ms + CHALLENGE_MS
        assert early == []
        assert len(ben.told("challenge_over")) == 1


@LEADS_MS
async def test_a_tournament_begins_and_closes_when_it_was_said_to(lead_ms: int) -> None:
    node = await a_node_with("tournament", lead_ms)
    async with node.running():
        ann, ben = await members(node, "Ann Chess", "Ben Chess")
        await pass_ms(1_000)
        starts_ms = store_ms() + 60_000
        cup = await announce(node, ann, starts_ms=starts_ms)
        for one in (ann, ben):
            entered = await one.ask("enter_tournament", tournament=cup)
            assert entered["type"] == "done"
        shown = await ann.ask("watch_tournament", tournament=cup)
        listed = await ben.ask("tournaments", of="soon")
        plan = {
            "name": "Late arena",
            "format": {"type": "arena", "minutes": 10},
            "terms": {"clock": BLITZ},
            "starts_ms": starts_ms,
        }
        await ann.ask("amend_tournament", tournament=cup, plan=plan)
        await pass_ms(starts_ms - store_ms() - 1_000)
        amended = ann.told("tournament_changed")[-1]
        while ann.told("tournament_changed")[-1]["info"]["phase"] != "running":
            await pass_ms(100)
        begun = ann.told("tournament_changed")[-1]
        paused = await ben.ask("pause_tournament", tournament=cup)
        paused_ms = store_ms()
        again = await ben.ask("watch_tournament", tournament=cup)

    assert shown["info"]["starts_ms"] == starts_ms
    assert [row["starts_ms"] for row in listed["rows"]] == [starts_ms]
    assert (amended["info"]["name"], amended["info"]["starts_ms"]) == ("Late arena", starts_ms)
    assert (amended["info"]["phase"], begun["info"]["phase"]) == ("announced", "running")
    assert 0 <= begun["info"]["starts_ms"] - starts_ms <= 1_000
    assert begun["info"]["ends_ms"] - begun["info"]["starts_ms"] == 600_000
    assert starts_ms < begun["closes_ms"] < starts_ms + 600_000
    assert paused["type"] == "done"
    assert 0 < again["return_at_ms"] - paused_ms <= 120_000


async def test_a_start_that_people_have_set_is_told_as_they_set_it_where_clocks_nearly_agree() -> (
    None
):
    node = await a_node_with("tournament", -300)
    async with node.running():
        (ann,) = await members(node, "Ann Chess")
        await pass_ms(1_000)
        starts_ms = store_ms() // 60_000 * 60_000 + 120_000
        cup = await announce(node, ann, starts_ms=starts_ms)

        shown = await ann.ask("watch_tournament", tournament=cup)

        assert shown["info"]["starts_ms"] == starts_ms
