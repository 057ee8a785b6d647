"""A game by days: a move is submitted with a message, and the next game is one step away."""

import pytest
from playwright.async_api import expect

from tests.support.browser import Crowd
from tests.support.browser_tables import laid_out
from tests.support.server_process import ServerProcess
from tests.support.wire_client import Message

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
