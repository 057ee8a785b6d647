import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from itertools import count

from tests.support.sockets import (
    RecordingHandler,
    Served,
    client_frame,
    dialled_many,
    echo,
    serving,
    upgrade_request,
)
from tests.support.turns import Turns
from xiangqi_server.net.ports import Connection
from xiangqi_server.net.turn_budget import TURN_S, TurnBudget
from xiangqi_server.net.websocket.frames import BINARY

A_TURN = 5
A_LARGE_TURN = 50
MANY = 3 * A_LARGE_TURN
PLENTY = 10
"""More turns of the loop than anything here takes."""


def lasting(served_a_turn: int) -> Callable[[], float]:
    """A clock by which so many are served in a turn, and by which nothing else takes time."""
    ticks = count(1)
    return lambda: next(ticks) * TURN_S / (served_a_turn - 0.5)


def in_turns(handler: RecordingHandler) -> AbstractAsyncContextManager[Served]:
    """A listener that serves `A_LARGE_TURN` of a sort in a turn of the loop."""
    return serving(handler, now_s=lasting(A_LARGE_TURN))


async def test_who_is_not_served_at_once_goes_on_in_order_so_many_a_turn() -> None:
    budget, turns = TurnBudget(lasting(A_TURN)), Turns()
    served: list[tuple[int, int]] = []

    def go_on(number: int) -> None:
        served.append((turns.number, number))

    taken = [budget.take() for _ in range(A_TURN + 1)]
    for number in range(2 * A_TURN + 1):
        budget.wait(partial(go_on, number))
    for _ in range(PLENTY):
        await asyncio.sleep(0)

    assert taken == [*[True] * A_TURN, False]
    assert [number for _, number in served] == list(range(2 * A_TURN + 1))
    assert list(Counter(turn for turn, _ in served).values()) == [A_TURN, A_TURN, 1]


async def test_when_nobody_waits_any_more_the_next_are_served_at_once() -> None:
    budget = TurnBudget(lasting(A_TURN))
    served: list[str] = []
    while budget.take():
        pass
    budget.wait(partial(served.append, "late"))

    for _ in range(PLENTY):
        await asyncio.sleep(0)

    assert served == ["late"]
    assert [budget.take() for _ in range(A_TURN + 1)] == [*[True] * A_TURN, False]


async def test_a_crowd_that_comes_at_once_is_served_in_turns_and_nobody_is_forgotten() -> None:
    turns = Turns()
    opened: list[int] = []
    handler = RecordingHandler(react=echo, on_open=lambda _: opened.append(turns.number))

    async with (
        in_turns(handler) as served,
        dialled_many(served.port, MANY) as peers,
    ):
        for peer in peers:
            peer.send_now(upgrade_request())
        heads = [await peer.read_head() for peer in peers]
        for number, peer in enumerate(peers):
            peer.send_now(client_frame(BINARY, b"%d" % number) + client_frame(BINARY, b"more"))
        heard = [[(await peer.read_frame())[1] for _ in range(2)] for peer in peers]

    assert all(head.startswith(b"HTTP/1.1 101 ") for head in heads)
    assert heard == [[b"%d" % number, b"more"] for number in range(MANY)]
    assert max(Counter(opened).values()) <= A_LARGE_TURN


async def test_who_leaves_while_it_waits_holds_nobody_up() -> None:
    handler = RecordingHandler(react=echo)

    async with (
        in_turns(handler) as served,
        dialled_many(served.port, MANY) as peers,
    ):
        for peer in peers:
            peer.send_now(upgrade_request())
        for peer in peers[::2]:
            peer.reset()
        heads = [await peer.read_head() for peer in peers[1::2]]
        for peer in peers[1::2]:
            peer.send_now(client_frame(BINARY, b"hi"))
        heard = [(await peer.read_frame())[1] for peer in peers[1::2]]

    assert all(head.startswith(b"HTTP/1.1 101 ") for head in heads)
    assert heard == [b"hi"] * len(heads)


async def test_a_crowd_that_is_lost_at_once_is_left_in_turns_and_nobody_stays() -> None:
    turns = Turns()
    left: list[int] = []
    handler = RecordingHandler(on_close=lambda _: left.append(turns.number))

    async with (
        in_turns(handler) as served,
        dialled_many(served.port, MANY) as peers,
    ):
        for peer in peers:
            peer.send_now(upgrade_request())
        await handler.until(lambda h: len(h.open) == MANY)
        for peer in peers:
            peer.reset()
        await handler.until(lambda h: len(h.lost) == MANY)
        count = served.listener.connection_count

    assert len(left) == MANY
    assert max(Counter(left).values()) <= A_LARGE_TURN
    assert count == 0


async def test_of_many_who_send_at_once_so_many_are_read_in_a_turn_and_each_in_its_order() -> None:
    turns = Turns()
    read: list[int] = []
    many = A_LARGE_TURN + A_TURN

    def react(connection: Connection, payload: bytes) -> None:
        read.append(turns.number)
        echo(connection, payload)

    handler = RecordingHandler(react=react)
    async with (
        in_turns(handler) as served,
        dialled_many(served.port, many) as peers,
    ):
        for peer in peers:
            peer.send_now(upgrade_request())
            await peer.read_head()
            peer.send_now(client_frame(BINARY, b"first"))
            await peer.read_frame()
        read.clear()
        for peer in peers:
            peer.send_now(client_frame(BINARY, b"second"))
        await handler.until(lambda h: len(h.messages) > many)
        for peer in peers:
            peer.send_now(client_frame(BINARY, b"third"))
        heard = [[(await peer.read_frame())[1] for _ in range(2)] for peer in peers]

    assert heard == [[b"second", b"third"]] * many
    assert max(Counter(read).values()) <= A_LARGE_TURN
