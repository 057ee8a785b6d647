"""Hands on the board: one pointer at a time, and what is not meant is called off."""

import pytest
from playwright.async_api import CDPSession, expect

from tests.support.browser import Crowd, Guest
from tests.support.browser_tables import laid_out
from tests.support.server_process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

GRID = "document.querySelector('xiangqi-board').shadowRoot.querySelector('.grid')"
MOUSE = 1
"""The pointer of a mouse in Chromium."""


class Fingers:
    """Fingers on the screen of a phone, each by its number."""

    def __init__(self, guest: Guest, session: CDPSession) -> None:
        self._guest = guest
        self._session = session
        self._points: dict[int, dict[str, float]] = {}

    @classmethod
    async def of(cls, guest: Guest) -> "Fingers":
        """The fingers of one who has a phone."""
        return cls(guest, await guest.context.new_cdp_session(guest.page))

    async def down(self, finger: int, square: str) -> None:
        """A finger comes to rest on a square."""
        await self._at(finger, square)
        await self._tell("touchStart")

    async def move(self, finger: int, square: str) -> None:
        """A finger that rests is dragged to another square."""
        await self._at(finger, square)
        await self._tell("touchMove")

    async def up(self, finger: int) -> None:
        """A finger is lifted."""
        del self._points[finger]
        await self._tell("touchMove" if self._points else "touchEnd")

    async def _at(self, finger: int, square: str) -> None:
        box = await self._guest.square(square).bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self._points[finger] = {"x": x, "y": y, "id": finger}

    async def _tell(self, kind: str) -> None:
        points = list(self._points.values())
        await self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


async def drag_towards(guest: Guest, uci: str) -> None:
    """Take a piece by the mouse and hold it over another square."""
    await guest.square(uci[:2]).hover()
    await guest.page.mouse.down()
    await guest.square(uci[2:]).hover()
    await guest.sees(f"{uci[:2]} Red cannon, selected")


@pytest.mark.parametrize("rests_on", ["h6", "b2", "d5"], ids=["target", "own piece", "elsewhere"])
@pytest.mark.parametrize("is_first_up", [True, False], ids=["first up", "second up"])
async def test_a_second_finger_neither_plays_nor_spoils_what_the_first_one_drags(
    crowd: Crowd, server: ServerProcess, rests_on: str, is_first_up: bool
) -> None:
    laid = await laid_out(server)
    ann = await crowd.come(laid.path, token=laid.red, phone=True)
    await ann.is_in_a_game()
    fingers = await Fingers.of(ann)

    await ann.lift("h2")
    await fingers.down(1, "h2")
    await fingers.move(1, "f2")
    await fingers.down(2, rests_on)
    await fingers.move(1, "e2")
    for finger in (1, 2) if is_first_up else (2, 1):
        await fingers.up(finger)

    await ann.sees("e2 Red cannon, moved here last")
    assert await laid.moves() == ["h2e2"]


@pytest.mark.parametrize("how", ["other button", "Escape", "lost"])
async def test_a_drag_is_called_off(crowd: Crowd, server: ServerProcess, how: str) -> None:
    laid = await laid_out(server)
    ann = await crowd.come(laid.path, token=laid.red)
    await ann.is_in_a_game()
    mouse = ann.page.mouse

    await drag_towards(ann, "h2e2")
    if how == "other button":
        await mouse.down(button="right")
        await mouse.up(button="right")
    elif how == "Escape":
        await ann.page.keyboard.press("Escape")
    else:
        await ann.page.evaluate(f"(pointer) => {GRID}.releasePointerCapture(pointer)", MOUSE)
        await ann.square("f2").hover()
    await ann.square("e2").hover()
    await mouse.up()
    await ann.drag("b2d2")

    await ann.sees("d2 Red cannon, moved here last", "h2 Red cannon", "e2 empty")
    assert await laid.moves() == ["b2d2"]


@pytest.mark.parametrize("how", ["other button", "elsewhere", "Escape"])
async def test_a_move_that_waits_is_called_off(
    crowd: Crowd, server: ServerProcess, how: str
) -> None:
    laid = await laid_out(server, "h2e2")
    ann = await crowd.come(laid.path, token=laid.red)
    await ann.is_in_a_game()
    await ann.lift("h0")
    await ann.touch("g2")
    await ann.hears("It is tried the moment they move.")

    if how == "other button":
        await ann.square("d5").click(button="right")
    elif how == "elsewhere":
        await ann.square("d5").click()
    else:
        await ann.page.evaluate("document.activeElement.blur()")
        await ann.page.keyboard.press("Escape")

    await ann.sees("g2 empty", "h0 Red horse")
    await expect(ann.news).not_to_contain_text("It is tried the moment they move.")
    await laid.play("h9g7")
    await expect(ann.heading("Your turn")).to_be_attached()
    assert await laid.moves() == ["h2e2", "h9g7"]


async def test_another_own_piece_may_be_taken_while_a_move_waits(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "h2e2")
    ann = await crowd.come(laid.path, token=laid.red)
    await ann.is_in_a_game()
    await ann.lift("h0")
    await ann.touch("g2")

    await ann.lift("b0")

    await ann.sees("g2 empty, premove to here", "b0 Red horse, selected")
