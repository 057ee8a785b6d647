"""One browser for all stories, a server for those of a module; people of its own for each."""

import functools
import threading
from collections.abc import AsyncIterator, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from tests.support.browser import PATIENCE_MS, ROOT, WHOLE, Crowd, launch
from tests.support.browser_line import Line
from tests.support.server_process import PATIENT, ServerProcess

OPERATOR = "Olga Operator"


def a_server(tmp_path_factory: pytest.TempPathFactory, flags: tuple[str, ...]) -> ServerProcess:
    """A real server on a store of its own, which waits longer for people than others do."""
    return ServerProcess(tmp_path_factory.mktemp("browser") / "data", *flags, program=PATIENT)


@pytest.fixture(scope="module")
def flags() -> tuple[str, ...]:
    """What a module's server is started with; a module may have flags of its own."""
    return ("--operators", OPERATOR)


@pytest.fixture(scope="module")
def module_server(
    tmp_path_factory: pytest.TempPathFactory, flags: tuple[str, ...]
) -> Iterator[ServerProcess]:
    """The server that the stories of a module share; none has what other modules left behind."""
    with a_server(tmp_path_factory, flags) as running:
        yield running


@pytest.fixture
def server(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    module_server: ServerProcess,
    flags: tuple[str, ...],
) -> Iterator[ServerProcess]:
    """The module's server; a story that is told once more has one without its first telling."""
    if getattr(request.node, "execution_count", 1) > 1:
        with a_server(tmp_path_factory, flags) as running:
            yield running
    else:
        if not module_server.is_running:
            module_server.start()  # the story before killed it, and failed
        yield module_server


class QuietFiles(SimpleHTTPRequestHandler):
    """Any plain server of files."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def plain_server() -> Iterator[str]:
    """Where the client's folder lies as it is, without our server."""
    files = functools.partial(QuietFiles, directory=str(ROOT / "client_js"))
    with ThreadingHTTPServer(("127.0.0.1", 0), files) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """Chromium, once."""
    expect.set_options(timeout=PATIENCE_MS)
    async with async_playwright() as playwright:
        running = await launch(playwright)
        yield running
        await running.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def whole_browser() -> AsyncIterator[Browser]:
    """Chromium with all that is around its pages, for stories of notices."""
    expect.set_options(timeout=PATIENCE_MS)
    async with async_playwright() as playwright:
        running = await launch(playwright, program=WHOLE)
        yield running
        await running.close()


@pytest_asyncio.fixture(loop_scope="session")
async def crowd_with_notices(whole_browser: Browser, server: ServerProcess) -> AsyncIterator[Crowd]:
    """The people of a story who are shown notices outside of the page."""
    people = Crowd(whole_browser, server.url.rstrip("/"))
    yield people
    assert await people.leave() == []


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
