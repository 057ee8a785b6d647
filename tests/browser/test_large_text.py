"""Text twice as large, as a browser may be set, on the smallest phone: nothing is cut."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from tests.browser.test_languages import DAYS, assert_words_fit
from tests.browser.test_places import ALL_PAGES
from tests.browser.test_repetition import FIRST_ROUND, ROUND
from tests.support.browser import Crowd, launch
from tests.support.browser_tables import NO_CLOCK, laid_out
from tests.support.server_process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

TWICE = "--blink-settings=defaultFontSize=32"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """Chromium whose reader has asked for letters of twice the usual size."""
    async with async_playwright() as playwright:
        running = await launch(playwright, TWICE)
        yield running
        await running.close()


@pytest.mark.parametrize("language", ["en-US", "zh-CN", "vi-VN"])
async def test_every_page_holds_text_twice_as_large(
    crowd: Crowd, server: ServerProcess, language: str
) -> None:
    ann = await crowd.come("/", language=language, phone=True)
    for path in ALL_PAGES:
        await ann.walk(path)
        await assert_words_fit(ann)
    for moves, clock in (
        (("h2e2", "h9g7"), DAYS),
        ((*FIRST_ROUND, "d4e4", *ROUND, "d4e4"), NO_CLOCK),
    ):
        laid = await laid_out(server, *moves, clock=clock)
        red = await crowd.come(laid.path, token=laid.red, language=language, phone=True)
        await expect(red.page.get_by_role("grid")).to_be_visible()
        await assert_words_fit(red)
