"""The game page as one wants it: boards, sounds, moves weighed first, keys, what is taken along."""

import re

import pytest
from playwright.async_api import expect

from tests.support.browser import KEEP_TOKEN, WALK, Crowd, Guest
from tests.support.browser_tables import laid_out
from tests.support.page_weight import weigh
from tests.support.server_process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

OPENING = ("h2e2", "h9g7", "h0g2", "i9h9")
OWN_BYTES = 60 * 1024
COUNT_SOUNDS = """window.heard = 0;
const start = AudioScheduledSourceNode.prototype.start;
AudioScheduledSourceNode.prototype.start = function (...when) {
  window.heard += 1;
  start.apply(this, when);
};"""
SHORT_PHONES = ({"width": 375, "height": 667}, {"width": 360, "height": 640})


async def choose(guest: Guest, *names: str) -> None:
    """Open the settings beside the game and choose."""
    await guest.press("More", "Board")
    panel = guest.page.get_by_role("region", name="Board and sound")
    for name in names:
        radio = panel.get_by_role("radio", name=name, exact=True)
        switch = panel.get_by_role("switch", name=re.compile(f"^{name}"))
        await radio.or_(switch).click()
    await panel.get_by_role("button", name="Close").click()
    await guest.press("Back")


async def test_a_board_and_pieces_are_chosen_by_pictures_and_stay_chosen(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, *OPENING)
    ann = await crowd.come(laid.path, token=laid.red)
    await ann.is_in_a_game()

    await ann.press("More", "Board")
    for board in ("Rosewood", "Slate", "Jade"):
        await ann.page.get_by_role("radio", name=board, exact=True).click()
        await ann.pictures(f"board-{board.lower()}")
    await ann.page.get_by_role("radio", name="Symbols", exact=True).click()
    assert await ann.broken_rules() == []
    await ann.pictures("pieces-symbols")

    await ann.page.reload()
    await ann.press("More", "Board")
    for name in ("Jade", "Symbols"):
        await expect(ann.page.get_by_role("radio", name=name, exact=True)).to_be_checked()


async def test_a_move_is_weighed_on_the_board_and_played_at_a_second_word(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, *OPENING)
    ann = await crowd.come(laid.path, token=laid.red)
    await ann.is_in_a_game()
    await choose(ann, "Confirm each move")

    await ann.play("b0c2")
    await ann.hears("H8+7?")
    await ann.sees("c2 Red horse, your move, not played yet, moved here last")
    await ann.pictures("weighing")
    await ann.press("Another move")
    await ann.sees("b0 Red horse", "c2 empty")
    assert len(await laid.moves()) == len(OPENING)
    await ann.play("b0c2")
    await ann.press("Play it")

    await ann.sees("c2 Red horse, moved here last")
    await expect(ann.heading("Thinking")).to_be_attached()
    assert (await laid.moves())[-1] == "b0c2"


async def test_moves_sound_after_the_first_gesture_unless_it_is_switched_off(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, *OPENING)
    ann = await crowd.come("/", token=laid.red)
    await ann.page.add_init_script(COUNT_SOUNDS)
    await ann.open(laid.path)
    await ann.is_in_a_game()
    await ann.square("e4").click()
    await ann.page.wait_for_load_state("networkidle")

    await ann.play("b0c2")
    await ann.sees("c2 Red horse, moved here last")
    first = await ann.page.evaluate("heard")
    await laid.play("b9c7")
    await ann.sees("c7 Black horse, moved here last")
    second = await ann.page.evaluate("heard")
    await choose(ann, "Sounds")
    await ann.play("a0b0")
    await ann.sees("b0 Red chariot, moved here last")

    assert (first > 0, second > first) == (True, True)
    assert await ann.page.evaluate("heard") == second


async def test_a_position_is_shared_by_its_link_its_fen_and_its_picture(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, *OPENING)
    ann = await crowd.come(laid.path, token=laid.red)
    await ann.is_in_a_game()

    await ann.page.get_by_role("button", name="Move 1, Black: H8+7").click()
    await ann.press("Share", "Copy FEN")
    await ann.is_told("FEN copied.")
    fen = await ann.page.evaluate("navigator.clipboard.readText()")
    await ann.press("Copy link")
    await ann.is_told("Link copied.")
    link = await ann.page.evaluate("navigator.clipboard.readText()")
    async with ann.page.expect_download() as saved:
        await ann.press("Save a picture of the position")
    picture = (await (await saved.value).path()).read_bytes()

    assert fen == "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2"
    assert link == f"{ann.origin}{laid.path}?ply=2"
    assert (picture[:8], len(picture) > 20_000) == (b"\x89PNG\r\n\x1a\n", True)
    ben = await crowd.come(link.removeprefix(ann.origin))
    await ben.sees("g7 Black horse, moved here last", "h0 Red horse")
    await ben.press("Back to live")
    await ben.sees("h9 Black chariot, moved here last")


async def test_the_keys_are_listed_and_walk_through_the_game(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, *OPENING)
    ann = await crowd.come(laid.path, token=laid.red)
    await ann.is_in_a_game()

    await expect(ann.button("Draw")).to_be_visible()
    await ann.page.keyboard.press("?")
    keys = ann.page.get_by_role("region", name="Keys")
    await expect(keys).to_contain_text("type a move")
    await ann.pictures("keys")
    assert await ann.broken_rules() == []
    await ann.page.keyboard.press("Escape")
    await expect(keys).to_be_hidden()
    await ann.page.keyboard.press("ArrowLeft")
    await ann.sees("g2 Red horse, moved here last")
    await ann.page.keyboard.press("Escape")
    await ann.sees("h9 Black chariot, moved here last")
    await ann.page.keyboard.press("m")
    await expect(ann.page.get_by_role("textbox", name="Type a move")).to_be_focused()
    await ann.page.keyboard.type("H8+7")
    await ann.page.keyboard.press("Enter")
    await expect(ann.heading("Thinking")).to_be_attached()


async def key_listeners(guest: Guest) -> int:
    """How many listen to the keys of the whole page."""
    inspector = await guest.context.new_cdp_session(guest.page)
    window = await inspector.send("Runtime.evaluate", {"expression": "window"})
    found = await inspector.send(
        "DOMDebugger.getEventListeners", {"objectId": window["result"]["objectId"]}
    )
    return sum(listener["type"] == "keydown" for listener in found["listeners"])


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
async def test_the_keys_of_a_game_go_with_its_page(
    crowd: Crowd, server: ServerProcess, phone: bool
) -> None:
    laid = await laid_out(server, *OPENING)
    ann = await crowd.come("/me", token=laid.red, phone=phone)
    left = []

    for _ in range(3):
        await expect(ann.heading("Me")).to_be_visible()
        left.append(await key_listeners(ann))
        await ann.page.evaluate(WALK, laid.path)
        await ann.is_in_a_game()
        await expect(ann.square("e0")).to_be_visible()
        await ann.page.go_back()

    assert left[1] == left[2]  # a first visit brings sounds, which stay


async def test_nothing_needs_scrolling_on_short_phones(crowd: Crowd, server: ServerProcess) -> None:
    laid = await laid_out(server, *OPENING)
    ann = await crowd.come(laid.path, token=laid.red, phone=True)
    await ann.is_in_a_game()

    for size in SHORT_PHONES:
        await ann.page.set_viewport_size({"width": size["width"], "height": size["height"]})
        for name in ("Draw", "Resign", "More"):
            await expect(ann.button(name)).to_be_in_viewport(ratio=1)
        for name in ("Red's clock", "Black's clock"):
            await expect(ann.page.get_by_role("timer", name=name)).to_be_in_viewport(ratio=1)
        for cell in ("a0 Red chariot", "h9 Black chariot, moved here last"):
            await expect(ann.cell(cell)).to_be_in_viewport(ratio=1)
        await ann.picture(f"short-{size['height']}")


async def test_a_game_page_weighs_less_than_60_kb_of_script_and_art(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server)
    fresh = await crowd.browser.new_context()  # with nothing of the page in it
    await fresh.add_init_script(KEEP_TOKEN.format(laid.red))

    weights = await weigh(await fresh.new_page(), f"{server.url.rstrip('/')}{laid.path}")
    await fresh.close()

    assert weights["own"] < OWN_BYTES, weights
