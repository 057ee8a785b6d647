"""How a game ends, and what comes after."""

import re

import pytest
from playwright.async_api import Locator, expect

from tests.browser.test_whole_games import MATE
from tests.support.browser import SMALL_PHONE, Crowd, Guest
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
        await guest.ends("Drawn")
        await guest.ends("Both players agreed to a draw.")
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
    await ann.ends("You lost")
    await ben.ends("You won")
    await ben.ends("Red resigned on move 1.")
    await ben.is_told("You win. Red resigned.")
    await expect(ben.result.get_by_role("link", name="Sign up")).to_be_visible()
    await ben.pictures("won")

    before = ann.page.url
    await actions(ben).get_by_role("button", name="Rematch").click()
    await ann.asked_again.click()

    await expect(ben.heading("Your turn")).to_be_attached()
    await expect(ann.heading("Thinking")).to_be_attached()
    assert ann.page.url == ben.page.url != before


async def test_a_game_without_moves_is_aborted(crowd: Crowd, server: ServerProcess) -> None:
    ann, ben = await both(crowd, await laid_out(server))

    await ben.press("Abort")

    await ann.ends("Not counted")
    await ben.ends("Not counted")


async def test_a_flag_falls(crowd: Crowd, server: ServerProcess) -> None:
    laid = await invited(server, {"type": "fischer", "main_ms": 2_000})
    ann = await crowd.come(laid.path, token=laid.red)
    await ann.hears("Waiting for your friend.")

    laid = await seated(laid)
    ben = await crowd.come(laid.path, token=laid.black)

    await ann.ends("You lost")
    await ben.ends("You won")
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


async def test_the_result_gives_way_to_the_moves_and_their_times_and_comes_back(
    crowd: Crowd, server: ServerProcess
) -> None:
    ann, ben = await both(crowd, await laid_out(server, *MATE[:-1]))
    record = ann.page.get_by_role("region", name="Moves", exact=True)
    await ann.play(MATE[-1])

    await ann.ends("Checkmate on move 3: the general has no way out.")
    await expect(ann.result.get_by_role("img")).to_have_accessible_name(
        re.compile("^Time for each move, longest .* on move 3$")
    )
    await expect(record).to_be_hidden()
    for tab in ("Times", "Moves"):
        await ann.page.get_by_role("tab", name=tab).click()
        await expect(ann.result).to_be_hidden()
        await expect(ann.page.get_by_role("region", name=tab, exact=True)).to_be_visible()
    await record.get_by_role("button", name="Move 1, Red").click()
    await ann.page.get_by_role("tab", name="Result").click()
    await expect(record).to_be_hidden()
    await ann.sees("g9 Red cannon, moved here last")
    assert await ann.broken_rules() == []
    await ann.result.get_by_role("link", name="Review board").click()
    engine = ann.page.get_by_role("region", name="What an engine says")
    await expect(engine.get_by_text("No engine of this server looks")).to_be_visible()
    await expect(ann.page.get_by_role("button", name="1. ")).to_have_count(1)
    assert await ann.broken_rules() == []

    await ben.page.set_viewport_size(SMALL_PHONE)
    await expect(ben.result.get_by_text("Checkmate on move 3")).to_be_in_viewport(ratio=1)
    board = await ben.page.locator("svg.bd").bounding_box()
    assert board is not None
    assert round(board["width"]) == 240
    assert await ben.cut_words() == []
