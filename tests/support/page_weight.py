"""What a page makes travel, weighed in the browser as it comes over the line."""

import re

from playwright.async_api import Page, Response

KINDS = {
    "own_script": re.compile(r"/src/.*\.js$"),
    "art": re.compile(r"/art/"),
    "style": re.compile(r"/css/"),
    "texts": re.compile(r"/src/text/.*\.json$"),
    "vendored": re.compile(r"/vendor/"),
}


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
