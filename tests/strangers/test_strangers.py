"""What hundreds of strangers do at once disturbs no node, and nothing of it is kept.

To see a failure again: ``python -m tests.strangers.long --seed SEED``.
"""

import secrets
from typing import get_args

import pytest
from msgspec import inspect

from tests.strangers.actions import ACTIONS
from tests.strangers.laws import check
from tests.strangers.world import a_world
from xiangqi_server.wire.client import AnyClientMessage

STEPS = 400


def test_every_message_type_has_its_action() -> None:
    tags = {inspect.type_info(kind).tag for kind in get_args(AnyClientMessage)}  # type: ignore[attr-defined]

    assert set(ACTIONS) == tags


@pytest.mark.parametrize("nodes", [1, 3])
async def test_strangers_who_do_anything_at_once_disturb_no_node(nodes: int) -> None:
    for seed in (7, secrets.randbits(32)):
        async with a_world(seed, check, nodes=nodes, strangers=200) as world:
            await world.live(STEPS)
            await world.end()

        assert len(world.sent) > len(ACTIONS) // 2
