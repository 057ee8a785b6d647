"""What happens on the ladder is told to those who look, and to those whom it concerns."""

from typing import Any

from tests.support.gateways import Peer, a_node, have_named
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import pass_ms, store_ms

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS


def last(peer: Peer, kind: str) -> Any:
    """The latest message of a kind."""
    return peer.told(kind)[-1]


async def test_the_ladder_tells_those_who_look_and_the_two_of_a_challenge_on_any_node() -> None:
    store = MemoryStore(store_ms)
    here, there = await a_node(store, "here"), await a_node(store, "there")
    ann, ben, cas = [await here.guest() for _ in range(3)]
    for peer, name in ((ann, "Ann"), (ben, "Ben"), (cas, "Cas")):
        await have_named(here, peer, name)
        await peer.ask("join_ladder")
    ben, cas = [await here.guest(token=peer.token) for peer in (ben, cas)]
    far = await there.guest(token=ann.token)
    looker = await there.guest()
    await looker.ask("ladder", follow=True)
    async with here.running(), there.running():
        await ben.ask("ladder_challenge", player=ann.player)
        await pass_ms(1_000)
        challenged = [last(peer, "ladder_changed")["challenge"] for peer in (far, ben)]
        late = await there.guest(token=ann.token)
        await pass_ms(100)
        waiting = last(late, "ladder_changed")
        for peer in (far, ben, cas, looker):
            peer.forget()
        await ann.ask("ladder_answer", accept=False)
        await pass_ms(1_000)

    by, to = challenged
    assert by == to == waiting["challenge"]
    assert (by["by"]["name"], by["to"]["name"], by["room"]) == ("Ben", "Ann", None)
    told = {peer: last(peer, "ladder_changed") for peer in (far, ben, looker)}
    assert [told[peer]["you"] for peer in (far, ben, looker)] == [2, 1, None]
    assert {told[peer]["change"]["what"] for peer in told} == {"yielded"}
    assert {told[peer]["challenge"] for peer in told} == {None}
    assert cas.told("ladder_changed") == []


async def test_who_does_not_play_sinks_and_leaves_the_ladder_by_itself() -> None:
    node = await a_node()
    ann, ben = await node.guest(), await node.guest()
    for peer, name in ((ann, "Ann"), (ben, "Ben")):
        await have_named(node, peer, name)
    await ann.ask("join_ladder")
    await pass_ms(HOUR_MS)
    await ben.ask("join_ladder")

    async def names() -> list[str]:
        looker = await node.guest()
        page = await looker.ask("ladder", follow=True)
        return [row["player"]["name"] for row in page["rows"]]

    before = await names()
    await pass_ms(21 * DAY_MS - HOUR_MS // 2)
    sunk = await names()
    await pass_ms(71 * DAY_MS)
    off = await names()

    assert (before, sunk, off) == (["Ann", "Ben"], ["Ben", "Ann"], [])
