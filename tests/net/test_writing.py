import asyncio
import socket
from dataclasses import replace

from tests.support.sockets import Peer, RecordingHandler, client_frame, echo, serving, upgraded
from xiangqi_server.kernel.faults import Faults
from xiangqi_server.net.connection_limits import ConnectionLimits
from xiangqi_server.net.flusher import Flusher
from xiangqi_server.net.http.bodies import Bodies
from xiangqi_server.net.keepalive import Keepalive, Newcomers
from xiangqi_server.net.limits import ListenerLimits
from xiangqi_server.net.ports import Connection, Format
from xiangqi_server.net.refusals import Refusal, Refusals
from xiangqi_server.net.shared import Shared
from xiangqi_server.net.timer_wheel import TimerWheel
from xiangqi_server.net.turn_budget import TurnBudget
from xiangqi_server.net.websocket.connection import WebSocketConnection
from xiangqi_server.net.websocket.frames import BINARY, PING, frame_message

SMALL_BOXES = ListenerLimits(
    outbox_frames=8, outbox_bytes=1 << 20, outbox_seconds=600, kernel_send_bytes=4096
)
RECEIVE_BYTES = 4096


async def test_sends_of_one_turn_leave_in_one_write() -> None:
    frames = [frame_message(b"%d" % number, Format.MSGPACK) for number in range(50)]

    def answer(connection: Connection, _: bytes) -> None:
        for frame in frames:
            connection.send(frame)

    handler = RecordingHandler(react=answer)
    async with serving(handler) as served, upgraded(served.port) as peer:
        await peer.send(client_frame(BINARY, b"go"))
        data = await peer.read_available()

    assert data == b"".join(frames)


async def test_much_sent_at_once_arrives_in_order() -> None:
    frames = [frame_message(b"%06d" % n * 100, Format.MSGPACK) for n in range(2000)]

    def answer(connection: Connection, _: bytes) -> None:
        for frame in frames:
            connection.send(frame)

    handler = RecordingHandler(react=answer)
    limits = ListenerLimits(outbox_frames=5000, outbox_bytes=1 << 24)
    async with serving(handler, limits=limits) as served, upgraded(served.port) as peer:
        await peer.send(client_frame(BINARY, b"go"))
        data = await peer.read(sum(map(len, frames)))

    assert data == b"".join(frames)


async def fill(handler: RecordingHandler, connection: Connection, *, droppable: bool) -> int:
    """Send numbered frames until the connection is cut or skips; give how many."""
    sent = 0
    while not handler.lost and sent < 5000:
        payload = b"%08d" % sent * 200
        connection.send(frame_message(payload, connection.format), droppable=droppable)
        sent += 1
        if sent % 10 == 0:
            await Peer.yield_to_the_server()
    return sent


async def test_a_player_that_does_not_read_is_cut() -> None:
    handler = RecordingHandler()

    async with (
        serving(handler, limits=SMALL_BOXES) as served,
        upgraded(served.port, receive_bytes=RECEIVE_BYTES),
    ):
        await handler.until(lambda h: bool(h.open))
        sent = await fill(handler, handler.open[0], droppable=False)

    assert sent < 5000
    assert handler.lost == handler.open
    assert served.listener.refusals.counts == {Refusal.SLOW_READER: 1}


async def test_a_spectator_that_does_not_read_misses_frames_and_gets_the_latest_state() -> None:
    def latest(connection: Connection) -> None:
        connection.send(frame_message(b"latest", connection.format))

    handler = RecordingHandler(on_caught_up=latest)
    async with (
        serving(handler, limits=SMALL_BOXES) as served,
        upgraded(served.port, receive_bytes=RECEIVE_BYTES) as peer,
    ):
        await handler.until(lambda h: bool(h.open))
        await fill(handler, handler.open[0], droppable=True)
        was_behind = handler.open[0].is_behind
        payloads: list[bytes] = []
        while payloads[-1:] != [b"latest"]:
            payloads.append((await peer.read_frame())[1])

    numbers = [int(payload[:8]) for payload in payloads[:-1]]
    assert was_behind
    assert numbers == list(range(len(numbers)))
    assert len(numbers) < 5000
    assert handler.caught == handler.open
    assert served.listener.refusals.counts == {Refusal.SKIPPED_FRAMES: 1}


async def test_a_peer_that_takes_nothing_for_too_long_is_cut_whoever_it_is() -> None:
    handler = RecordingHandler()
    limits = ListenerLimits(
        outbox_seconds=0.05, beat_seconds=0.02, silence_seconds=600, kernel_send_bytes=4096
    )

    async with (
        serving(handler, limits=limits) as served,
        upgraded(served.port, receive_bytes=RECEIVE_BYTES),
    ):
        await handler.until(lambda h: bool(h.open))
        handler.open[0].send(frame_message(b"x" * 1_000_000, Format.MSGPACK), droppable=True)
        await handler.until(lambda h: bool(h.lost))

    assert served.listener.refusals.counts == {Refusal.SLOW_READER: 1}


async def test_a_flood_of_pings_from_a_peer_that_never_reads_piles_nothing_up() -> None:
    handler = RecordingHandler(react=echo)

    async with (
        serving(handler, limits=replace(SMALL_BOXES, control_burst=4_000)) as served,
        upgraded(served.port, receive_bytes=RECEIVE_BYTES) as peer,
    ):
        for _ in range(40):
            await peer.send(client_frame(PING, b"x" * 100) * 100)
        await peer.send(client_frame(BINARY, b"end"))
        await handler.until(lambda h: h.messages == [b"end"])
        is_behind = handler.open[0].is_behind

    assert is_behind
    assert served.listener.refusals.counts[Refusal.SLOW_READER] == 0


def shared_parts(handler: RecordingHandler) -> Shared:
    """What the connections of a listener share, without the listener."""
    limits, wheel, faults = ListenerLimits(), TimerWheel(), Faults()
    return Shared(
        handler=handler,
        limits=limits,
        wheel=wheel,
        flusher=Flusher(),
        keepalive=Keepalive(1),
        bodies=Bodies(),
        newcomers=Newcomers(),
        connection_budget=TurnBudget(None),
        message_budget=TurnBudget(None),
        connection_limits=ConnectionLimits(limits, frozenset(), wheel),
        refusals=Refusals(wheel),
        faults=faults,
    )


async def test_the_first_frame_comes_behind_what_the_transport_has_not_sent_yet() -> None:
    earlier, answer = b"a" * 5_000_000, b"HTTP/1.1 101 "
    frame = frame_message(b"first", Format.MSGPACK)
    ours, theirs = socket.socketpair()
    theirs.settimeout(0)
    loop = asyncio.get_running_loop()
    transport, _ = await loop.connect_accepted_socket(asyncio.Protocol, ours)
    transport.set_write_buffer_limits(high=0)
    transport.write(earlier)
    connection = WebSocketConnection(shared_parts(RecordingHandler()), Format.MSGPACK, "::1")

    connection.begin(transport, answer, b"")
    connection.send(frame)
    begun = theirs.recv(1 << 16)  # the kernel could take the frame now
    data = begun + await Peer(theirs).read(len(earlier + answer + frame) - len(begun))
    connection.abort()
    theirs.close()

    assert data == earlier + answer + frame


async def test_what_is_sent_to_a_lost_connection_reaches_nobody_who_has_its_descriptor_now() -> (
    None
):
    handler = RecordingHandler()

    async with serving(handler) as served:
        async with upgraded(served.port):
            await handler.until(lambda h: bool(h.open))
        await handler.until(lambda h: bool(h.lost))
        async with upgraded(served.port) as stranger:
            await handler.until(lambda h: len(h.open) == 2)
            lost, other = handler.open
            lost.send(frame_message(b"for the lost one", Format.MSGPACK))
            other.send(frame_message(b"for the other", Format.MSGPACK))
            data = await stranger.read_available()

    assert isinstance(lost, WebSocketConnection)
    assert isinstance(other, WebSocketConnection)
    assert lost.descriptor == other.descriptor
    assert data == frame_message(b"for the other", Format.MSGPACK)
