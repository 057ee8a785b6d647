"""A command sent again is answered like the first time, whatever else would refuse it."""

from collections.abc import Awaitable, Callable
from typing import Final

import pytest

from tests.support.for_each import for_each
from tests.support.gateways import TERMS, Message, Node, Peer, a_game, a_node, join
from tests.support.tournament_peers import announce, members
from tests.support.two_nodes import Pair, a_spread_game
from tests.support.virtual_time import pass_ms
from tests.support.wire_samples import CLIENT
from xiangqi_server.gateway.connection.repeats import Repeats
from xiangqi_server.limits import CHAT, FAULTS, STARTS
from xiangqi_server.wire.client import ClientMessage

CREATING: tuple[Message, ...] = (
    {"kind": "seek", "terms": TERMS},
    {"kind": "queue", "pool": "5+3"},
    {"kind": "invite", "terms": TERMS},
)


async def twice_at_once(node: Node, peer: Peer, kind: str, **fields: object) -> list[Message]:
    """The answers to a command that came doubled."""
    before = len(peer.heard)
    id_ = peer.say(kind, **fields)
    peer.say(kind, id=id_, **fields)
    await node.settle()
    return [message for message in peer.heard[before:] if message.get("id") == id_]


@pytest.mark.parametrize("command", CREATING, ids=lambda command: str(command["kind"]))
async def test_a_copy_is_not_counted_against_what_such_commands_cost(command: Message) -> None:
    node = await a_node()
    guest = await node.guest()
    for _ in range(STARTS.burst - 1):
        await guest.ask("accept_seek", seek="nosuchseek12")

    doubled = await twice_at_once(node, guest, **command)
    later = await guest.ask(**command, id=doubled[0]["id"])
    other = await guest.ask(**command)

    assert [answer["type"] for answer in (*doubled, later)] == ["done"] * 3
    assert len({answer["room"] for answer in (*doubled, later)}) == 1
    assert other["code"] == "too_fast"


async def test_a_line_that_comes_doubled_is_said_and_counted_once() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)

    answers = [
        answer
        for number in range(CHAT.burst)
        for answer in await twice_at_once(
            node, red, "chat", room=room, to="players", text=f"line {number}"
        )
    ]

    assert [answer["type"] for answer in answers] == ["done"] * (2 * CHAT.burst)
    assert len(black.told("chat")) == CHAT.burst


async def test_who_comes_back_and_repeats_need_not_have_joined_again() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    first = await red.ask("offer", id="o1", room=room, what="draw", ply=0)
    await black.ask("decline", room=room, what="draw")
    await red.ask("resign", id="r1", room=room)
    red.hang_up()

    back = await node.guest(token=red.token)
    offered = await back.ask("offer", id="o1", room=room, what="draw", ply=0)
    resigned = await back.ask("resign", id="r1", room=room)
    changed = await back.ask("offer", id="o1", room=room, what="draw", ply=1)

    assert offered == first
    assert resigned["type"] == "done"
    assert changed["type"] == "refused"


async def test_more_than_a_room_knows_is_known_to_the_node() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    moves = {0: ("h2e2", "h9g7"), 1: ("e2h2", "g7h9")}
    for ply in range(0, 40, 2):
        for peer, number in ((red, ply), (black, ply + 1)):
            text = moves[(ply // 2) % 2][number % 2]
            answer = await peer.ask("move", id=f"m{number}", room=room, ply=number, text=text)
            if answer["type"] != "done":
                break

    again = await red.ask("move", id="m0", room=room, ply=0, text="h2e2")

    assert again["type"] == "done"


async def test_what_was_refused_is_judged_anew() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)

    early = await black.ask("move", id="m1", room=room, ply=1, text="h9g7")
    await red.ask("move", room=room, ply=0, text="h2e2")
    later = await black.ask("move", id="m1", room=room, ply=1, text="h9g7")

    assert (early["type"], later["type"]) == ("refused", "done")


async def test_a_tab_that_counts_its_ids_anew_is_not_taken_for_another() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    rooms = [await a_game(red, black) for _ in range(2)]
    tab = await node.guest(token=red.token)
    await join(rooms[1], tab)
    red.say("resign", id="1", room=rooms[0])
    tab.say("abort", id="1", room=rooms[1])
    await node.settle()

    answers = [await red.ask("resign", id="1", room=rooms[0])]
    answers.append(await tab.ask("resign", id="1", room=rooms[1]))

    assert answers[0]["type"] == "done"
    assert answers[1]["code"] == "game_over"


async def test_a_flood_of_copies_is_bounded_like_any_flood() -> None:
    node = await a_node()
    guest = await node.guest()
    await guest.ask("invite", id="i1", terms=TERMS)

    for _ in range(60 + FAULTS.burst + 1):
        guest.say("invite", id="i1", terms=TERMS)
    await node.settle()

    assert guest.closed is not None


async def test_another_node_recognises_what_the_room_knows(nodes: Pair) -> None:
    room, red, _ = await a_spread_game(nodes)
    first = await red.ask("move", id="m1", room=room, ply=0, text="h2e2")
    red.hang_up()
    await pass_ms(300)

    back = await nodes[1].guest(token=red.token)
    await join(room, back)
    again = await back.ask("move", id="m1", room=room, ply=0, text="h2e2")

    assert again == first


@pytest.mark.parametrize("how", ["same node", "other node"])
async def test_a_copy_of_what_was_done_is_done_in_a_pause_too(nodes: Pair, how: str) -> None:
    ann, ben = await nodes[0].guest(), await nodes[0].guest()
    commands: tuple[Message, ...] = (
        {"kind": "seek", "id": "s1", "terms": TERMS},
        {"kind": "friend", "id": "f1", "player": ben.player},
        {"kind": "ignore", "id": "i1", "player": ben.player},
        {"kind": "queue", "id": "q1", "pool": "5+3"},
        {"kind": "unqueue", "id": "u1"},
    )
    await ben.ask("seek", terms=TERMS)
    first = [await ann.ask(**command) for command in commands]
    there = ann if how == "same node" else await nodes[1].guest(token=ann.token)
    await there.ask("watch_lobby")
    await pass_ms(1_000)

    for node in nodes:
        node.store.is_away = True
    await pass_ms(2_000)
    assert all(node.host.is_paused for node in nodes)
    again = [await there.ask(**command) for command in commands]
    new = await there.ask("seek", id="s2", terms=TERMS)

    assert [answer["type"] for answer in first] == ["done"] * len(commands)
    assert [answer["type"] for answer in again] == ["done"] * len(commands)
    assert new["code"] == "unavailable"


# What changes what a connection looks at is new each time.


class Stage:
    """Something to look at, and what makes it change."""

    def __init__(self, node: Node, ann: Peer, ben: Peer) -> None:
        self.node, self.ann, self.ben = node, ann, ben
        self.room = self.cup = ""

    async def prepare(self) -> None:
        """A game and a tournament."""
        self.room = await a_game(self.ann, self.ben)
        self.cup = await announce(self.node, self.ann)

    async def seek(self) -> None:
        await self.ben.ask("seek", terms=TERMS)

    async def move(self) -> None:
        await self.ann.ask("move", room=self.room, ply=0, text="h2e2")

    async def enter(self) -> None:
        await self.ben.ask("enter_tournament", tournament=self.cup)

    async def begin_rated(self) -> None:
        await a_game(self.ann, self.ben, rated=True)
        await pass_ms(10_000)


LOOKS: Final[tuple[tuple[str, str, str, Callable[[Stage], Awaitable[None]]], ...]] = (
    ("watch_lobby", "leave_lobby", "lobby_changed", Stage.seek),
    ("watch_boards", "leave_boards", "board_changed", Stage.begin_rated),
    ("join", "leave", "moved", Stage.move),
    ("watch_tournament", "unwatch_tournament", "tournament_changed", Stage.enter),
)

LOOK_IDS: Final = [watch for watch, *_ in LOOKS]


@pytest.fixture
async def stage() -> Stage:
    """One whose node only does what a test lets it."""
    node = await a_node()
    ann, ben = await members(node, "Ann", "Ben")
    stage = Stage(node, ann, ben)
    await stage.prepare()
    return stage


def about(stage: Stage, kind: str) -> Message:
    """What a message of a kind names besides itself."""
    if kind == "watch_tournament":
        return {"tournament": stage.cup}
    return {"room": stage.room} if kind in ("join", "leave") else {}


@pytest.mark.parametrize(("watch", "leave", "told", "change"), LOOKS, ids=LOOK_IDS)
async def test_who_comes_back_looks_and_leaves_under_the_ids_of_the_first_time(
    stage: Stage, watch: str, leave: str, told: str, change: Callable[[Stage], Awaitable[None]]
) -> None:
    eve = await stage.node.guest()
    asked = [{"kind": kind, "id": kind, **about(stage, kind)} for kind in (watch, leave)]
    for message in asked:
        await eve.ask(**message)
    eve.hang_up()
    back = await stage.node.guest(token=eve.token)

    answers = [await back.ask(**message) for message in asked]
    async with stage.node.running():
        await change(stage)
        await pass_ms(3_000)

    assert answers[1]["type"] == "done"
    assert back.told(told) == []


@pytest.mark.parametrize(("watch", "leave", "told", "change"), LOOKS, ids=LOOK_IDS)
async def test_who_asks_to_look_and_leaves_at_once_does_not_look(
    stage: Stage, watch: str, leave: str, told: str, change: Callable[[Stage], Awaitable[None]]
) -> None:
    fresh = await a_node(stage.node.store, "fresh")  # it has to read all that is looked at
    eve = await fresh.guest()

    eve.say(watch, **about(stage, watch))
    left = eve.say(leave, **about(stage, leave))
    await fresh.settle()
    async with stage.node.running(), fresh.running():
        await change(stage)
        await pass_ms(3_000)

    assert [m["type"] for m in eve.heard if m.get("id") == left] == ["done"]
    assert eve.told(told) == []


DURABLE: Final = ("join_ladder", "leave_ladder", "leave_tournament")
"""These change what is stored, and the aggregate knows a copy."""


@for_each(message for _, message in CLIENT)
def test_what_begins_or_ends_a_look_is_never_taken_for_a_copy(message: ClientMessage) -> None:
    tag = str(type(message).__struct_config__.tag)
    is_look = tag.startswith(("watch", "unwatch", "join", "leave")) and tag not in DURABLE

    assert not is_look or Repeats().begin("player", message) is None


async def a_line_to_ben(stage: Stage) -> Message:
    return {"kind": "send_message", "player": stage.ben.player, "text": "Hello."}


async def a_plan(stage: Stage) -> Message:
    plan = {
        "name": "Cup",
        "format": {"type": "arena", "minutes": 5},
        "terms": {"clock": {"type": "fischer", "main_ms": 60_000}},
        "starts_ms": stage.node.clock.now_ms() + 60_000,
    }
    return {"kind": "announce_tournament", "plan": plan}


async def a_challenge(stage: Stage) -> Message:
    await stage.ben.ask("resign", room=stage.room)
    return {"kind": "challenge", "player": stage.ben.player, "terms": TERMS}


@pytest.mark.parametrize("made", [a_line_to_ben, a_plan, a_challenge])
async def test_a_copy_of_what_has_a_handler_that_knows_it_costs_no_more_than_a_message(
    stage: Stage, made: Callable[[Stage], Awaitable[Message]]
) -> None:
    command = await made(stage)
    await pass_ms(STARTS.every_ms * STARTS.burst)
    for _ in range(STARTS.burst - 1):
        await stage.ann.ask("accept_seek", seek="nosuchseek12")

    doubled = await twice_at_once(stage.node, stage.ann, **command)
    later = await stage.ann.ask(**command, id=doubled[0]["id"])

    assert len(doubled) == 2
    assert doubled[0] == doubled[1] == later
    assert later["type"] != "refused"
