"""The review board: moves are tried, variations are a tree in the page and in its address."""

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.support.browser import Crowd
from tests.support.browser_tables import Laid, laid_out
from tests.support.challenger import create_tokens
from tests.support.server_process import ServerProcess
from tests.support.wire_client import Message, WireClient
from xiangqi_server.computers.token_file import read_tokens

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
TAKE: Message = {"type": "take_review", "engine": "fairy-stockfish", "quick": False}
FOUND: Message = {
    "type": "give_review",
    "from_ply": 0,
    "scores": [30, 20, 400, 390],
    "best": "h2e2b9c7h0g2i9h9",
    "lines": [{"ply": 1, "moves": "b9c7b0c2"}],
    "depths": 48,
}


async def taken(program: WireClient) -> Message:
    """What a program is given to look at."""
    return await program.expect("review_job", id=await program.send(TAKE))


async def a_reviewed_game(server: ServerProcess, file: Path) -> Laid:
    """A game whose second move lost much, as a program of the server's has found."""
    create_tokens(server, file, "8")
    laid = await laid_out(server, "h2e2", "h9g7", "h0g2")
    async with (
        WireClient(server.socket_url, token=read_tokens(file, (8,))[8]) as program,
        WireClient(server.socket_url, token=laid.black) as black,
    ):
        await taken(program)
        await black.send({"type": "join", "room": laid.room})
        await black.expect("room")
        for asked in ("resign", "ask_review"):
            answer = await black.ask({"type": asked, "room": laid.room})
            assert answer["type"] == "done", answer
        lease = (await taken(program))["lease"]
        given = await program.ask(FOUND | {"room": laid.room, "lease": lease})
        assert given["type"] == "done", given
    return laid


async def test_another_move_is_a_variation_and_a_review_is_shown_beside_the_tree(
    crowd: Crowd, server: ServerProcess, tmp_path: Path
) -> None:
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
    await expect(tree.get_by_role("button", name="H8+7")).to_be_focused()
    await expect(tree.locator("[tabindex='0']")).to_have_count(1)
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

    laid = await a_reviewed_game(server, tmp_path / "tokens")
    await ann.open(f"/board?game={laid.room}")
    found = ann.page.get_by_role("region", name="What an engine says")
    await expect(found.get_by_role("status")).to_have_text(
        "fairy-stockfish, 12 plies deep on average."
    )
    mistakes = found.get_by_role("list", name="Mistakes")
    await expect(mistakes.get_by_role("listitem")).to_have_count(1)
    await mistakes.get_by_role("button", name="1… H8+7 ??").click()
    await expect(found.get_by_text("Here +4.0. Best: H2+3")).to_be_visible()
    await expect(tree.get_by_role("button", name="H8+7??")).to_have_attribute(
        "aria-current", "step"
    )
    assert await ann.broken_rules() == []
    await found.get_by_role("button", name="Better: H2+3").click()
    await expect(ann.page).to_have_url(re.compile(r"moves=h2e2h9g7\(b9c7b0c2\)h0g2"))

    ben = await crowd.come(f"/game/{laid.room}", token=laid.black)
    await expect(ben.page.get_by_role("button", name="1… H8+7 ?? +0.2 → +4.0")).to_be_visible()


async def test_the_rules_speak_by_themselves_where_a_position_recurs(crowd: Crowd) -> None:
    ann = await crowd.come(f"/board?fen={CHASE}&moves={LAP * 2}&occurrences=3", phone=True)

    await expect(ann.page.get_by_text("Red had to deviate and did not")).to_be_visible()
    await ann.page.get_by_role("link", name="Ask the rules").click()
    await expect(ann.page.get_by_role("heading", name="Red loses.", level=2)).to_be_visible()
    await ann.open(f"/board?fen={CHASE}&moves={LAP * 2}&terms=axf+1+strict+limit=50")
    await expect(ann.page.get_by_text("Red had to deviate and did not")).to_be_visible()
    await ann.page.get_by_role("link", name="Ask the rules").click()
    played = ann.page.get_by_text("As its game was played: Asian rules (AXF) · rules at the third")
    await expect(played).to_be_visible()
    assert await ann.overhang() == 0
    await ann.open(f"/board?moves={'a0a1a9a8a1a0a8a9' * 100}b2b9a9b9{'i0i1i9i8i1i0i8i9' * 200}")
    await expect(ann.page.get_by_text("begins at move 201 of its game")).to_be_visible()
    await ann.page.get_by_role("link", name="Ask the rules").click()
    await expect(ann.page.get_by_text("begins at move 201 of its game")).to_be_visible()
    await ann.open(f"/ruling?fen={CHASE}&moves={LAP * 2}&terms=axf+1+strict")
    await ann.press("By the books alone")
    await expect(ann.page).to_have_url(re.compile(f"moves={LAP * 2}$"))
