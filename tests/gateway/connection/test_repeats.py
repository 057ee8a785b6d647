"""A command sent again is answered like the first time, whatever else would refuse it."""

import pytest

from server.limits import CHAT, FAULTS, STARTS
from tests.support.gateways import TERMS, Message, Node, Peer, a_game, a_node, join
from tests.support.two_nodes import Pair, a_spread_game
from tests.support.virtual_time import pass_ms

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
