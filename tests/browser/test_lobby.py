"""How strangers find each other."""

import re

import pytest
from playwright.async_api import expect

from tests.support.browser import Crowd, Guest

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def press_pool(guest: Guest, name: str) -> None:
    await guest.page.get_by_role("button", name=re.compile(f"^{re.escape(name)} ")).click()


async def test_two_guests_who_press_the_same_pool_are_in_one_game(crowd: Crowd) -> None:
    ann, ben = await crowd.come(), await crowd.come()

    await press_pool(ann, "5+3")
    waiting = ben.page.get_by_role("button", name="5+3 Blitz 1 waiting")
    await expect(waiting).to_be_visible()
    await press_pool(ben, "5+3")

    await ann.is_in_a_game()
    await ben.is_in_a_game()
    assert ann.page.url == ben.page.url


async def test_a_search_shows_its_cancel_and_ends_by_it(crowd: Crowd) -> None:
    ann, ben = await crowd.come(), await crowd.come()
    search = ann.page.get_by_role("region", name="Looking for an opponent")

    await press_pool(ann, "15+10")
    await expect(search).to_be_visible()
    await ann.pictures("search")
    await search.get_by_role("button", name="Cancel").click()

    await expect(search).to_have_count(0)
    nobody = ben.page.get_by_role("button", name="15+10 Rapid nobody yet")
    await expect(nobody).to_be_visible()


async def test_an_offer_in_the_waiting_room_is_taken_by_another(crowd: Crowd) -> None:
    ann, ben = await crowd.come(), await crowd.come()

    await ann.press("Offer a game")
    await ann.page.get_by_role("radio", name="Black").click()
    await ann.press("Offer in the waiting room")
    await expect(ann.page.get_by_role("row", name=re.compile("Your offer"))).to_be_visible()
    offer = ben.page.get_by_role("row", name=re.compile(r"Guest \w+ – 10\+5 .* Red"))
    await offer.get_by_role("button", name=re.compile(r"^Play Guest \w+, 10\+5")).click()

    await expect(ben.heading("Your turn")).to_be_attached()
    await expect(ann.heading("Thinking")).to_be_attached()


async def test_an_offer_is_withdrawn_by_its_cancel(crowd: Crowd) -> None:
    ann, ben = await crowd.come(), await crowd.come()
    row = ben.page.get_by_role("row", name=re.compile(r"Guest \w+ – No clock"))

    await ann.press("Offer a game")
    await ann.page.get_by_role("radio", name="No clock").click()
    await ann.press("Offer in the waiting room")
    await expect(row).to_be_visible()
    await ann.page.get_by_role("row", name=re.compile("Your offer")).get_by_role("button").click()

    await expect(row).to_have_count(0)
