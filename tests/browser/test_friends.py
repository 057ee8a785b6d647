"""A game among friends from the first click on: invite, sit, play in every way, watch."""

from urllib.parse import urlsplit

import pytest
from playwright.async_api import expect

from tests.support.browser import Crowd, Guest

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def created_game(ann: Guest) -> str:
    """Ann creates a game as Red; the link she copies."""
    await ann.press("Invite a friend")
    await ann.page.get_by_role("radio", name="Red").click()
    await ann.press("Create an invite link")
    await ann.news.get_by_role("button", name="Copy link").click()
    await ann.is_told("Link copied.")
    return str(await ann.page.evaluate("navigator.clipboard.readText()"))


async def test_friends_play_by_a_link_while_a_third_watches(crowd: Crowd) -> None:
    ann = await crowd.come()
    link = await created_game(ann)
    await ann.pictures("invite")

    ben = await crowd.come(link.removeprefix(ann.origin))
    await ben.pictures("invited")
    await ben.news.get_by_role("radio", name="Symbols").click()
    await expect(ben.page.locator("svg.bd use[href='#w-k']").first).to_be_attached()
    await ben.news.get_by_role("radio", name="Characters").click()
    await ben.press("Play Black")
    await expect(ann.heading("Your turn")).to_be_attached()
    cleo = await crowd.come(urlsplit(link).path)
    for guest in (ann, ben, cleo):
        watching = guest.page.get_by_text("1 watching").filter(visible=True)
        await expect(watching).to_be_visible()

    await ann.drag("h2e2")
    await ben.sees("e2 Red cannon, moved here last")
    await ben.play("h9g7")
    await ann.sees("g7 Black horse, moved here last")
    await ann.type("H2+3")
    await ben.sees("g2 Red horse, moved here last")
    await ben.type("车9平8")

    for guest in (ann, ben, cleo):
        await guest.sees("h9 Black chariot, moved here last", "i9 empty, moved from here last")
        for name in ("Move 1, Red: C2=5", "Move 1, Black: H8+7", "Move 2, Black: R9=8"):
            await expect(guest.button(name)).to_be_visible()
    await expect(cleo.heading("You are watching")).to_be_attached()
    await cleo.pictures("watching")


async def test_a_spectator_cannot_touch_the_pieces(crowd: Crowd) -> None:
    ann = await crowd.come()
    link = await created_game(ann)
    await (await crowd.come(link.removeprefix(ann.origin))).press("Play Black")
    cleo = await crowd.come(urlsplit(link).path)

    await expect(cleo.heading("You are watching")).to_be_attached()
    await cleo.point("h2e2")

    await cleo.sees("h2 Red cannon", "e2 empty")
    await expect(cleo.button("Resign")).to_have_count(0)
    await expect(cleo.button("Draw")).to_have_count(0)
