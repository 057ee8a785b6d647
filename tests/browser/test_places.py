"""Going from page to page: by the bar, by links and by the browser's own buttons."""

import re

import pytest
from playwright.async_api import expect

from tests.support.browser import Crowd, Guest
from tests.support.browser_tables import laid_out
from tests.support.server_process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

ALL_PAGES = {
    "/": "Xiangqi, or Chinese chess",
    "/computer": "Play the computer",
    "/me": "Me",
    "/settings": "Settings",
    "/notices": "Notices",
    "/learn": "Learn xiangqi",
    "/learn/horse": "The horse",
    "/learn/try-cannon": "The cannon: your move",
    "/learn/repetition": "What may be repeated",
    "/learn/unprotected": "A chariot chases an unprotected piece",
    "/learn/rules": "Rule sets side by side",
    "/learn/tournaments": "How tournaments work",
    "/help": "How to start",
    "/help/names": "Names of game and pieces",
    "/tournaments": "Tournaments",
    "/tournaments/new": "New tournament",
    "/tournaments/finished": "Tournaments",
    "/messages": "Messages",
    "/friends": "Friends",
    "/friends/online": "Online",
    "/friends/bots": "Bots",
    "/friends/ignored": "Ignored",
    "/news": "Announcements",
    "/moderation": "Moderation",
    "/signup": "Keep your games",
    "/signin": "Sign in",
    "/recover": "Forgot your password?",
    "/account": "Your account",
    "/players": "Find a player",
    "/games": "My games",
    "/games/over": "My games",
    "/archive": "Find a game",
    "/ranks/blitz": "Ranking",
    "/ladder": "Ladder",
    "/watch": "Watch",
    "/watch/tv": "TV",
    "/masters": "All master games",
    "/ruling": "Arbiter's page",
    "/board": "Review board",
    "/masters/1-29": "Huang Hailin – Hu Ronghua",
}


async def is_at(guest: Guest, path: str) -> None:
    """The page of this address is shown, and its title says which."""
    await expect(guest.page).to_have_url(f"{guest.origin}{path}")
    await expect(guest.heading(ALL_PAGES[path])).to_be_visible()
    await expect(guest.page).to_have_title(re.compile(f"^{re.escape(ALL_PAGES[path])} · "))


async def test_axe_finds_nothing_wrong_on_any_page(crowd: Crowd) -> None:
    ann = await crowd.come("/")
    for path in ALL_PAGES:
        await ann.open(path)
        await is_at(ann, path)
        await expect(ann.page.get_by_role("navigation", name="Main")).to_be_visible()

        assert (path, await ann.broken_rules()) == (path, [])
        await expect(ann.page.get_by_role("heading", level=1)).to_have_count(1)
        assert (path, await ann.overhang()) == (path, 0)
        await ann.pictures(path.strip("/").replace("/", "-") or "front")


async def test_links_lead_on_without_a_new_line_and_the_heading_is_in_focus(crowd: Crowd) -> None:
    ann = await crowd.come("/me")
    await is_at(ann, "/me")
    lines: list[str] = []
    ann.page.on("websocket", lambda socket: lines.append(socket.url))

    await ann.page.get_by_role("link", name="All settings").click()
    await is_at(ann, "/settings")
    await expect(ann.heading("Settings")).to_be_focused()
    await ann.page.go_back()
    await is_at(ann, "/me")
    await ann.page.get_by_role("navigation", name="Main").get_by_role("link", name="Play").click()
    await is_at(ann, "/")

    assert lines == []


async def test_a_language_is_chosen_and_the_page_speaks_it_at_once(crowd: Crowd) -> None:
    ann = await crowd.come("/settings")
    await is_at(ann, "/settings")

    await ann.page.get_by_role("radio", name="Tiếng Việt").click()

    await expect(ann.heading("Cài đặt")).to_be_visible()
    await expect(ann.page.locator("html")).to_have_attribute("lang", "vi")
    await expect(ann.page.get_by_role("link", name="Khách")).to_be_visible()


async def test_who_leaves_a_game_for_another_page_finds_it_again(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "h2e2", "h9g7")
    ann = await crowd.come("/me", token=laid.red)
    await is_at(ann, "/me")

    await ann.page.get_by_role("navigation", name="Main").get_by_role("link", name="Play").click()
    await ann.press("Return to the game")

    await ann.is_in_a_game()
    await ann.play("h0g2")
    await ann.sees("g2 Red horse, moved here last")


@pytest.mark.parametrize("path", ["/nosuchpage", "/game/ABCDEF", "/lost"])
async def test_an_address_we_do_not_know_is_a_page_with_a_way_home(crowd: Crowd, path: str) -> None:
    ann = await crowd.come("/me", language="vi")
    answer = await ann.page.request.get(f"{ann.origin}{path}")

    await ann.open(path)

    assert answer.status == 404
    ann.faults.clear()  # the browser writes a page's 404 into its console
    await expect(ann.heading("Trang này không tồn tại")).to_be_visible()
    await expect(ann.page).to_have_title(re.compile("^Trang này không tồn tại · "))
    await expect(ann.page.locator("html")).to_have_attribute("lang", "vi")
    assert await ann.broken_rules() == []
    await ann.pictures("lost")
    await ann.page.get_by_role("link", name="Về trang đầu").click()
    await expect(ann.heading("Cờ tướng trực tuyến")).to_be_visible()


async def test_a_game_that_does_not_exist_is_no_board_but_a_page_with_a_way_home(
    crowd: Crowd,
) -> None:
    ann = await crowd.come("/game/nosuchgame77")

    await expect(ann.heading("There is no such game")).to_be_visible()
    await expect(ann.page.get_by_role("grid")).to_have_count(0)
    assert await ann.broken_rules() == []
    await ann.page.get_by_role("link", name="To the first page").click()
    await expect(ann.heading("Xiangqi, or Chinese chess")).to_be_visible()


async def test_browsers_find_the_signs_they_ask_for(crowd: Crowd) -> None:
    ann = await crowd.come("/me")

    for path, kind in {
        "/favicon.ico": "image/",
        "/apple-touch-icon.png": "image/png",
    }.items():
        answer = await ann.page.request.get(f"{ann.origin}{path}")
        assert (answer.status, answer.headers["content-type"].startswith(kind)) == (200, True)
    manifest = await ann.page.locator("link[rel=manifest]").get_attribute("href")
    assert (await (await ann.page.request.get(f"{ann.origin}{manifest}")).json())["name"]
