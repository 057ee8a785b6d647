"""Lessons one steps through, cases with their rulings, and a game on a page of one's own."""

import asyncio
import re
from pathlib import Path

import msgpack
import pytest
from playwright.async_api import WebSocketRoute, expect

from tests.support.browser import PATIENCE_MS, Crowd, Guest
from tests.support.browser_tables import laid_out
from tests.support.puzzle_proofs import words_of
from tests.support.server_process import ServerProcess
from tests.tools.puzzles import kept_puzzles

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_lesson_is_gone_through_by_keys_and_buttons(crowd: Crowd) -> None:
    ann = await crowd.come("/learn")

    await ann.page.get_by_role("link", name="The horse").click()
    lit = ann.page.locator("p[aria-hidden]", has_text="lit")
    await expect(lit).to_have_text("It may go to the 8 points that are lit.")
    listened = ann.page.locator("p.sr", has_text="c4, c6, d3, d7, f3, f7, g4, g6")
    await expect(listened).to_have_count(1)  # for those who do not see the points
    await expect(ann.page.locator('use.co[href="#g-九"]')).to_have_count(0)  # numbered as WXF is
    await ann.page.keyboard.press("ArrowRight")
    await expect(lit).to_have_text("It may go to the 4 points that are lit.")
    await ann.press("To the end")
    await expect(ann.page.get_by_text("Played: H5+6")).to_be_visible()
    await ann.press("Back")
    await expect(ann.page.get_by_text("3 of 4")).to_be_visible()
    await ann.page.get_by_role("link", name="Now you move").click()

    await expect(ann.heading("The horse: your move")).to_be_focused()


async def test_a_task_has_no_heading_before_the_server_tells_it(crowd: Crowd) -> None:
    ann = await crowd.come("/")
    held: asyncio.Queue[tuple[WebSocketRoute, bytes]] = asyncio.Queue()

    def hold_back(socket: WebSocketRoute) -> None:
        """A task waits until it is let go."""

        def tell(data: str | bytes) -> None:
            if isinstance(data, bytes) and msgpack.unpackb(data)["type"] == "lesson":
                held.put_nowait((socket, data))
            else:
                socket.send(data)

        socket.connect_to_server().on_message(tell)

    await ann.page.route_web_socket("**/ws", hold_back)
    await ann.open("/learn/try-cannon")
    socket, task = await asyncio.wait_for(held.get(), PATIENCE_MS / 1000)

    await expect(ann.page.get_by_role("heading", level=2)).to_have_count(0)
    assert await ann.broken_rules() == []
    socket.send(task)

    await expect(ann.page.get_by_role("heading", level=2)).to_have_count(1)


async def test_the_pieces_of_a_lesson_are_moved_and_the_rules_answer(crowd: Crowd) -> None:
    ann = await crowd.come("/learn/try-horse")

    await ann.press("Task 2")
    await ann.sees("g6 empty, flag")
    await ann.point("e2e3")
    await expect(ann.page.get_by_text("The piece does not go like that.")).to_be_visible()
    for uci in ("e2f4", "f4g6", "g6e5"):
        await ann.square(uci[:2]).click()
        await expect(ann.square(uci[:2])).to_have_attribute("aria-selected", "true")
        await ann.square(uci[2:]).click()
        await expect(ann.square(uci[2:])).to_have_attribute("aria-label", re.compile("Red horse"))
    await expect(ann.page.get_by_text("Done!")).to_be_visible()
    await expect(ann.page.get_by_text("3 moves played, 3 is the fewest")).to_be_visible()
    assert await ann.broken_rules() == []
    await ann.pictures("lesson-done")
    await ann.press("Show me")
    await expect(ann.page.get_by_text("That is how.")).to_be_visible()
    await ann.open("/learn")
    await expect(ann.page.get_by_role("link", name="The horse")).to_contain_text("1 done")


async def test_a_losing_repetition_is_told_from_another_move_and_its_ruling_is_shown(
    crowd: Crowd,
) -> None:
    ann = await crowd.come("/learn/try-repetition")

    await ann.sees("h8 Red chariot")
    await ann.point("h8g8")
    await expect(ann.page.get_by_text("R2=3 is right.")).to_be_visible()
    await expect(ann.page.get_by_text("R2+1 loses.")).to_be_visible()
    await ann.press("Start again")
    await ann.sees("h8 Red chariot")
    await ann.point("h8h9")

    await expect(ann.page.get_by_text("is right.")).to_have_count(0)
    await expect(ann.page.get_by_text("R2+1 loses.")).to_be_visible()
    assert await ann.broken_rules() == []
    await ann.pictures("lesson-repetition")


async def test_a_case_shows_what_every_rule_set_says_and_what_each_move_does(crowd: Crowd) -> None:
    ann = await crowd.come("/learn/repetition")

    await ann.page.get_by_role("link", name="A horse chases a protected chariot").click()
    said = ann.page.get_by_role("region", name="What each rule set says")
    await expect(said.get_by_role("listitem").filter(has_text="Asian rules")).to_contain_text(
        "Red loses"
    )
    await expect(said.get_by_role("listitem").filter(has_text="Club rules")).to_contain_text("Draw")
    moves = ann.page.get_by_role("region", name="Moves of the case")
    await moves.get_by_role("button").last.click()

    await expect(moves.get_by_role("button").last).to_have_attribute("aria-current", "step")


@pytest.mark.parametrize("chapter", ["castling", "constructor"])
async def test_what_we_do_not_teach_is_said_so(crowd: Crowd, chapter: str) -> None:
    ann = await crowd.come(f"/learn/{chapter}")

    await expect(ann.page.get_by_text("There is no such page")).to_be_visible()


async def test_a_game_is_watched_on_a_page_of_ones_own(
    crowd: Crowd, plain_server: str, tmp_path: Path
) -> None:
    with ServerProcess(tmp_path / "data", "--origins", plain_server) as server:
        laid = await laid_out(server, "h2e2", "h9g7")
        where = f"/examples/watch.html?server={server.socket_url}&room={laid.room}"

        eve = await crowd.come(where, origin=plain_server)
        await expect(eve.page.get_by_text("Move 2: H8+7")).to_be_visible()
        await laid.play("h0g2")

        await expect(eve.page.get_by_text("Move 3: H2+3")).to_be_visible()
        await eve.page.close()


async def puzzled(guest: Guest, uci: str) -> None:
    """Play a move once the server has told what may be played."""
    await guest.lift(uci[:2])
    await guest.touch(uci[2:])


async def test_puzzles_are_answered_move_by_move_and_explained_by_the_rules(crowd: Crowd) -> None:
    puzzles = kept_puzzles()
    mate = next(n for n, one in enumerate(puzzles, 1) if one["theme"] == "mate2")
    cycle = next(n for n, one in enumerate(puzzles, 1) if one["theme"] == "repetition")
    ann = await crowd.come("/learn/puzzles", phone=True)
    await ann.page.get_by_role("link", name=f"Puzzle {mate}", exact=True).click()
    await expect(ann.page.get_by_text("Your move")).to_be_visible()
    await ann.pictures("puzzle")

    first, _, last = words_of(puzzles[mate - 1]["line"])
    await puzzled(ann, first)
    await expect(ann.page.get_by_text("Good. Go on.")).to_be_visible()
    await puzzled(ann, last)
    await expect(ann.page.get_by_text("Done!")).to_be_visible()
    await expect(ann.page.get_by_text("Mate:")).to_be_visible()
    assert await ann.broken_rules() == []

    await ann.open(f"/puzzle/{cycle}")
    await expect(ann.page.get_by_text("Your move")).to_be_visible()
    await puzzled(ann, puzzles[cycle - 1]["line"])
    await expect(ann.page.get_by_text("Not that move.")).to_be_visible()
    await expect(ann.page.get_by_text("rules, clause")).to_be_visible()
    await ann.press("Show me")
    await expect(ann.page.get_by_text("would have lost")).to_be_visible()
    await ann.open("/puzzle")
    await expect(ann.heading("Puzzle of the day")).to_be_visible()
    await expect(ann.page.get_by_text("Your move")).to_be_visible()
