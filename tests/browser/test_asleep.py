"""Tabs that sleep for an hour while the server dies and comes back."""

import asyncio
import json
import re
from collections import Counter

import msgpack
import pytest
from playwright.async_api import CDPSession, Request, WebSocket, expect

from tests.browser.test_tournaments import CLOCK, enter
from tests.support.browser import Crowd, Guest
from tests.support.browser_tables import laid_out
from tests.support.patience import PATIENCE_S
from tests.support.server_process import ServerProcess
from tests.support.tournament_players import announce, sign_up
from tests.support.wire_client import WireClient

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

HOUR = "01:00:00"
MOST_OF_A_KIND = 3
"""How often one line may carry the same request after its tab has woken."""


class Asked:
    """What a tab asks of the server, by line and by address."""

    def __init__(self, guest: Guest) -> None:
        self.lines: list[Counter[str]] = []
        self.addresses: Counter[str] = Counter()
        guest.page.on("websocket", self._opened)
        guest.page.on("request", self._requested)

    def _opened(self, line: WebSocket) -> None:
        sent: Counter[str] = Counter()
        self.lines.append(sent)
        line.on("framesent", lambda frame: sent.update([_type_of(frame)]))

    def _requested(self, request: Request) -> None:
        self.addresses[request.url] += 1

    def hold(self) -> None:
        """It asks again for what it shows, and not again and again."""
        for sent in self.lines:
            sent.pop("pong", None)
            assert max(sent.values(), default=0) <= MOST_OF_A_KIND, sent
        assert max(self.addresses.values(), default=0) <= MOST_OF_A_KIND, self.addresses


def _type_of(frame: str | bytes) -> str:
    message = json.loads(frame) if isinstance(frame, str) else msgpack.unpackb(frame)
    return str(message["type"])


async def freeze(guest: Guest) -> CDPSession:
    """Stop the tab: no timer of it runs and no message reaches it. What it is woken by.

    `Page.setWebLifecycleState` leaves a tab alone that Playwright looks at; a debugger stops it.
    """
    debugger = await guest.context.new_cdp_session(guest.page)
    stopped = asyncio.Event()
    debugger.once("Debugger.paused", lambda _: stopped.set())
    await debugger.send("Debugger.enable")
    await debugger.send("Debugger.pause")
    async with asyncio.timeout(PATIENCE_S):
        await stopped.wait()
    return debugger


async def wake(guest: Guest, debugger: CDPSession) -> Asked:
    """Its reader comes back an hour later; what it asks for from now on."""
    asked = Asked(guest)
    await debugger.send("Debugger.disable")
    await guest.page.clock.fast_forward(HOUR)
    return asked


async def test_tabs_that_slept_while_the_server_died_show_what_has_happened_since(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "h2e2", "h9g7")
    over = await laid_out(server, "h2e2", "h9g7", "h0g2", "i9h9")
    async with await sign_up(server.socket_url, "Olga Organiser") as olga:
        plan = {"name": "Late cup", "format": {"type": "arena", "minutes": 60}}
        cup = await announce(olga, {**plan, "terms": {"clock": CLOCK}}, in_ms=7_200_000)
        token = str(olga.token)
    async with WireClient(server.socket_url, token=over.red) as red:
        await red.ask({"type": "join", "room": over.room})
        await red.ask({"type": "resign", "room": over.room})
    eve, fay, gus, hal = [await crowd.come("/learn") for _ in range(4)]
    for guest in crowd.people:
        guest.line_breaks = True
        await guest.page.clock.install()
    await eve.open(f"/tournament/{cup}")
    await expect(eve.heading("Late cup")).to_be_visible()
    await fay.open(over.path)
    await fay.page.get_by_role("tab", name="Moves").click()
    await fay.button("Move 1, Red: C2=5").click()
    await fay.sees("e2 Red cannon, moved here last")
    await gus.open(laid.path)
    words = gus.page.get_by_role("textbox", name="Say something")
    await words.fill("Nice mo")
    await hal.open("/")
    await hal.press("Challenge a player")
    name = hal.page.get_by_label("Name of the player")
    await name.fill("Nobody At")

    debuggers = [await freeze(guest) for guest in crowd.people]
    server.kill()
    server.start()
    await laid.play("h0g2", "i9h9")
    async with WireClient(server.socket_url, token=token) as olga:
        await enter(cup, olga)
    asked = [await wake(*sleeper) for sleeper in zip(crowd.people, debuggers, strict=True)]

    await expect(eve.page.get_by_role("row", name=re.compile("Olga Organiser"))).to_be_visible()
    await eve.page.get_by_role("button", name=re.compile("^Olga Organiser")).click()
    await expect(eve.page.get_by_role("heading", name="Olga Organiser")).to_be_visible()
    await gus.sees("h9 Black chariot, moved here last")
    await words.press_sequentially("ve!")
    await gus.page.keyboard.press("Enter")
    await expect(gus.page.get_by_role("log").first).to_contain_text("Nice move!")
    await expect(name).to_have_value("Nobody At")
    await name.press_sequentially(" All")
    await hal.press("Send the challenge")
    await expect(hal.page.get_by_role("alert")).to_contain_text(["There is no such player."])
    await fay.sees("e2 Red cannon, moved here last")
    await fay.press("One move forward")
    await fay.sees("g7 Black horse, moved here last")
    for one in asked:
        one.hold()
