"""The board: what it says to those who listen, what it allows, and what it takes back."""

import msgpack
import pytest
from playwright.async_api import WebSocketRoute, expect

from tests.support.board_cells import first_position, spoken_cells
from tests.support.browser import Crowd
from tests.support.browser_tables import NO_CLOCK, laid_out
from tests.support.server_process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

MOVED = msgpack.packb("moved")
BEFORE_A_CHECK = ("b2g2", "b7d7", "h2h4", "e9e8")


async def test_the_tree_names_every_point_and_piece_for_both_sides(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server)
    ann = await crowd.come(laid.path, token=laid.red)
    ben = await crowd.come(laid.path, token=laid.black)

    await ann.sees("e0 Red general")
    await ben.sees("e0 Red general")
    red, black = await spoken_cells(ann), await spoken_cells(ben)

    assert (len(red), set(red)) == (90, first_position())
    assert (red[0], red[-1]) == ("a9 Black chariot", "i0 Red chariot")
    assert black == red[::-1]


async def test_a_chosen_piece_names_its_targets_and_no_others_take_it(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server)
    ann = await crowd.come(laid.path, token=laid.red)
    files = [f"{file}2 empty, can move here" for file in "cdefgi"]
    ranks = [f"h{rank} empty, can move here" for rank in (1, 3, 4, 5, 6)]
    targets = {*files, *ranks, "h9 Black horse, can capture"}

    await ann.is_in_a_game()
    await ann.square("h2").click()
    await ann.sees("h2 Red cannon, selected")
    assert {label for label in await spoken_cells(ann) if " can " in label} == targets

    await ann.square("h7").click()
    await ann.sees("h2 Red cannon", "h7 Black cannon")
    await ann.drag("h2h8")
    await ann.point("b7b5")
    await ann.sees("h2 Red cannon", "h8 empty", "b7 Black cannon")
    assert await laid.moves() == []


async def test_a_game_is_played_by_keys_alone(crowd: Crowd, server: ServerProcess) -> None:
    laid = await laid_out(server)
    ann = await crowd.come(laid.path, token=laid.red)
    keys = ann.page.keyboard
    await ann.is_in_a_game()

    while not await ann.page.evaluate(
        "document.activeElement.shadowRoot?.activeElement?.role === 'gridcell'"
    ):
        await keys.press("Tab")
    for key, times in (("ArrowRight", 8), ("ArrowLeft", 1), ("ArrowDown", 9), ("ArrowUp", 2)):
        for _ in range(times):
            await keys.press(key)
    await keys.press("Enter")
    await ann.sees("h2 Red cannon, selected")
    await keys.press("Escape")
    await ann.sees("h2 Red cannon")
    for key in ("Enter", "ArrowLeft", "ArrowLeft", "ArrowLeft", " "):
        await keys.press(key)

    await ann.sees("e2 Red cannon, moved here last", "h2 empty, moved from here last")
    await expect(ann.heading("Thinking")).to_be_attached()


async def test_a_check_is_announced_and_shown_on_the_general(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, *BEFORE_A_CHECK, clock=NO_CLOCK)
    ann = await crowd.come(laid.path, token=laid.red)
    ben = await crowd.come(laid.path, token=laid.black)
    await ben.is_in_a_game()

    await ann.play("h4e4")

    await ben.is_told("Red cannon h4 to e4, check")
    await ben.sees("e8 Black general, in check", "e4 Red cannon, moved here last")
    await ann.sees("e8 Black general, in check")
    await ben.pictures("check")


async def test_a_written_move_that_is_none_is_refused_with_its_reason(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server)
    ann = await crowd.come(laid.path, token=laid.red)
    await ann.is_in_a_game()

    await ann.type("h2h8")

    await ann.hears("That did not work.")
    await ann.pictures("refused")
    await ann.press("Dismiss")
    await ann.sees("h2 Red cannon", "h8 empty")
    await ann.type("炮二平五")
    await ann.sees("e2 Red cannon, moved here last")


async def test_a_tab_that_missed_a_move_takes_its_own_back_and_catches_up(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server)
    ann = await crowd.come(laid.path, token=laid.red)
    deaf = True

    def hold_back(socket: WebSocketRoute) -> None:
        """What is said about moves does not reach the tab while it is deaf."""
        onward = socket.connect_to_server()
        onward.on_message(
            lambda message: (
                None
                if deaf and isinstance(message, bytes) and MOVED in message
                else socket.send(message)
            )
        )

    tab = await crowd.come("/", token=laid.red)
    await tab.page.route_web_socket("**/ws", hold_back)
    await tab.open(laid.path)
    await tab.is_in_a_game()

    await ann.play("h2e2")
    await ann.sees("e2 Red cannon, moved here last")
    await tab.play("b2e2")

    await tab.hears("That did not work.")
    await tab.sees("b2 Red cannon")
    deaf = False
    await tab.sees("h2 empty, moved from here last", "e2 Red cannon, moved here last")
    assert await laid.moves() == ["h2e2"]


async def test_the_board_is_turned_around(crowd: Crowd, server: ServerProcess) -> None:
    laid = await laid_out(server)
    ann = await crowd.come(laid.path, token=laid.red)
    await ann.is_in_a_game()

    await ann.press("Flip")

    assert (await spoken_cells(ann))[0] == "i0 Red chariot"
    await ann.play("h2e2")
    await ann.sees("e2 Red cannon, moved here last")
