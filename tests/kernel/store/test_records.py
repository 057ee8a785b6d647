import pytest
from hypothesis import given
from hypothesis import strategies as st

from xiangqi_server.kernel.store.port import RecordError
from xiangqi_server.kernel.store.records import MAX_RECORD_BYTES, encode, parts, read

leaves = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False)
    | st.text()
    | st.binary()
)
values = st.recursive(
    leaves, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20
)


def read_whole(body: bytes) -> tuple[int, object]:
    """The format number and the value of a record of one part."""
    number, (part,) = parts(body, 1)
    return number, read(part)


@given(st.integers(0, 1_000), values)
def test_a_record_gives_back_its_format_and_its_value(number: int, value: object) -> None:
    assert read_whole(encode(number, (value,))) == (number, value)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_record_or_an_error_of_ours(body: bytes) -> None:
    try:
        number, _ = read_whole(body)
    except RecordError:
        return
    assert type(number) is int


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\x91" * 5_000,  # nested without end
        b"\xdd\xff\xff\xff\xff",  # four thousand million elements announced
        b"\x92\x01\x91\xc7\x01\x05a",  # an extension type
        b"\x92\x01\x91\xa2\xff\xff",  # text that is not UTF-8
        b"\x92\x01\x91\x02\x03",  # something after the end
        b"\x92\xc3\x91\x01",  # True for a format number
        b"\x92\x01\x92\x02\x03",  # a part too many
        b"\x92\x01\x02",  # no parts
        b"\x01",
        bytes(MAX_RECORD_BYTES + 1),
    ],
    ids=lambda body: body[:6].hex(),
)
def test_what_is_no_record_is_refused(body: bytes) -> None:
    with pytest.raises(RecordError):
        read_whole(body)


@pytest.mark.parametrize(
    "value",
    [object(), 1j, 2**64, "\ud800", bytes(MAX_RECORD_BYTES)],
    ids=lambda v: type(v).__name__,
)
def test_what_cannot_be_a_record_is_refused(value: object) -> None:
    with pytest.raises(RecordError):
        encode(1, (value,))
