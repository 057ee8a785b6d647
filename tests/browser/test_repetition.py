"""What a player sees on the way to losing by perpetual check, and the ruling afterwards."""

import pytest
from playwright.async_api import expect

from tests.support.browser import Crowd
from tests.support.browser_tables import NO_CLOCK, laid_out
from tests.support.server_process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

FIRST_ROUND = ("b2g2", "b7d7", "h2h4", "e9e8", "h4e4", "e8d8", "e4d4", "d8e8")
ROUND = ("e8d8", "e4d4", "d8e8")


async def test_perpetual_check_is_warned_of_asked_about_and_ruled_with_reasons(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, *FIRST_ROUND, clock=NO_CLOCK)
    ann = await crowd.come(laid.path, token=laid.red)
    ben = await crowd.come(laid.path, token=laid.black)
    await ben.is_in_a_game()

    await ann.play("d4e4")
    for guest in (ann, ben):
        await guest.hears("The position repeats.")
        await guest.hears("Repetition 2 of 4")
    await laid.play(*ROUND, "d4e4", *ROUND)
    await ann.hears("Repetition 3 of 4")
    phone = await crowd.come(laid.path, token=laid.red, phone=True)
    await expect(phone.button("Show the cycle")).to_be_in_viewport(ratio=1)
    await expect(phone.page.get_by_role("region", name="Red: You")).to_be_in_viewport(ratio=1)
    await ann.press("Show the cycle")
    await ann.pictures("warning")
    await ann.press("Hide the cycle")

    await ann.square("d4").click()
    await ann.sees("e4 empty, loses by repetition")
    await ann.square("e4").click()
    await ann.hears("Red cannon d4 to e4 loses the game.")
    await ann.pictures("losing-move")
    await ann.press("Another move")
    await ann.sees("d4 Red cannon", "e4 empty")
    await ann.play("d4e4")
    await ann.press("Play it and lose")

    await ann.hears("You lose.")
    await ben.hears("You win.")
    await ben.press("Show the ruling")
    ruling = ben.page.get_by_role("region", name="The ruling")
    await expect(ruling).to_contain_text("perpetual check")
    await expect(ruling.get_by_role("row", name="C6=5")).not_to_have_count(0)
    await ben.pictures("ruling")
    await ben.press("Back to the game")
    await expect(ruling).to_be_hidden()
