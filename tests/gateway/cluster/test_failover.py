"""A node dies or stands still: its players get back what it cost them, once and no more."""

import pytest

from tests.support.gateways import Peer, a_game, a_node
from tests.support.two_nodes import Pair, a_spread_game, back_at, die, go_on, rush_back, stop
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.gateway.connection.cluster_counters import CHANGE_MS

BLITZ = {"type": "fischer", "main_ms": 5_000, "increment_ms": 0}


def credits_of(peer: Peer) -> int:
    """How many ms were given back for a failover."""
    return sum(m["ms"] for m in peer.told("time_credited") if m["reason"] == "failover")


# The node of a player dies.


async def test_whose_node_died_gets_the_time_back_until_the_return(nodes: Pair) -> None:
    room, red, black = await a_spread_game(nodes)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await pass_ms(1_000)

    await die(nodes[1], black)
    await pass_ms(4_000)
    again = await back_at(nodes[0], black.token, room)
    await pass_ms(2_000)

    given = red.told("time_credited")
    assert {m["reason"] for m in given} == {"failover"}
    assert 3_500 <= sum(m["ms"] for m in given) <= 5_000
    assert again.told("room")[0]["version"] == given[-1]["version"]
    assert red.told("disconnected") == []


async def test_who_takes_long_to_return_is_given_as_much_as_who_takes_fifteen_seconds(
    nodes: Pair,
) -> None:
    room, red, black = await a_spread_game(nodes)
    await red.ask("move", room=room, ply=0, text="h2e2")

    await die(nodes[1], black)
    await pass_ms(25_000)
    await back_at(nodes[0], black.token, room)
    await pass_ms(2_000)

    assert 14_000 <= credits_of(red) <= 15_000


async def test_whose_node_died_as_soon_as_the_game_began_gets_the_time_back_too(
    nodes: Pair,
) -> None:
    red, black = await nodes[0].guest(), await nodes[1].guest()
    room = await a_game(red, black)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await pass_ms(50)

    await die(nodes[1], black)
    await pass_ms(4_000)
    await back_at(nodes[0], black.token, room)
    await pass_ms(2_000)

    assert 3_500 <= credits_of(red) <= 5_000


async def test_whoever_is_back_before_the_death_is_known_is_credited_all_the_same(
    nodes: Pair,
) -> None:
    room, red, black = await a_spread_game(nodes)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await pass_ms(5_000)

    await die(nodes[1], black)
    await pass_ms(500)
    await back_at(nodes[0], black.token, room)
    await pass_ms(3_000)

    (credit,) = red.told("time_credited")
    assert credit["reason"] == "failover"
    assert 400 <= credit["ms"] <= 1_100


async def test_a_player_who_merely_changes_the_node_is_credited_nothing(nodes: Pair) -> None:
    room, red, black = await a_spread_game(nodes)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await pass_ms(1_000)

    black.hang_up()
    await pass_ms(500)
    await back_at(nodes[0], black.token, room)
    await pass_ms(5_000)

    assert red.told("time_credited") == []


async def test_a_flag_waits_for_a_player_whose_node_died_and_falls_after_that(
    nodes: Pair,
) -> None:
    clock = {"type": "fischer", "main_ms": 5_000, "increment_ms": 0}
    room, red, black = await a_spread_game(nodes, clock=clock)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await pass_ms(4_000)
    died_ms = store_ms()

    await die(nodes[1], black)
    await pass_ms(12_000)
    early = red.told("ended")
    await pass_ms(12_000)

    (ended,) = red.told("ended")
    assert early == []
    assert 14_000 <= ended["at_ms"] - died_ms <= 18_000


async def test_nobody_loses_on_time_while_both_are_on_the_way(nodes: Pair) -> None:
    clock = {"type": "fischer", "main_ms": 5_000, "increment_ms": 0}
    red, black = await nodes[1].guest(), await nodes[1].guest()
    room = await a_game(red, black, clock=clock)
    await pass_ms(4_000)

    await die(nodes[1], red, black)
    await pass_ms(8_000)
    again = await back_at(nodes[0], red.token, room)
    await pass_ms(2_000)

    (found,) = again.told("room")
    assert found["status"] == "playing"
    assert 1_000 <= found["clock"]["red"]["left_ms"] <= 1_500


async def test_a_move_made_at_once_on_the_return_is_decided_after_the_credit(nodes: Pair) -> None:
    room, red, black = await a_spread_game(nodes)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await pass_ms(5_000)

    await die(nodes[1], black)
    await pass_ms(300)
    await rush_back(nodes[0], black.token, room, "h9g7")

    assert [m["type"] for m in red.told("time_credited", "moved")] == [
        "moved",
        "time_credited",
        "moved",
    ]
    assert 300 <= credits_of(red) <= 700
    assert red.told("moved")[-1]["spent_ms"] <= 5_000


async def test_others_are_not_held_up_by_what_is_found_out_about_one(nodes: Pair) -> None:
    room, red, black = await a_spread_game(nodes)
    await pass_ms(1_000)
    await die(nodes[1], black)
    await pass_ms(300)
    again = await nodes[0].guest(token=black.token)
    began_ms = store_ms()

    again.say("join", room=room)
    red.say("move", room=room, ply=0, text="h2e2")
    await pass_ms(1)

    assert store_ms() - began_ms <= 1
    assert [m["ply"] for m in red.told("moved")] == [0]
    assert len(again.told("room")) == 1


async def test_who_had_left_before_the_node_died_gets_nothing(nodes: Pair) -> None:
    room, red, black = await a_spread_game(nodes)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await pass_ms(1_000)

    black.hang_up()
    await pass_ms(100)
    await die(nodes[1])
    await pass_ms(4_000)
    await back_at(nodes[0], black.token, room)
    await pass_ms(4_000)

    assert red.told("time_credited") == []


async def test_who_leaves_again_after_a_return_is_given_nothing_more(nodes: Pair) -> None:
    room, red, black = await a_spread_game(nodes)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await pass_ms(1_000)
    await die(nodes[1], black)
    await pass_ms(2_000)
    again = await back_at(nodes[0], black.token, room)
    await pass_ms(2_000)
    given_ms = credits_of(red)

    again.hang_up()
    await pass_ms(3_000)
    await back_at(nodes[0], black.token, room)
    await pass_ms(3_000)

    assert 1_500 <= given_ms == credits_of(red)


async def test_when_all_nodes_die_and_are_back_soon_it_costs_nothing_until_the_return(
    nodes: Pair,
) -> None:
    room, red, black = await a_spread_game(nodes)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await pass_ms(2_000)

    for node, peer in zip(nodes, (red, black), strict=True):
        await node.stand_still()
        await die(node, peer)
    await pass_ms(1_000)
    new = await a_node(nodes[0].store.inner, "k")
    async with new.running():
        await pass_ms(700)
        again = await rush_back(new, black.token, room, "h9g7")

    (moved,) = again.told("moved")
    assert new.downtime.outages == nodes[0].downtime.outages
    assert moved["spent_ms"] <= 2_000


async def test_who_was_here_as_well_when_the_other_node_died_was_not_cut_off(nodes: Pair) -> None:
    room, red, black = await a_spread_game(nodes)
    await pass_ms(2_000)
    tab = await back_at(nodes[0], black.token, room)
    await red.ask("move", room=room, ply=0, text="h2e2")

    await die(nodes[1], black)
    await pass_ms(3_000)
    tab.hang_up()
    await pass_ms(1_000)
    await back_at(nodes[0], black.token, room)
    await pass_ms(3_000)

    assert red.told("time_credited") == []


async def test_a_node_that_ends_holds_nothing_back(nodes: Pair) -> None:
    room, red, black = await a_spread_game(nodes)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await pass_ms(2_000)
    await die(nodes[1], black)
    again = nodes[0].connect()
    again.say("hello", token=black.token)
    again.say("join", room=room)
    again.say("move", room=room, ply=1, text="h9g7")
    await pass_ms(1)
    early = len(red.told("moved"))
    began_ms = store_ms()

    nodes[0].gateway.say_bye()
    await nodes[0].settle()

    assert (early, len(red.told("moved"))) == (1, 2)
    assert store_ms() - began_ms <= 200


# The node of a player stands still.


async def test_a_node_that_stood_still_credits_its_own_players_before_they_move(
    nodes: Pair,
) -> None:
    room, red, black = await a_spread_game(nodes)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await pass_ms(1_000)

    await stop(nodes[1])
    await pass_ms(4_000)
    go_on(nodes[1])
    await black.ask("move", room=room, ply=1, text="h9g7")
    await pass_ms(3_000)

    assert black.kinds()[-2:] != ["moved", "time_credited"]
    assert 4_000 <= credits_of(red) == credits_of(black) <= 4_500
    assert red.told("moved")[-1]["spent_ms"] <= 1_000


async def test_a_node_without_the_store_while_another_has_it_credits_its_players(
    nodes: Pair,
) -> None:
    room, red, _ = await a_spread_game(nodes)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await pass_ms(1_000)

    nodes[1].store.is_away = True
    await pass_ms(4_000)
    nodes[1].store.is_away = False
    await pass_ms(2_000)

    assert 4_000 <= credits_of(red) <= 5_000


async def test_fifteen_seconds_of_a_silence_are_given_and_no_more(nodes: Pair) -> None:
    room, red, _ = await a_spread_game(nodes)
    await red.ask("move", room=room, ply=0, text="h2e2")

    await stop(nodes[1])
    await pass_ms(18_000)
    go_on(nodes[1])
    await pass_ms(3_000)

    assert 14_500 <= credits_of(red) <= 15_000


async def test_who_has_another_node_too_lost_nothing_by_the_silence_of_one(nodes: Pair) -> None:
    room, red, black = await a_spread_game(nodes)
    await back_at(nodes[0], black.token, room)
    await red.ask("move", room=room, ply=0, text="h2e2")

    await stop(nodes[1])
    await pass_ms(4_000)
    go_on(nodes[1])
    await pass_ms(3_000)

    assert red.told("time_credited") == []


async def test_whose_line_broke_during_the_silence_is_credited_who_left_before_is_not(
    nodes: Pair,
) -> None:
    ann, ben = await nodes[1].guest(), await nodes[1].guest()
    games = []
    for black in (ann, ben):
        red = await nodes[0].guest()
        room = await a_game(red, black)
        await red.ask("move", room=room, ply=0, text="h2e2")
        games.append((room, red))
    await pass_ms(2_000)
    ben.hang_up()
    await pass_ms(CHANGE_MS + 600)  # nodes tell each other that often who is there

    await stop(nodes[1])
    await pass_ms(3_000)
    ann.hang_up()
    for (room, _), peer in reversed([*zip(games, (ann, ben), strict=True)]):
        await back_at(nodes[1], peer.token, room)
    go_on(nodes[1])
    await pass_ms(3_000)

    given_ms = [credits_of(red) for _, red in games]
    assert 3_000 <= given_ms[0] <= 3_500
    assert given_ms[1] == 0


async def test_who_comes_to_another_node_during_a_silence_is_credited_up_to_then(
    nodes: Pair,
) -> None:
    room, red, black = await a_spread_game(nodes)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await pass_ms(1_000)

    await stop(nodes[1])
    await pass_ms(2_000)
    await back_at(nodes[0], black.token, room)
    await pass_ms(3_000)
    black.hang_up()
    go_on(nodes[1])
    await pass_ms(3_000)

    assert 2_000 <= credits_of(red) <= 2_500


async def test_no_flag_falls_while_the_only_node_of_its_player_stands_still(nodes: Pair) -> None:
    room, red, black = await a_spread_game(nodes, clock=BLITZ)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await pass_ms(4_000)

    await stop(nodes[1])
    await pass_ms(8_000)
    early = red.told("ended")
    go_on(nodes[1])
    answer = await black.ask("move", room=room, ply=1, text="h9g7")
    await pass_ms(1_000)

    assert early == red.told("ended") == []
    assert answer["type"] == "done"
    assert 7_500 <= credits_of(red) <= 8_500


# A node sends its players on.


@pytest.mark.parametrize("way_ms", [20, 300, 1_400, 4_000])
async def test_the_way_from_a_node_that_drains_to_another_costs_nothing(
    nodes: Pair, way_ms: int
) -> None:
    room, red, black = await a_spread_game(nodes)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await pass_ms(1_000)

    await nodes[1].gateway.move_on()
    black.hang_up()
    await pass_ms(way_ms)
    back = await rush_back(nodes[0], black.token, room, "h9g7")

    assert [m["type"] for m in back.told("time_credited", "moved")][-1] == "moved"
    assert 1_000 <= red.told("moved")[-1]["spent_ms"] <= 1_100
    assert way_ms <= credits_of(red) <= way_ms + 100


async def test_a_turn_that_begins_on_the_way_begins_when_the_player_is_there(nodes: Pair) -> None:
    room, red, black = await a_spread_game(nodes)

    await nodes[1].gateway.move_on()
    black.hang_up()
    await pass_ms(500)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await pass_ms(800)
    await rush_back(nodes[0], black.token, room, "h9g7")

    assert red.told("moved")[-1]["spent_ms"] <= 50
    assert 700 <= credits_of(red) <= 850


async def test_who_does_not_come_from_a_node_that_drained_loses_on_time(nodes: Pair) -> None:
    room, red, black = await a_spread_game(nodes, clock=BLITZ)
    for ply, (who, move) in enumerate(((red, "h2e2"), (black, "h9g7"), (red, "h0g2"))):
        await who.ask("move", room=room, ply=ply, text=move)
    moved_ms = store_ms()

    await nodes[1].gateway.move_on()
    black.hang_up()
    await pass_ms(40_000)

    (ended,) = red.told("ended")
    assert ended["outcome"]["ending"] == "time"
    assert 14_900 <= ended["at_ms"] - moved_ms <= 18_000
