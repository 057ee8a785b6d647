"""The game in one hand: everything in sight, big enough for a thumb."""

import pytest
from playwright.async_api import ViewportSize, expect

from tests.support.browser import Crowd, Guest
from tests.support.browser_tables import invited, laid_out
from tests.support.server_process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

THUMB_PX = 44
SHORT_PHONE: ViewportSize = {"width": 320, "height": 640}
BELOW = "document.documentElement.scrollHeight - innerHeight"


async def assert_fits(guest: Guest) -> None:
    """Nothing has to be scrolled, and each button in sight is a thumb wide and high."""
    assert (await guest.overhang(), max(0, await guest.page.evaluate(BELOW))) == (0, 0)
    small = []
    moves = await guest.page.get_by_role("region", name="Moves").get_by_role("button").all()
    in_moves = [await button.bounding_box() for button in moves]
    for button in await guest.page.get_by_role("button").all():
        box = await button.bounding_box()
        assert box is not None
        if box not in in_moves and min(round(box["width"]), round(box["height"])) < THUMB_PX:
            small.append((await button.inner_text(), box))
    assert small == []


async def test_two_phones_play_by_taps_and_nothing_needs_scrolling(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server)
    ann = await crowd.come(laid.path, token=laid.red, phone=True)
    ben = await crowd.come(laid.path, token=laid.black, phone=True)
    await ann.is_in_a_game()
    await ben.is_in_a_game()

    await ann.play("h2e2")
    await ben.sees("e2 Red cannon, moved here last")
    await ben.play("h9g7")
    await ann.sees("g7 Black horse, moved here last")

    for name in ("Draw", "Resign", "Flip"):
        await expect(ann.button(name)).to_be_in_viewport(ratio=1)
    for name in ("Red's clock", "Black's clock"):
        clock = ann.page.get_by_role("timer", name=name)
        await expect(clock).to_be_in_viewport(ratio=1)
    await expect(ann.cell("a9 Black chariot")).to_be_in_viewport(ratio=1)
    await expect(ann.cell("i0 Red chariot")).to_be_in_viewport(ratio=1)
    await assert_fits(ann)
    await ann.pictures("game")


async def test_news_and_questions_fit_as_well(crowd: Crowd, server: ServerProcess) -> None:
    laid = await laid_out(server, "h2e2", "h9g7")
    ann = await crowd.come(laid.path, token=laid.red, phone=True)
    ben = await crowd.come(laid.path, token=laid.black, phone=True)
    await ann.is_in_a_game()

    await ben.press("Draw", "Offer")
    await expect(ann.button("Accept the draw")).to_be_in_viewport(ratio=1)
    await assert_fits(ann)
    await ann.press("Resign")
    await expect(ann.button("Keep playing")).to_be_in_viewport(ratio=1)
    await assert_fits(ann)
    await ann.page.get_by_role("group", name="Resign?").get_by_role("button", name="Resign").tap()
    await ann.ends("You lost")
    await expect(ann.button("New")).to_be_in_viewport(ratio=1)
    await assert_fits(ann)


async def test_after_a_game_a_short_phone_says_why_and_has_all_actions(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "h2e2", "h9g7")
    ann = await crowd.come(laid.path, token=laid.red, phone=True)
    ben = await crowd.come(laid.path, token=laid.black)
    await ann.page.set_viewport_size(SHORT_PHONE)
    await ann.is_in_a_game()
    await ben.press("Resign")
    await ben.page.get_by_role("group", name="Resign?").get_by_role("button", name="Resign").click()

    await ann.ends("You won")
    for words in (ann.result.get_by_text("Black resigned"), ann.button("More")):
        await expect(words).to_be_in_viewport(ratio=1)
    await ann.picture("short-over")
    await assert_nothing_is_over_the_board(ann)
    await assert_fits(ann)
    await ben.button("Rematch").first.click()
    await expect(ann.asked_again).to_be_in_viewport(ratio=1)
    await expect(ann.button("More")).to_be_in_viewport(ratio=1)
    await assert_fits(ann)


async def test_a_move_is_typed_on_a_phone(crowd: Crowd, server: ServerProcess) -> None:
    laid = await laid_out(server)
    ann = await crowd.come(laid.path, token=laid.red, phone=True)
    await ann.is_in_a_game()

    await ann.press("More", "Type")
    await ann.type("C2=5")

    await ann.sees("e2 Red cannon, moved here last")
    await assert_fits(ann)


async def test_an_invitation_fits_on_a_phone(crowd: Crowd, server: ServerProcess) -> None:
    laid = await invited(server)
    ann = await crowd.come(laid.path, token=laid.red, phone=True)

    await ann.hears("Waiting for your friend.")

    await expect(ann.button("Cancel the invitation")).to_be_in_viewport(ratio=1)
    await assert_fits(ann)


@pytest.mark.parametrize("language", ["en-US", "zh-CN", "vi-VN"])
async def test_an_invitation_is_sent_and_taken_on_a_short_phone_without_scrolling(
    crowd: Crowd, server: ServerProcess, language: str
) -> None:
    laid = await invited(server)
    ann = await crowd.come(laid.path, token=laid.red, language=language, phone=True)
    ben = await crowd.come(laid.path, language=language, phone=True)
    for guest in (ann, ben):
        await guest.page.set_viewport_size(SHORT_PHONE)
        answers = guest.page.locator(".slot .acts").get_by_role("button")

        await expect(answers.last).to_be_in_viewport(ratio=1)
        await assert_fits(guest)
        await assert_nothing_is_over_the_board(guest)


async def test_a_premove_has_its_words_beside_the_moves_in_a_few_lines(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "h2e2")
    ann = await crowd.come(laid.path, token=laid.red)
    await ann.sees("e2 Red cannon, moved here last")

    await ann.point("h0g2")

    await ann.hears("Premove")
    words = await ann.news.locator(".words").bounding_box()
    assert words is not None
    assert words["height"] < words["width"] / 2


async def assert_nothing_is_over_the_board(guest: Guest) -> None:
    """The bars of both players stand above and below the board, not on it."""
    board = await guest.page.get_by_role("grid").bounding_box()
    assert board is not None
    for clock in await guest.page.get_by_role("timer").all():
        box = await clock.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= board["y"] or box["y"] >= board["y"] + board["height"]


@pytest.mark.parametrize("language", ["en-US", "zh-CN", "vi-VN"])
async def test_a_long_notice_takes_its_room_from_the_board_and_lies_over_nothing(
    crowd: Crowd, server: ServerProcess, language: str
) -> None:
    laid = await invited(server)
    ann = await crowd.come(laid.path, token=laid.red, language=language, phone=True)
    await expect(ann.button("QR").or_(ann.page.get_by_text("QR"))).to_be_visible()
    await assert_nothing_is_over_the_board(ann)
    await assert_fits(ann)
    laid = await laid_out(server, "h2e2", "h9g7", "h0g2", "i9h9")
    bob = await crowd.come(laid.path, token=laid.red, language=language, phone=True)
    actions = bob.page.locator(".foot").get_by_role("button")
    await expect(actions).to_have_count(6)

    await actions.nth(1).tap()
    await actions.nth(5).tap()

    await expect(actions).to_have_count(11)
    await assert_nothing_is_over_the_board(bob)
    await assert_fits(bob)


async def test_a_panel_is_in_sight_when_it_is_opened_and_gives_the_focus_back(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "h2e2", "h9g7", "h0g2", "i9h9")
    ann = await crowd.come(laid.path, token=laid.red, phone=True)
    await ann.is_in_a_game()
    times = ann.page.get_by_role("region", name="Times")

    await ann.press("More", "Times")
    title = times.get_by_role("heading", name="Times")
    await expect(title).to_be_focused()
    await expect(times.get_by_role("row").nth(1)).to_be_in_viewport(ratio=1)
    await times.get_by_role("button", name="Close").tap()

    await expect(times).to_be_hidden()
    await expect(ann.button("Times")).to_be_focused()


async def test_a_short_phone_shows_the_code_of_a_link_without_scrolling(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "h2e2", "h9g7")
    ann = await crowd.come(laid.path, token=laid.red, phone=True)
    await ann.page.set_viewport_size({"width": 320, "height": 640})
    await ann.is_in_a_game()

    await ann.press("More", "Share")

    code = ann.page.get_by_role("img", name="QR code of the link")
    await expect(code).to_be_in_viewport(ratio=1)
    await expect(ann.cell("a0 Red chariot")).to_be_in_viewport(ratio=1)
    assert await ann.overhang() == 0
    await ann.picture("share-short")


async def test_who_opens_the_chat_has_read_it(crowd: Crowd, server: ServerProcess) -> None:
    laid = await laid_out(server, "h2e2", "h9g7")
    ann = await crowd.come(laid.path, token=laid.red)
    ben = await crowd.come(laid.path, token=laid.black, phone=True)
    await ben.is_in_a_game()
    await ann.page.get_by_placeholder("Say something").fill("Good luck!")
    await ann.page.keyboard.press("Enter")
    chat = ben.page.get_by_role("group", name="Actions").get_by_role("button", name="Chat")
    await expect(chat).to_contain_text("1")

    await chat.tap()

    await expect(ben.page.get_by_text("Good luck!").first).to_be_visible()
    await expect(chat).to_have_text("Chat")
