from server.gateway.pulse import ABSENT_MS, BEAT_MS
from server.session.tokens import guest_name
from tests.support.gateways import TERMS, a_full_room, a_game, a_node, forget
from tests.support.virtual_time import pass_ms


async def test_beats_go_to_each_connection_once_a_round_with_its_rooms() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    silent = node.connect()
    room = await a_game(red, black)
    replicas = [red.told("seated")[-1][name] for name in ("version", "digest")]
    forget([red, black])

    async with node.running():
        await pass_ms(BEAT_MS)
    (beat,) = red.told("beat")
    red.say("beat", n=beat["n"])
    red.forget()
    async with node.running():
        await pass_ms(BEAT_MS)

    assert beat["rooms"] == [[room, *replicas]]
    assert beat["rtt_ms"] is None
    assert red.told("beat")[0]["rtt_ms"] is not None
    assert silent.heard == []


async def test_spectators_are_counted_by_connection_and_players_are_not() -> None:
    node = await a_node()
    room, red, black, watchers = await a_full_room(node)
    node.gateway.pulse.tick()
    full = red.told("crowd")[-1]

    watchers[0].hang_up()
    black.hang_up()
    node.gateway.pulse.tick()

    assert full == {
        "type": "crowd",
        "room": room,
        "spectators": 4,
        "names": [guest_name(watcher.player) for watcher in watchers],
        "red_here": True,
        "black_here": True,
    }
    assert red.told("crowd")[-1] == {
        **full,
        "spectators": 3,
        "names": full["names"][1:],
        "black_here": False,
    }


async def test_the_crowd_is_told_only_when_it_changed() -> None:
    node = await a_node()
    _, red, _, _ = await a_full_room(node)
    node.gateway.pulse.tick()
    forget([red])

    for _ in range(5):
        node.gateway.pulse.tick()

    assert red.told("crowd") == []


async def test_a_player_away_for_a_while_is_taken_out_and_one_who_returns_is_not() -> None:
    node = await a_node()
    ann, ben, eve = await node.guest(), await node.guest(), await node.guest()
    for one in (ann, ben):
        await one.ask("seek", terms=TERMS)
    await eve.ask("watch_lobby")

    async with node.running():
        ann.hang_up()
        ben.hang_up()
        await pass_ms(ABSENT_MS // 2)
        await node.guest(token=ben.told("welcome")[0]["token"])
        early = list(eve.told("lobby_changed"))
        await pass_ms(ABSENT_MS // 2 + 2 * BEAT_MS)
        closed = [seek for change in eve.told("lobby_changed") for seek in change["closed"]]
        await eve.ask("watch_lobby")

    assert [seek for change in early for seek in change["closed"]] == []
    assert len(closed) == 1
    assert [seek["player"] for seek in eve.told("lobby")[-1]["seeks"]] == [ben.player]


async def test_one_of_two_connections_is_enough_to_stay() -> None:
    node = await a_node()
    ann = await node.guest()
    phone = await node.guest(token=ann.told("welcome")[0]["token"])
    await ann.ask("seek", terms=TERMS)

    async with node.running():
        ann.hang_up()
        await pass_ms(2 * ABSENT_MS)
        await phone.ask("watch_lobby")

    assert len(phone.told("lobby")[-1]["seeks"]) == 1
