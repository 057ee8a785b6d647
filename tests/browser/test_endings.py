"""How a game ends, and what comes after."""

import re

import pytest
from playwright.async_api import Locator, expect

from tests.support.browser import Crowd, Guest
from tests.support.browser_tables import Laid, invited, laid_out, seated
from tests.support.server_process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def both(crowd: Crowd, laid: Laid) -> tuple[Guest, Guest]:
    """Red and Black at the board."""
    ann = await crowd.come(laid.path, token=laid.red)
    ben = await crowd.come(laid.path, token=laid.black)
    await ann.is_in_a_game()
    await ben.is_in_a_game()
    return ann, ben


def actions(guest: Guest) -> Locator:
    """The row of actions."""
    return guest.page.get_by_role("group", name="Actions")


async def test_a_draw_is_offered_declined_offered_and_accepted(
    crowd: Crowd, server: ServerProcess
) -> None:
    ann, ben = await both(crowd, await laid_out(server, "h2e2", "h9g7"))

    await ann.press("Draw", "Keep playing", "Draw", "Offer")
    await ann.hears("You offer a draw.")
    await expect(actions(ann).get_by_role("button", name="Offered")).to_be_disabled()
    await ben.hears("offers a draw.")
    await ben.pictures("draw-offer")
    await ben.button("Decline").press("Enter")
    await expect(ben.heading("Thinking").or_(ben.heading("Your turn"))).to_be_focused()
    await ann.is_told("no draw.")
    await expect(ann.news.get_by_text("You offer a draw.")).to_have_count(0)

    await ben.press("Draw", "Offer")
    await ann.press("Accept")

    for guest in (ann, ben):
        await guest.hears("A draw.")
        await guest.hears("Both players agreed to a draw.")
        await expect(guest.heading("The game is over")).to_be_attached()


async def test_resigning_takes_two_steps_and_a_rematch_changes_the_sides(
    crowd: Crowd, server: ServerProcess
) -> None:
    ann, ben = await both(crowd, await laid_out(server, "h2e2", "h9g7"))
    question = ann.page.get_by_role("group", name="Resign?")

    await ann.press("Resign")
    await question.get_by_role("button", name="Keep playing").click()
    await expect(question).to_have_count(0)
    await expect(ann.heading("Your turn")).to_be_attached()
    await ann.press("Resign")
    await ann.pictures("resigning")
    await question.get_by_role("button", name="Resign").click()
    await ann.hears("You lose.")
    await ben.hears("You win.")
    await ben.pictures("won")

    before = ann.page.url
    await actions(ben).get_by_role("button", name="Rematch").click()
    await ann.press("Play again")

    await expect(ben.heading("Your turn")).to_be_attached()
    await expect(ann.heading("Thinking")).to_be_attached()
    assert ann.page.url == ben.page.url != before


async def test_a_game_without_moves_is_aborted(crowd: Crowd, server: ServerProcess) -> None:
    ann, ben = await both(crowd, await laid_out(server))

    await ben.press("Abort")

    await ann.hears("No result.")
    await ben.hears("No result.")


async def test_a_flag_falls(crowd: Crowd, server: ServerProcess) -> None:
    laid = await invited(server, {"type": "fischer", "main_ms": 2_000})
    ann = await crowd.come(laid.path, token=laid.red)
    await ann.hears("Waiting for your friend.")

    laid = await seated(laid)
    ben = await crowd.come(laid.path, token=laid.black)

    await ann.hears("You lose.")
    await ben.hears("You win.")
    await expect(ann.page.get_by_role("timer", name="Red's clock")).to_have_text("0:00.0")


async def test_both_are_told_until_when_the_first_moves_must_come(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server)
    ann = await crowd.come(laid.path, token=laid.red)
    ben = await crowd.come(laid.path, token=laid.black)

    await ann.hears("Your first move is due.")
    await ben.hears("Red's first move is due.")
    await expect(ben.news.get_by_role("timer")).to_have_text(re.compile(r"\d:\d\d"))
    await ann.play("h2e2")
    await ann.hears("Black's first move is due.")
    await ben.hears("Your first move is due.")
    await ben.play("h9g7")

    for guest in (ann, ben):
        await expect(guest.news.get_by_text("first move is due.")).to_have_count(0)
