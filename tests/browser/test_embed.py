"""A game in a frame on another's page: where the operator allows it, and nowhere else."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.async_api import expect

from tests.support.browser import Crowd
from tests.support.browser_tables import laid_out
from tests.support.server_process import ServerProcess
from tests.support.wire_client import WireClient

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

FRAMES = """<!doctype html><title>Blog</title>
<iframe id=game src="{0}/embed/game/{1}?lang=vi" width=320 height=460></iframe>
<iframe id=tv src="{0}/embed/tv?theme=dark" width=320 height=460></iframe>
<iframe id=none src="{0}/embed/game/aaaaaaaaaaaa?lang=en" width=320 height=460></iframe>
<iframe id=quiet src="{0}/embed/tv?channel=computer&board=jade&moves=1" width=320></iframe>
<iframe id=whole src="{0}/game/{1}" width=320 height=460></iframe>"""
"""A page of another's, with frames that the operator may allow and a last one."""


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
    none, quiet = page.frame_locator("#none"), page.frame_locator("#quiet")
    await expect(none.get_by_text("This game does not exist.")).to_be_visible()
    await expect(quiet.get_by_role("status")).to_have_text("Nobody is playing now.")
    await expect(quiet.locator("html[data-board=jade]")).to_have_count(1)

    await game.get_by_role("button", name="Lùi một nước").click()
    await expect(game.get_by_text("1. H8+7")).to_be_visible()
    await page.keyboard.press("ArrowLeft")
    await expect(game.get_by_text("1. C2=5")).to_be_visible()
    await game.get_by_role("button", name="Về hiện tại").click()
    await expect(game.get_by_text("1. C2=5")).to_have_count(0)
    async with WireClient(server.socket_url, token=laid.black) as black:
        await black.ask({"type": "join", "room": laid.room})
        await black.ask({"type": "resign", "room": laid.room})
    await expect(game.get_by_text("Đỏ thắng")).to_be_visible()
    await game.get_by_role("button", name="Lùi một nước").click()
    await expect(game.get_by_text("1. H8+7")).to_be_visible()

    await page.goto(blog.other)
    await page.wait_for_load_state()
    for frame in (game, tv, whole):
        await expect(frame.get_by_role("main")).to_have_count(0)
    await page.close()
