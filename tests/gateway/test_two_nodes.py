"""People of one game on different nodes: they notice nothing of it."""

from tests.support.gateways import TERMS, join
from tests.support.two_nodes import Pair, a_spread_game, back_at, die
from tests.support.virtual_time import pass_ms


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


async def test_done_comes_after_what_its_command_caused_even_if_a_newcomer_is_looked_up(
    nodes: Pair,
) -> None:
    north, south = nodes
    red, black = await north.guest(), await south.guest()
    made = await red.ask("invite", terms=TERMS, side="red")
    await join(made["room"], red, black)
    north.store.load_ms = 500
    await black.ask("sit", room=made["room"], seat_key=made["seat_key"])
    await pass_ms(10)

    done = await red.ask("abort", room=made["room"])
    await pass_ms(1_000)

    assert done["type"] == "done"
    told = [m["type"] for m in red.heard if m["type"] in ("seated", "ended") or m == done]
    assert told == ["seated", "ended", "done"]


async def test_a_pair_found_on_one_node_is_told_to_the_player_on_the_other(nodes: Pair) -> None:
    ann, ben = await nodes[0].guest(), await nodes[1].guest()
    for peer in (ann, ben):
        await peer.ask("watch_lobby")
    await ann.ask("seek", terms=TERMS, side="red")
    await pass_ms(500)
    (seek,) = [s for m in ben.told("lobby_change", "lobby_changed") for s in m["opened"]]

    await ben.ask("accept_seek", seek=seek["id"])
    await pass_ms(300)

    (game,) = ann.told("game_opened")
    assert [m["room"] for m in ben.told("game_opened")] == [game["room"]]
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
    at_most = [peer.told("presence")[-1]["spectators"] for peer in (red, black)]

    watchers[0].hang_up()
    await pass_ms(3_000)
    after_one = [peer.told("presence")[-1]["spectators"] for peer in (red, black)]
    await die(nodes[0], red, *watchers[1:2])
    await pass_ms(20_000)

    assert (at_most, after_one) == ([3, 3], [2, 2])
    assert black.told("presence")[-1]["spectators"] == 1


async def test_players_online_are_counted_over_all_nodes(nodes: Pair) -> None:
    ann, ben, eve = await nodes[0].guest(), await nodes[1].guest(), await nodes[1].guest()
    await pass_ms(6_000)

    await ann.ask("watch_lobby")

    assert ann.told("lobby")[0]["players_online"] == 3
    assert (ben.closed, eve.closed) == (None, None)


async def test_a_player_on_the_other_node_is_here_from_the_first_moment(nodes: Pair) -> None:
    room, _, _ = await a_spread_game(nodes)
    eve = await nodes[0].guest()
    await join(room, eve)
    await pass_ms(2_500)

    crowd = eve.told("presence")[-1]

    assert (crowd["red_online"], crowd["black_online"]) == (True, True)


async def test_gone_is_only_whom_no_node_sees(nodes: Pair) -> None:
    room, red, black = await a_spread_game(nodes)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await black.ask("move", room=room, ply=1, text="h9g7")
    tab = await nodes[0].guest(token=black.token)
    black.hang_up()
    await pass_ms(30_000)
    assert red.told("disconnected") == []

    tab.hang_up()
    await pass_ms(12_000)

    assert [m["side"] for m in red.told("disconnected")] == ["black"]


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

    credited = {m["reason"]: m["ms"] for m in red.told("time_credited")}
    assert credited["outage"] >= 6_000
    assert credited["failover"] <= 1_000  # what Black's own node came back later
    assert red.told("disconnected") == black.told("disconnected") == []


async def test_who_comes_from_a_node_that_knew_more_finds_no_older_state(nodes: Pair) -> None:
    room, red, _ = await a_spread_game(nodes)
    nodes[1].store.is_deaf = True
    await red.ask("move", room=room, ply=0, text="h2e2")
    known = red.told("moved")[-1]["version"]
    eve = await nodes[1].guest()

    eve.say("join", room=room, since=known)
    for node in nodes:
        await node.settle()

    told = [m["version"] for m in eve.heard if "version" in m and m["type"] != "refused"]
    assert min(told) >= known
    assert eve.told("done")


async def test_nothing_is_refused_on_a_state_that_lags(nodes: Pair) -> None:
    room, red, black = await a_spread_game(nodes)
    nodes[1].store.is_deaf = True
    await red.ask("move", room=room, ply=0, text="h2e2")

    answer = await black.ask("move", room=room, ply=1, text="h9g7")

    assert answer["type"] == "done"
    assert [m["uci"] for m in black.told("moved")] == ["h2e2", "h9g7"]


SIGN_UP = {"name": "An Nan", "password": "nine dragons and a horse"}


async def test_a_guest_who_signed_up_at_another_node_is_told_so_once_the_store_is_asked(
    nodes: Pair,
) -> None:
    first = await nodes[0].guest()
    second = await nodes[1].guest(token=first.token)
    await second.ask("sign_up", **SIGN_UP)

    await first.ask("invite", terms=TERMS)

    assert first.told("account")[0]["name"] == "An Nan"


async def test_a_guest_who_signed_up_at_another_node_is_told_so_when_it_comes_here_again(
    nodes: Pair,
) -> None:
    first = await nodes[0].guest()
    room, *_ = await a_spread_game(nodes)
    await join(room, first)
    second = await nodes[1].guest(token=first.token)
    await second.ask("sign_up", **SIGN_UP)
    await pass_ms(1_000)

    third = await nodes[0].guest(token=first.token)
    await pass_ms(1_000)

    assert first.told("account")[0]["name"] == third.welcome["name"] == "An Nan"
    assert first.told("presence")[-1]["names"] == ["An Nan"]


async def test_who_was_signed_out_at_another_node_does_nothing_more_as_a_new_guest(
    nodes: Pair,
) -> None:
    first = await nodes[0].guest()
    second = await nodes[1].guest(token=first.token)
    await second.ask("sign_up", **SIGN_UP)
    await second.ask("sign_out", everywhere=True)

    answer = await first.ask("set_settings", settings={"theme": "dark"})
    await pass_ms(1_000)

    assert answer["code"] == "signed_out"
    assert first.closed is not None
