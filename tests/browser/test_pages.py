"""Whole pages, looked at by a critic of accessibility and kept as pictures for people."""

import re

import pytest
from playwright.async_api import expect

from tests.support.browser import Crowd
from tests.support.browser_tables import laid_out
from tests.support.server_process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

OPENING = ("h2e2", "h9g7", "h0g2", "i9h9", "g3g4", "c6c5", "b0c2", "b9c7", "i0i1", "h7h3")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
async def test_axe_finds_nothing_wrong_in_lobby_settings_and_game(
    crowd: Crowd, server: ServerProcess, phone: bool
) -> None:
    laid = await laid_out(server, *OPENING)
    ann = await crowd.come("/", phone=phone)
    await expect(ann.page.get_by_role("button", name=re.compile("^5"))).to_be_visible()

    assert await ann.broken_rules() == []
    await ann.press("Settings")
    await expect(ann.page.get_by_role("radio", name="Dark")).to_be_visible()
    assert await ann.broken_rules() == []

    ben = await crowd.come(laid.path, token=laid.red, phone=phone)
    await ben.is_in_a_game()
    await ben.square("e2").click()
    assert await ben.broken_rules() == []


async def test_the_pages_are_kept_as_pictures(crowd: Crowd, server: ServerProcess) -> None:
    laid = await laid_out(server, *OPENING)
    ann = await crowd.come("/")
    await expect(ann.page.get_by_role("button", name=re.compile("^5"))).to_be_visible()
    await ann.pictures("home")
    await ann.press("Settings")
    await expect(ann.page.get_by_role("radio", name="Dark")).to_be_visible()
    await ann.pictures("settings")
    await ann.open("/game/nosuchroom12")
    await expect(ann.heading("There is no such game")).to_be_visible()
    await ann.pictures("no-such-game")

    ben = await crowd.come(laid.path, token=laid.red)
    await ben.is_in_a_game()
    await ben.square("e2").click()
    await ben.pictures("playing")
