"""Every message has its handler."""

from typing import get_args

from tests.support.gateways import a_node
from xiangqi_server.api.policy import POLICY
from xiangqi_server.wire.client import AnyClientMessage


async def test_the_two_tables_of_messages_name_the_messages_there_are() -> None:
    node = await a_node()

    handled, ruled = set(node.gateway.by_type), set(POLICY)

    assert handled == ruled == set(get_args(AnyClientMessage))
