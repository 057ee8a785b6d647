"""A game by days: a move is submitted with a message, and the next game is one step away."""

import re

import pytest
from playwright.async_api import expect

from tests.support.browser import Crowd
from tests.support.browser_tables import laid_out
from tests.support.server_process import ServerProcess
from tests.support.wire_client import Message, WireClient

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def by_days(days: int) -> Message:
    """A number of days for each move."""
    return {"type": "correspondence", "days": days}


async def test_a_move_is_submitted_with_a_message_and_the_next_game_comes(
    crowd: Crowd, server: ServerProcess
) -> None:
    first = await laid_out(server, clock=by_days(1))
    slow = await laid_out(server, clock=by_days(7), red_token=first.red)
    soon = await laid_out(server, clock=by_days(3), red_token=first.red)
    red = await crowd.come(first.path, token=first.red)
    black = await crowd.come(first.path, token=first.black)

    await red.play("h2e2")
    before = await first.moves()
    await red.page.get_by_label("Message with the move").fill("Until tomorrow!")
    await red.pictures("by-days-submit")
    await red.press("Submit, next game")
    await red.page.wait_for_url(f"**{soon.path}")
    await red.is_in_a_game()
    await red.page.keyboard.press("n")
    await red.page.wait_for_url(f"**{slow.path}")
    await red.play("h2e2")
    await red.press("Submit")
    await red.press("Next game that waits")
    await red.page.wait_for_url(f"**{soon.path}")

    assert before == []
    assert await first.moves() == ["h2e2"]
    await expect(black.page.get_by_text("Until tomorrow!", exact=True)).to_be_visible()
    await expect(red.page.get_by_role("link", name="Games 1 waiting").first).to_be_attached()
    await expect(red.page).to_have_title(re.compile(r"^\(1\) "))


async def test_an_offer_stands_while_its_owner_is_away_and_is_taken_from_the_list(
    crowd: Crowd, server: ServerProcess
) -> None:
    async with WireClient(server.socket_url) as owner:
        terms = {"clock": by_days(7), "rules": {"name": "club"}}
        room = (await owner.ask({"type": "offer_by_days", "terms": terms, "side": "black"}))["room"]
    taker = await crowd.come("/days")

    await taker.page.get_by_role("radio", name="7 days a move", exact=True).click()
    await taker.page.get_by_role("button", name="Offer it to everybody").click()
    await expect(taker.page.get_by_role("region", name="Your offers")).to_contain_text("7 days")
    await taker.page.get_by_role("button", name="Withdraw").click()
    await expect(taker.page.get_by_text("You have no open offer.")).to_be_visible()
    await taker.pictures("by-days-offers")
    row = taker.page.get_by_role("region", name="Open offers").locator(".rows > *")
    await row.filter(has_text="Club").get_by_role("button").first.click()
    await taker.page.wait_for_url(f"**/game/{room}")
    await taker.is_in_a_game()
