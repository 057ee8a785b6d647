"""What strangers see first: pages that hold still, lead on by one button, and say what is."""

import asyncio

import pytest
from playwright.async_api import Route, expect

from tests.support.browser import PHONE, Crowd
from tests.support.browser_tables import Laid, laid_out, seated
from tests.support.page_weight import first_visit
from tests.support.server_process import ServerProcess
from tests.support.tournament_players import sign_up
from tests.support.wire_client import WireClient

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

NO_JUMP_PX = 24
"""A line of text: what is below the board may move by less when the board is there."""
VISIT_BYTES = 120 * 1024
VISIT_REQUESTS = 56
VISIT_SHIFT = 0.05


async def test_a_first_visit_fetches_only_what_the_first_screen_needs(
    crowd: Crowd, server: ServerProcess
) -> None:
    fresh = await crowd.browser.new_context()  # with nothing of the page in it

    visit = await first_visit(await fresh.new_page(), server.url)
    await fresh.close()

    assert visit.requests <= VISIT_REQUESTS, visit
    assert visit.body_bytes < VISIT_BYTES, visit
    assert visit.shift < VISIT_SHIFT, visit


async def test_the_first_page_keeps_the_place_of_the_board_until_it_is_drawn(crowd: Crowd) -> None:
    eve = await crowd.come("/settings", phone=True)
    drawn = asyncio.Event()

    async def hold_back(route: Route) -> None:
        """A game of masters comes late, as it does by a slow line."""
        await drawn.wait()
        await route.continue_()

    await eve.page.route("**/masters/*.json", hold_back)
    await eve.open("/")
    clocks = eve.page.get_by_role("heading", name="Pick a clock")
    await expect(eve.page.get_by_role("button", name="Play now")).to_be_enabled()
    await eve.until("() => document.querySelector('.living > .masterplay')")
    before = await clocks.bounding_box()
    drawn.set()
    await expect(eve.page.get_by_role("region", name="Master game")).to_be_visible()
    after = await clocks.bounding_box()

    assert before is not None
    assert after is not None
    assert abs(after["y"] - before["y"]) < NO_JUMP_PX


async def test_the_filters_of_watch_are_one_row_on_a_phone(crowd: Crowd) -> None:
    eve = await crowd.come("/watch", phone=True)
    groups = [eve.page.get_by_role("radiogroup", name=name) for name in ("Speed", "Order")]

    boxes = [await group.bounding_box() for group in groups]

    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[0]["y"] == boxes[1]["y"]
    assert await eve.overhang() == 0
    await eve.page.get_by_role("radio", name="Newest").click()
    await expect(eve.page.get_by_role("radio", name="Newest")).to_be_checked()


async def test_a_guest_is_not_shown_a_form_that_only_an_account_may_send(
    crowd: Crowd, server: ServerProcess
) -> None:
    oda = await sign_up(server.socket_url, "Oda Nina")
    eve = await crowd.come("/tournaments/new")
    ann = await crowd.come("/tournaments/new", token=str(oda.token))
    await oda.close()

    await expect(eve.page.get_by_text("An account is needed to announce")).to_be_visible()
    await expect(eve.page.get_by_role("main").get_by_role("radio")).to_have_count(0)
    await expect(eve.heading("New tournament")).to_be_visible()
    await expect(ann.button("Announce it")).to_be_visible()
    await expect(ann.heading("New tournament")).to_have_count(1)


async def test_the_first_page_of_an_account_has_one_filled_way_into_a_game(
    crowd: Crowd, server: ServerProcess
) -> None:
    pia = await sign_up(server.socket_url, "Pia Nina")
    ann = await crowd.come("/", token=str(pia.token))
    await pia.close()

    await expect(ann.page.locator(".way.main")).to_have_count(1)
    await expect(ann.page.get_by_role("main").locator(".btn.main:visible")).to_have_count(0)


async def test_a_game_that_is_seen_late_says_so_in_lists_and_on_a_phone(
    crowd: Crowd, server: ServerProcess
) -> None:
    clock = {"type": "fischer", "main_ms": 600_000, "increment_ms": 5_000}
    async with WireClient(server.socket_url) as red:
        terms = {"clock": clock, "delay_ms": 600_000}
        made = await red.ask({"type": "invite", "terms": terms, "side": "red"})
        waiting = Laid(server.socket_url, made["room"], str(red.token), "", made["seat_key"])
    laid = await seated(waiting)
    await laid.play("h2e2", "h9g7")

    eve = await crowd.come("/watch", phone=True)
    row = eve.page.locator(f'a[href="/game/{laid.room}"]')
    await expect(row).to_contain_text("600 s late")
    await eve.open(f"/game/{laid.room}")

    await expect(eve.page.get_by_text("Rapid 10+5 · 600 s late")).to_be_visible()
    await expect(eve.page.get_by_text("No move yet")).to_be_visible()
    await expect(eve.news.get_by_text("first move is due")).to_have_count(0)


async def test_who_asked_sees_that_it_was_refused(crowd: Crowd, server: ServerProcess) -> None:
    laid = await laid_out(server, "h2e2", "h9g7")
    ann = await crowd.come(laid.path, token=laid.red)
    ben = await crowd.come(laid.path, token=laid.black)
    await ben.is_in_a_game()
    await ann.is_in_a_game()

    await ann.press("Draw", "Offer")
    await ben.press("Decline")

    await expect(ann.news.get_by_text(": no draw.")).to_be_visible()
    await expect(ben.news.get_by_text(": no draw.")).to_have_count(0)
    await ann.page.set_viewport_size(PHONE)
    await expect(ann.news.get_by_text(": no draw.")).to_be_visible()
    await ann.press("Dismiss")
    await expect(ann.news.get_by_text(": no draw.")).to_have_count(0)
