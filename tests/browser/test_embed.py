"""A game in a frame on another's page: where the operator allows it, and nowhere else."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.async_api import expect

from tests.support.browser import Crowd
from tests.support.browser_tables import laid_out
from tests.support.server_process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

FRAMES = """<!doctype html><title>Blog</title>
<iframe id=game src="{0}/embed/game/{1}?lang=vi" width=320 height=460></iframe>
<iframe id=tv src="{0}/embed/tv?theme=dark" width=320 height=460></iframe>
<iframe id=whole src="{0}/game/{1}" width=320 height=460></iframe>"""
"""A page of another's, with two frames that the operator may allow and a third one."""


class Blog(ThreadingHTTPServer):
    """A web server of another's, which has one page and two names."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), BlogPage)
        self.page = ""
        self.named = f"http://localhost:{self.server_port}"
        self.other = f"http://127.0.0.1:{self.server_port}"


class BlogPage(BaseHTTPRequestHandler):
    """Answers with the page of the blog."""

    server: Blog

    def do_GET(self) -> None:
        """Send the page."""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(self.server.page.encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def blog() -> Iterator[Blog]:
    """The blog, for all stories of this module."""
    with Blog() as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def flags(blog: Blog) -> tuple[str, ...]:
    """The only origin whose pages may frame a game."""
    return ("--embed-origins", blog.named)


async def test_a_game_and_tv_are_framed_by_the_named_origin_and_by_no_other(
    crowd: Crowd, server: ServerProcess, blog: Blog
) -> None:
    laid = await laid_out(server, "h2e2", "h9g7")
    await crowd.seat(laid.path, laid.red, laid.black)
    blog.page = FRAMES.format(crowd.origin, laid.room)
    page = await crowd.browser.new_page()
    game, tv, whole = (page.frame_locator(name) for name in ("#game", "#tv", "#whole"))

    await page.goto(blog.named)
    await expect(game.get_by_text("Đến lượt Đỏ")).to_be_visible()
    await expect(tv.get_by_text("Red to move")).to_be_visible()
    await laid.play("h0g2")
    await expect(game.get_by_text("Đến lượt Đen")).to_be_visible()
    await expect(tv.get_by_text("Black to move")).to_be_visible()
    await expect(game.get_by_role("link")).to_have_attribute("href", f"/game/{laid.room}")
    await expect(whole.get_by_role("main")).to_have_count(0)

    await page.goto(blog.other)
    await page.wait_for_load_state()
    for frame in (game, tv, whole):
        await expect(frame.get_by_role("main")).to_have_count(0)
    await page.close()
