"""A client hears of a field that is unknown, at any depth; a stored struct passes over it."""

from collections.abc import Iterator
from typing import get_args

import msgspec
import pytest

from tests.support.wire_samples import CLIENT
from xiangqi_server.aggregates.room.terms import (
    CorrespondenceClock,
    FischerClock,
    GameTerms,
    RuleTerms,
)
from xiangqi_server.wire import client
from xiangqi_server.wire.client import AnyClientMessage
from xiangqi_server.wire.codec import Format, WireError, decode
from xiangqi_server.wire.strict import lenient_structs, strict

SHARED = [(name, message) for name, message in CLIENT if lenient_structs(type(message))]
INVITE = {"type": "invite", "id": "1", "terms": {"clock": {"type": "fischer", "main_ms": 60_000}}}


def encoded(value: object, form: Format) -> bytes:
    """A value as a client writes it."""
    return msgspec.msgpack.encode(value) if form is Format.MSGPACK else msgspec.json.encode(value)


def with_unknown_field(value: object) -> Iterator[object]:
    """A message with a field too many in one of its objects, for each of them."""
    if isinstance(value, dict):
        yield value | {"unheard_of": 1}
        for key, inner in value.items():
            for changed in with_unknown_field(inner):
                yield value | {key: changed}


@pytest.mark.parametrize("form", Format)
def test_a_field_too_many_is_refused_in_every_object_of_a_message(form: Format) -> None:
    for name, message in SHARED:
        for changed in with_unknown_field(msgspec.to_builtins(message)):
            with pytest.raises(WireError, match="unknown field `unheard_of`"):
                decode(encoded(changed, form), form)
            assert decode(encoded(message, form), form) == message, name


@pytest.mark.parametrize(
    ("terms", "told"),
    [
        ({"rule": {}}, "Object contains unknown field `rule` - at `$.terms`"),
        ({"rules": {"nam": "axf"}}, "Object contains unknown field `nam` - at `$.terms.rules`"),
        ({"clock": {"type": "none", "a": 1}}, "unknown field `a` - at `$.terms.clock`"),
        ({"rated": 1}, "Expected `bool`, got `int` - at `$.terms.rated`"),
        ({"clock": {"type": "sand"}}, "Invalid value 'sand' - at `$.terms.clock.type`"),
        ({"rules": {"name": ""}}, "length >= 1 - at `$.terms.rules.name`"),
    ],
)
def test_what_is_wrong_in_the_terms_is_told_with_its_place(
    terms: dict[str, object], told: str
) -> None:
    message = INVITE | {"terms": {"clock": {"type": "none"}} | terms}

    with pytest.raises(WireError) as caught:
        decode(encoded(message, Format.JSON), Format.JSON)

    assert str(caught.value).endswith(told)


def test_the_terms_of_a_message_are_those_that_a_room_keeps() -> None:
    message = decode(encoded(INVITE, Format.MSGPACK), Format.MSGPACK)

    assert isinstance(message, client.Invite)
    assert message.terms == GameTerms(FischerClock(60_000), RuleTerms())
    assert type(message.terms) is GameTerms


def test_what_is_stored_may_have_fields_of_a_newer_node() -> None:
    stored = {"clock": {"type": "correspondence", "days": 3, "holidays": 1}, "colour": "blue"}

    assert msgspec.convert(stored, GameTerms) == GameTerms(CorrespondenceClock(3))


def test_every_message_of_a_client_refuses_unknown_fields_when_strict() -> None:
    assert lenient_structs(AnyClientMessage)
    assert all(not lenient_structs(strict(kind)) for kind in get_args(AnyClientMessage))
