"""Notices are asked for by a press beside what they are for, and a worker shows those of a push."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.test_search import ARE_SO_MANY, NOTICES
from tests.support.browser import Crowd

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PUSH = '{"title":"Your move","body":"Against Ann: 2 days left.","tag":"room1","path":"/games"}'

IS_KEPT = "(to) => JSON.parse(localStorage.getItem('xiangqi.wishes') ?? '{}').quiet_to === to"


async def test_one_chooses_notices_and_a_push_shows_one_for_each_tag(
    crowd_with_notices: Crowd,
) -> None:
    ann = await crowd_with_notices.come("/notices")
    await ann.context.grant_permissions(["notifications"])
    page = ann.page

    await page.get_by_role("button", name="Show notices here").click()
    await expect(page.get_by_role("status").first).to_have_text(re.compile("while this page"))
    await page.get_by_role("switch", name="Messages").press("Enter")
    await page.get_by_label("From").select_option("22:00")
    await page.get_by_label("To").select_option("07:00")
    await ann.until(IS_KEPT, 420)
    await page.reload()

    await expect(page.get_by_role("switch", name="Messages")).not_to_be_checked()
    await expect(page.get_by_label("To")).to_have_value("420")
    assert await ann.broken_rules() == []
    await ann.pictures("notices")
    await page.evaluate("navigator.serviceWorker.register('/worker.js')")
    debugger = await ann.context.new_cdp_session(page)
    registered: list[str] = []
    debugger.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registered.extend(row["registrationId"] for row in told["registrations"]),
    )
    await debugger.send("ServiceWorker.enable")
    await page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    for data in (PUSH, PUSH, "not of our making"):
        push = {"origin": await page.evaluate("origin"), "registrationId": registered[0]}
        await debugger.send("ServiceWorker.deliverPushMessage", push | {"data": data})
    await ann.until(ARE_SO_MANY, 2)

    assert sorted(await page.evaluate(NOTICES)) == ["Xiangqi", "Your move"]
