from tests.support.gateways import TERMS, Node, a_node, forget
from tests.support.virtual_time import pass_ms
from xiangqi_server.aggregates.lobby.pairing import GATHER_MS
from xiangqi_server.net.ports import Format


async def paired(node: Node) -> None:
    """Let the lobby pair those who wait, and the room be opened."""
    await pass_ms(2 * GATHER_MS)
    await node.settle()


async def test_the_lobby_is_shown_whole_and_then_by_what_changed_in_a_tick() -> None:
    node = await a_node()
    ann, ben = await node.guest(), await node.guest(Format.MSGPACK)
    await ben.ask("watch_lobby")
    node.gateway.tick_loop.tick()
    forget([ben])

    await ann.ask("seek", terms=TERMS, side="red")
    await ann.ask("queue", pool="5+3")
    before = list(ben.heard)
    node.gateway.tick_loop.tick()
    node.gateway.tick_loop.tick()
    await node.settle()

    (changed,) = ben.told("lobby_changed")
    assert before == []
    assert [seek["player"] for seek in changed["opened"]] == [ann.player]
    assert (changed["closed"], changed["waiting"]) == ([], {"5+3": 1})


async def test_a_change_of_the_lobby_is_encoded_once_for_each_format() -> None:
    node = await a_node()
    watchers = [await node.guest(form) for form in (Format.JSON, Format.MSGPACK) * 2]
    for watcher in watchers:
        await watcher.ask("watch_lobby")
    node.gateway.tick_loop.tick()
    forget(watchers)

    await watchers[0].ask("seek", terms=TERMS)
    forget(watchers)
    node.gateway.tick_loop.tick()
    await node.settle()

    frames = [watcher.frames_of("lobby_changed") for watcher in watchers]
    assert [len(told) for told in frames] == [1, 1, 1, 1]
    assert frames[0][0] is frames[2][0]
    assert frames[1][0] is frames[3][0]


async def test_newcomers_get_the_same_frame_unless_something_in_it_is_their_own_or_hidden() -> None:
    node = await a_node()
    ann, ben, cleo, dan = [await node.guest() for _ in range(4)]
    await ann.ask("seek", terms=TERMS, side="red")
    await dan.ask("ignore", player=ann.player)

    for peer in (ann, ben, cleo, dan):
        await peer.ask("watch_lobby")

    (own,), (first,), (second,), (hidden,) = [
        peer.frames_of("lobby") for peer in (ann, ben, cleo, dan)
    ]
    assert first is second
    assert own is not first
    assert hidden is not first
    assert [len(peer.told("lobby")[0]["seeks"]) for peer in (ann, ben, dan)] == [1, 1, 0]


async def test_a_newcomer_sees_what_is_there_and_what_is_ones_own() -> None:
    node = await a_node()
    ann = await node.guest()
    await ann.ask("seek", terms=TERMS, side="black")
    await ann.ask("queue", pool="3+2")

    await ann.ask("watch_lobby")

    lobby = ann.told("lobby")[0]
    assert lobby["your_seek"] == lobby["seeks"][0]["id"]
    assert lobby["your_pools"] == ["3+2"]
    assert lobby["players_online"] == 1
    assert {pool["name"]: pool["waiting"] for pool in lobby["pools"]}["3+2"] == 1


async def test_who_leaves_the_lobby_hears_nothing_of_it() -> None:
    node = await a_node()
    ann, ben = await node.guest(), await node.guest()
    await ben.ask("watch_lobby")
    await ben.ask("leave_lobby")
    forget([ben])

    await ann.ask("seek", terms=TERMS)
    node.gateway.tick_loop.tick()

    assert set(ben.kinds()) <= {"ping"}


async def test_a_pair_is_told_of_its_game_on_every_connection() -> None:
    node = await a_node()
    ann, ben = await node.guest(), await node.guest(Format.MSGPACK)
    phone = await node.guest(token=ann.told("welcome")[0]["token"])

    await ann.ask("queue", pool="5+3")
    await ben.ask("queue", pool="5+3")
    await paired(node)

    games = [peer.told("game_opened") for peer in (ann, phone, ben)]
    assert [len(told) for told in games] == [1, 1, 1]
    assert games[0] == games[1]
    assert games[0][0]["room"] == games[2][0]["room"]
    assert {games[0][0]["side"], games[2][0]["side"]} == {"red", "black"}
    joined = await ben.ask("join", room=games[0][0]["room"])
    assert joined["type"] == "done"


async def test_a_seek_is_taken_by_another_player_only() -> None:
    node = await a_node()
    ann, ben = await node.guest(), await node.guest()
    await ann.ask("seek", terms=TERMS, side="red")
    await ben.ask("watch_lobby")
    seek = ben.told("lobby")[0]["seeks"][0]["id"]

    own = await ann.ask("accept_seek", seek=seek)
    taken = await ben.ask("accept_seek", seek=seek)
    late = await ben.ask("accept_seek", seek=seek)

    assert (own["code"], taken["type"], late["code"]) == ("own_seek", "done", "no_such_seek")
    assert ann.told("game_opened")[0]["side"] == "red"
    assert ben.told("game_opened")[0]["side"] == "black"


async def test_offers_of_whom_one_ignores_are_not_shown_nor_ones_own_to_them() -> None:
    node = await a_node()
    ann, ben, cho = await node.guest(), await node.guest(), await node.guest()
    await ben.ask("seek", terms=TERMS)
    await ann.ask("ignore", player=ben.player)
    for peer in (ann, ben, cho):
        await peer.ask("watch_lobby")
    node.gateway.tick_loop.tick()
    forget([ann, ben, cho])

    await ben.ask("seek", terms=TERMS, side="red")
    await ann.ask("seek", terms=TERMS, side="black")
    await ann.ask("watch_lobby")
    node.gateway.tick_loop.tick()

    (whole,) = ann.told("lobby")
    shown = [
        [seek["player"] for one in peer.told("lobby_changed") for seek in one["opened"]]
        for peer in (ann, ben, cho)
    ]
    assert [seek["player"] for seek in whole["seeks"]] == [ann.player]
    assert shown == [[ann.player], [ben.player], [ben.player, ann.player]]
