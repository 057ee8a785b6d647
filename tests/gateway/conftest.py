"""Tests of the gateway run in virtual time."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping

import pytest

from tests.support.pairs import Pair, a_pair
from tests.support.virtual_time import LOOPS


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Give the loops each asynchronous test runs on."""
    return LOOPS


@pytest.fixture
async def nodes() -> AsyncIterator[Pair]:
    """Two nodes on one store, running for a while already."""
    async with a_pair() as pair:
        yield pair
