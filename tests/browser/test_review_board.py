"""The review board: moves are tried, variations are a tree in the page and in its address."""

import re

import pytest
from playwright.async_api import expect

from tests.support.browser import Crowd

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

CHASE = "5k3/9/9/9/c8/9/9/1R7/9/4K4+w"
COUNT_CHANGES = """() => {
    globalThis.changedInTree = new Set();
    const observer = new MutationObserver((told) => {
        for (const { target } of told) changedInTree.add(target);
    });
    const all = { attributes: true, childList: true, characterData: true, subtree: true };
    observer.observe(document.querySelector(".tree"), all);
}"""
LAP = "b2a2a5b5a2b2b5a5"


async def test_another_move_is_a_variation_in_the_tree_and_in_the_address(crowd: Crowd) -> None:
    ann = await crowd.come("/board?moves=h2e2h9g7h0g2")

    tree = ann.page.get_by_role("region", name="Moves and variations")
    await expect(tree.get_by_role("button")).to_have_count(3)
    await ann.page.keyboard.press("ArrowLeft")
    await expect(ann.page.get_by_role("heading", name="Played by masters")).to_be_visible()
    await ann.page.keyboard.press("ArrowLeft")
    await expect(ann.page.get_by_text("1 of 3")).to_be_visible()
    await expect(ann.page.locator("xiangqi-board")).to_have_attribute("aria-busy", "false")
    await ann.page.get_by_role("gridcell", name=re.compile("^b9 ")).click()
    await ann.page.get_by_role("gridcell", name=re.compile("^c7 ")).click()
    await expect(ann.page).to_have_url(re.compile(r"moves=h2e2h9g7\(b9c7\)h0g2$"))
    tried = tree.get_by_role("button", name="1… H2+3")
    await expect(tried).to_have_attribute("aria-current", "step")
    await tried.focus()
    await ann.page.keyboard.press("ArrowUp")
    await expect(tree.get_by_role("button", name="H8+7")).to_have_attribute("aria-current", "step")
    assert await ann.broken_rules() == []
    assert await ann.overhang() == 0
    await ann.page.evaluate(COUNT_CHANGES)
    await ann.page.keyboard.press("ArrowLeft")
    await expect(tree.get_by_role("button", name="1. ")).to_have_attribute("aria-current", "step")
    assert await ann.page.evaluate("changedInTree.size") == 2
    await ann.page.keyboard.press("ArrowRight")
    await ann.press("Leave out from here")
    await expect(ann.page).to_have_url(re.compile("moves=h2e2b9c7$"))
    await ann.pictures("review-board")


async def test_the_rules_speak_by_themselves_where_a_position_recurs(crowd: Crowd) -> None:
    ann = await crowd.come(f"/board?fen={CHASE}&moves={LAP * 2}&occurrences=3", phone=True)

    await expect(ann.page.get_by_text("Red had to deviate and did not")).to_be_visible()
    await ann.page.get_by_role("link", name="Ask the rules").click()
    await expect(ann.page.get_by_role("heading", name="Red loses.", level=2)).to_be_visible()
