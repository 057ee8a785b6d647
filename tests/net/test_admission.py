import asyncio
from collections import Counter

from server.net.admission import AT_ONCE, Admission
from server.net.frames import BINARY
from tests.support.sockets import (
    RecordingHandler,
    client_frame,
    dialled_many,
    echo,
    serving,
    upgrade_request,
)

MANY = 3 * AT_ONCE
PLENTY = 10
"""More turns of the loop than anything here takes."""


class Turns:
    """Counts the turns of the loop it was started on."""

    def __init__(self) -> None:
        self.number = 0
        self.begin()

    def begin(self) -> None:
        self.number += 1
        asyncio.get_running_loop().call_soon(self.begin)


async def test_who_is_not_admitted_goes_on_in_order_so_many_a_turn() -> None:
    admission, turns = Admission(), Turns()
    served: list[tuple[int, bytes]] = []

    def go_on(data: bytes) -> None:
        served.append((turns.number, data))

    admitted = [admission.admits() for _ in range(AT_ONCE + 1)]
    sent = [b"%d" % number for number in range(2 * AT_ONCE + 1)]
    for data in sent:
        admission.wait(go_on, data)
    for _ in range(PLENTY):
        await asyncio.sleep(0)

    assert admitted == [*[True] * AT_ONCE, False]
    assert [data for _, data in served] == sent
    assert list(Counter(turn for turn, _ in served).values()) == [AT_ONCE, AT_ONCE, 1]


async def test_when_nobody_waits_any_more_the_next_are_admitted_at_once() -> None:
    admission = Admission()
    served: list[bytes] = []
    while admission.admits():
        pass
    admission.wait(served.append, b"late")

    for _ in range(PLENTY):
        await asyncio.sleep(0)

    assert served == [b"late"]
    assert [admission.admits() for _ in range(AT_ONCE + 1)] == [*[True] * AT_ONCE, False]


async def test_a_crowd_that_comes_at_once_is_served_in_turns_and_nobody_is_forgotten() -> None:
    turns = Turns()
    opened: list[int] = []
    handler = RecordingHandler(react=echo, on_open=lambda _: opened.append(turns.number))

    async with serving(handler) as served, dialled_many(served.port, MANY) as peers:
        for peer in peers:
            peer.send_now(upgrade_request())
        heads = [await peer.read_head() for peer in peers]
        for number, peer in enumerate(peers):
            peer.send_now(client_frame(BINARY, b"%d" % number) + client_frame(BINARY, b"more"))
        heard = [[(await peer.read_frame())[1] for _ in range(2)] for peer in peers]

    assert all(head.startswith(b"HTTP/1.1 101 ") for head in heads)
    assert heard == [[b"%d" % number, b"more"] for number in range(MANY)]
    assert max(Counter(opened).values()) <= AT_ONCE


async def test_who_leaves_while_it_waits_holds_nobody_up() -> None:
    handler = RecordingHandler(react=echo)

    async with serving(handler) as served, dialled_many(served.port, MANY) as peers:
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
