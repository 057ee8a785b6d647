import logging
from collections.abc import Iterable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from tests.support.sockets import (
    BINARY_PROTOCOL,
    PATH,
    TEXT_PROTOCOL,
    RecordingHandler,
    client_frame,
    dialled,
    echo,
    serving,
    split_frames,
    upgrade_request,
    upgraded,
)
from xiangqi_server.net.fanout import Subscribers
from xiangqi_server.net.limits import ListenerLimits
from xiangqi_server.net.ports import Connection, Format
from xiangqi_server.net.refusals import Refusal
from xiangqi_server.net.timer_wheel import TimerWheel
from xiangqi_server.net.websocket.control_frames import ControlBudget
from xiangqi_server.net.websocket.frames import BINARY, PING, PONG, TEXT, frame_message

FIRST, LAST = 0x02, 0x80
"""First bytes of the first fragment of a binary message and of the last fragment."""


def dial(port: int, protocol: str) -> connect:
    return connect(
        f"ws://127.0.0.1:{port}{PATH}", subprotocols=[Subprotocol(protocol)], compression=None
    )


async def converse(client: ClientConnection, messages: Iterable[str | bytes]) -> list[str | bytes]:
    answers: list[str | bytes] = []
    for message in messages:
        await client.send(message)
        answers.append(await client.recv())
    return answers


async def test_a_library_client_talks_in_both_formats() -> None:
    handler = RecordingHandler(react=echo)

    async with serving(handler) as served:
        async with dial(served.port, TEXT_PROTOCOL) as texts:
            heard = await converse(texts, ["", "将", "x" * 4096])
            await (await texts.ping(b"still there?"))
        async with dial(served.port, BINARY_PROTOCOL) as binary:
            heard_binary = await converse(binary, [b"", b"\xff", b"x" * 4096])
        await handler.until(lambda h: len(h.lost) == 2)

    assert heard == ["", "将", "x" * 4096]
    assert heard_binary == [b"", b"\xff", b"x" * 4096]
    assert [connection.format for connection in handler.open] == [Format.JSON, Format.MSGPACK]
    assert handler.open[0].remote_address == "127.0.0.1"
    assert handler.lost == handler.open
    assert texts.close_code == binary.close_code == 1000


async def test_a_message_is_understood_wherever_its_bytes_are_cut() -> None:
    handler = RecordingHandler(react=echo)
    stream = (
        client_frame(BINARY, b"one")
        + client_frame(PING, b"p")
        + client_frame(BINARY, b"t" * 130)
        + client_frame(FIRST, b"thr")
        + client_frame(PING, b"q")
        + client_frame(LAST, b"ee")
        + client_frame(BINARY, b"four")
        + client_frame(0x88, b"\x03\xe8")
    )
    messages = [b"one", b"t" * 130, b"three", b"four"]

    heard: list[list[tuple[int, bytes]]] = []
    async with serving(handler) as served:
        for cut in range(len(stream) + 1):
            async with dialled(served.port) as peer:
                await peer.send(upgrade_request() + stream[:cut])
                await peer.read_head()  # so the server has read the first part by itself
                await peer.send(stream[cut:])
                heard.append(split_frames(await peer.read_to_end()))

    assert [frames[-1] for frames in heard] == [(0x88, b"\x03\xe8")] * len(heard)
    for frames in heard:
        assert [payload for head, payload in frames if head == BINARY] == messages
        assert [payload for head, payload in frames if head == PONG] == [b"p", b"q"]
    assert handler.messages == messages * len(heard)


async def test_a_request_is_understood_byte_by_byte() -> None:
    handler = RecordingHandler(react=echo)

    async with serving(handler) as served, dialled(served.port) as peer:
        for byte in upgrade_request() + client_frame(BINARY, b"one") + client_frame(0x02, b"t"):
            await peer.send(bytes((byte,)))
        for byte in client_frame(0x80, b"wo"):
            await peer.send(bytes((byte,)))
        await peer.read_head()
        frames = [await peer.read_frame(), await peer.read_frame()]

    assert frames == [(BINARY, b"one"), (BINARY, b"two")]


@pytest.mark.parametrize(
    ("protocol", "data", "code", "refusal"),
    [
        (BINARY_PROTOCOL, client_frame(BINARY, b"x" * 4097), 1009, Refusal.BAD_FRAME),
        (BINARY_PROTOCOL, client_frame(BINARY, b"x" * 70_000)[:4000], 1009, Refusal.BAD_FRAME),
        (
            BINARY_PROTOCOL,
            client_frame(FIRST, b"x" * 4000) + client_frame(LAST, b"x" * 97),
            1009,
            Refusal.BAD_FRAME,
        ),
        (BINARY_PROTOCOL, b"\x82\x01x", 1002, Refusal.BAD_FRAME),
        (BINARY_PROTOCOL, client_frame(0xC2, b"x"), 1002, Refusal.BAD_FRAME),
        (BINARY_PROTOCOL, client_frame(0xA2, b"x"), 1002, Refusal.BAD_FRAME),
        (BINARY_PROTOCOL, client_frame(0x92, b"x"), 1002, Refusal.BAD_FRAME),
        (BINARY_PROTOCOL, client_frame(0x83, b"x"), 1002, Refusal.BAD_FRAME),
        (BINARY_PROTOCOL, client_frame(0x8B, b"x"), 1002, Refusal.BAD_FRAME),
        (BINARY_PROTOCOL, client_frame(LAST, b"x"), 1002, Refusal.BAD_FRAME),
        (BINARY_PROTOCOL, client_frame(PING, b"x" * 126), 1002, Refusal.BAD_FRAME),
        (BINARY_PROTOCOL, client_frame(0x09, b"x"), 1002, Refusal.BAD_FRAME),
        (BINARY_PROTOCOL, client_frame(FIRST) + client_frame(BINARY), 1002, Refusal.BAD_FRAME),
        (BINARY_PROTOCOL, client_frame(0x88, b"x"), 1002, Refusal.BAD_FRAME),
        (BINARY_PROTOCOL, client_frame(0x88, b"\x03\xed"), 1002, Refusal.BAD_FRAME),
        (BINARY_PROTOCOL, client_frame(0x88, b"\x03\xe8\xff"), 1007, Refusal.BAD_FRAME),
        (BINARY_PROTOCOL, client_frame(TEXT, b"x"), 1003, Refusal.WRONG_KIND),
        (TEXT_PROTOCOL, client_frame(BINARY, b"x"), 1003, Refusal.WRONG_KIND),
        (TEXT_PROTOCOL, client_frame(TEXT, b"\xff"), 1007, Refusal.BAD_TEXT),
        (
            TEXT_PROTOCOL,
            client_frame(0x01, b"\xe8") + client_frame(LAST, b"\xbd"),
            1007,
            Refusal.BAD_TEXT,
        ),
    ],
)
async def test_what_breaks_the_protocol_is_answered_by_a_close_code(
    protocol: str, data: bytes, code: int, refusal: Refusal
) -> None:
    handler = RecordingHandler(react=echo)

    async with serving(handler) as served:
        async with upgraded(served.port, protocol=protocol) as peer:
            await peer.send(data)
            closed = await peer.read_close()
            rest = await peer.read_to_end()
        await handler.until(lambda h: bool(h.lost))

    assert (closed, rest) == (code, b"")
    assert handler.messages == []
    assert served.listener.refusals.counts == {refusal: 1}


async def test_text_may_be_cut_into_fragments_inside_a_character() -> None:
    handler = RecordingHandler(react=echo)

    async with serving(handler) as served, upgraded(served.port, protocol=TEXT_PROTOCOL) as peer:
        await peer.send(client_frame(0x01, "将".encode()[:1]))
        await peer.send(client_frame(LAST, "将".encode()[1:]))
        frame = await peer.read_frame()

    assert frame == (TEXT, "将".encode())


async def test_a_close_is_answered_and_nothing_after_it_is_read() -> None:
    handler = RecordingHandler(react=echo)

    async with serving(handler) as served:
        async with upgraded(served.port) as peer:
            await peer.send(client_frame(0x88, b"\x03\xe8bye") + client_frame(BINARY, b"late"))
            data = await peer.read_to_end()
        await handler.until(lambda h: bool(h.lost))

    assert data == b"\x88\x05\x03\xe8bye"
    assert handler.messages == []
    assert served.listener.refusals.counts == {}


async def test_a_handler_may_close_amid_messages_and_its_reason_is_cut_to_fit() -> None:
    def close(connection: Connection, _: bytes) -> None:
        connection.send(frame_message(b"last", connection.format))
        connection.close(4001, "再" * 60)
        connection.send(frame_message(b"too late", connection.format))
        connection.close(4002, "twice")

    handler = RecordingHandler(react=close)
    async with serving(handler) as served:
        async with upgraded(served.port) as peer:
            await peer.send(client_frame(BINARY, b"one") + client_frame(BINARY, b"two"))
            frames = [await peer.read_frame(), await peer.read_frame()]
            await peer.send(client_frame(0x88, b"\x0f\xa1"))
            rest = await peer.read_to_end()
        await handler.until(lambda h: bool(h.lost))

    assert frames == [(BINARY, b"last"), (0x88, b"\x0f\xa1" + "再".encode() * 41)]
    assert rest == b""
    assert handler.messages == [b"one"]


async def test_a_peer_that_does_not_answer_our_close_is_cut() -> None:
    handler = RecordingHandler(react=lambda connection, _: connection.close())

    async with (
        serving(handler, limits=ListenerLimits(close_seconds=0.05)) as served,
        upgraded(served.port) as peer,
    ):
        await peer.send(client_frame(BINARY, b"go"))
        await handler.until(lambda h: bool(h.lost))
        code = await peer.read_close()

    assert code == 1000
    assert served.listener.refusals.counts == {Refusal.NOT_CLOSED_IN_TIME: 1}


async def test_a_handler_that_fails_costs_one_connection_and_one_log_entry(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(connection: Connection, payload: bytes) -> None:
        if payload == b"fail":
            raise KeyError("a bug")
        echo(connection, payload)

    handler = RecordingHandler(react=fail)
    async with (
        serving(handler) as served,
        upgraded(served.port) as other,
        upgraded(served.port) as peer,
    ):
        await peer.send(client_frame(BINARY, b"fail") + client_frame(BINARY, b"more"))
        code = await peer.read_close()
        await other.send(client_frame(BINARY, b"fine"))
        frame = await other.read_frame()

    errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert code == 1011
    assert frame == (BINARY, b"fine")
    assert [(record.message, record.exc_info is not None) for record in errors] == [
        ("handler failed", True)
    ]


async def test_a_silent_peer_is_pinged_and_kept_while_it_answers_then_dropped() -> None:
    handler = RecordingHandler()
    limits = ListenerLimits(beat_seconds=0.03, silence_seconds=0.3)

    async with serving(handler, limits=limits) as served:
        async with upgraded(served.port) as peer:
            for _ in range(15):
                ping = await peer.read_frame()
                await peer.send(client_frame(PONG))
            kept = handler.lost == []
            rest = await peer.read_to_end()
        await handler.until(lambda h: bool(h.lost))

    assert ping == (PING, b"")
    assert kept
    assert set(rest) <= {0x89, 0x00}
    assert served.listener.refusals.counts == {Refusal.SILENT: 1}


MESSAGE = client_frame(FIRST) + client_frame(LAST)


@pytest.mark.parametrize(
    ("frame", "begun"),
    [
        (client_frame(PING), b""),
        (client_frame(PONG), b""),
        (client_frame(PING), MESSAGE),
        (client_frame(PONG), MESSAGE),
        (client_frame(0x00), client_frame(FIRST)),
        (MESSAGE, b""),
    ],
)
async def test_frames_without_a_message_are_counted(frame: bytes, begun: bytes) -> None:
    limits = ListenerLimits(control_burst=10, controls_per_second=0)

    async with serving(RecordingHandler(), limits=limits) as served:
        async with upgraded(served.port) as peer:
            await peer.send(begun + frame * 11)
            code = await peer.read_close()
        async with upgraded(served.port) as other:
            await other.send(client_frame(PING) * 10)
            pongs = [await other.read_frame() for _ in range(10)]

    assert code == 1008
    assert pongs == [(PONG, b"")] * 10
    assert served.listener.refusals.counts[Refusal.TOO_MANY_CONTROLS] == 1


async def test_time_makes_room_for_further_pings() -> None:
    wheel = TimerWheel(tick_seconds=0.25)
    budget, limits = ControlBudget(), ListenerLimits(control_burst=60, controls_per_second=20)

    first = [budget.take(60, wheel, limits), budget.take(1, wheel, limits)]
    for _ in range(4):
        wheel.advance()
    later = [budget.take(19, wheel, limits), budget.take(1, wheel, limits)]

    assert (first, later) == ([True, False], [True, False])


@pytest.mark.parametrize("hires", [False, True])
async def test_the_pongs_to_our_own_pings_cost_nothing(hires: bool) -> None:
    limits = ListenerLimits(
        beat_seconds=0.03, silence_seconds=5.0, control_burst=2, controls_per_second=0
    )

    async with serving(RecordingHandler(), limits=limits) as served, upgraded(served.port) as peer:
        if hires:
            await peer.send(client_frame(FIRST) + client_frame(LAST))
        for _ in range(10):
            assert await peer.read_frame() == (PING, b"")
            await peer.send(client_frame(PONG))

    assert Refusal.TOO_MANY_CONTROLS not in served.listener.refusals.counts


@pytest.mark.parametrize("hires", [False, True])
async def test_a_flood_in_one_piece_lets_others_be_served_in_between(hires: bool) -> None:
    handler = RecordingHandler()
    fragments = client_frame(FIRST) + client_frame(LAST) if hires else b""
    flood = fragments + client_frame(BINARY, b"flood") * 5000

    async with (
        serving(handler) as served,
        upgraded(served.port) as peer,
        upgraded(served.port) as other,
    ):
        await handler.until(lambda h: len(h.open) == 2)
        peer.send_now(flood)
        other.send_now(client_frame(BINARY, b"other"))
        await handler.until(lambda h: b"other" in h.messages)
        before = handler.messages.count(b"flood")
        await handler.until(lambda h: h.messages.count(b"flood") == 5000)

    assert before < 1000


async def test_a_lost_connection_is_in_no_group_and_takes_no_frames() -> None:
    subscribers = Subscribers()
    handler = RecordingHandler(
        on_open=lambda connection: subscribers.add(connection, droppable=True)
    )

    async with (
        serving(handler) as served,
        upgraded(served.port) as peer,
        upgraded(served.port) as stays,
    ):
        await handler.until(lambda h: len(h.open) == 2)
        peer.reset()
        await handler.until(lambda h: bool(h.lost))
        lost = handler.lost[0]
        members = len(subscribers)
        subscribers.add(lost, droppable=True)
        lost.send(frame_message(b"stranger", Format.MSGPACK))
        lost.close()
        async with upgraded(served.port) as newcomer:  # takes over the file descriptor
            subscribers.send(lambda _: b"all")
            frames = [await newcomer.read_frame(), await stays.read_frame()]

    assert members == 1
    assert lost not in subscribers
    assert frames == [(BINARY, b"all")] * 2


MUTATIONS = st.lists(st.tuples(st.integers(0, 400), st.integers(0, 255)), min_size=1, max_size=6)


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(mutations=MUTATIONS, cut=st.integers(0, 400))
async def test_no_bytes_bring_a_connection_out_of_order(
    mutations: list[tuple[int, int]], cut: int
) -> None:
    handler = RecordingHandler(react=echo)
    stream = bytearray(
        client_frame(BINARY, b"one")
        + client_frame(PING, b"ping")
        + client_frame(BINARY, b"x" * 200)
        + client_frame(FIRST, b"two")
        + client_frame(LAST, b"three")
        + client_frame(0x88, b"\x03\xe8bye")
    )
    for at, byte in mutations:
        stream[at % len(stream)] = byte

    async with serving(handler) as served:
        async with upgraded(served.port) as peer, upgraded(served.port) as other:
            await peer.send(bytes(stream[:cut]))
            await peer.send(bytes(stream[cut:]))
            peer.end()
            await peer.read_to_end()
            await other.send(client_frame(BINARY, b"still served"))
            frame = await other.read_frame()
        await handler.until(lambda h: len(h.lost) == 2)

    assert frame == (BINARY, b"still served")
    assert all(len(message) <= 4096 for message in handler.messages)
