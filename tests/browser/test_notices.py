"""Notices are asked for by a press beside what they are for, and a worker shows those of a push."""

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.browser.test_people import an_account
from tests.browser.test_search import ARE_SO_MANY, NOTICES
from tests.support.browser import Crowd
from tests.support.push_endpoint import Browser
from tests.support.server_process import ServerProcess
from xiangqi_server.net.push.encryption import OwnKey

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PUSH = '{"title":"Your move","body":"Against Ann: 2 days left.","tag":"room1","path":"/games"}'

SERVICE = "https://push.example"
SUBSCRIBED = """({ endpoint, key, secret }) => {
  const raw = (text) => Uint8Array.from(
    atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0)).buffer;
  const getKey = (name) => raw(name === "p256dh" ? key : secret);
  PushManager.prototype.subscribe = async (options) => {
    globalThis.asked = [options.userVisibleOnly, options.applicationServerKey.length];
    return { endpoint, getKey, unsubscribe: async () => true };
  };
}"""
"""The last step of a subscription: no test reaches the push service of a browser."""

IS_KEPT = "(to) => JSON.parse(localStorage.getItem('xiangqi.wishes') ?? '{}').quiet_to === to"


@pytest.fixture(scope="module")
def flags(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    """A server that sends notices to browsers that are closed."""
    keys: Path = tmp_path_factory.mktemp("notices") / "notices.key"
    keys.write_bytes(OwnKey.fresh().written())
    services = SERVICE.removeprefix("https://")
    site = ("--site", "https://club.example")
    return ("--notices-keys", str(keys), "--push-services", services, *site)


async def test_a_browser_subscribes_and_the_server_knows_it_until_it_wants_no_more(
    crowd_with_notices: Crowd, server: ServerProcess
) -> None:
    ann = await crowd_with_notices.come("/", token=await an_account(server, "Ann Away"))
    await ann.context.grant_permissions(["notifications"])
    await ann.open("/notices")
    page, here = ann.page, ann.page.get_by_role("status").first
    begin = page.get_by_role("button", name="Show notices here")

    await expect(begin).to_be_visible()
    await page.evaluate(SUBSCRIBED, Browser().as_sent(SERVICE))
    await begin.click()

    await expect(here).to_have_text(re.compile("while the browser is closed"))
    assert await page.evaluate("asked") == [True, 65]
    await page.reload()
    await expect(here).to_have_text(re.compile("while the browser is closed"))
    await page.get_by_role("button", name="Show none here any more").click()
    await expect(here).to_have_text("No notices come here.")


async def test_one_chooses_notices_and_a_push_shows_one_for_each_tag(
    crowd_with_notices: Crowd,
) -> None:
    ann = await crowd_with_notices.come("/")
    await ann.context.grant_permissions(["notifications"])
    await ann.open("/notices")
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
