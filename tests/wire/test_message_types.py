"""Every message type that is defined can be sent or received."""

from collections.abc import Iterator
from typing import get_args

import pytest

from xiangqi_server.wire.client import AnyClientMessage, ClientMessage
from xiangqi_server.wire.server import AnyServerMessage, ServerMessage

Message = ClientMessage | ServerMessage


def defined(base: type[Message]) -> Iterator[type[Message]]:
    """The types made of a base in our modules, which have a tag."""
    for type_ in base.__subclasses__():
        if type_.__struct_config__.tag is not None and type_.__module__.startswith(
            "xiangqi_server"
        ):
            yield type_
        yield from defined(type_)


@pytest.mark.parametrize(
    ("base", "union"),
    [(ClientMessage, AnyClientMessage), (ServerMessage, AnyServerMessage)],
    ids=["asked", "told"],
)
def test_no_module_is_left_out_where_messages_are_looked_for(
    base: type[Message], union: object
) -> None:
    assert set(defined(base)) == set(get_args(union))
