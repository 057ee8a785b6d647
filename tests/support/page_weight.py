"""What a page makes travel, weighed in the browser as it comes over the line."""

import re
from dataclasses import dataclass

from playwright.async_api import Page, Response

KINDS = {
    "own_script": re.compile(r"/src/.*\.js$"),
    "art": re.compile(r"/art/"),
    "style": re.compile(r"/css/"),
    "texts": re.compile(r"/src/text/.*\.json$"),
    "vendored": re.compile(r"/vendor/"),
}


ADD_UP_SHIFTS = """window.shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });"""


@dataclass(frozen=True, slots=True)
class FirstVisit:
    """What a fresh visit to the first page takes.

    Args:
        requests: how many files are fetched, the page itself among them.
        body_bytes: what travels of them.
        shift: by how much the page jumps, as browsers measure it (CLS).
    """

    requests: int
    body_bytes: int
    shift: float


async def first_visit(page: Page, url: str) -> FirstVisit:
    """Visit the first page, of which the browser has nothing, until nothing is under way."""
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    await page.add_init_script(ADD_UP_SHIFTS)
    await page.goto(url)
    await page.locator(".living svg.bd").first.wait_for()
    await page.wait_for_load_state("networkidle")
    sizes = [(await answer.request.sizes())["responseBodySize"] for answer in answers]
    return FirstVisit(len(sizes), sum(sizes), await page.evaluate("shift"))


async def weigh(page: Page, url: str) -> dict[str, int]:
    """Bytes by kind that a fresh visit to a game fetches unasked; `own` is script and art.

    The page is looked at until a piece can be moved and nothing is under way any more.
    """
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    await page.goto(url)
    await page.locator("[role=gridcell].can").first.wait_for(state="attached")
    await page.wait_for_load_state("networkidle")
    weights = dict.fromkeys(KINDS, 0)
    for answer in answers:
        sizes = await answer.request.sizes()
        for kind, pattern in KINDS.items():
            if pattern.search(answer.url.split("?")[0]):
                weights[kind] += sizes["responseBodySize"]
    return {"own": weights["own_script"] + weights["art"], **weights}
