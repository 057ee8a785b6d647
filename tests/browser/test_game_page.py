"""What the game page says is true, and in the reader's own words."""

import asyncio

import pytest
from playwright.async_api import Locator, Route, expect

from tests.support.browser import THEMES, Crowd, Guest
from tests.support.browser_tables import laid_out
from tests.support.server_process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def record(guest: Guest) -> Locator:
    """The moves, and what the board shows of them."""
    return guest.page.get_by_role("region", name="Moves", exact=True)


async def test_the_board_is_called_live_only_while_it_is(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "h2e2", "h9g7")
    ann = await crowd.come(laid.path, token=laid.red)
    eve = await crowd.come("/game/aaaaaaaaaaaa")
    await ann.is_in_a_game()

    await expect(record(ann).get_by_text("Live", exact=True)).to_be_visible()
    await ann.page.keyboard.press("ArrowLeft")
    await expect(record(ann).get_by_text("Live", exact=True)).to_have_count(0)
    await ann.press("Back to live", "Resign")
    question = ann.page.get_by_role("group", name="Resign?")
    await question.get_by_role("button", name="Resign").click()
    await ann.page.get_by_role("tab", name="Moves").click()

    await expect(record(ann).get_by_text("Finished", exact=True)).to_be_visible()
    await expect(eve.heading("There is no such game")).to_be_visible()
    await expect(record(eve).get_by_text("Live", exact=True)).to_have_count(0)
    await expect(eve.page.get_by_role("region", name="Chat")).to_have_count(0)


async def test_the_record_says_what_the_opening_is_called(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "b2e2", "h9g7", "b0c2")
    ann = await crowd.come(laid.path, token=laid.red)
    record = ann.page.get_by_role("region", name="Moves")
    await ann.is_in_a_game()
    await expect(record).not_to_contain_text("Cannon")

    await laid.play("b7e7")

    await expect(record).to_contain_text("Half-Way Same Direction Cannons")


async def test_a_player_who_comes_back_to_a_finished_game_talks_to_the_other_player(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "h2e2", "h9g7")
    ann = await crowd.come(laid.path, token=laid.red)
    await ann.is_in_a_game()
    await ann.press("Resign")
    question = ann.page.get_by_role("group", name="Resign?")
    await question.get_by_role("button", name="Resign").click()
    await ann.ends("You lost")

    await ann.page.reload()

    await ann.ends("You lost")
    talk = ann.page.get_by_role("region", name="Chat")
    await expect(talk.get_by_role("radio", name="Players")).to_be_checked()


async def test_a_refused_move_is_told_in_a_sentence_and_forgotten_after_a_good_one(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server)
    await crowd.come(laid.path, token=laid.black)  # who is away is told as urgently
    ann = await crowd.come(laid.path, token=laid.red)
    await ann.is_in_a_game()
    urgent = ann.page.locator("#urgent")

    await ann.type("C9=1")
    await ann.hears("This move is not legal here.")
    await expect(ann.news.get_by_text("names no piece")).to_have_count(0)
    await ann.is_told("This move is not legal here.")
    await ann.play("h2e2")

    await ann.sees("e2 Red cannon, moved here last")
    await expect(urgent).to_have_text("")


async def test_the_files_on_the_edges_are_those_of_the_notation(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server)
    ann = await crowd.come(laid.path, token=laid.red)
    await ann.is_in_a_game()
    numerals = ann.page.locator("svg.bd use[href='#g-九']")

    await expect(numerals).to_have_count(0)
    await record(ann).get_by_role("radio", name="Notation: 中文").click()

    await expect(numerals).to_have_count(1)


async def test_of_who_has_gone_it_is_said_whose_clock_runs(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "h2e2", "h9g7")
    ann = await crowd.come(laid.path, token=laid.red)
    ben = await crowd.come(laid.path, token=laid.black)
    await ann.is_in_a_game()
    await ben.is_in_a_game()

    crowd.people.remove(ben)
    await ben.context.close()

    await expect(ann.news).to_contain_text("your clock runs")
    await ann.play("h0g2")
    await ann.hears("Their clock runs.")


async def test_the_board_takes_all_the_height_there_is(crowd: Crowd, server: ServerProcess) -> None:
    laid = await laid_out(server, "h2e2", "h9g7")
    ann = await crowd.come(laid.path, token=laid.red)
    await ann.is_in_a_game()

    for width, height in ((844, 390), (683, 384)):
        await ann.page.set_viewport_size({"width": width, "height": height})
        box = await ann.page.locator("svg.bd").bounding_box()
        assert box is not None
        assert box["height"] > 0.98 * height
        assert await ann.overhang() == 0
        for name in ("Draw", "Resign", "More"):
            await expect(ann.button(name)).to_be_in_viewport(ratio=1)
        for name in ("Red's clock", "Black's clock"):
            clock = ann.page.get_by_role("timer", name=name)
            await expect(clock).to_be_in_viewport(ratio=1)
        await expect(ann.page.get_by_role("button", name="Move 1, Black: H8+7")).to_be_in_viewport()


async def test_a_game_is_shared_from_one_sheet(crowd: Crowd, server: ServerProcess) -> None:
    laid = await laid_out(server, "h2e2", "h9g7")
    ann = await crowd.come(laid.path, token=laid.red)
    await ann.is_in_a_game()
    sheet = ann.page.get_by_role("dialog", name="Share")

    await ann.press("Share")
    await expect(sheet.get_by_role("heading", name="Share")).to_be_focused()
    await expect(sheet.get_by_role("img", name="QR code of the link")).to_be_visible()
    await expect(sheet.get_by_label("Link", exact=True)).to_have_value(ann.page.url)
    assert await ann.broken_rules() == []
    await ann.pictures("share")
    await ann.page.keyboard.press("Escape")

    await expect(sheet).to_be_hidden()
    await expect(ann.button("Share")).to_be_focused()


ROWS_IN_PARTS = """() => {
    const scroll = document.querySelector(".mv .scroll");
    if (getComputedStyle(scroll).visibility === "hidden" || scroll.clientHeight === 0) return [];
    const top = scroll.getBoundingClientRect().top + scroll.clientTop;
    return [...document.querySelectorAll(".moves > button")].filter((row) => {
        const box = row.getBoundingClientRect();
        const seen = Math.min(box.bottom - top, scroll.clientHeight) - Math.max(box.top - top, 0);
        return seen > 1 && seen < box.height - 1;
    }).map((row) => row.textContent);
}"""
"""The moves of which only a part of the row is seen."""
OPENING = (
    *("h2e2", "h9g7", "h0g2", "i9h9", "b0c2", "b9c7", "a0b0", "a9b9"),
    *("g3g4", "c6c5", "b2b6", "b7a7", "e3e4", "e6e5", "i0h0", "h7i7"),
    *("h0h6", "i7h7", "h6h4", "h7i7"),
)
SIZES = ((1366, 768), (1366, 620), (390, 844), (390, 800), (844, 390), (683, 384))


UNSEEN_MOVES_PX = """() => {
    const scroll = document.querySelector(".mv .scroll");
    return scroll.scrollHeight - scroll.clientHeight;
}"""


async def test_a_game_is_printed_with_all_its_moves_and_without_what_is_pressed(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, *OPENING)
    ann = await crowd.come(laid.path, token=laid.red)
    await ann.is_in_a_game()
    await ann.page.set_viewport_size({"width": 1366, "height": 620})
    last = ann.page.get_by_role("button", name="Move 10, Black: C8=9")
    await expect(last).to_be_visible()
    assert await ann.page.evaluate(UNSEEN_MOVES_PX) > 0

    await ann.page.emulate_media(media="print")

    await expect(last).to_be_visible()
    assert await ann.page.evaluate(UNSEEN_MOVES_PX) == 0
    await expect(ann.page.get_by_role("group", name="Actions")).to_be_hidden()
    await expect(ann.page.get_by_role("navigation", name="Main").first).to_be_hidden()


async def test_a_masters_game_is_printed_with_all_its_moves(crowd: Crowd) -> None:
    ann = await crowd.come("/masters/1")
    frame = ann.page.locator(".scrolly")
    hidden = "(frame) => frame.scrollHeight - frame.clientHeight"
    await expect(frame.get_by_role("button").first).to_be_visible()
    assert await frame.evaluate(hidden) > 0

    await ann.page.emulate_media(media="print")

    assert await frame.evaluate(hidden) == 0
    await expect(ann.page.get_by_role("button", name="One step forward")).to_be_hidden()


async def test_no_row_of_the_moves_is_seen_by_halves(crowd: Crowd, server: ServerProcess) -> None:
    laid = await laid_out(server, *OPENING)
    ann = await crowd.come(laid.path, token=laid.red)
    await ann.is_in_a_game()

    for width, height in SIZES:
        await ann.page.set_viewport_size({"width": width, "height": height})
        current = ann.page.locator(".moves [aria-current]")
        for key in ("Home", "End"):
            await ann.page.keyboard.press(key)
            await ann.until(f"() => ({ROWS_IN_PARTS})().length === 0")
        await expect(current).to_be_in_viewport(ratio=0.9)


async def test_keys_that_come_before_what_they_do_is_fetched_are_all_taken(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, *OPENING)
    ann = await crowd.come(laid.path, token=laid.red)
    await ann.is_in_a_game()
    current = ann.page.locator(".moves [aria-current]")
    may_come = asyncio.Event()

    async def held(route: Route) -> None:
        await may_come.wait()
        await route.continue_()

    await ann.page.route("**/shortcuts.js", held)
    await ann.page.keyboard.press("End")
    await ann.page.keyboard.press("Home")
    await expect(current).to_have_count(1)
    may_come.set()

    await expect(current).to_have_count(0)


async def test_a_sheet_covers_nothing_of_itself_and_a_notice_leaves_the_board_its_size(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, *OPENING)
    ann = await crowd.come(laid.path, token=laid.red)
    await ann.is_in_a_game()
    await ann.press("Share")
    sheet = ann.page.get_by_role("dialog", name="Share")

    for width, height in SIZES:
        await ann.page.set_viewport_size({"width": width, "height": height})
        code = await sheet.get_by_role("img").bounding_box()
        picture = await sheet.get_by_role("button", name="Picture").bounding_box()
        assert code is not None
        assert picture is not None
        assert code["y"] + code["height"] <= picture["y"], (width, height)

    await ann.page.keyboard.press("Escape")
    await ann.press("Draw")
    await ann.page.get_by_role("group", name="Offer a draw?").get_by_role("button").last.click()
    await ann.hears("draw")
    box = await ann.page.locator("svg.bd").bounding_box()
    assert box is not None
    assert box["height"] > 0.98 * 384


async def test_colours_that_are_forced_still_tell_whose_clock_runs_and_who_is_there(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, *OPENING)
    ann = await crowd.come(laid.path, token=laid.red)
    ben = await crowd.come(laid.path, token=laid.black)
    await ben.is_in_a_game()
    await ann.is_in_a_game()
    style = "(part) => { const s = getComputedStyle(part); return [s.backgroundColor, s.color]; }"

    await ann.page.emulate_media(forced_colors="active")
    runs = ann.page.get_by_role("timer", name="Red's clock")
    stands = ann.page.get_by_role("timer", name="Black's clock")
    assert await runs.evaluate(style) != await stands.evaluate(style)
    here = ann.page.get_by_role("region", name="Red: You").get_by_role("img").first
    ink = "getComputedStyle(document.body).color"
    assert (await here.evaluate(style))[0] == await ann.page.evaluate(ink)
    disc = ann.page.get_by_role("region", name="Red: You").locator(".side")
    assert await disc.evaluate("(part) => getComputedStyle(part).forcedColorAdjust") == "none"
    for scheme in THEMES:
        await ann.page.emulate_media(forced_colors="active", color_scheme=scheme)
        assert await ann.broken_rules((scheme,)) == []
