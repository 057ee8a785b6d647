"""What a page with a wall of sixteen boards costs a browser, against pages that join these games.

usage: python -m tests.bench.wall [--seconds 20] [--cycles 3] [--moves 3]

The same sixteen games of masters are played while a browser shows the wall, and while it shows four
of them, each on a page of its own; four times that is what all would cost. Both come in turns, and
are drawn without a graphics card. The unit is CPU of all of the browser's processes, less what it
takes with an empty page. One JSON line a turn, then the ratio: the median of the turns.
"""

import argparse
import json
import statistics
from collections.abc import Sequence
from typing import Final

from playwright.async_api import Browser, async_playwright

from tests.bench.boards import GAMES, Games, begin_games, on_a_server
from tests.support.browser import launch
from tests.support.server_process import ServerProcess

PAGES: Final = 4
SETTLING_S: Final = 6.0


async def spent_s(browser: Browser) -> float:
    """The processor time of all processes of a browser so far."""
    line = await browser.new_browser_cdp_session()
    told = await line.send("SystemInfo.getProcessInfo")
    await line.detach()
    return float(sum(process["cpuTime"] for process in told["processInfo"]))


async def cost(
    browser: Browser, urls: Sequence[str], games: Games, args: argparse.Namespace
) -> float:
    """CPU a second while a browser shows these pages."""
    context = await browser.new_context(viewport={"width": 1366, "height": 768})
    for url in urls:
        page = await context.new_page()
        await page.goto(url)
    await games.play(SETTLING_S, args.moves)
    before_s = await spent_s(browser)
    await games.play(args.seconds, args.moves)
    after_s = await spent_s(browser)
    await context.close()
    return (after_s - before_s) / float(args.seconds)


async def measure(server: ServerProcess, args: argparse.Namespace) -> None:
    """Print all rows."""
    base, ratios = server.url.rstrip("/"), []
    async with async_playwright() as playwright, begin_games(server) as games:
        browser = await launch(playwright)
        alone = [f"{base}/game/{room}" for room in games.rooms[:PAGES]]
        for _ in range(args.cycles):
            empty = await cost(browser, ["about:blank"], games, args)
            wall = await cost(browser, [f"{base}/watch?n=16"], games, args) - empty
            joined = (await cost(browser, alone, games, args) - empty) * GAMES / PAGES
            ratios.append(wall / joined)
            row = {"empty": empty, "wall": wall, "sixteen_pages": joined}
            told = {name: round(100 * part, 1) for name, part in row.items()}
            print(json.dumps({"bench": "wall", "percent_of_a_core": told}), flush=True)
        await browser.close()
    ratio = round(statistics.median(ratios), 3)
    print(json.dumps({"bench": "wall", "wall_of_pages": ratio, "turns": len(ratios)}))


if __name__ == "__main__":
    on_a_server(__doc__, measure, seconds=20.0, cycles=3, moves=3.0)
