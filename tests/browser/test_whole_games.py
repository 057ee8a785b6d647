"""Whole games under hardship: by keys alone, and on phones over a bad line to a dying server."""

import re

import pytest
from playwright.async_api import expect

from tests.support.board_cells import first_position, spoken_cells
from tests.support.browser import Crowd, Guest
from tests.support.browser_line import Line
from tests.support.browser_tables import laid_out
from tests.support.server_process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

POOL = "15+10"
"""The slowest: a busy machine has a quarter of an hour for what takes seconds."""
MATE = ("h2h5", "d9e8", "h5g5", "a9a8", "g5g9")
TYPED = {"d9e8": "A4+5", "a9a8": "车1进1"}
FILES = 9
MOST_TABS = 80
LATE_MS = 75
"""Each way: what is asked is answered 150 ms later."""

FOCUSED = """() => { const outer = document.activeElement;
    const { ariaLabel, textContent, tagName } = outer.shadowRoot?.activeElement ?? outer;
    return [tagName, ariaLabel ?? textContent]; }"""


async def focused(guest: Guest) -> tuple[str, str]:
    """The tag and the name of what has the focus."""
    tag, name = await guest.page.evaluate(FOCUSED)
    return tag, name


async def tab_to(guest: Guest, name: str) -> None:
    """Press Tab until something is in focus whose name begins so."""
    for _ in range(MOST_TABS):
        if (await focused(guest))[1].startswith(name):
            return
        await guest.page.keyboard.press("Tab")
    raise AssertionError(f"no way to {name} by Tab")


async def walk_to(guest: Guest, square: str) -> None:
    """Walk over the board from where the cursor stands."""
    order = [label[:2] for label in await spoken_cells(guest)]
    here, there = order.index((await focused(guest))[1][:2]), order.index(square)
    across, down = there % FILES - here % FILES, there // FILES - here // FILES
    for key, steps in (
        ("ArrowRight", across),
        ("ArrowLeft", -across),
        ("ArrowDown", down),
        ("ArrowUp", -down),
    ):
        for _ in range(steps):
            await guest.page.keyboard.press(key)


async def play_by_board(guest: Guest, uci: str) -> None:
    """Play a move with the cursor of the board."""
    await guest.page.keyboard.press("b")
    await expect(guest.page.locator("[role=gridcell]:focus")).to_be_attached()
    for square in (uci[:2], uci[2:]):
        await walk_to(guest, square)
        await guest.page.keyboard.press("Enter")


async def play_by_text(guest: Guest, text: str) -> None:
    """Play a move by writing it."""
    if (await focused(guest))[0] != "INPUT":
        await guest.page.keyboard.press("m")
        await expect(guest.page.get_by_role("textbox", name="Type a move")).to_be_focused()
    await guest.page.keyboard.type(text)
    await guest.page.keyboard.press("Enter")


async def assert_spoken(guest: Guest, moves: tuple[str, ...], checked: str = "") -> None:
    """The tree has the board after these moves, cell by cell."""
    stands = dict(cell.split(" ", 1) for cell in first_position())
    for uci in moves:
        stands[uci[2:]], stands[uci[:2]] = stands[uci[:2]], "empty"
    stands[moves[-1][2:]] += ", moved here last"
    stands[moves[-1][:2]] += ", moved from here last"
    if checked:
        stands[checked] += ", in check"
    await guest.sees(*(f"{at} {stands[at]}" for at in filter(None, (moves[-1][2:], checked))))

    assert set(await spoken_cells(guest)) == {f"{name} {what}" for name, what in stands.items()}


async def test_two_guests_find_each_other_and_play_to_mate_by_keys_alone(crowd: Crowd) -> None:
    players = [await crowd.come("/"), await crowd.come("/")]
    for guest in players:
        button = guest.page.get_by_role("button", name=re.compile(f"^{re.escape(POOL)}"))
        await expect(button).to_be_enabled()
        await tab_to(guest, POOL)
        await guest.page.keyboard.press("Enter")
    for guest in players:
        await guest.is_in_a_game()
    if not await players[0].heading("Your turn").count():
        players.reverse()
    red, black = players

    for ply, uci in enumerate(MATE):
        mover, other = (black, red) if ply % 2 else (red, black)
        await expect(mover.heading("Your turn")).to_be_attached()
        if uci in TYPED:
            await play_by_text(mover, TYPED[uci])
        else:
            await play_by_board(mover, uci)
        for guest in (mover, other):
            await assert_spoken(guest, MATE[: ply + 1], "e9" if ply + 1 == len(MATE) else "")

    await red.ends("You won")
    await black.ends("You lost")
    await tab_to(red, "Rematch")
    await red.page.keyboard.press("Enter")
    await expect(black.asked_again).to_be_visible()
    await tab_to(black, "Guest")
    await black.page.keyboard.press("Enter")
    for guest in players:
        await guest.is_in_a_game()


async def test_a_game_on_phones_over_a_bad_line_outlives_the_server_twice(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server)
    async with Line(server.port, LATE_MS) as line:
        red = await crowd.come(laid.path, token=laid.red, phone=True, origin=line.url)
        black = await crowd.come(laid.path, token=laid.black, phone=True, origin=line.url)
        red.line_breaks = black.line_breaks = True
        await red.is_in_a_game()
        await black.is_in_a_game()
        for ply, uci in enumerate(MATE):
            mover = black if ply % 2 else red
            await mover.insist(uci)
            if ply in (1, 3):
                server.kill()
                server.start()
            else:
                await line.drop()
            for guest in (red, black):
                await expect(guest.square(uci[2:])).to_have_accessible_name(
                    re.compile("moved here last")
                )

        await red.ends("You won")
        await black.ends("You lost")
    assert await laid.moves() == list(MATE)
