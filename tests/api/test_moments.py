"""What is told of a room is told in the time of the node that tells it."""

from collections.abc import Iterator

import msgspec
import pytest
from msgspec.structs import fields

from tests.support.wire_samples import SERVER
from tests.support.wire_samples.tournaments import EVENING
from xiangqi_server.api.moments import earlier, is_moment
from xiangqi_server.wire import client, parts, server
from xiangqi_server.wire.server.room import RoomEvent

AHEAD_MS = 5_000
DURATIONS = {
    *("left_ms", "turn_ms", "spent_ms", "compensated_ms", "quota_ms", "red_quota_ms"),
    *("black_quota_ms", "behind_ms", "delay_ms", "main_ms", "increment_ms", "period_ms"),
}
NAMED_AS_MOMENTS = ("at_ms", "by_ms", "until_ms", "from_ms", "to_ms", "starts_ms", "ends_ms")
STRUCTS = [
    value
    for module in (server, client, parts)
    for value in vars(module).values()
    if isinstance(value, type) and issubclass(value, msgspec.Struct)
]
TOLD = [
    pytest.param(message, id=name)
    for name, message in SERVER
    if isinstance(message, server.Room | server.MyGameChanged | RoomEvent)
]


def times(told: object, name: str = "") -> Iterator[tuple[str, int]]:
    """Every time in what is told, with the name of its field."""
    if isinstance(told, dict):
        for field, value in told.items():
            yield from times(value, field)
    elif isinstance(told, list):
        for one in told:
            yield from times(one)
    elif isinstance(told, int) and name.endswith("_ms"):
        yield name, told


@pytest.mark.parametrize("message", TOLD)
def test_every_moment_is_told_in_the_time_of_the_node_and_every_duration_as_it_is(
    message: server.ServerMessage,
) -> None:
    before = list(times(msgspec.to_builtins(message)))

    after = list(times(msgspec.to_builtins(earlier(message, AHEAD_MS))))

    assert after == [(name, at if name in DURATIONS else at - AHEAD_MS) for name, at in before]
    assert earlier(message, 0) is message


def test_all_kinds_of_moments_are_among_them() -> None:
    names = {name for sample in TOLD for name, _ in times(msgspec.to_builtins(sample.values[0]))}

    assert {"at_ms", "flag_at_ms", "first_move_by_ms", "by_ms", "until_ms", "from_ms"} <= names


def test_a_field_that_is_named_as_a_moment_has_the_type_of_one() -> None:
    wrong = {
        f"{struct.__name__}.{field.name}"
        for struct in STRUCTS
        for field in fields(struct)
        if field.name.endswith(NAMED_AS_MOMENTS) and not is_moment(field.type)
    }

    assert wrong == set()


def test_the_dates_of_rounds_are_moments_each() -> None:
    told = earlier(EVENING, AHEAD_MS)

    assert told.dates == tuple(date_ms - AHEAD_MS for date_ms in EVENING.dates)
