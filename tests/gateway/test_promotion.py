"""The primary of a room dies and a replica is promoted: whose turn it is pays nothing for it."""

import pytest

from tests.support.gateways import CLOCK, Peer, a_game, a_node
from tests.support.parted_store import PartedStore
from tests.support.virtual_time import pass_ms, store_ms

MAIN_MS = 600_000
AWAY_MS = 6_000


class RoomsApart(PartedStore):
    """Rooms are in the first part, with what is beside the logs; all else is in the second."""

    def __init__(self) -> None:
        super().__init__(lambda aggregate: int(aggregate.kind != "room"))


def left_ms(peer: Peer) -> int:
    """What the last move has left of Red's main time."""
    left: int = peer.told("moved")[-1]["clock"]["red"]["left_ms"]
    return left


@pytest.mark.parametrize("lead_ms", [0, 3_000, -3_000])
async def test_a_promotion_is_not_charged_to_whose_turn_it_is_also_with_another_clock(
    lead_ms: int,
) -> None:
    store = RoomsApart()
    node = await a_node(store)
    red, black = await node.guest(), await node.guest()
    async with node.running():
        room = await a_game(red, black)
        for ply, (who, move) in enumerate(((red, "h2e2"), (black, "h9g7"))):
            await who.ask("move", room=room, ply=ply, text=move)
        before_ms = left_ms(black)
        await pass_ms(2_000)

        store.away = {0}
        await pass_ms(AWAY_MS)
        refused = await red.ask("move", room=room, ply=2, text="h0g2")
        store.promote(0, lead_ms)
        await pass_ms(1_700)
        done = await red.ask("move", room=room, ply=2, text="h0g2")

    assert (refused["code"], done["type"]) == ("unavailable", "done")
    assert [m["type"] for m in red.told("paused", "resumed")] == ["paused", "resumed"]
    charged_ms = before_ms - left_ms(red)
    assert 0 <= charged_ms <= 4_000
    assert black.told("ended") == []


@pytest.mark.parametrize("lead_ms", [3_000, -3_000])
async def test_a_room_goes_by_the_clock_of_its_own_primary(lead_ms: int) -> None:
    store = RoomsApart()
    store.lead_ms[0] = lead_ms
    node = await a_node(store)
    red, black = await node.guest(), await node.guest()
    async with node.running():
        await pass_ms(1_000)
        room = await a_game(red, black)
        moves = ((red, "h2e2"), (black, "h9g7"), (red, "h0g2"), (black, "i9h9"), (red, "i0h0"))
        for ply, (who, move) in enumerate(moves):
            await pass_ms(2_000)
            await who.ask("move", room=room, ply=ply, text=move)
        clock = red.told("moved")[-1]["clock"]
        await pass_ms(clock["black"]["left_ms"] + 1_500)

    charged = [MAIN_MS - clock[side]["left_ms"] for side in ("red", "black")]
    assert charged == [6_000, 4_000]
    assert [ended["outcome"]["ending"] for ended in red.told("ended")] == ["time"]
    assert "time_credited" not in red.kinds()


@pytest.mark.parametrize("lead_ms", [3_000, -3_000])
async def test_what_is_told_of_a_room_is_in_the_time_that_a_client_is_told(lead_ms: int) -> None:
    store = PartedStore(lambda aggregate: int(aggregate.kind == "room"))
    store.lead_ms[1] = lead_ms
    node = await a_node(store)
    red, black, eve = [await node.guest() for _ in range(3)]
    ahead_ms = eve.welcome["now_ms"] - store_ms()
    async with node.running():
        await pass_ms(1_000)
        room = await a_game(red, black)
        await red.ask("move", room=room, ply=0, text="h2e2")
        await black.ask("move", room=room, ply=1, text="h9g7")
        moved_ms = store_ms()
        await red.ask("chat", room=room, to="players", text="Good luck.")
        await eve.ask("join", room=room)
        listed = await red.ask("my_games")
        log = await red.ask("log", room=room)

    (game,) = listed["rows"]
    shown = [red.told("moved")[-1], eve.told("room")[0]]
    assert ahead_ms == 0
    assert [one["at_ms"] for one in shown] == [moved_ms] * 2
    assert [one["line"]["at_ms"] for one in black.told("chat")] == [moved_ms]
    assert [one["clock"]["flag_at_ms"] for one in shown] == [moved_ms + MAIN_MS] * 2
    assert (game["at_ms"], game["flag_at_ms"]) == (moved_ms, moved_ms + MAIN_MS)
    assert log["events"][-1]["at_ms"] == moved_ms + lead_ms


async def test_who_could_not_join_is_told_when_the_part_of_the_room_is_back() -> None:
    store = RoomsApart()
    node, other = await a_node(store), await a_node(store, "other")
    red, black, eve = await node.guest(), await node.guest(), await other.guest()
    async with node.running(), other.running():
        room = await a_game(red, black)
        store.away = {0}
        await pass_ms(1_000)
        refused = await eve.ask("join", room=room)
        await pass_ms(3_000)
        while_away = eve.told("paused", "resumed")
        store.promote(0)
        await pass_ms(1_000)
        told = eve.told("paused", "resumed")
        joined = await eve.ask("join", room=room)
        store.away = {0}
        await pass_ms(1_000)
        store.promote(0)
        await pass_ms(1_000)

    assert (refused["code"], joined["type"]) == ("unavailable", "done")
    assert [one["type"] for one in while_away] == ["paused"]
    assert [one["type"] for one in told] == ["paused", "resumed"]
    assert [one["type"] for one in eve.told("paused", "resumed")] == ["paused", "resumed"] * 2


async def test_who_comes_back_while_its_own_part_is_away_is_told_when_it_is_known() -> None:
    store = PartedStore(lambda aggregate: int(aggregate.kind != "player"))
    node, other = await a_node(store), await a_node(store, "other")
    red, black = await node.guest(), await node.guest()
    async with node.running(), other.running():
        room = await a_game(red, black)
        store.away = {0}
        await pass_ms(1_000)
        back = await other.guest(token=red.token)
        refused = await back.ask("invite", terms={"clock": CLOCK})
        while_away = back.told("game_opened", "resumed")
        store.promote(0)
        await pass_ms(1_000)
        told = back.told("game_opened", "resumed")
        done = await back.ask("invite", terms={"clock": CLOCK})

    assert (refused["code"], done["type"], while_away) == ("unavailable", "done", [])
    assert [(one["type"], one.get("room")) for one in told] == [
        ("game_opened", room),
        ("resumed", None),
    ]


@pytest.mark.parametrize("apart_ms", [300, 400])
async def test_who_waits_for_a_node_that_goes_on_later_than_another_pays_nothing_for_it(
    apart_ms: int,
) -> None:
    store = RoomsApart()
    node, other = await a_node(store), await a_node(store, "other")
    red, black = await node.guest(), await other.guest()
    async with node.running():
        await pass_ms(apart_ms)  # so much later does the other one have its heartbeats
        async with other.running():
            room = await a_game(red, black)
            await red.ask("move", room=room, ply=0, text="h2e2")
            await pass_ms(1_300)
            await black.ask("move", room=room, ply=1, text="h9g7")
            before_ms = left_ms(black)

            store.away = {0}
            refused = await red.ask("move", room=room, ply=2, text="h0g2")
            await pass_ms(6_000)
            store.promote(0)
            while not red.told("resumed"):
                await pass_ms(10)
            done = await red.ask("move", room=room, ply=2, text="h0g2")
            await pass_ms(600)

    assert (refused["code"], done["type"]) == ("unavailable", "done")
    assert 0 <= before_ms - left_ms(black) <= 50
