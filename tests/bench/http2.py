"""How soon a first visit has its heading through HAProxy, by HTTP/2 and by HTTP/1.1.

usage: python -m tests.bench.http2 [visits]

The file of `deploy/` stands in front of a node, behind a line on which everything arrives 75 ms
later each way. The visits take turns, so that both meet the same machine; `ratio` is that of the
medians.
"""

import asyncio
import json
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from playwright.async_api import Browser, async_playwright

from tests.support.browser import PHONE, launch
from tests.support.browser_line import Line
from tests.support.proxy_files import haproxy_before
from tests.support.server_process import ServerProcess

LATE_MS = 75
VISITS = 5


def main() -> None:
    """Print one JSON line for each version of HTTP, and one that compares them."""
    visits = int(sys.argv[1]) if len(sys.argv) > 1 else VISITS
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = ServerProcess(home / "data", "--trusted-proxies", "127.0.0.1")
        stack.enter_context(server)
        port = stack.enter_context(haproxy_before(server.port, home))
        asyncio.run(_measure(port, visits))


async def _measure(port: int, visits: int) -> None:
    spent: dict[str, list[float]] = {"1.1": [], "2": []}
    async with async_playwright() as playwright, Line(port, LATE_MS) as line:
        trusting = "--ignore-certificate-errors"
        browsers = {
            "1.1": await launch(playwright, trusting, "--disable-http2"),
            "2": await launch(playwright, trusting),
        }
        for _ in range(visits):
            for version, browser in browsers.items():
                spent[version].append(await _heading_s(browser, line.port))
        for browser in browsers.values():
            await browser.close()
    medians = {version: statistics.median(times) for version, times in spent.items()}
    for version, median_s in medians.items():
        row = {"bench": "http2", "http": version, "heading_s": round(median_s, 2)}
        print(json.dumps(row), flush=True)
    print(json.dumps({"bench": "http2", "ratio": round(medians["2"] / medians["1.1"], 2)}))


async def _heading_s(browser: Browser, port: int) -> float:
    """Seconds from nothing to the first heading of the first page."""
    context = await browser.new_context(viewport=PHONE, ignore_https_errors=True)
    page = await context.new_page()
    started = time.monotonic()
    await page.goto(f"https://localhost:{port}/", wait_until="commit")
    await page.locator("h1, h2").first.wait_for()
    spent = time.monotonic() - started
    await context.close()
    return spent


if __name__ == "__main__":
    main()
