"""Tests of the gateway run in virtual time."""

from collections.abc import AsyncIterator

import pytest

from tests.support.two_nodes import Pair, a_pair
from tests.support.virtual_time import pytest_asyncio_loop_factories

__all__ = ["nodes", "pytest_asyncio_loop_factories"]


@pytest.fixture
async def nodes() -> AsyncIterator[Pair]:
    """Two nodes on one store, running for a while already."""
    async with a_pair() as pair:
        yield pair
