"""Who is gone, who is back, and that nobody is blamed who has a connection anywhere."""

import asyncio

from tests.support.gateways import Message, Node, Peer, a_game, a_node, forget
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.aggregates.players.kind import PLAYER
from xiangqi_server.gateway.cluster.presence import IN_A_TURN, SEEN_MS
from xiangqi_server.gateway.connection.client import PING_MS, TICK_MS
from xiangqi_server.kernel.host.view import key

BULLET = {"type": "fischer", "main_ms": 60_000, "increment_ms": 0}
GRACE_MS = 15_000
SETTLED_MS = 11_000


async def a_settled_game(node: Node) -> tuple[str, Peer, Peer]:
    """A game on a node that has run for a while; Red to move."""
    await pass_ms(SETTLED_MS)
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black, clock=BULLET | {"main_ms": 600_000})
    forget([red, black])
    return room, red, black


def told_of_leaving(peer: Peer) -> list[tuple[str, str]]:
    """What a peer heard of who has left and is back."""
    return [
        (message["type"], message["side"]) for message in peer.told("disconnected", "reconnected")
    ]


async def come_back(node: Node, token: str) -> Peer:
    """A player on a new connection."""
    again = node.connect()
    again.say("hello", token=token)
    await pass_ms(100)
    return again


async def test_who_loses_the_last_connection_is_gone_after_five_seconds() -> None:
    node = await a_node()
    async with node.running():
        room, red, black = await a_settled_game(node)
        left_ms = store_ms()
        black.hang_up()

        await pass_ms(4_900)
        early = told_of_leaving(red)
        await pass_ms(1_500)

        (gone,) = red.told("disconnected")
        assert early == []
        assert (gone["room"], gone["side"]) == (room, "black")
        assert 5_000 <= gone["claimable_at_ms"] - 60_000 - left_ms <= 6_500


async def test_flapping_connections_leave_nobody_gone() -> None:
    node = await a_node()
    async with node.running():
        _, red, black = await a_settled_game(node)
        token = black.token
        for _ in range(6):
            black.hang_up()
            await pass_ms(4_000)
            black = await come_back(node, token)
            await pass_ms(600)

        assert told_of_leaving(red) == []


async def test_a_second_tab_keeps_its_player_here() -> None:
    node = await a_node()
    async with node.running():
        _, red, black = await a_settled_game(node)
        await come_back(node, black.token)

        black.hang_up()
        await pass_ms(20_000)

        assert told_of_leaving(red) == []


async def test_a_player_connected_to_another_node_is_here() -> None:
    node = await a_node()
    other = await a_node(node.store, "m")
    async with node.running(), other.running():
        _, red, black = await a_settled_game(node)
        elsewhere = await come_back(other, black.token)

        black.hang_up()
        await pass_ms(20_000)
        here = told_of_leaving(red)
        elsewhere.hang_up()
        await pass_ms(20_000)

        assert here == []
        assert told_of_leaving(red) == [("disconnected", "black")]


async def test_who_comes_back_anywhere_is_back_without_joining_the_room() -> None:
    node = await a_node()
    async with node.running():
        _, red, black = await a_settled_game(node)
        black.hang_up()
        await pass_ms(10_000)

        await come_back(node, black.token)
        await pass_ms(1_000)

        assert told_of_leaving(red) == [("disconnected", "black"), ("reconnected", "black")]


async def test_after_a_restart_whoever_holds_the_room_notices_who_did_not_come_back() -> None:
    first = await a_node()
    async with first.running():
        room, red, _ = await a_settled_game(first)
    second = await a_node(first.store, "m")
    async with second.running():
        again = await come_back(second, red.token)
        await join_soon(room, again)
        await pass_ms(9_000)
        early = told_of_leaving(again)
        await pass_ms(SEEN_MS)

        assert early == []
        assert told_of_leaving(again) == [("disconnected", "black")]


async def join_soon(room: str, peer: Peer) -> None:
    """Join while the node runs by itself."""
    peer.say("join", room=room)
    await pass_ms(100)


async def test_a_game_is_claimed_when_the_countdown_is_over_and_not_before() -> None:
    node = await a_node()
    async with node.running():
        await pass_ms(SETTLED_MS)
        red, black = await node.guest(), await node.guest()
        room = await a_game(red, black, clock=BULLET)
        await red.ask("move", room=room, ply=0, text="h2e2")
        await black.ask("move", room=room, ply=1, text="h9g7")
        await red.ask("move", room=room, ply=2, text="h0g2")
        refused = [await red.ask("claim", room=room, what="win")]
        black.hang_up()
        await pass_ms(7_000)

        refused.append(await red.ask("claim", room=room, what="win"))
        await pass_ms(refused[1]["retry_ms"] or 0)
        done = await red.ask("claim", room=room, what="win")

        assert [answer["code"] for answer in refused] == ["not_disconnected", "claim_too_soon"]
        assert 0 < refused[1]["retry_ms"] <= GRACE_MS
        assert done["type"] == "done"
        (ended,) = red.told("ended")
        assert (ended["outcome"]["winner"], ended["outcome"]["ending"]) == ("red", "abandoned")


async def test_by_days_nobody_is_ever_gone() -> None:
    node = await a_node()
    async with node.running():
        await pass_ms(SETTLED_MS)
        red, black = await node.guest(), await node.guest()
        await a_game(red, black, clock={"type": "correspondence", "days": 3})

        black.hang_up()
        await pass_ms(60_000)

        assert told_of_leaving(red) == []


async def test_a_pause_of_ours_blames_nobody() -> None:
    node = await a_node()
    async with node.running():
        _, red, black = await a_settled_game(node)
        node.store.is_away = True
        await red.ask("move", room="none", ply=0, text="h2e2")
        await pass_ms(30_000)
        black.hang_up()
        await pass_ms(3_000)
        node.store.is_away = False
        await pass_ms(9_000)
        await come_back(node, black.token)
        await pass_ms(20_000)

        assert told_of_leaving(red) == []


async def test_the_crowd_tells_who_is_here_before_the_room_does() -> None:
    node = await a_node()
    async with node.running():
        _, red, black = await a_settled_game(node)
        await pass_ms(3_000)

        black.hang_up()
        await pass_ms(500)

        last: Message = red.told("presence")[-1]
        assert (last["red_online"], last["black_online"]) == (True, False)


async def answer_beats(peer: Peer, beats: int) -> None:
    """Answer each heartbeat as it comes, so many times."""
    for _ in range(beats):
        peer.forget()
        while not peer.told("ping"):
            await pass_ms(100)
        peer.say("pong", n=peer.told("ping")[-1]["n"])


async def test_who_stops_to_answer_beats_is_away_within_ten_seconds_and_back_when_heard() -> None:
    node = await a_node()
    async with node.running():
        _, red, black = await a_settled_game(node)
        await answer_beats(black, 2)
        red.forget()

        await pass_ms(2 * PING_MS)
        early = red.told("presence")
        await pass_ms(2 * PING_MS)
        away = red.told("presence")[-1]
        await pass_ms(6_500)
        gone = told_of_leaving(red)
        await answer_beats(black, 1)
        await pass_ms(1_500)

        assert early == []
        assert away["black_online"] is False
        assert gone == [("disconnected", "black")]
        assert told_of_leaving(red)[-1] == ("reconnected", "black")
        assert red.told("presence")[-1]["black_online"] is True
        assert black.closed is None


async def test_a_silent_player_is_missed_on_another_node_too() -> None:
    node = await a_node()
    other = await a_node(node.store, "m")
    async with node.running(), other.running():
        room, red, black = await a_settled_game(node)
        far = await come_back(other, red.token)
        await join_soon(room, far)
        red.hang_up()
        await answer_beats(black, 2)
        far.forget()

        await pass_ms(4 * PING_MS + 8_000)

        assert told_of_leaving(far) == [("disconnected", "black")]
        assert far.told("presence")[-1]["black_online"] is False


async def test_a_program_that_never_answers_a_beat_is_not_missed() -> None:
    node = await a_node()
    async with node.running():
        _, red, _ = await a_settled_game(node)

        await pass_ms(20_000)

        assert told_of_leaving(red) == []


async def test_who_leaves_while_many_are_looked_through_is_not_seen_any_more() -> None:
    node = await a_node(store := MemoryStore(store_ms))
    red, black = await node.guest(), await node.guest()
    await a_game(red, black)
    for _ in range(2 * IN_A_TURN):
        await node.guest()

    for _ in range(4_000 // TICK_MS):
        node.gateway.tick_loop.tick()
    await asyncio.sleep(0)  # the first are looked through
    red.hang_up()
    await node.settle()
    holders = store.side.presence.holders
    seen = [len(await holders(key(PLAYER, one.player))) for one in (red, black)]

    assert seen == [0, 1]
