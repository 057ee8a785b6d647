"""People of one game on different nodes: they notice nothing of it."""

from collections.abc import AsyncIterator

import pytest

from server.store.memory import MemoryStore
from tests.support.gateways import TERMS, Node, Peer, a_game, a_node, forget, join
from tests.support.virtual_time import pass_ms, store_ms

Pair = tuple[Node, Node]


@pytest.fixture
async def nodes() -> AsyncIterator[Pair]:
    """Two nodes on one store, running for a while already."""
    inner = MemoryStore(store_ms)
    near, far = await a_node(inner, "n"), await a_node(inner, "m")
    async with near.running(), far.running():
        await pass_ms(11_000)
        yield near, far


async def a_spread_game(nodes: Pair, **terms: object) -> tuple[str, Peer, Peer]:
    """A game of Red on the first node against Black on the second."""
    red, black = await nodes[0].guest(), await nodes[1].guest()
    room = await a_game(red, black, **terms)
    await pass_ms(300)
    forget([red, black])
    return room, red, black


async def die(node: Node, *peers: Peer) -> None:
    """The node is killed: it does nothing any more, and its peers lose their connections."""
    node.store.is_away = True
    node.store.is_deaf = True
    for peer in peers:
        peer.closed = (1006, "")


async def back_at(node: Node, token: str, room: str) -> Peer:
    """A player comes to a node and joins its game."""
    peer = await node.guest(token=token)
    await peer.ask("join", room=room)
    return peer


async def test_each_hears_the_moves_of_the_other(nodes: Pair) -> None:
    room, red, black = await a_spread_game(nodes)

    await red.ask("move", room=room, ply=0, text="h2e2")
    await pass_ms(1)
    await black.ask("move", room=room, ply=1, text="h9g7")
    await pass_ms(1)

    moves = [[m["uci"] for m in peer.told("moved")] for peer in (red, black)]
    assert moves == [["h2e2", "h9g7"]] * 2
    assert [m["digest"] for m in red.told("moved")] == [m["digest"] for m in black.told("moved")]
    assert len(red.told("legal")) == len(black.told("legal")) == 1


async def test_what_both_do_at_once_is_decided_on_one_state(nodes: Pair) -> None:
    room, red, black = await a_spread_game(nodes)

    ids = [peer.say("resign", room=room) for peer in (red, black)]
    for node in nodes:
        await node.settle()
    await pass_ms(10)

    answers = [
        next(m["type"] for m in peer.heard if m.get("id") == id_)
        for peer, id_ in zip((red, black), ids, strict=True)
    ]
    assert sorted(answers) == ["done", "refused"]
    assert [len(peer.told("ended")) for peer in (red, black)] == [1, 1]


async def test_a_pair_found_on_one_node_is_told_to_the_player_on_the_other(nodes: Pair) -> None:
    ann, ben = await nodes[0].guest(), await nodes[1].guest()
    for peer in (ann, ben):
        await peer.ask("watch_lobby")
    await ann.ask("seek", terms=TERMS, side="red")
    await pass_ms(500)
    (seek,) = [s for m in ben.told("lobby_change", "lobby_changed") for s in m["opened"]]

    await ben.ask("take", seek=seek["id"])
    await pass_ms(300)

    (game,) = ann.told("game")
    assert [m["room"] for m in ben.told("game")] == [game["room"]]
    assert game["side"] == "red"


async def test_a_seek_stays_while_another_node_sees_its_owner(nodes: Pair) -> None:
    ann, ben = await nodes[0].guest(), await nodes[1].guest()
    await ann.ask("seek", terms=TERMS, side="red")
    await pass_ms(60_000)

    await ben.ask("watch_lobby")
    assert len(ben.told("lobby")[0]["seeks"]) == 1

    ann.hang_up()
    await pass_ms(90_000)
    late = await nodes[1].guest()
    await late.ask("watch_lobby")
    assert late.told("lobby")[0]["seeks"] == []


async def test_talk_reaches_everybody_once_and_in_order(nodes: Pair) -> None:
    room, red, black = await a_spread_game(nodes)
    eve, fay = await nodes[0].guest(), await nodes[1].guest()
    await join(room, eve, fay)

    await red.ask("chat", room=room, to="players", text="hello")
    await black.ask("chat", room=room, to="players", text="good luck")
    await eve.ask("chat", room=room, to="spectators", text="look")
    await pass_ms(50)

    for peer in (red, black):
        assert [m["line"]["text"] for m in peer.told("chat")] == ["hello", "good luck"]
    for peer in (eve, fay):
        assert [m["line"]["text"] for m in peer.told("chat")] == ["look"]


async def test_a_line_whose_publication_was_lost_comes_with_the_next(nodes: Pair) -> None:
    room, red, black = await a_spread_game(nodes)
    nodes[1].store.is_deaf = True
    await red.ask("chat", room=room, to="players", text="one")
    await pass_ms(10)
    nodes[1].store.is_deaf = False

    await red.ask("chat", room=room, to="players", text="two")
    await pass_ms(10)

    assert [m["line"]["text"] for m in black.told("chat")] == ["one", "two"]


async def test_spectators_are_counted_over_all_nodes(nodes: Pair) -> None:
    room, red, black = await a_spread_game(nodes)
    watchers = [await node.guest() for node in (nodes[0], nodes[0], nodes[1])]
    await join(room, *watchers)
    await pass_ms(3_000)
    at_most = [peer.told("crowd")[-1]["spectators"] for peer in (red, black)]

    watchers[0].hang_up()
    await pass_ms(3_000)
    after_one = [peer.told("crowd")[-1]["spectators"] for peer in (red, black)]
    await die(nodes[0], red, *watchers[1:2])
    await pass_ms(20_000)

    assert (at_most, after_one) == ([3, 3], [2, 2])
    assert black.told("crowd")[-1]["spectators"] == 1


async def test_players_online_are_counted_over_all_nodes(nodes: Pair) -> None:
    ann, ben, eve = await nodes[0].guest(), await nodes[1].guest(), await nodes[1].guest()
    await pass_ms(6_000)

    await ann.ask("watch_lobby")

    assert ann.told("lobby")[0]["players_here"] == 3
    assert (ben.closed, eve.closed) == (None, None)


async def test_a_player_on_the_other_node_is_here_from_the_first_moment(nodes: Pair) -> None:
    room, _, _ = await a_spread_game(nodes)
    eve = await nodes[0].guest()
    await join(room, eve)
    await pass_ms(2_500)

    crowd = eve.told("crowd")[-1]

    assert (crowd["red_here"], crowd["black_here"]) == (True, True)


async def test_gone_is_only_whom_no_node_sees(nodes: Pair) -> None:
    _, red, black = await a_spread_game(nodes)
    tab = await nodes[0].guest(token=black.token)
    black.hang_up()
    await pass_ms(30_000)
    assert red.told("gone") == []

    tab.hang_up()
    await pass_ms(12_000)

    assert [m["side"] for m in red.told("gone")] == ["black"]


async def test_a_premove_is_played_whichever_node_hears_of_its_ply(nodes: Pair) -> None:
    room, red, black = await a_spread_game(nodes)
    await black.ask("premove", room=room, ply=1, text="h9g7")

    await red.ask("move", room=room, ply=0, text="h2e2")
    await pass_ms(20)

    assert [m["uci"] for m in red.told("moved")] == ["h2e2", "h9g7"]


async def test_a_premove_cancelled_on_another_node_is_not_played(nodes: Pair) -> None:
    room, red, black = await a_spread_game(nodes)
    tab = await back_at(nodes[0], black.token, room)
    await black.ask("premove", room=room, ply=1, text="h9g7")
    await pass_ms(10)

    await tab.ask("cancel_premove", room=room)
    await pass_ms(10)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await pass_ms(20)

    assert [m["uci"] for m in red.told("moved")] == ["h2e2"]
    assert black.told("premove")[-1]["text"] is None


async def test_a_premove_survives_the_node_that_took_it(nodes: Pair) -> None:
    room, red, black = await a_spread_game(nodes)
    await black.ask("premove", room=room, ply=1, text="h9g7")
    await die(nodes[1], black)

    await red.ask("move", room=room, ply=0, text="h2e2")
    await pass_ms(15_000)

    assert [m["uci"] for m in red.told("moved")] == ["h2e2", "h9g7"]


async def test_whose_node_died_gets_the_time_back_until_the_return(nodes: Pair) -> None:
    room, red, black = await a_spread_game(nodes)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await pass_ms(1_000)

    await die(nodes[1], black)
    await pass_ms(4_000)
    again = await back_at(nodes[0], black.token, room)
    await pass_ms(2_000)

    given = red.told("credited")
    assert {m["reason"] for m in given} == {"failover"}
    assert 3_500 <= sum(m["ms"] for m in given) <= 5_000
    assert [m["version"] for m in again.told("credited")] == [given[-1]["version"]]
    assert red.told("gone") == []


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

    (credit,) = red.told("credited")
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

    assert red.told("credited") == []


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

    assert again.told("room")[0]["status"] == "playing"
    assert sum(m["ms"] for m in again.told("credited")) >= 7_500


async def test_a_move_costs_one_append_and_nothing_else_of_either_node(nodes: Pair) -> None:
    room, red, black = await a_spread_game(nodes)
    for node in nodes:
        node.store.requests.clear()
        node.store.reads = 0
    moves = ["h2e2", "h9g7", "h0g2", "i9h9", "b0c2", "b9c7"]

    for ply, move in enumerate(moves):
        await (red, black)[ply % 2].ask("move", room=room, ply=ply, text=move)
        await pass_ms(1)

    for node, peer in zip(nodes, (red, black), strict=True):
        assert [m["uci"] for m in peer.told("moved")] == moves
        assert (len(node.store.requests), node.store.reads) == (3, 0)


async def test_a_time_without_a_store_is_nobodys_death(nodes: Pair) -> None:
    room, red, black = await a_spread_game(nodes)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await pass_ms(5_000)

    for node in nodes:
        node.store.is_away = True
    await pass_ms(6_000)
    nodes[0].store.is_away = False
    await pass_ms(700)
    nodes[1].store.is_away = False
    await pass_ms(10_000)

    assert {m["reason"] for m in red.told("credited")} == {"outage"}
    assert red.told("gone") == black.told("gone") == []
