"""Makes `server/xiangqi_server/node/board.png`, of which pictures of games are put together.

`python -m tests.tools.board_picture` has Chromium draw the page's own board and pieces, and writes
them with 255 colours. Run it when the board has changed its looks.
"""

import asyncio
import base64
import tempfile
from collections import Counter
from pathlib import Path
from typing import Final

from playwright.async_api import async_playwright

from tests.support.browser import launch
from tests.support.server_process import ServerProcess
from xiangqi_server.node.pictures import CLEAR, HEIGHT, ORIGIN, PIECES, UNIT, WIDTH, write_png

TARGET: Final = Path(__file__).parents[2] / "server" / "xiangqi_server" / "node" / "board.png"
COLOURS: Final = 255
_STEP: Final = 4
"""Colours nearer than this are one."""
_LARGE: Final = 150
"""The side of the two generals beside the board, in pixels."""

DRAW: Final = """async ({ width, height, origin, unit, pieces, large }) => {
  const source = document.querySelector("script[type=module]").src;
  const { createDrawing, drawPiece, plainScene } = await import(
    new URL("board/drawing.js", source).href
  );
  const svg = (attributes, ...children) => {
    const root = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    for (const [name, value] of Object.entries(attributes)) root.setAttribute(name, value);
    root.append(...children);
    return root;
  };
  document.documentElement.dataset.theme = "light";
  const drawing = createDrawing();
  drawing.render(plainScene({ cells: ".".repeat(90), digits: true }));
  const sheet = svg({ width, height: height + unit });
  const place = (root, x, y, w, h) => {
    for (const [name, value] of Object.entries({ x, y, width: w, height: h }))
      root.setAttribute(name, value);
    sheet.append(root);
  };
  place(drawing.root, origin[0] - 0.62 * unit, origin[1] - 0.86 * unit, 9.24 * unit, 10.72 * unit);
  const piece = (sign, x, y, size, box = "-.5 -.5 1 1") =>
    place(
      svg({ viewBox: box, class: "bd" }, drawPiece(sign, "traditional")),
      ...[x, y, size, size],
    );
  const middle = (origin[0] - 0.62 * unit - large) / 2;
  const whole = "-.52 -.52 1.04 1.04"; // with the side of the piece
  piece("K", middle, (height - large) / 2, large, whole);
  piece("k", width - middle - large, (height - large) / 2, large, whole);
  const ground = svg({ viewBox: "0 0 1 1", preserveAspectRatio: "none" });
  ground.innerHTML = "<rect width='1' height='1' fill='#e2bd84'/>";
  place(ground, 0, height, width, unit);
  [...pieces].forEach((sign, at) => piece(sign, at * unit, height, unit));
  sheet.style.cssText = "position:fixed;inset:0;z-index:99;background:#f5f0e9";
  document.body.append(sheet);
}"""
PIXELS: Final = """async (file) => {
  const image = new Image();
  image.src = `data:image/png;base64,${file}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const bytes = context.getImageData(0, 0, image.width, image.height).data;
  let text = "";
  for (let at = 0; at < bytes.length; at += 4)
    text += String.fromCharCode(bytes[at], bytes[at + 1], bytes[at + 2]);
  return btoa(text);
}"""


async def pixels() -> bytes:
    """The sheet as Chromium draws it, three bytes a pixel."""
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder) / "data") as server:
        async with async_playwright() as playwright:
            browser = await launch(playwright)
            page = await browser.new_page(bypass_csp=True)
            await page.set_viewport_size({"width": WIDTH, "height": HEIGHT + UNIT})
            await page.goto(server.url)
            await page.locator("svg.bd use[href='#g-帥']").first.wait_for(state="attached")
            sizes = {"width": WIDTH, "height": HEIGHT, "origin": ORIGIN, "unit": UNIT}
            await page.evaluate(DRAW, {**sizes, "pieces": PIECES, "large": _LARGE})
            shot = await page.screenshot()
            text = await page.evaluate(PIXELS, base64.b64encode(shot).decode())
            await browser.close()
    return base64.b64decode(text)


def indexed(sheet: bytes) -> tuple[bytes, list[bytearray]]:
    """The same with few colours; what is not of a piece is clear in the tiles."""
    rounded = bytes(min(255, (one + _STEP // 2) // _STEP * _STEP) for one in sheet)
    dots = [rounded[at : at + 3] for at in range(0, len(rounded), 3)]
    common = [colour for colour, _ in Counter(dots).most_common(COLOURS)]
    numbers = {colour: number for number, colour in enumerate(common, start=1)}
    for colour in set(dots) - numbers.keys():
        numbers[colour] = numbers[min(common, key=lambda one: _distance(one, colour))]
    rows = [
        bytearray(numbers[dot] for dot in dots[at : at + WIDTH])
        for at in range(0, len(dots), WIDTH)
    ]
    for y, row in enumerate(rows[HEIGHT:]):
        for x in range(WIDTH):
            if x >= UNIT * len(PIECES) or not _is_of_piece(x % UNIT - UNIT / 2, y - UNIT / 2):
                row[x] = CLEAR
    return b"\0\0\0" + b"".join(common), rows


def _distance(one: bytes, other: bytes) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def _is_of_piece(x: float, y: float) -> bool:
    """Whether the middle of a pixel is on a piece around the origin, or on its side."""
    radius = 0.46 * UNIT
    return any((x + 0.5) ** 2 + (y + 0.5 - fall * UNIT) ** 2 <= radius**2 for fall in (0, 0.045))


def main() -> None:
    """Draw the sheet and write it."""
    TARGET.write_bytes(write_png(*indexed(asyncio.run(pixels()))))


if __name__ == "__main__":
    main()
