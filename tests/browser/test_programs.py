"""A program gets a token of its own, shown once and revoked; an account becomes a bot."""

import asyncio

import pytest
from playwright.async_api import expect

from tests.browser.test_account import PASSWORD, an_account
from tests.support.browser import Crowd
from tests.support.patience import PATIENCE_S
from tests.support.server_process import ServerProcess
from tests.support.wire_client import WireClient

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_program_comes_in_by_its_token_until_that_is_revoked(
    crowd: Crowd, server: ServerProcess
) -> None:
    owner = await an_account(crowd, "Tactician")
    programs = owner.page.get_by_role("region", name="Programs")
    await programs.get_by_label("What the program is called").fill("My engine")
    await programs.get_by_role("button", name="Create a token").click()
    token = await programs.get_by_role("region", name="The token").locator("code").inner_text()
    async with asyncio.timeout(PATIENCE_S), WireClient(server.socket_url, token=token) as program:
        scope = program.welcome["scope"]
    await programs.get_by_role("button", name="I have kept it").click()
    await expect(programs.get_by_text(token)).to_have_count(0)

    await programs.get_by_role("button", name="Revoke the token of My engine").click()

    await expect(programs.get_by_text("No program has a token.")).to_be_visible()
    assert scope == "play"


async def test_a_bot_is_marked_on_its_pages(crowd: Crowd) -> None:
    owner = await an_account(crowd, "Tireless")
    programs = owner.page.get_by_role("region", name="Programs")
    await programs.get_by_text("Make this account a bot").click()
    await programs.get_by_label("Password").fill(PASSWORD)
    await programs.get_by_role("button", name="Make it a bot for ever").click()
    await expect(programs.get_by_text("This account is a bot")).to_be_visible()

    eve = await crowd.come("/players")
    await eve.page.get_by_label("Name begins with").fill("tirel")
    await eve.page.get_by_role("link", name="BOT Tireless").click()

    await expect(eve.heading("BOT Tireless")).to_be_visible()
