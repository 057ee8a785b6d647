"""Ids of rooms and seeks."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from xiangqi_server.api.names.ids import ID_BYTES, id_by_command, id_from
from xiangqi_server.wire.limits import RoomId

SECRET = bytes(range(32))


@given(st.binary(min_size=ID_BYTES, max_size=ID_BYTES))
def test_an_id_is_one_that_messages_may_carry(random_bytes: bytes) -> None:
    id_ = id_from(random_bytes)

    assert msgspec.convert(id_, RoomId) == id_
    assert len(id_) == 12


def test_the_room_of_a_command_is_the_same_when_the_command_comes_again() -> None:
    first = id_by_command(SECRET, "a2", 0)

    assert id_by_command(SECRET, "a2", 0) == first
    assert msgspec.convert(first, RoomId) == first


@pytest.mark.parametrize(
    ("secret", "command", "number"), [(bytes(32), "a2", 0), (SECRET, "a3", 0), (SECRET, "a2", 1)]
)
def test_another_secret_command_or_try_is_another_room(
    secret: bytes, command: str, number: int
) -> None:
    assert id_by_command(secret, command, number) != id_by_command(SECRET, "a2", 0)
