"""The board as an element on another's page: no style of it spoils the board."""

import pytest
from playwright.async_api import Route, expect

from tests.support.board_cells import first_position, spoken_cells
from tests.support.browser import Crowd, Guest

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

EXAMPLE = "/examples/board.html"
POLICY = {"Content-Security-Policy": "style-src 'self'"}
UNSET = "* { all: unset }"
LINK = '<link rel="stylesheet" href="foreign.css">\n<main>'
OUTLINES = """() => [...document.querySelector('xiangqi-board').shadowRoot
  .querySelectorAll('.pc use')].filter((outline) => outline.getBBox().width === 0).length"""
FACE = """() => {
  const board = document.querySelector('xiangqi-board').shadowRoot;
  return getComputedStyle(board.querySelector('.bd')).backgroundColor;
}"""
TAKEN = """CSS.registerProperty(
  { name: "--wood", syntax: "*", inherits: true, initialValue: "#563b26" })"""
AGAIN = "() => import('/src/board/element.js?again').then(() => 'loaded')"
SET = """(given) => {
  const board = document.querySelector('xiangqi-board');
  for (const [name, value] of Object.entries(given)) board.setAttribute(name, value);
}"""
WALNUT = "rgb(86, 59, 38)"
PEAR_WOOD = "rgb(230, 191, 128)"


async def on_a_foreign_page(
    crowd: Crowd, origin: str, styles: str = UNSET, *, script: str = "", phone: bool = False
) -> Guest:
    """Somebody opens the example in a page of those styles, whose policy allows no inline ones."""
    guest = await crowd.come(EXAMPLE, origin=origin, phone=phone)

    async def dress(route: Route) -> None:
        answer = await route.fetch()
        page = (await answer.text()).replace("<main>", f"<script>{script}</script>{LINK}")
        await route.fulfill(response=answer, body=page, headers={**answer.headers, **POLICY})

    async def style(route: Route) -> None:
        await route.fulfill(body=styles, content_type="text/css")

    await guest.page.route(f"**{EXAMPLE}", dress)
    await guest.page.route("**/foreign.css", style)
    await guest.open(EXAMPLE)
    await guest.sees("e1 Red chariot")
    return guest


async def test_a_page_without_any_style_shows_the_whole_board(
    crowd: Crowd, plain_server: str
) -> None:
    eve = await on_a_foreign_page(crowd, plain_server)
    board = eve.page.locator("xiangqi-board svg.bd")
    await expect(board).to_be_visible()
    box = await board.bounding_box()

    assert box is not None
    assert abs(box["width"] / box["height"] - 9.24 / 10.72) < 0.01
    assert await eve.page.evaluate(FACE) == PEAR_WOOD
    await eve.until(f"() => ({OUTLINES})() === 0")
    await eve.pictures("foreign-board")
    await eve.page.close()


async def test_a_move_comes_out_by_drag_by_keys_and_by_a_tap(
    crowd: Crowd, plain_server: str
) -> None:
    ann = await on_a_foreign_page(crowd, plain_server)
    await ann.drag("e1a1")
    await expect(ann.page.get_by_text("That is no mate.")).to_be_visible()
    await ann.sees("e1 Red chariot")
    await ann.drag("e1d1")
    await expect(ann.page.get_by_text("Mate.", exact=True)).to_be_visible()
    await ann.sees("d1 Red chariot, moved here last", "d9 Black general, in check")
    await ann.page.close()

    ben = await on_a_foreign_page(crowd, plain_server)
    await ben.square("e1").focus()
    await ben.page.keyboard.press("Enter")
    await ben.sees("e1 Red chariot, selected", "d1 empty, can move here")
    for key in ("ArrowLeft", "Enter"):
        await ben.page.keyboard.press(key)
    await ben.sees("d1 Red chariot, moved here last")
    await ben.page.close()

    cho = await on_a_foreign_page(crowd, plain_server, phone=True)
    await cho.point("e1d1")
    await cho.sees("d1 Red chariot, moved here last")
    await cho.page.close()


async def test_attributes_say_what_is_shown_and_in_which_language(
    crowd: Crowd, plain_server: str
) -> None:
    eve = await on_a_foreign_page(crowd, plain_server, "")
    board = eve.page.locator("xiangqi-board")
    await eve.page.evaluate("document.querySelector('xiangqi-board').removeAttribute('position')")
    await eve.sees("e0 Red general")
    cells = await spoken_cells(eve)
    await eve.page.evaluate(SET, {"flip": "", "files": "letters", "pieces": "western"})
    await expect(board.locator("use[href='#w-k']").first).to_be_attached()
    await expect(eve.page.get_by_role("gridcell").first).to_have_accessible_name("i0 Red chariot")
    await eve.until(f"() => ({OUTLINES})() === 0")
    await eve.page.evaluate(SET, {"premove": "h2e2", "lang": "zh-Hans"})

    assert set(cells) == first_position()
    await expect(board.locator(".k.pre")).to_have_count(2)
    await expect(eve.page.get_by_role("gridcell", name="e0 红帅", exact=True)).to_be_visible()
    assert await eve.broken_rules() == []
    await eve.page.evaluate(SET, {"readonly": ""})
    await expect(eve.page.get_by_role("gridcell")).to_have_count(0)
    await eve.page.close()


async def test_the_page_colours_the_board_by_custom_properties(
    crowd: Crowd, plain_server: str
) -> None:
    eve = await on_a_foreign_page(crowd, plain_server, "main { --wood: #563b26 }")

    await expect(eve.page.locator("xiangqi-board svg.bd")).to_be_visible()
    assert await eve.page.evaluate(FACE) == WALNUT
    await eve.page.close()


async def test_a_page_that_has_a_copy_of_the_element_and_a_name_of_ours_shows_the_board(
    crowd: Crowd, plain_server: str
) -> None:
    eve = await on_a_foreign_page(crowd, plain_server, script=TAKEN)

    assert await eve.page.evaluate(AGAIN) == "loaded"
    assert await eve.page.evaluate(FACE) == WALNUT
    await eve.point("e1d1")
    await eve.sees("d1 Red chariot, moved here last")
    await eve.page.close()
