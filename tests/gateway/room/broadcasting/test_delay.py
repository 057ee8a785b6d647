"""Spectators who are told late: a version and a digest of their own, and a lossless end."""

from itertools import pairwise

import pytest

from tests.support.gateways import (
    TERMS,
    Message,
    Node,
    Peer,
    a_game,
    a_node,
    forget,
    have_named,
    join,
)
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.gateway.room.broadcasting.delay import TimeThere
from xiangqi_server.kernel.store.values import Outage
from xiangqi_server.net.http.http import Request, Response
from xiangqi_server.net.ports import Format

DELAY_MS = 30_000
MOVES = ("h2e2", "h9g7", "h0g2", "i9h9")
EVENTS = (
    "moved",
    "offered",
    "declined",
    "time_given",
    "took_back",
    "warned",
    "disconnected",
    "ended",
)


async def a_late_room() -> tuple[Node, str, Peer, Peer, Peer]:
    """A running node, a game told late, its players, and one who watches from the start."""
    node = await a_node()
    red, black = await node.guest(), await node.guest(Format.MSGPACK)
    room = await a_game(red, black, delay_ms=DELAY_MS)
    watcher = await node.guest()
    await join(room, watcher)
    forget([red, black, watcher])
    return node, room, red, black, watcher


async def play(room: str, red: Peer, black: Peer, *, think_ms: int = 10_000) -> None:
    """Play the moves, each some time after the one before."""
    for ply, text in enumerate(MOVES):
        await pass_ms(think_ms)
        (black if ply % 2 else red).say("move", room=room, ply=ply, text=text)
    await pass_ms(10)


def versions(peer: Peer) -> list[int]:
    """The versions of the events a peer was told."""
    return [message["version"] for message in peer.told(*EVENTS)]


def beat_of(peer: Peer) -> list[object]:
    """Version and digest of the room in the last beat."""
    return list(peer.told("ping")[-1]["rooms"][0][1:])


async def test_events_reach_a_spectator_when_the_delay_is_over_and_players_at_once() -> None:
    node, room, red, black, watcher = await a_late_room()
    async with node.running():
        await play(room, red, black, think_ms=9_000)  # at 9, 18, 27 and 36 s
        before = versions(watcher)
        await pass_ms(12_300)

        assert versions(red) == versions(black) == [3, 4, 5, 6]
        assert before == []
        assert versions(watcher) == [3, 4]


def test_a_delay_is_longer_by_the_outages_that_fall_into_it() -> None:
    outages = (Outage(500, 1_000), Outage(1_900, 2_500), Outage(3_400, 3_600), Outage(9_000, 9_900))

    waits = [TimeThere(now_ms, outages).until(2_000, 1_000) for now_ms in (2_500, 3_690, 3_700)]

    assert waits == [1_200, 10, 0]
    assert TimeThere(2_500).until(2_000, 1_000) == 500


async def test_an_event_is_told_at_its_very_moment_however_slow_the_ticks_of_a_node_are() -> None:
    node, room, red, _, watcher = await a_late_room()  # without ticks: a busy loop has few
    await red.ask("move", room=room, ply=0, text="h2e2")

    await pass_ms(DELAY_MS - 1)
    before = versions(watcher)
    await pass_ms(2)
    await node.settle()

    assert before == []
    assert versions(watcher) == [3]


async def test_what_is_due_while_the_store_is_away_is_told_when_it_is_back() -> None:
    node, room, red, _, watcher = await a_late_room()
    await red.ask("move", room=room, ply=0, text="h2e2")
    async with node.running():
        await pass_ms(DELAY_MS // 2)
        node.store.is_away = True
        await pass_ms(DELAY_MS)
        node.store.is_away = False
        await pass_ms(3_000)

    assert versions(watcher)[0] == 3


async def test_a_beat_tells_a_spectator_its_own_version_and_digest() -> None:
    node, room, red, black, watcher = await a_late_room()
    async with node.running():
        await play(room, red, black)
        for _ in range(100):
            if watcher.kinds()[-2:] != ["moved", "ping"]:
                await pass_ms(200)

        *_, (moved, told) = pairwise(watcher.told("moved", "ping"))
        assert (moved["type"], told["type"]) == ("moved", "ping")
        assert beat_of(watcher) == [moved["version"], moved["digest"]]
        assert moved["version"] < beat_of(red)[0] == 6


async def test_who_joins_late_sees_the_game_as_it_was_then_on_any_node() -> None:
    node, room, red, black, _ = await a_late_room()
    async with node.running():
        await play(room, red, black)
        other = await a_node(node.store, "m")
        await pass_ms(5_300)
        rooms = []
        for place in (node, other):
            peer = place.connect()
            peer.say("hello")
            peer.say("join", id="j", room=room)
            await pass_ms(10)
            rooms.append((peer.told("room")[0], peer.told("done")[0]))

        for told, done in rooms:
            assert told["version"] == done["version"] == 3
            assert told["digest"] == done["digest"] == red.told("moved")[0]["digest"]
            assert [line[0] for line in told["moves"]] == ["h2e2"]
            assert told["behind_ms"] == DELAY_MS


async def test_the_end_brings_everything_that_is_outstanding_in_order() -> None:
    node, room, red, black, watcher = await a_late_room()
    async with node.running():
        await play(room, red, black)
        black.say("offer", room=room, what="draw", ply=4)
        red.say("give_time", room=room)
        await pass_ms(10)
        red.say("resign", room=room)
        await pass_ms(10)

        assert watcher.told(*EVENTS) == red.told(*EVENTS)
        assert versions(watcher) == [3, 4, 5, 6, 7, 8, 9]
        watcher.say("export", room=room)
        red.say("export", room=room)
        await pass_ms(10)
        assert watcher.told("pgn")[0]["text"] == red.told("pgn")[0]["text"]


async def test_a_spectator_who_comes_back_gets_what_it_missed_and_no_more() -> None:
    node, room, red, black, watcher = await a_late_room()
    async with node.running():
        await play(room, red, black)
        await pass_ms(15_300)
        watcher.forget()
        watcher.say("join", id="j", room=room, since=3)
        await pass_ms(10)

        assert versions(watcher) == [4]
        assert watcher.told("done")[0]["version"] == 4


async def test_a_refusal_does_not_tell_a_spectator_how_far_the_game_is() -> None:
    node, room, red, black, watcher = await a_late_room()
    async with node.running():
        await play(room, red, black, think_ms=9_000)
        for kind in ("sit", "resign"):
            watcher.say(kind, room=room)
        await pass_ms(10)

        assert [message["version"] for message in watcher.told("refused")] == [2, 2]


async def test_players_and_the_plain_link_get_their_own_file_of_a_running_game() -> None:
    node, room, red, black, watcher = await a_late_room()
    async with node.running():
        await play(room, red, black)
        await pass_ms(5_300)
        red.say("export", room=room, notation="uci")
        watcher.say("export", room=room, notation="uci")
        await pass_ms(10)
        link = await fetch(node, f"/game/{room}.pgn?notation=uci")

        live, late = (peer.told("pgn")[0]["text"] for peer in (red, watcher))
        assert all(move in live for move in MOVES)
        assert late == link.body.decode()
        assert "h2e2" in late
        assert "h9g7" not in late


async def fetch(node: Node, target: str) -> Response:
    """What the plain link gives."""
    answer = node.gateway.exports.answer(Request("GET", target, {}))
    assert answer is not None
    return answer if isinstance(answer, Response) else await answer


async def test_a_game_without_delay_is_told_to_everybody_alike() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    watcher = await node.guest()
    await join(room, watcher)
    told: Message = watcher.told("room")[0]

    await red.ask("move", room=room, ply=0, text="h2e2")

    assert told["behind_ms"] == 0
    assert versions(watcher) == versions(black) == [3]


async def test_who_watched_and_then_takes_the_free_seat_misses_nothing() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest(Format.MSGPACK)
    invited = await red.ask("invite", terms={**TERMS, "delay_ms": DELAY_MS}, side="red")
    room = str(invited["room"])
    await join(room, black, red)
    forget([red, black])

    done = await black.ask("sit", room=room, seat_key=invited["seat_key"])
    await red.ask("move", room=room, ply=0, text="h2e2")

    told = [(m["type"], m["version"]) for m in black.told("seated", "moved")]
    assert done["version"] == 2
    assert told == [("seated", 2), ("moved", 3)]
    assert black.told("seated") == red.told("seated")


@pytest.mark.parametrize("joins_ms", [0, 600])
async def test_what_ratings_the_players_came_with_is_told_late_too(joins_ms: int) -> None:
    node = await a_node()
    red, black, eve = [await node.guest() for _ in range(3)]
    for peer, name in ((red, "Ann"), (black, "Ben")):
        await have_named(node, peer, name)
    heard_ms: list[int] = []
    async with node.running():
        node.store.append_ms = 40
        terms = {**TERMS, "rated": True, "delay_ms": DELAY_MS}
        invited = await red.ask("invite", terms=terms, side="red")
        await join(str(invited["room"]), red, black)
        black.say("sit", room=invited["room"], seat_key=invited["seat_key"])
        await pass_ms(joins_ms)
        await join(str(invited["room"]), eve)
        while len(heard_ms) < 2:
            await pass_ms(20)
            heard_ms += [store_ms()] * (len(eve.told("rating_known")) - len(heard_ms))

    stamps_ms = [m["at_ms"] for m in eve.told("rating_known")]
    late_ms = [heard - stamp for heard, stamp in zip(heard_ms, stamps_ms, strict=True)]
    assert all(DELAY_MS <= ms <= DELAY_MS + 100 for ms in late_ms), late_ms
