"""A person alone on a fresh server: the first game is one against the computer."""

import re

import pytest
from playwright.async_api import expect

from tests.support.browser import Crowd

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest.fixture(scope="module")
def flags() -> tuple[str, ...]:
    """A server with our own engine beside it."""
    return ("--computer", "on", "--engine", "own")


async def test_who_is_alone_plays_the_computer_with_pieces_one_can_read(crowd: Crowd) -> None:
    ann = await crowd.come("/")
    await ann.page.get_by_role("link", name="Play the computer").click()
    soldier = ann.page.get_by_role("radio", name=re.compile("^1 · Soldier"))
    needs_engine = ann.page.get_by_role("radio", name=re.compile("^8 .*Needs an engine"))

    await expect(needs_engine).to_have_attribute("aria-disabled", "true")
    await soldier.click()
    await ann.page.get_by_role("radio", name="Symbols").click()
    assert await ann.broken_rules() == []
    assert await ann.overhang() == 0
    await ann.pictures("computer")
    await ann.page.get_by_role("button", name="Play Soldier · Red · No clock").click()

    await ann.is_in_a_game()
    await ann.play("h2e2")
    await expect(ann.heading("Your turn")).to_be_attached()
    await expect(
        ann.page.get_by_role("gridcell", name=re.compile("moved here last"))
    ).to_have_count(1)
    await expect(ann.page.locator("svg.bd use[href='#w-k']").first).to_be_attached()
    eve = await crowd.come("/watch")  # nobody else plays
    await expect(eve.page.get_by_role("link", name=re.compile("Computer 1"))).to_be_visible()


async def test_beside_a_computer_stands_who_it_is_and_no_talk_that_nobody_answers(
    crowd: Crowd,
) -> None:
    ann = await crowd.come("/computer")
    await ann.page.get_by_role("radio", name=re.compile("^2 · Soldier")).click()
    await ann.page.get_by_role("button", name=re.compile("^Play Soldier across")).click()
    await ann.is_in_a_game()
    rival = ann.page.get_by_role("region", name="Soldier across the river")

    await expect(rival).to_contain_text("You may take moves back.")
    await expect(ann.page.get_by_role("log")).to_have_count(0)
    await expect(ann.page.get_by_role("textbox", name="Say something")).to_have_count(0)
    await ann.pictures("beside-a-computer")
    assert await ann.broken_rules() == []
    await ann.play("h2e2")
    await ann.press("Resign")
    await ann.page.get_by_role("group").get_by_role("button", name="Resign").last.click()
    await ann.ends("You lost")
    await expect(ann.page.get_by_role("log")).to_have_count(0)
    await ann.press("New")
    await expect(ann.heading("Play the computer")).to_be_visible()


async def test_bots_are_listed_by_name(crowd: Crowd) -> None:
    ann = await crowd.come("/computer")
    for level in range(1, 7):
        radio = ann.page.get_by_role("radio", name=re.compile(f"^{level} · "))
        await expect(radio).to_have_attribute("aria-disabled", "false")

    await ann.open("/friends/bots")

    names = ann.page.get_by_role("main").get_by_role("link", name=re.compile("^BOT "))
    await expect(names).to_have_text([f"BOT Computer {level}" for level in range(1, 7)])


async def test_who_waits_is_asked_whether_to_play_the_computer_while_the_search_goes_on(
    crowd: Crowd,
) -> None:
    ann = await crowd.come("/")
    await ann.page.get_by_role("button", name=re.compile("^15[+]10 ")).click()
    search = ann.page.get_by_role("region", name="Looking for an opponent")
    await expect(search.get_by_role("timer")).to_be_visible()

    await search.get_by_role("link", name=re.compile("^Play the computer meanwhile")).click()

    await expect(ann.heading("Play the computer")).to_be_visible()
    await expect(search).to_contain_text("15+10")
    await ann.page.get_by_role("button", name=re.compile("^Play ")).click()
    await ann.is_in_a_game()
    await expect(search).to_contain_text("15+10")
    await search.get_by_role("button", name="Cancel").click()
    await expect(search).to_have_count(0)
