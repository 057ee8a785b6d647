"""The page in the reader's language and notation."""

import re

import pytest
from playwright.async_api import expect

from tests.support.browser import Crowd
from tests.support.browser_tables import laid_out
from tests.support.foreign_words import foreign_words
from tests.support.server_process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_browser_that_asks_for_chinese_gets_all_of_it(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "h2e2", "h9g7")
    ann = await crowd.come("/", token=laid.red, language="zh-CN")
    html = ann.page.locator("html")

    await expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
    await ann.page.get_by_role("button", name=re.compile(r"^5\+3")).wait_for()
    assert await foreign_words(ann) == []
    await ann.pictures("home-zh")
    await ann.open(laid.path)
    await ann.sees("e2 红炮", "g7 黑马，上一着落点")
    await expect(ann.page.get_by_role("button", name="炮二平五")).to_be_visible()
    await expect(html).to_have_attribute("lang", "zh-Hans")
    assert await foreign_words(ann) == []
    await ann.pictures("game-zh")


async def test_language_and_notation_are_switched_in_mid_game_and_kept(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "h2e2", "h9g7")
    ann = await crowd.come(laid.path, token=laid.red)
    await ann.is_in_a_game()

    await ann.page.get_by_role("radio", name="Notation: 中文").click()
    await expect(ann.button("Move 1, Red: 炮二平五")).to_be_visible()
    await ann.page.get_by_role("radio", name="Notation: a–i").click()
    await expect(ann.button("Move 1, Red: h2e2")).to_be_visible()
    await ann.press("Settings")
    await ann.page.get_by_role("radio", name="简体").first.click()
    await ann.sees("e2 红炮", "g7 黑马，上一着落点")
    await ann.page.keyboard.press("Escape")
    await ann.point("h0g2")
    await ann.sees("g2 红马，上一着落点")
    await ann.page.reload()

    await ann.sees("g2 红马，上一着落点")
    await expect(ann.page.locator("html")).to_have_attribute("lang", "zh-Hans")
    await expect(ann.page.get_by_role("button", name="h0g2")).to_be_visible()


@pytest.mark.parametrize(
    ("language", "code", "cannon"),
    [("zh-TW", "zh-Hant", "e2 紅炮"), ("vi-VN", "vi", "e2 Pháo đỏ")],
)
async def test_other_languages_are_whole_pages(
    crowd: Crowd, server: ServerProcess, language: str, code: str, cannon: str
) -> None:
    laid = await laid_out(server, "h2e2", "h9g7")
    ann = await crowd.come(laid.path, token=laid.red, language=language)

    await ann.sees(cannon)
    await expect(ann.page.locator("html")).to_have_attribute("lang", code)
