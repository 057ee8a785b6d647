"""The page in the reader's language and notation."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.test_places import ALL_PAGES
from tests.browser.test_repetition import FIRST_ROUND, ROUND
from tests.support.browser import SMALL_PHONE, Crowd, Guest
from tests.support.browser_tables import NO_CLOCK, laid_out
from tests.support.server_process import ServerProcess
from tests.support.wire_client import Message

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


NAMES = re.compile(
    r"(?<=(?:游客|訪客) )[a-z0-9]+|English|Tiếng Việt|ItsYourTurn|Chess Variants|WXF|ICCS|FEN|PGN"
    r"|ms\b|[a-z]+-\d+|cchess(?:\.rul)?"
)

OWN_WORDS = """() => document.body.innerText.replaceAll(
    new RegExp([...document.querySelectorAll("[translate=no]")]
        .map(({ innerText }) => innerText.trim().replace(/[.*+?^${}()|[\\]\\\\]/g, "\\\\$&"))
        .filter(Boolean).sort((a, b) => b.length - a.length).join("|") || "(?!)", "g"), "")"""
"""The words in sight but those that are the same in every language."""


async def foreign_words(guest: Guest) -> list[str]:
    """Latin words in sight that are no proper names, which are marked as not to be translated."""
    text = str(await guest.page.evaluate(OWN_WORDS))
    return re.findall(r".*[A-Za-z]{2,}.*", NAMES.sub("", text))


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


DAYS: Message = {"type": "correspondence", "days": 3}


async def assert_words_fit(guest: Guest) -> None:
    """Nothing is wider than the smallest phone, and no word is cut."""
    await guest.page.set_viewport_size(SMALL_PHONE)
    path = guest.page.url.removeprefix(guest.origin)
    assert (path, await guest.overhang(), await guest.cut_words()) == (path, 0, [])


@pytest.mark.parametrize("language", ["en-US", "zh-CN", "zh-TW", "vi-VN"])
async def test_every_page_speaks_one_language_and_fits_the_smallest_phone(
    crowd: Crowd, server: ServerProcess, language: str
) -> None:
    ann = await crowd.come("/", language=language, phone=True)
    for path in ALL_PAGES:
        await ann.walk(path)

        await assert_words_fit(ann)
        if language.startswith("zh"):
            assert (path, await foreign_words(ann)) == (path, [])
    laid = await laid_out(server, "h2e2", "h9g7", clock=DAYS)
    red = await crowd.come(laid.path, token=laid.red, language=language, phone=True)
    await expect(red.page.get_by_role("timer")).to_have_count(2)
    await assert_words_fit(red)
    await red.picture(f"days-{language}")
    laid = await laid_out(server, *FIRST_ROUND, "d4e4", *ROUND, "d4e4", clock=NO_CLOCK)
    red = await crowd.come(laid.path, token=laid.red, language=language, phone=True)
    await expect(red.page.get_by_role("grid")).to_be_visible()
    await assert_words_fit(red)
    await red.picture(f"repeated-{language}")
