"""Tests of the gateway run in virtual time."""

import asyncio
from collections.abc import Callable, Mapping

import pytest

from tests.support.virtual_time import LOOPS


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Give the loops each asynchronous test runs on."""
    return LOOPS
