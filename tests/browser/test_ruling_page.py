"""The arbiter's page: its address is the question, and every way in leads to an answer."""

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.support.browser import Crowd
from tests.support.rule_data import DATA

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

CHASE = "5k3/9/9/9/c8/9/9/1R7/9/4K4 w"
LAP = "b2a2a5b5a2b2b5a5"
ADDRESS = f"/ruling?fen={CHASE.replace(' ', '+')}&moves={LAP * 3}&rules=axf,wxf"

ENTERED = f"/ruling?fen=3k5/9/R8/9/9/9/9/9/9/4K4+w&moves=a7a9d9d8a9a8d8d9{'a8a9d9d8a9a8d8d9' * 2}"
"""Six checks, the first of which enters the loop."""


async def test_an_address_is_a_question_that_is_answered_and_played_on(crowd: Crowd) -> None:
    ann = await crowd.come(ADDRESS)

    await expect(ann.page.get_by_role("heading", name="Red loses.", level=2)).to_be_visible()
    table = ann.page.get_by_role("table", name="Evidence, ply by ply")
    await expect(table.get_by_role("row")).to_have_count(13)
    await expect(table.get_by_role("columnheader")).to_have_count(3)
    await table.get_by_role("row").last.get_by_role("button").first.click()
    await expect(ann.page.locator("xiangqi-board")).to_be_in_viewport(ratio=0.9)
    assert await ann.broken_rules() == []
    assert await ann.overhang() == 0
    await ann.page.keyboard.press("Home")
    await expect(ann.page.get_by_text("0 of 12")).to_be_visible()
    await ann.page.get_by_role("button", name="World rules (WXF)").click()
    await expect(ann.page).to_have_url(re.compile(r"rules=axf$"))
    await expect(ann.page.get_by_role("heading", name="Red loses.", level=2)).to_be_visible()
    await ann.pictures("arbiter")
    await ann.open(f"/ruling?moves={'h0g2h9g7g2h0g7h9' * 120}&rules=axf,cxa")
    await expect(ann.page.get_by_text("480 of 480")).to_be_visible()
    await expect(ann.page.get_by_role("heading", name="Draw", level=2)).to_be_visible()
    sheets = re.findall(rb"/Type\s*/Page\b", await ann.page.pdf(format="A4"))
    assert len(sheets) == 1


async def test_a_game_is_read_from_text_and_from_a_file(crowd: Crowd) -> None:
    ann = await crowd.come("/ruling")

    await ann.page.get_by_text("Paste or open a game").click()
    await ann.page.get_by_label("Game or position as text").fill("1. 炮二平五 馬8進7 2. C2=9")
    await ann.press("Read")
    await expect(ann.page.get_by_text("Line 1: C2=9 names no piece on the board.")).to_be_visible()
    await expect(ann.page).to_have_url(re.compile("moves=h2e2h9g7"))
    await expect(ann.page.get_by_text("Read: the position and 2 moves.")).to_be_visible()
    file = Path(DATA / "formats" / "game2.cbr")
    await ann.page.get_by_label("Choose a file").set_input_files(file)
    await expect(ann.page).to_have_url(re.compile("moves=h2e2h9g7h0g2i9h9i0h0b9c7"))


async def test_a_position_is_set_up_by_hand(crowd: Crowd) -> None:
    ann = await crowd.come("/ruling", phone=True)

    await ann.page.get_by_text("Set up a position").click()
    await ann.press("Empty board")
    for piece, square in (("red general", "e0"), ("black general", "d9"), ("red chariot", "a1")):
        await ann.page.get_by_role("radio", name=piece).click()
        await ann.page.get_by_role("gridcell", name=re.compile(f"^{square} ")).click()
    await ann.press("Use this position")

    await expect(ann.page).to_have_url(re.compile("fen=3k5/9/9/9/9/9/9/9/R8/4K4"))
    await expect(ann.page.locator("xiangqi-board")).to_be_focused()
    assert await ann.overhang() == 0
    await ann.open(ENTERED)
    await expect(ann.page.get_by_role("heading", name="The rule sets differ")).to_be_visible()
    evidence = ann.page.get_by_role("table", name="Evidence, ply by ply")
    await evidence.get_by_role("row").last.get_by_role("button").first.click()
    await expect(ann.page.locator("xiangqi-board")).to_be_in_viewport(ratio=0.9)
    assert await ann.overhang() == 0
    await ann.page.get_by_text("Counting and natural limit").click()
    await ann.page.get_by_role("switch", name="The entering move counts").click()
    agreed = ann.page.get_by_role("heading", name="Red must deviate", exact=True)
    await expect(agreed).to_be_visible()
    await expect(ann.page).to_have_url(re.compile(r"entering=false$"))
    await expect(ann.page.get_by_text(": entering move not counted")).to_be_visible()
