"""One browser for all stories, a server for those of a module; people of its own for each."""

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from tests.support.browser import PATIENCE_MS, Crowd, launch
from tests.support.browser_line import Line
from tests.support.server_process import ServerProcess

OPERATOR = "Olga Operator"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A real server on a store of its own, without what other stories have left behind."""
    with ServerProcess(
        tmp_path_factory.mktemp("browser") / "data", "--operators", OPERATOR
    ) as running:
        yield running


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """Chromium, once."""
    expect.set_options(timeout=PATIENCE_MS)
    async with async_playwright() as playwright:
        running = await launch(playwright)
        yield running
        await running.close()


@pytest_asyncio.fixture(loop_scope="session")
async def crowd(browser: Browser, server: ServerProcess) -> AsyncIterator[Crowd]:
    """The people of a story; nothing may have gone wrong quietly when they go home."""
    people = Crowd(browser, server.url.rstrip("/"))
    yield people
    assert await people.leave() == []


@pytest_asyncio.fixture(loop_scope="session")
async def line(server: ServerProcess) -> AsyncIterator[Line]:
    """A line to the server that can be cut."""
    async with Line(server.port) as opened:
        yield opened
