"""Draws the icons of the installed page from the one drawing: `python -m tests.tools.app_icons`.

A maskable icon is cut to any shape by the system, within a circle of four fifths of its width: so
its ground fills all of it, and the sign is smaller.
"""

import re
import shutil
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

ART: Final = Path(__file__).parents[2] / "client_js" / "art"
DRAWING: Final = ART / "icon.svg"
SIZES: Final = {"icon-192.png": 192, "icon-512.png": 512, "icon-maskable.png": 512}
MASKABLE: Final = "icon-maskable.png"
SAFE: Final = 0.8
UNITS: Final = 32
CHROMIUM: Final = shutil.which("chromium")


def drawing(name: str) -> str:
    """What is drawn for an icon."""
    text = DRAWING.read_text()
    if name != MASKABLE:
        return text
    ground = re.sub(r' rx="7"', "", text, count=1)
    edge = UNITS * (1 - SAFE) / 2
    head, _, rest = ground.partition("/>")
    sign = rest.removesuffix("</svg>\n").removesuffix("</svg>")
    moved = f'<g transform="translate({edge} {edge}) scale({SAFE})">{sign}</g>'
    return f"{head}/>{moved}</svg>"


def main() -> None:
    """Write all of them."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        for name, size in SIZES.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            style = "body{margin:0}svg{display:block;width:100vw;height:100vh}"
            page.set_content(f"<style>{style}</style>{drawing(name)}")
            (ART / name).write_bytes(page.screenshot(omit_background=True))
        browser.close()


if __name__ == "__main__":
    main()
