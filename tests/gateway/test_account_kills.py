"""A node dies in the middle of a sign-up; whoever sends it again has exactly one account."""

import pytest

from tests.support.gateways import Node, a_node
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.aggregates.players.kind import NAME as CLAIM
from xiangqi_server.aggregates.players.kind import PLAYER
from xiangqi_server.api.names.name_rules import name_id
from xiangqi_server.kernel.host.view import AnyChange, key

PASSWORD = "nine dragons and a horse"
NAME = "An Nan"


def dies_after(node: Node, commits: int) -> None:
    """From its n-th accepted append on, the node reaches nothing any more."""
    seen = 0

    def committed(changes: tuple[AnyChange, ...]) -> None:
        nonlocal seen
        seen += 1
        if seen == commits:
            node.store.is_away = True

    node.host.on_commit(committed)


@pytest.mark.parametrize("commits", [1, 2, 3, 4])
@pytest.mark.parametrize("is_sent_again", [True, False], ids=["sent again", "left alone"])
async def test_a_sign_up_that_was_killed_makes_one_account_or_none(
    commits: int, is_sent_again: bool
) -> None:
    store = MemoryStore(store_ms)
    first = await a_node(store, "first")
    ann = await first.guest()
    dies_after(first, commits)
    ann.say("sign_up", name=NAME, password=PASSWORD)
    await first.settle()
    assert first.store.is_away

    second = await a_node(store, "second")
    async with second.running():
        await pass_ms(5_000)
        again = await second.guest(token=ann.token)
        if is_sent_again:
            answer = await again.ask("sign_up", name=NAME, password=PASSWORD)
            assert answer["type"] == "done"
        await pass_ms(5_000)

    player = (await second.host.view(key(PLAYER, ann.player))).state
    claim = (await second.host.view(key(CLAIM, name_id(NAME)))).state
    has_account = is_sent_again or commits > 1
    assert player.identity.has_account == has_account
    assert player.naming.name == (NAME if has_account else "")
    assert (claim.owner, claim.shown) == (ann.player if has_account else "", "")
    assert len(player.identity.devices) == 1
    assert await store.effects(100) == ()
    eve = await second.guest()
    refused = await eve.ask("check_name", name="an-nan")
    assert refused["free"] is not has_account


async def test_what_was_killed_is_on_the_shelf_once() -> None:
    store = MemoryStore(store_ms)
    first = await a_node(store, "first")
    ann = await first.guest()
    dies_after(first, 3)
    ann.say("sign_up", name=NAME, password=PASSWORD)
    await first.settle()

    second = await a_node(store, "second")
    async with second.running():
        await pass_ms(5_000)
        eve = await second.guest()
        found = await eve.ask("find_players", prefix="an")

    assert [one["player"] for one in found["players"]] == [ann.player]
