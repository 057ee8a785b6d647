"""People with a browser each: what they see by roles and names, and what they do with hands.

Every guest has a browser context of its own. All that goes wrong quietly (errors in the
console, refused content, requests to strangers) is written down and must be empty at the end.
"""

import asyncio
import contextlib
import json
import os
import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import msgpack
from playwright.async_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Playwright,
    Request,
    ViewportSize,
    WebSocket,
    expect,
)

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "build" / "screenshots"
IS_PICTURED = bool(os.environ.get("PICTURES"))
"""Whether pages are kept as pictures, for people: they prove nothing, and take a minute."""
AXE = ROOT / "client_js" / "node_modules" / "axe-core" / "axe.min.js"

PATIENCE_MS = 120_000
"""How long a page may take: longer than any deadline of the server that a test waits for."""

A_LOOK_MS = 1_000
"""How long to look whether a click was taken before clicking again."""
SELECTED = ("aria-selected", "true")

DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, Theme] = ("light", "dark")
SMALL_PHONE: ViewportSize = {"width": 320, "height": 568}
PICTURED: tuple[tuple[str, ViewportSize, Theme], ...] = (
    ("desktop", DESKTOP, "light"),
    ("phone", PHONE, "dark"),
)

SHELL = "chromium-headless-shell"
"""The engine alone: Debian's `chromium` draws tabs, bars and menus though nobody sees them, which
takes as much processor time again for each guest that comes."""
WHOLE = "chromium"
"""Shows notices outside of pages, and the engine alone does not."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
]
LOST_LINE = re.compile(
    r"WebSocket connection to|net::ERR_(CONNECTION|EMPTY_RESPONSE|NETWORK|SOCKET)"
)
GIVEN_UP = "WebSocket is closed before the connection is established"
"""A page gives up a server that is silent for ten seconds, as it is on a busy machine."""

SAVE_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"
"""The veins of boards are left out: without a graphics card each costs a tenth of a second."""
KEEP_TOKEN = "localStorage.getItem('xiangqi.token') ?? localStorage.setItem('xiangqi.token', '{}')"
BROKEN_RULES = """async (options) => (await axe.run(options)).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)"""
CUT_WORDS = """() => {
  const reaches = (inner, outer) => inner.right > outer.right + 1 || inner.left < outer.left - 1;
  const hides = (element, words) => {
    for (let around = element; around && around !== document.body; around = around.parentElement) {
      const { overflowX, textOverflow } = getComputedStyle(around);
      const edges = around.getBoundingClientRect();
      if (edges.width < 2 || textOverflow === "ellipsis") return false;
      if (overflowX === "auto" || overflowX === "scroll") return false;
      const holds = overflowX !== "visible" || around.matches("button, a.btn, [role=radio]");
      if (holds && reaches(words, edges)) return true;
    }
    return false;
  };
  const isWords = (node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "";
  const cut = [];
  for (const element of document.querySelectorAll("body *")) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    for (const node of [...element.childNodes].filter(isWords)) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const words = range.getBoundingClientRect();
      if (words.width && hides(element, words)) cut.push(node.data.trim());
    }
  }
  return cut;
}"""
"""The words of a page that end unseen, without so much as three dots."""
WALK = """(path) => {
  document.activeElement.blur();
  const link = document.body.appendChild(document.createElement("a"));
  link.href = path;
  link.click();
  link.remove();
}"""
LOADING = re.compile(
    "|".join(
        re.escape(text)
        for file in (ROOT / "client_js" / "src" / "text").glob("*.json")
        for key, text in json.loads(file.read_text(encoding="utf-8")).items()
        if key.endswith(".loading")
    )
)
"""What stands in any language where something is not there yet."""
KEEP_TOLD = """window.told = [];
new MutationObserver((changes) => {
  for (const { target } of changes) {
    const element = target instanceof Element ? target : target.parentElement;
    const region = element?.closest("[role=status], [role=alert], [aria-live]");
    if (region?.textContent) window.told.push(region.textContent);
  }
}).observe(document, { childList: true, characterData: true, subtree: true });"""
"""All that live regions say is written down: it passes, and a busy machine looks late."""
UNTIL = """async (about) => {
  const question = %s;
  while (!(await question(about))) await new Promise(requestAnimationFrame);
}"""
WAS_TOLD = "(text) => window.told.some((told) => told.includes(text))"
COLOURS_ALONE = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}


async def launch(playwright: Playwright, *flags: str, program: str = SHELL) -> Browser:
    """Debian's Chromium, with more flags than the usual."""
    path = shutil.which(program)
    assert path is not None, f"the browser tests need Debian's package {program}"
    return await playwright.chromium.launch(executable_path=path, args=[*FLAGS, *flags])


class Guest:
    """One person at the page: a context, a tab, and hands."""

    def __init__(
        self, context: BrowserContext, page: Page, origin: str, *, has_touch: bool = False
    ) -> None:
        self.context = context
        self.page = page
        self.origin = origin
        self.has_touch = has_touch
        self.faults: list[str] = []
        self.line_breaks = False
        self.rooms: set[str] = set()
        """Those that the page has joined on its line and not left."""
        page.on("websocket", self._opened)
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("request", self._requested)

    def _heard(self, message: ConsoleMessage) -> None:
        is_excused = GIVEN_UP in message.text or (
            self.line_breaks and LOST_LINE.search(message.text)
        )
        if message.type in ("error", "warning") and not is_excused:
            self.faults.append(f"{message.type}: {message.text}")

    def _requested(self, request: Request) -> None:
        if urlsplit(request.url).netloc != urlsplit(self.origin).netloc:
            self.faults.append(f"request to a stranger: {request.url}")

    def _opened(self, line: WebSocket) -> None:
        self.rooms.clear()
        line.on("framesent", self._sent)

    def _sent(self, frame: str | bytes) -> None:
        message = json.loads(frame) if isinstance(frame, str) else msgpack.unpackb(frame)
        if message["type"] == "join":
            self.rooms.add(message["room"])
        elif message["type"] == "leave":
            self.rooms.discard(message["room"])

    # What is seen.

    def square(self, name: str) -> Locator:
        """A cell of the board, whatever stands on it."""
        return self.page.get_by_role("gridcell", name=re.compile(f"^{name} "))

    def cell(self, label: str) -> Locator:
        """A cell of the board that says exactly this."""
        return self.page.get_by_role("gridcell", name=label, exact=True)

    def button(self, name: str) -> Locator:
        """A button by its name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def heading(self, text: str) -> Locator:
        """The page's main heading, which says where the game stands."""
        return self.page.get_by_role("heading", level=1, name=text)

    @property
    def news(self) -> Locator:
        """The place beside the board where news stand."""
        return self.page.get_by_role("region", name="Notices")

    async def sees(self, *labels: str) -> None:
        """Wait until the board has all these cells."""
        for label in labels:
            await expect(self.cell(label)).to_be_visible()

    async def hears(self, text: str) -> None:
        """Wait until the news say this."""
        await expect(self.news).to_contain_text(text)

    @property
    def result(self) -> Locator:
        """What stands in the place of the moves once the game is over."""
        return self.page.get_by_role("region", name="Result", exact=True)

    @property
    def asked_again(self) -> Locator:
        """The button by which the other one's wish for a rematch is granted."""
        return self.page.get_by_role("button", name="wants a rematch")

    async def ends(self, text: str) -> None:
        """Wait until the result of the game says this."""
        await expect(self.result).to_contain_text(text)

    async def is_told(self, text: str) -> None:
        """Wait until a live region has said this to those who listen; it may say more since."""
        await self.until(WAS_TOLD, text)

    async def until(self, question: str, about: object = None) -> None:
        """Wait until the page answers a function of its own with yes, or with a promise of it.

        Playwright's `wait_for_function` asks once: its second look evaluates a text, which the
        page's policy forbids, and it takes any promise for a yes.
        """
        async with asyncio.timeout(PATIENCE_MS / 1_000):
            await self.page.evaluate(UNTIL % question, about)

    async def is_in_a_game(self) -> None:
        """Wait until a game is on the page and the move is awaited from somebody."""
        await expect(self.page).to_have_url(re.compile("/game/"))
        turn = self.heading("Your turn").or_(self.heading("Thinking"))
        await expect(turn).to_be_attached()
        # All parts of the page are there; a game without a clock has no timer.
        await expect(self.page.get_by_role("group", name="Actions")).to_be_attached()

    async def token(self) -> str:
        """What this browser shows to be known again."""
        return str(await self.page.evaluate("localStorage.getItem('xiangqi.token')"))

    # What is done.

    async def open(self, path: str) -> None:
        """Go to a page by its address."""
        await self.page.goto(f"{self.origin}{path}")

    async def walk(self, path: str) -> None:
        """Go to a page as by a link, and wait until all of it is there."""
        await expect(self.page.get_by_role("navigation").get_by_role("link").first).to_be_visible()
        await self.page.evaluate(WALK, path)
        await expect(self.page.get_by_role("heading", level=1)).to_be_focused()
        await expect(self.page.get_by_role("main").get_by_text(LOADING)).to_have_count(0)

    async def press(self, *names: str) -> None:
        """Press buttons, one after the other."""
        for name in names:
            await self.button(name).click()

    async def play(self, uci: str) -> None:
        """Play a move by two clicks, or taps, when it is your turn and the line is up."""
        await expect(self.heading("Your turn")).to_be_attached()
        await expect(self.news.get_by_text("No connection.")).to_have_count(0)
        await self.lift(uci[:2])
        await self.touch(uci[2:])
        await expect(self.square(uci[:2])).to_have_attribute("aria-selected", "false")

    async def insist(self, uci: str) -> None:
        """Play a move on a line that may break at any moment: again, until the board shows it."""
        left = re.compile(f"^{uci[:2]} empty")
        while not left.match(await self.square(uci[:2]).get_attribute("aria-label") or ""):
            await self.play(uci)
            with contextlib.suppress(AssertionError):
                await expect(self.square(uci[:2])).to_have_accessible_name(left, timeout=A_LOOK_MS)

    async def lift(self, name: str) -> None:
        """Click or tap a piece until it is selected: a line that opens does not take it yet."""
        square = self.square(name)
        async with asyncio.timeout(PATIENCE_MS / 1_000):
            while await square.get_attribute("aria-selected") != "true":
                await self.touch(name)
                with contextlib.suppress(AssertionError):
                    await expect(square).to_have_attribute(*SELECTED, timeout=A_LOOK_MS)

    async def touch(self, name: str) -> None:
        """Click a square of the board; on a phone, tap it."""
        square = self.square(name)
        await (square.tap() if self.has_touch else square.click())

    async def point(self, uci: str) -> None:
        """Click, or tap, where a move starts and where it ends, allowed or not."""
        await self.touch(uci[:2])
        await self.touch(uci[2:])

    async def drag(self, uci: str) -> None:
        """Play a move by dragging the piece."""
        await self.square(uci[:2]).hover()
        await self.page.mouse.down()
        await self.square(uci[2:]).hover()
        await self.page.mouse.up()

    async def type(self, text: str) -> None:
        """Play a move by writing it."""
        await self.page.get_by_role("textbox", name="Type a move").fill(text)
        await self.page.keyboard.press("Enter")

    # What is looked at by a critic.

    async def overhang(self) -> int:
        """By how many pixels the page is wider than the screen: then it scrolls sideways."""
        assert self.page.viewport_size is not None
        width = await self.page.evaluate("document.documentElement.scrollWidth")
        return max(0, int(width) - self.page.viewport_size["width"])

    async def cut_words(self) -> list[str]:
        """Words that reach over the edge of their button, or of what hides the rest of them."""
        found: list[str] = await self.page.evaluate(CUT_WORDS)
        return found

    async def pictures(self, name: str) -> None:
        """Take the page on a desktop by day and on a phone by night, if pictures are wanted."""
        if not IS_PICTURED:
            return
        before = self.page.viewport_size or DESKTOP
        for screen, size, theme in PICTURED:
            await self.page.set_viewport_size(size)
            await self._wear(theme)
            await self.picture(f"{name}-{screen}-{theme}")
        await self._wear("light")
        await self.page.set_viewport_size(before)

    async def picture(self, name: str) -> None:
        """Take the page as it is, if pictures are wanted."""
        if IS_PICTURED:
            await self.page.screenshot(path=PICTURES / f"{name}.png", animations="disabled")

    async def _wear(self, theme: Theme) -> None:
        """Day or night, at once: colours on their way to others are nobody's choice."""
        await self.page.emulate_media(color_scheme=theme, reduced_motion="reduce")

    async def broken_rules(self, themes: tuple[Theme, ...] = THEMES) -> list[str]:
        """What axe finds wrong with the page: all by the first light, the colours by the others."""
        assert AXE.exists(), "run npm ci in client_js"
        await self.page.evaluate(AXE.read_text())
        found: list[str] = []
        for theme in themes:
            await self._wear(theme)
            options = {} if theme == themes[0] else COLOURS_ALONE
            found += await self.page.evaluate(BROKEN_RULES, options)
        await self._wear("light")
        return found


@dataclass
class Crowd:
    """The people of one story."""

    browser: Browser
    origin: str
    people: list[Guest] = field(default_factory=list)

    async def come(
        self,
        path: str = "/",
        *,
        token: str | None = None,
        phone: bool = False,
        language: str = "en-US",
        origin: str | None = None,
    ) -> Guest:
        """Somebody opens the page: a new guest, or the one whose token is given."""
        context = await self.browser.new_context(
            locale=language,
            viewport=PHONE if phone else DESKTOP,
            has_touch=phone,
            is_mobile=phone,
            permissions=["clipboard-read", "clipboard-write"],
        )
        context.set_default_timeout(PATIENCE_MS)
        await context.add_init_script(KEEP_TOLD)
        await context.add_init_script(SAVE_DATA)
        if token is not None:
            await context.add_init_script(KEEP_TOKEN.format(token))
        guest = Guest(context, await context.new_page(), origin or self.origin, has_touch=phone)
        self.people.append(guest)
        await guest.open(path)
        return guest

    async def seat(self, path: str, *tokens: str) -> None:
        """The players of a game come to it, for a game without them is shown to nobody."""
        for token in tokens:
            await (await self.come(path, token=token)).is_in_a_game()

    async def again(self, guest: Guest) -> Guest:
        """The same person opens a second tab on the same page."""
        tab = Guest(
            guest.context, await guest.context.new_page(), guest.origin, has_touch=guest.has_touch
        )
        self.people.append(tab)
        await tab.page.goto(guest.page.url)
        return tab

    async def leave(self) -> list[str]:
        """All go home; what went wrong quietly."""
        for context in {guest.context for guest in self.people}:
            await context.close()
        return [fault for guest in self.people for fault in guest.faults]
