"""A stranger at the first page finds each thing in two steps, on a desktop and on a phone."""

import re

import pytest
from playwright.async_api import expect

from tests.support.browser import Crowd, Guest

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

EVERYWHERE = {
    "/watch": ("Watch",),
    "/watch/tv": ("Watch", "TV"),
    "/masters": ("Watch", "Masters"),
    "/games": ("My games",),
    "/games/over": ("My games", "Finished"),
    "/archive": ("My games", "Find a game"),
    "/tournaments": ("Tournaments",),
    "/tournaments/new": ("Tournaments", "New tournament"),
    "/tournaments/finished": ("Tournaments", "Finished"),
    "/learn/tournaments": ("Tournaments", "How they work"),
    "/settings": ("Settings", "All settings"),
    "/help": ("Settings", "Help"),
}
ON_DESKTOP = {
    "/ranks/blitz": ("Ranking",),
    "/ladder": ("Ranking", "Ladder"),
    "/players": ("People",),
    "/messages": ("People", "Messages"),
    "/friends": ("People", "Friends"),
    "/friends/online": ("People", "Online"),
    "/friends/bots": ("People", "Bots"),
    "/learn": ("Learn",),
    "/signup": ("Sign up",),
    "/signin": ("Guest", "Sign in"),
    "/news": ("Guest", "Announcements"),
}
ON_PHONE = {
    "/ranks/blitz": ("Me", "Ranking"),
    "/ladder": ("Me", "Ladder"),
    "/players": ("Me", "Find a player"),
    "/messages": ("Me", "Messages"),
    "/friends": ("Me", "Friends"),
    "/learn": ("Me", "Rules and how to play"),
    "/signup": ("Me", "Create an account"),
    "/signin": ("Me", "Sign in"),
    "/news": ("Me", "Announcements"),
}


async def follow(guest: Guest, name: str) -> None:
    """Click the first link or button in sight whose name begins so."""
    starts = re.compile(f"^{name}")
    link = guest.page.get_by_role("link", name=starts)
    await link.or_(guest.page.get_by_role("button", name=starts)).first.click()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
async def test_each_page_is_two_steps_away(crowd: Crowd, phone: bool) -> None:
    ann = await crowd.come("/", phone=phone)
    for path, steps in {**EVERYWHERE, **(ON_PHONE if phone else ON_DESKTOP)}.items():
        await expect(ann.heading("Xiangqi, or Chinese chess")).to_be_visible()
        for name in steps:
            await follow(ann, name)
        await expect(ann.page).to_have_url(f"{ann.origin}{path}")
        await expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
        await follow(ann, "Play" if phone else "Xiangqi, home")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
async def test_the_first_page_itself_leads_into_games(crowd: Crowd, phone: bool) -> None:
    ann = await crowd.come("/", phone=phone)

    await expect(ann.page.get_by_role("button", name=re.compile("^5[+]3"))).to_be_enabled()
    await expect(ann.page.get_by_role("region", name="Waiting room")).to_be_visible()
    await ann.press("Invite a friend", "Create an invite link")
    await ann.hears("Waiting for your friend.")
