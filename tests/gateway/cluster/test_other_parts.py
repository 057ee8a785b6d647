"""The part of the store is away that knows a player: games in other parts go on, and cost nothing.

All that belongs to players is in one part, and the games are in the other.
"""

from collections.abc import AsyncIterator

import pytest

from tests.support.gateways import Node, Peer, a_game, a_node
from tests.support.parted_store import PartedStore
from tests.support.two_nodes import a_spread_game, back_at, die, go_on, rush_back, stop
from tests.support.virtual_time import pass_ms

PLAYERS = 0
BLITZ = {"type": "fischer", "main_ms": 20_000, "increment_ms": 0}
PASSWORD = "correct horse"


class Place:
    """Two nodes on one store of two parts."""

    def __init__(self, store: PartedStore, north: Node, south: Node) -> None:
        self.store, self.north, self.south = store, north, south
        self.nodes = (north, south)

    def lose_players(self) -> None:
        """The part goes away that has all players."""
        self.store.away = {PLAYERS}

    def find_players(self) -> None:
        """It is back."""
        self.store.promote(PLAYERS)


@pytest.fixture
async def place() -> AsyncIterator[Place]:
    """Both nodes have served for a while."""
    store = PartedStore(lambda aggregate: int(aggregate.kind not in ("player", "name")))
    north, south = await a_node(store, "n"), await a_node(store, "s")
    async with north.running(), south.running():
        await pass_ms(11_000)
        yield Place(store, north, south)


def credited(peer: Peer) -> int:
    """How much a peer was told that somebody got back."""
    return sum(m["ms"] for m in peer.told("time_credited"))


async def first_moves(room: str, red: Peer, black: Peer) -> None:
    """Both have shown that they play, and it is Black's turn."""
    for ply, (who, move) in enumerate(((red, "h2e2"), (black, "h9g7"), (red, "h0g2"))):
        await who.ask("move", room=room, ply=ply, text=move)


async def a_device(node: Node, name: str) -> Peer:
    """A player with an account, by a token that proves nothing without what is stored."""
    owner = await node.guest()
    await owner.ask("sign_up", name=name, password=PASSWORD)
    signed_in = await (await node.guest()).ask("sign_in", name=name, password=PASSWORD)
    owner.hang_up()
    return await node.guest(token=signed_in["token"])


async def test_a_guest_whose_node_died_plays_on_at_once_and_pays_nothing(place: Place) -> None:
    room, red, black = await a_spread_game(place.nodes)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await pass_ms(1_000)

    place.lose_players()
    await die(place.south, black)
    await pass_ms(3_000)
    back = await back_at(place.north, black.token, room)
    moved = await back.ask("move", room=room, ply=1, text="h9g7")
    offered = await back.ask("offer", room=room, what="draw", ply=2)
    await red.ask("move", room=room, ply=2, text="h0g2")
    await pass_ms(4_000)
    place.find_players()
    await pass_ms(3_000)
    await back.ask("move", room=room, ply=3, text="i9h9")

    assert (moved["type"], offered["type"]) == ("done", "done")
    assert 2_500 <= credited(red) <= 4_000
    assert black.player == back.player
    spent_ms = [m["spent_ms"] for m in red.told("moved")]
    assert spent_ms[1] <= 1_500
    assert 6_900 <= spent_ms[3] <= 7_100


async def test_a_move_at_once_on_the_return_is_decided_after_the_credit(place: Place) -> None:
    room, red, black = await a_spread_game(place.nodes)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await pass_ms(1_000)

    place.lose_players()
    await pass_ms(2_000)
    await die(place.south, black)
    await pass_ms(600)
    await rush_back(place.north, black.token, room, "h9g7")

    kinds = [m["type"] for m in red.told("time_credited", "moved")]
    assert kinds == ["moved", "time_credited", "moved"]
    assert red.told("moved")[-1]["spent_ms"] <= 3_100


async def test_a_guest_who_changes_the_node_meanwhile_is_credited_nothing(place: Place) -> None:
    room, red, black = await a_spread_game(place.nodes)
    await red.ask("move", room=room, ply=0, text="h2e2")

    place.lose_players()
    await pass_ms(1_000)
    black.hang_up()
    await pass_ms(2_000)
    back = await back_at(place.north, black.token, room)
    moved = await back.ask("move", room=room, ply=1, text="h9g7")
    await pass_ms(1_000)
    place.find_players()
    await pass_ms(3_000)

    assert moved["type"] == "done"
    assert credited(red) == 0


async def test_what_asks_of_a_player_is_refused_until_its_part_is_back(place: Place) -> None:
    room, red, black = await a_spread_game(place.nodes)
    black.hang_up()
    place.lose_players()
    await pass_ms(1_000)

    back = await back_at(place.north, black.token, room)
    while_away = [
        await back.ask("seek", terms={"clock": BLITZ}),
        await back.ask("set_settings", ruleset="wxf"),
    ]
    place.find_players()
    await pass_ms(1_000)
    later = await back.ask("seek", terms={"clock": BLITZ})

    assert [answer["code"] for answer in while_away][:1] == ["unavailable"]
    assert later["type"] == "done"
    assert red.told("ended") == []


async def test_who_could_not_come_gets_the_whole_time_back(place: Place) -> None:
    red, black = await a_device(place.south, "Ann"), await a_device(place.south, "Ben")
    room = await a_game(red, black, clock=BLITZ)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await black.ask("move", room=room, ply=1, text="h9g7")
    await pass_ms(1_000)

    place.lose_players()
    await pass_ms(500)
    await die(place.south, red, black)
    await place.south.stand_still()
    await pass_ms(3_000)
    refused = await (place.north.connect()).ask("hello", token=red.token)
    await pass_ms(40_000)
    place.find_players()
    await pass_ms(2_000)
    back = await back_at(place.north, red.token, room)
    done = await back.ask("move", room=room, ply=2, text="h0g2")

    assert refused["code"] == "unavailable"
    assert done["type"] == "done"
    (shown,) = back.told("room")
    assert shown["status"] == "playing"
    assert back.told("moved")[-1]["spent_ms"] <= 4_200


async def test_the_flag_of_who_may_be_unable_to_come_waits_for_the_part(place: Place) -> None:
    room, red, black = await a_spread_game(place.nodes, clock=BLITZ)
    await first_moves(room, red, black)
    await pass_ms(1_000)

    place.lose_players()
    await die(place.south, black)
    await place.south.stand_still()
    await pass_ms(60_000)
    while_away = red.told("ended")
    place.find_players()
    await pass_ms(5_000)
    soon = red.told("ended")
    await pass_ms(40_000)

    assert (while_away, soon) == ([], [])
    assert 55_000 <= credited(red) <= 62_000
    assert [ended["outcome"]["ending"] for ended in red.told("ended")] == ["time"]


async def test_the_flag_of_who_is_here_falls_at_its_time(place: Place) -> None:
    room, red, black = await a_spread_game(place.nodes, clock=BLITZ)
    await first_moves(room, red, black)

    place.lose_players()
    await pass_ms(22_000)

    assert [ended["outcome"]["ending"] for ended in red.told("ended")] == ["time"]
    assert credited(red) == 0


async def test_a_node_that_stood_still_credits_its_players_all_the_same(place: Place) -> None:
    room, red, black = await a_spread_game(place.nodes)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await pass_ms(1_000)
    place.lose_players()
    await pass_ms(1_000)

    await stop(place.south)
    await pass_ms(4_000)
    go_on(place.south)
    await black.ask("move", room=room, ply=1, text="h9g7")
    await pass_ms(3_000)

    assert 3_500 <= credited(red) <= 4_600
    assert red.told("moved")[-1]["spent_ms"] <= 2_500


async def test_players_of_a_room_chat_and_agree_to_play_again(place: Place) -> None:
    room, red, black = await a_spread_game(place.nodes)
    place.lose_players()
    await pass_ms(1_000)

    said = await red.ask("chat", room=room, to="players", text="Good luck.")
    await red.ask("resign", room=room)
    await pass_ms(300)
    offered = await black.ask("offer", room=room, what="rematch", ply=0)
    accepted = await red.ask("accept", room=room, what="rematch")

    assert [answer["type"] for answer in (said, offered, accepted)] == ["done"] * 3
    assert len(black.told("chat")) == 1


async def test_a_found_game_waits_for_who_cannot_be_told_of_it() -> None:
    apart: set[str] = set()
    store = PartedStore(lambda aggregate: int(aggregate.id not in apart))
    node = await a_node(store)
    ann, ben = await node.guest(), await node.guest()
    apart.add(ann.player)
    async with node.running():
        await ann.ask("seek", terms={"clock": BLITZ})
        await ben.ask("watch_lobby")
        (seek,) = ben.told("lobby")[0]["seeks"]
        store.away = {PLAYERS}
        await pass_ms(1_000)
        accepted = await ben.ask("accept_seek", seek=seek["id"])
        await pass_ms(90_000)
        untold, waiting = ann.told("game_opened"), ben.told("game_opened")[-1]["room"]
        store.promote(PLAYERS)
        await pass_ms(3_000)
        for peer in (ann, ben):
            await peer.ask("join", room=waiting)
            await peer.ask("ready", room=waiting)
        seats = {str(peer.told("room")[-1]["you"]): peer for peer in (ann, ben)}
        moved = await seats["red"].ask("move", room=waiting, ply=0, text="h2e2")

    assert (accepted["type"], untold, moved["type"]) == ("done", [], "done")
    assert ann.told("game_opened")[0]["room"] == waiting
    assert ben.told("ended") == []
