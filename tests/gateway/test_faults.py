"""What one connection, one room, one step meets is met by nobody else."""

from typing import cast

import pytest

from tests.support.gateways import Node, Peer, a_full_room, a_game, a_node, forget, join
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.messages import Resign
from xiangqi_server.gateway.connection.client import PING_MS, Client
from xiangqi_server.gateway.connection.inbox import Inbox
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, RefusalCode
from xiangqi_server.kernel.host.view import key
from xiangqi_server.net.ports import Format
from xiangqi_server.wire.client import LeaveBoards


class BrokenPeer(Peer):
    """A connection whose port fails from some moment on."""

    is_broken = False

    def send(self, frame: bytes, *, droppable: bool = False) -> None:
        if self.is_broken and self.closed is None:
            raise OSError("the port is broken")
        super().send(frame, droppable=droppable)


async def a_broken_guest(node: Node) -> BrokenPeer:
    """A guest whose connection may break later."""
    peer = BrokenPeer(node, Format.JSON)
    node.gateway.opened(peer)
    await peer.ask("hello")
    return peer


async def a_cold_room() -> tuple[Node, Node, str, Peer]:
    """The node of a game, another node where nobody looks at it, its room, and Red."""
    inner = MemoryStore(store_ms)
    far, near = await a_node(inner, "m"), await a_node(inner, "n")
    red = await far.guest()
    room = await a_game(red, await far.guest())
    return far, near, room, red


# Guests who join and leave a room whose broadcaster is not open yet.


@pytest.mark.parametrize("load_ms", [0, 400])
@pytest.mark.parametrize("passing_count", [1, 3])
async def test_who_waits_for_a_room_keeps_it_when_another_one_leaves_at_once(
    passing_count: int, load_ms: int
) -> None:
    far, near, room, red = await a_cold_room()
    near.store.load_ms = load_ms
    passing = [await near.guest() for _ in range(passing_count)]
    staying = await near.guest()

    async with far.running(), near.running():
        for guest in passing:
            guest.say("join", room=room)
            guest.say("leave", room=room)
        staying.say("join", room=room)
        await pass_ms(1_000)
        forget([staying, *passing])
        await red.ask("move", room=room, ply=0, text="h2e2")
        await pass_ms(2 * PING_MS)

    assert [moved["uci"] for moved in staying.told("moved")] == ["h2e2"]
    assert [shown[0] for shown in staying.told("ping")[-1]["rooms"]] == [room]
    assert [guest.told("ping")[-1]["rooms"] for guest in passing] == [[]] * passing_count


async def test_a_room_all_have_left_before_it_came_can_be_joined_again() -> None:
    _, near, room, _ = await a_cold_room()
    first, second = await near.guest(), await near.guest()
    for guest in (first, second):
        guest.say("join", room=room)
        guest.say("leave", room=room)
    await near.settle()

    first.hang_up()
    again = await second.ask("join", room=room)
    near.gateway.tick_loop.tick()

    assert again["type"] == "done"


async def test_one_who_is_gone_before_the_room_came_takes_it_from_nobody() -> None:
    _, near, room, _ = await a_cold_room()
    lost, staying = await near.guest(), await near.guest()
    for guest in (lost, staying):
        guest.say("join", room=room)
    lost.hang_up()
    await near.settle()
    near.gateway.tick_loop.tick()

    left = await staying.ask("leave", room=room)

    assert left["type"] == "done"


# A connection that fails.


@pytest.mark.makes_faults
async def test_a_tick_serves_everybody_but_the_connection_that_fails() -> None:
    node = await a_node()
    guests = [await node.guest() for _ in range(20)]
    broken = await a_broken_guest(node)
    guests += [await node.guest() for _ in range(20)]
    forget(guests)
    broken.is_broken = True

    async with node.running():
        await pass_ms(2 * PING_MS)

    assert [len(guest.told("ping")) for guest in guests] == [2] * 40
    assert broken.closed == (1011, "internal error")
    assert node.host.faults.counts == {"send": 1}


@pytest.mark.makes_faults
async def test_an_event_is_told_to_everybody_but_the_connection_that_fails() -> None:
    node = await a_node()
    room, red, black, watchers = await a_full_room(node)
    broken = await a_broken_guest(node)
    await join(room, broken)
    last = await node.guest()
    await join(room, last)
    broken.is_broken = True
    forget([red, black, *watchers, last])

    done = await red.ask("move", room=room, ply=0, text="h2e2")
    broken.hang_up()
    await red.ask("resign", room=room)

    assert done["type"] == "done"
    for peer in (black, *watchers, last):
        assert [m["type"] for m in peer.told("moved", "ended")] == ["moved", "ended"]
    assert broken.closed == (1011, "internal error")


@pytest.mark.makes_faults
async def test_what_is_said_is_heard_by_everybody_but_the_connection_that_fails() -> None:
    node = await a_node()
    room, _, _, watchers = await a_full_room(node)
    broken = await a_broken_guest(node)
    await join(room, broken)
    broken.is_broken = True

    await watchers[0].ask("chat", room=room, to="spectators", text="hello")

    assert [len(watcher.told("chat")) for watcher in watchers] == [1] * 4
    assert broken.closed is not None


# What others hand to the host.


@pytest.mark.makes_faults
async def test_an_answer_and_a_listener_that_fail_are_nobody_elses_business() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    aggregate = key(ROOM, room)

    def fail(*_: object) -> None:
        raise KeyError("room")

    async def fail_later() -> None:
        raise KeyError("room")

    node.host.on_commit(fail)
    node.host.start(fail_later())
    red.say("move", room=room, ply=0, text="h2e2")
    node.host.submit(aggregate, Resign(black.player), arrived_ms=node.clock.now_ms(), answer=fail)
    await node.settle()

    assert black.told("moved", "ended")[-1]["type"] == "ended"
    counts = node.host.faults.counts
    assert counts.pop("commit") >= 2
    assert counts == {"task": 1, "answer": 1}


@pytest.mark.makes_faults
async def test_a_message_that_meets_a_bug_while_it_waits_is_refused() -> None:
    node = await a_node()
    guest = await node.guest()
    refused: list[RefusalCode] = []
    inbox = Inbox(node.host, lambda *_: None, lambda *refusal: refused.append(refusal[2].code))

    async def work() -> None:
        raise KeyError("player")

    inbox.run(cast("Client", guest.session), LeaveBoards("1"), work(), holds=False)
    await node.settle()

    assert refused == [CommonRefusal.UNAVAILABLE]
