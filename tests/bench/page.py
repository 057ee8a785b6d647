"""How soon one may move on a slow phone, and what travels for it: a first visit and a second.

usage: python -m tests.bench.page [visits]

Chromium as a phone, behind 150 ms and 1.6 Mbit/s each way, four times slower in thought with
`--slow-cpu`. A move is possible once a cell of the board can be chosen and the signs of the pieces
are there. Weights are bytes as they travel, by kind; `own` is script and art of our own.
"""

import asyncio
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.async_api import Browser, BrowserContext, CDPSession, async_playwright

from tests.support.browser import PHONE, launch
from tests.support.browser_tables import Laid, laid_out
from tests.support.page_weight import weigh
from tests.support.server_process import ServerProcess

ROUND_TRIP_MS = 150
BITS_PER_S = 1_600_000
CPU_SLOWER = 4
VISITS = 5
MAY_MOVE = "[role=gridcell].can"
SIGNS = "#sprite svg"
KEEP_TOKEN = "localStorage.setItem('xiangqi.token', '{}')"


def main() -> None:
    """Print one JSON line for each kind of visit."""
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    visits = int(words[0]) if words else VISITS
    with (
        tempfile.TemporaryDirectory() as folder,
        ServerProcess(Path(folder) / "data") as server,
    ):
        asyncio.run(_measure(server, visits, slow_cpu="--slow-cpu" in sys.argv))


async def _measure(server: ServerProcess, visits: int, *, slow_cpu: bool) -> None:
    laid = await laid_out(server)
    first: list[float] = []
    second: list[float] = []
    async with async_playwright() as playwright:
        browser = await launch(playwright)
        for _ in range(visits):
            context = await _phone(browser, laid)
            first.append(await _visit(context, server, laid, slow_cpu=slow_cpu))
            second.append(await _visit(context, server, laid, slow_cpu=slow_cpu))
            await context.close()
        context = await _phone(browser, laid)
        page = await context.new_page()
        weight = await weigh(page, f"{server.url.rstrip('/')}{laid.path}")
        await browser.close()
    for name, spent in (("first", first), ("second", second)):
        row = {
            "bench": "page",
            "visit": name,
            "median_s": round(statistics.median(spent), 2),
            "worst_s": round(max(spent), 2),
            "visits": visits,
            "slow_cpu": slow_cpu,
        }
        print(json.dumps(row), flush=True)
    print(json.dumps({"bench": "page", "weight_bytes": weight}), flush=True)


async def _phone(browser: Browser, laid: Laid) -> BrowserContext:
    context = await browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    await context.add_init_script(KEEP_TOKEN.format(laid.red))
    return context


async def _visit(
    context: BrowserContext, server: ServerProcess, laid: Laid, *, slow_cpu: bool
) -> float:
    """Seconds from aggregates for the page to the first possible move."""
    page = await context.new_page()
    line = await context.new_cdp_session(page)
    await _slow_down(line, slow_cpu=slow_cpu)
    started = time.monotonic()
    await page.goto(f"{server.url.rstrip('/')}{laid.path}", wait_until="commit")
    await page.locator(MAY_MOVE).first.wait_for(state="attached")
    await page.locator(SIGNS).wait_for(state="attached")
    spent = time.monotonic() - started
    await page.close()
    return spent


async def _slow_down(line: CDPSession, *, slow_cpu: bool) -> None:
    bytes_per_s = BITS_PER_S / 8
    await line.send("Network.enable")
    await line.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": ROUND_TRIP_MS,
            "downloadThroughput": bytes_per_s,
            "uploadThroughput": bytes_per_s,
        },
    )
    if slow_cpu:
        await line.send("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWER})


if __name__ == "__main__":
    main()
