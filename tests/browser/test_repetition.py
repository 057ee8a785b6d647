"""What a player sees on the way to losing by perpetual check, and the ruling afterwards."""

import asyncio
import re

import pytest
from playwright.async_api import Locator, Route, expect

from tests.support.browser import SMALL_PHONE, Crowd, Guest
from tests.support.browser_tables import NO_CLOCK, laid_out
from tests.support.server_process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

FIRST_ROUND = ("b2g2", "b7d7", "h2h4", "e9e8", "h4e4", "e8d8", "e4d4", "d8e8")
ROUND = ("e8d8", "e4d4", "d8e8")


def strip_of(guest: Guest) -> Locator:
    """The strip over the board."""
    return guest.page.get_by_role("group", name="The game", exact=True)


def record(guest: Guest) -> Locator:
    """The moves, and what the board shows of them."""
    return guest.page.get_by_role("region", name="Moves", exact=True)


async def test_perpetual_check_is_warned_of_asked_about_and_ruled_with_reasons(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, *FIRST_ROUND, clock=NO_CLOCK)
    ann = await crowd.come(laid.path, token=laid.red)
    ben = await crowd.come(laid.path, token=laid.black)
    await ben.is_in_a_game()

    await ann.play("d4e4")
    for guest in (ann, ben):
        await expect(strip_of(guest)).to_contain_text("The position repeats.")
        await expect(strip_of(guest)).to_contain_text("Occurrence 2 of 4")
    await laid.play(*ROUND, "d4e4", *ROUND)
    await expect(strip_of(ann)).to_contain_text("Occurrence 3 of 4")
    await expect(strip_of(ann)).to_contain_text("C6=5 would lose.")
    phone = await crowd.come(laid.path, token=laid.red, phone=True)
    await phone.press("Why")
    await expect(phone.button("Show the cycle")).to_be_visible()
    await expect(phone.page.get_by_role("region", name="Red: You")).to_be_in_viewport(ratio=1)
    await ann.press("Why")
    why = ann.page.get_by_role("dialog", name="Why")
    await expect(why).to_contain_text("Losing at once: C6=5.")
    asked = why.get_by_role("link", name="Arbiter's page")
    question = re.compile(r"^/ruling\?moves=(\w{4})+&terms=axf\+1$")
    await expect(asked).to_have_attribute("href", question)
    await expect(why.get_by_role("listitem")).to_have_text(
        ["C6=5check", "K5=4idle", "C5=6check", "K4=5idle"]
    )
    await ann.press("Show the cycle")
    await expect(record(ann).get_by_text("Replay", exact=True)).to_be_visible()
    await expect(record(ann).get_by_text("Live", exact=True)).to_have_count(0)
    await ann.pictures("warning")
    await ann.press("Hide the cycle")
    await ann.page.keyboard.press("Escape")
    await expect(why).to_be_hidden()
    await expect(ann.button("Why")).to_be_focused()

    await ann.square("d4").click()
    await ann.sees("e4 empty, loses by repetition")
    await ann.square("e4").click()
    await ann.hears("C6=5 loses the game.")
    await ann.pictures("losing-move")
    await ann.press("Another move")
    await ann.sees("d4 Red cannon", "e4 empty")
    await ann.play("d4e4")
    await ann.press("Play it and lose")

    await ann.ends("You lost")
    await ben.ends("You won")
    rows = ben.result.get_by_role("listitem")
    await expect(rows.first).to_have_text("1K5=4idle")
    await expect(ben.result).to_contain_text("Perpetual check loses")
    assert await ben.broken_rules() == []
    await ben.press("Show the ruling")
    ruling = ben.page.get_by_role("region", name="The ruling")
    await expect(ruling).to_contain_text("perpetual check")
    await expect(ruling.get_by_role("row", name="C6=5")).not_to_have_count(0)
    await ben.pictures("ruling")
    await ben.press("Back to the game")
    await expect(ruling).to_be_hidden()


@pytest.mark.parametrize("language", ["en-US", "zh-CN", "zh-TW", "vi-VN"])
async def test_on_the_smallest_phone_a_warning_and_its_reasons_can_be_read(
    crowd: Crowd, server: ServerProcess, language: str
) -> None:
    laid = await laid_out(server, *FIRST_ROUND, "d4e4", *ROUND, "d4e4", *ROUND, clock=NO_CLOCK)
    for token in (laid.red, laid.black):
        ann = await crowd.come("/learn", token=token, phone=True, language=language)
        await ann.page.set_viewport_size(SMALL_PHONE)
        await ann.open(laid.path)
        bar = ann.page.locator(".headline.warned")
        words, why = bar.locator("b"), bar.get_by_role("button")

        await expect(words).not_to_be_empty()
        edges, inside = await bar.bounding_box(), await words.bounding_box()
        assert edges is not None
        assert inside is not None
        assert edges["y"] <= inside["y"]
        assert inside["y"] + inside["height"] <= edges["y"] + edges["height"]
        await why.tap()
        reasons = ann.page.get_by_role("dialog").get_by_role("paragraph").first
        await expect(reasons).to_be_in_viewport(ratio=0.5)
        await expect(ann.page.get_by_role("gridcell").last).to_be_in_viewport(ratio=1)


async def test_a_cycle_that_is_hidden_stays_hidden_however_late_its_strip_came(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, *FIRST_ROUND, "d4e4", *ROUND, clock=NO_CLOCK)
    ann = await crowd.come(laid.path, token=laid.red)
    await ann.is_in_a_game()
    has_line = asyncio.Event()

    async def come_late(route: Route) -> None:
        await has_line.wait()
        await route.continue_()

    await ann.page.route("**/strip.js*", come_late)
    await ann.page.clock.install()
    strip = ann.page.get_by_role("group", name="The cycle, ply by ply")
    await ann.press("Why", "Show the cycle")
    for _ in range(2):
        await ann.page.keyboard.press("f")
    has_line.set()
    await expect(strip.get_by_role("button")).not_to_have_count(0)
    await ann.press("Hide the cycle")
    await ann.page.clock.fast_forward(5_000)

    await expect(ann.button("Show the cycle")).to_be_visible()
    await expect(strip).to_be_hidden()
