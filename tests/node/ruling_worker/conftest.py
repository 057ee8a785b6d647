"""The line of those who wait is tested in virtual time; a real process is not."""

import asyncio
from collections.abc import Callable, Mapping

import pytest

from tests.support.virtual_time import VirtualLoop


def pytest_asyncio_loop_factories(
    item: pytest.Item,
) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """See `pytest_asyncio`."""
    is_real = item.path.name == "test_process.py"
    return {"real": asyncio.new_event_loop} if is_real else {"virtual": VirtualLoop}
