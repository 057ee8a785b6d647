from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.sockets import client_frame
from xiangqi_server.net.ports import Format
from xiangqi_server.net.websocket.frames import (
    BINARY,
    PING,
    PONG,
    TEXT,
    frame_message,
    frame_ping,
    frame_pong,
    take_frames,
)

MAX = 4096

plain_frames = st.lists(
    st.one_of(
        st.tuples(st.sampled_from([TEXT, BINARY]), st.binary(max_size=300)),
        st.tuples(st.sampled_from([PING, PONG]), st.binary(max_size=125)),
        st.tuples(st.just(BINARY), st.just(b"x" * MAX)),
    ),
    max_size=6,
)


def test_a_message_is_framed_in_the_shortest_way() -> None:
    assert frame_message(b"", Format.MSGPACK) == b"\x82\x00"
    assert frame_message(b"a" * 125, Format.JSON) == b"\x81\x7d" + b"a" * 125
    assert frame_message(b"a" * 126, Format.MSGPACK) == b"\x82\x7e\x00\x7e" + b"a" * 126
    assert frame_message(b"a" * 65_535, Format.JSON)[:4] == b"\x81\x7e\xff\xff"
    assert frame_message(b"a" * 65_536, Format.JSON)[:10] == b"\x81\x7f" + (65_536).to_bytes(
        8, "big"
    )


def test_pings_and_pongs_carry_their_payload() -> None:
    assert frame_ping() == b"\x89\x00"
    assert frame_pong(b"abc") == b"\x8a\x03abc"


@given(st.binary(max_size=300), st.binary(min_size=4, max_size=4))
def test_the_mask_of_a_client_is_a_repeated_exclusive_or(data: bytes, key: bytes) -> None:
    masked = bytes(byte ^ key[at % 4] for at, byte in enumerate(data))
    length = b"\xfe" + len(data).to_bytes(2, "big")

    taken = take_frames(b"\x82" + length + key + masked, MAX)

    assert taken == ([(BINARY, data)], b"", True)


@given(plain_frames, st.binary(min_size=4, max_size=4), st.data())
def test_plain_frames_are_read_wherever_the_bytes_are_cut(
    frames: list[tuple[int, bytes]], key: bytes, data: st.DataObject
) -> None:
    stream = b"".join([client_frame(head, payload, key=key) for head, payload in frames])
    cut = data.draw(st.integers(0, len(stream)))

    first, rest, is_plain = take_frames(stream[:cut], MAX)
    second = take_frames(rest + stream[cut:], MAX)

    assert is_plain
    assert second == (frames[len(first) :], b"", True)
    assert first == frames[: len(first)]


def test_what_is_not_plain_is_left_for_the_library_at_its_first_byte() -> None:
    good = client_frame(BINARY, b"ok")
    others = {
        "unmasked": b"\x82\x02ab",
        "first fragment": client_frame(0x02, b"a"),
        "continuation": client_frame(0x80, b"a"),
        "close": client_frame(0x88),
        "reserved opcode": client_frame(0x83),
        "reserved bit": client_frame(0xC2),
        "fragmented ping": client_frame(0x09),
        "long ping": client_frame(PING, b"a" * 126),
        "too large": client_frame(BINARY, b"a" * (MAX + 1)),
        "eight bytes of length": client_frame(BINARY, b"a" * 70_000)[:14],
    }

    for name, other in others.items():
        taken = take_frames(good + other + good, MAX)

        assert taken == ([(BINARY, b"ok")], other + good, False), name


@settings(max_examples=300)
@given(st.binary(max_size=400))
def test_no_bytes_are_lost_or_invented(data: bytes) -> None:
    frames, rest, _ = take_frames(data, MAX)

    assert data.endswith(rest)
    assert sum(len(payload) + 6 for _, payload in frames) <= len(data)
