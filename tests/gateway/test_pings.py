"""Who is pinged how often, and what a pong costs."""

from tests.support.gateways import TERMS, Message, Node, Peer, a_full_room, a_node, forget
from tests.support.virtual_time import pass_ms
from xiangqi_server.gateway.connection.client import IDLE_PING_MS, PING_MS, PLAYING_PING_MS, TICK_MS
from xiangqi_server.gateway.connection.round_trips import SILENT_PINGS
from xiangqi_server.gateway.pings import IDLE_ROUNDS, MEASURED_MS, SLICE, TICKS_A_ROUND


def rounds(node: Node, count: int, *peers: Peer) -> list[list[int]]:
    """How soon the next ping was promised by those that each peer got and answered, by peer."""
    forget(peers)
    for _ in range(count * TICKS_A_ROUND):
        node.gateway.tick_loop.tick()
        for peer in peers:
            answer(peer)
    return [[ping["next_ms"] for ping in peer.told("ping")] for peer in peers]


def answer(peer: Peer) -> None:
    """Answer the latest ping, unless it was answered."""
    pings: list[Message] = peer.told("ping")
    if pings and pings[-1].setdefault("answered", False) is False:
        pings[-1]["answered"] = True
        peer.say("pong", n=pings[-1]["n"])


async def test_who_is_on_move_or_seeks_is_pinged_every_round_and_others_less_often() -> None:
    node = await a_node()
    room, red, black, watchers = await a_full_room(node)
    seeker, idler = await node.guest(), await node.guest()
    await seeker.ask("seek", terms=TERMS)
    everybody = (red, black, seeker, watchers[0], idler)
    rounds(node, 1, *everybody)

    to_move, waits, seeks, watching, idle = rounds(node, 2 * IDLE_ROUNDS, *everybody)
    await red.ask("move", room=room, ply=0, text="h2e2")
    waits_now, to_move_now = rounds(node, 2 * IDLE_ROUNDS, red, black)

    assert to_move == seeks == to_move_now == [PING_MS] * 2 * IDLE_ROUNDS
    assert waits == [PLAYING_PING_MS] * IDLE_ROUNDS
    assert set(waits_now) == {PLAYING_PING_MS}
    assert len(waits_now) in (IDLE_ROUNDS, IDLE_ROUNDS + 1)  # one was promised by its last
    assert watching == idle == [IDLE_PING_MS] * 2


async def test_who_thinks_for_long_is_pinged_as_often_as_who_waits_until_the_next_turn() -> None:
    node = await a_node()
    room, red, black, _ = await a_full_room(node)
    rounds(node, 1, red, black)

    await pass_ms(MEASURED_MS)
    thinks, _ = rounds(node, 2 * IDLE_ROUNDS, red, black)
    for ply, (player, text) in enumerate(((red, "h2e2"), (black, "h9g7"))):
        await player.ask("move", room=room, ply=ply, text=text)
    (begins,) = rounds(node, IDLE_ROUNDS, red)

    assert thinks == [PLAYING_PING_MS] * IDLE_ROUNDS
    assert set(begins) == {PING_MS}


async def test_the_lost_line_of_a_player_who_is_not_on_move_is_noticed_within_ten_seconds() -> None:
    node = await a_node()
    _, _, black, _ = await a_full_room(node)
    rounds(node, 3, black)
    forget([black])

    for _ in range(10_000 // TICK_MS):
        node.gateway.tick_loop.tick()

    assert len(black.told("ping")) >= SILENT_PINGS


async def test_what_a_ping_promises_of_the_next_one_is_kept_when_a_game_ends() -> None:
    node = await a_node()
    room, red, _, _ = await a_full_room(node)
    rounds(node, 2, red)
    await red.ask("resign", room=room)

    (told,) = rounds(node, 2 * IDLE_ROUNDS, red)

    assert told[0] == IDLE_PING_MS
    assert 2 <= len(told) <= 3


async def test_a_line_that_never_answers_is_not_pinged_often_for_ever() -> None:
    node = await a_node()
    mute = await node.guest()

    for _ in range(5 * IDLE_ROUNDS * TICKS_A_ROUND):
        node.gateway.tick_loop.tick()

    assert 5 <= len(mute.told("ping")) <= 5 + 3


async def test_the_pong_to_the_latest_ping_is_free_and_others_count() -> None:
    node = await a_node()
    ann = await node.guest()
    rounds(node, 1, ann)
    n = ann.told("ping")[-1]["n"]

    for _ in range(200):
        ann.say("pong", n=n)

    assert "too_fast" in {message["code"] for message in ann.told("refused")}


async def test_of_many_a_few_are_pinged_at_once_and_who_has_gone_meanwhile_is_not() -> None:
    node = await a_node()
    many = [await node.guest() for _ in range(3 * SLICE * TICKS_A_ROUND)]
    at_once = []

    for _ in range(TICKS_A_ROUND):
        before = sum(len(peer.told("ping")) for peer in many)
        node.gateway.tick_loop.tick()
        at_once.append(sum(len(peer.told("ping")) for peer in many) - before)
    waiting = [peer for peer in many if not peer.told("ping")]
    for peer in waiting[::2]:
        peer.hang_up()
    await node.settle()

    assert at_once == [SLICE] * TICKS_A_ROUND
    assert [len(peer.told("ping")) for peer in waiting] == [0, 1] * (len(waiting) // 2)
