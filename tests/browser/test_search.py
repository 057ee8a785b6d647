"""A search goes with its reader: in sight on every page, and a question when it finds somebody."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Locator, expect

from tests.support.browser import Crowd, Guest
from tests.support.browser_line import Line
from tests.support.server_process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

LOOK_AWAY = "document.hasFocus = () => false"
NOTICES = """async () => {
  const worker = await navigator.serviceWorker.getRegistration();
  return ((await worker?.getNotifications()) ?? []).map(({ title }) => title);
}"""
"""What the browser shows beside its pages."""
ARE_SO_MANY = f"async (count) => (await ({NOTICES})()).length === count"
PRESS_NOTICE = """async () => {
  const [notification] = await self.registration.getNotifications();
  self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
}"""
"""In the worker: the reader presses the notice."""


def search(guest: Guest) -> Locator:
    return guest.page.get_by_role("region", name="Looking for an opponent")


def question(guest: Guest) -> Locator:
    return guest.page.get_by_role("region", name="Opponent found")


async def press_pool(guest: Guest, name: str) -> None:
    await guest.page.get_by_role("button", name=re.compile(f"^{re.escape(name)} ")).click()


async def reads_while_looking(guest: Guest, pool: str) -> None:
    """Look for an opponent at home, then read a lesson."""
    await press_pool(guest, pool)
    await expect(search(guest)).to_be_visible()
    await (
        guest.page.get_by_role("navigation", name="Main")
        .get_by_role("link", name=re.compile("^(Learn|Me)"))
        .click()
    )
    await expect(guest.page).to_have_url(re.compile("/(learn|me)$"))


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
async def test_a_search_is_in_sight_on_every_page_and_in_the_title_and_ends_by_its_cancel(
    crowd: Crowd, phone: bool
) -> None:
    ann, ben = await crowd.come(phone=phone), await crowd.come()

    await reads_while_looking(ann, "15+10")

    await expect(search(ann)).to_contain_text("15+10")
    await expect(ann.page).to_have_title(re.compile(r"^\d+:\d\d Looking · "))
    assert await ann.broken_rules() == []
    assert await ann.overhang() == 0
    await ann.pictures("search-elsewhere")
    await ann.page.reload()
    await expect(search(ann)).to_contain_text("15+10")
    await search(ann).get_by_role("button", name="Cancel").click()
    await expect(search(ann)).to_have_count(0)
    await expect(ann.page).to_have_title(re.compile("^(Learn|Me)"))
    nobody = ben.page.get_by_role("button", name="15+10 Rapid nobody yet")
    await expect(nobody).to_be_visible()


async def test_a_search_says_that_the_line_is_lost_and_goes_on_when_it_is_back(
    crowd: Crowd, line: Line
) -> None:
    ann = await crowd.come(origin=line.url)
    ann.line_breaks = True
    await reads_while_looking(ann, "15+10")
    await expect(search(ann).get_by_role("timer")).to_be_visible()

    await line.cut()
    await expect(search(ann)).to_contain_text("No connection. The search goes on")
    await expect(search(ann).get_by_role("timer")).to_have_count(0)
    await line.mend()

    await expect(search(ann)).to_contain_text("15+10")
    await expect(search(ann).get_by_role("timer")).to_be_visible()


async def test_who_reads_is_asked_and_goes_to_the_game_when_he_likes(crowd: Crowd) -> None:
    ann, ben = await crowd.come(), await crowd.come()
    await reads_while_looking(ann, "3+2")

    await press_pool(ben, "3+2")

    await expect(question(ann)).to_contain_text(re.compile(r"Guest \w+ plays you"))
    await expect(question(ann).get_by_role("timer")).to_have_text(re.compile(r"Begins in \d+ s"))
    await expect(ann.page).to_have_url(re.compile("/learn$"))
    await expect(ann.page).to_have_title(re.compile(r"^Guest \w+ plays you · "))
    await expect(ann.page.locator("link[rel=icon]")).to_have_attribute(
        "href", re.compile("icon-turn")
    )
    assert await ann.broken_rules() == []
    await ann.pictures("found-elsewhere")
    await question(ann).get_by_role("button", name="Go to the game").click()
    await ann.is_in_a_game()
    await ben.is_in_a_game()
    await expect(question(ann)).to_have_count(0)


async def test_who_does_not_want_to_now_stays_where_he_is_and_the_other_waits_on(
    crowd: Crowd,
) -> None:
    ann, ben = await crowd.come(), await crowd.come()
    await reads_while_looking(ann, "1+0")
    await press_pool(ben, "1+0")
    await expect(ben.page.get_by_text("Ready", exact=True)).to_be_visible()

    await question(ann).get_by_role("button", name="Not now").click()

    await expect(question(ann)).to_have_count(0)
    await expect(ben.page).to_have_url(f"{ben.origin}/")
    await expect(search(ben)).to_contain_text("1+0")
    await expect(ann.page).to_have_url(re.compile("/learn$"))
    await expect(search(ann)).to_have_count(0)
    await search(ben).get_by_role("button", name="Cancel").click()


async def test_who_does_not_answer_gives_the_place_up_and_may_look_again(
    crowd: Crowd, tmp_path: Path
) -> None:
    with ServerProcess(tmp_path / "data") as server:  # it waits for nobody longer than usual
        origin = server.url.rstrip("/")
        ann, ben = await crowd.come(origin=origin), await crowd.come(origin=origin)
        await misses_a_game_and_looks_again(ann, ben)
        for guest in (ann, ben):
            await guest.page.close()


async def misses_a_game_and_looks_again(ann: Guest, ben: Guest) -> None:
    await reads_while_looking(ann, "10+5")
    await press_pool(ben, "10+5")

    missed = ann.page.get_by_text("You were away. Look again?", exact=True).first
    await expect(missed).to_be_visible()
    await ann.pictures("found-missed")
    await expect(search(ben)).to_contain_text("10+5")
    await search(ben).get_by_role("button", name="Cancel").click()
    await expect(search(ben)).to_have_count(0)
    await ann.press("Look again")

    await expect(search(ann)).to_contain_text("10+5")
    await search(ann).get_by_role("button", name="Cancel").click()
    await expect(search(ann)).to_have_count(0)


async def test_an_open_offer_is_in_sight_elsewhere_too(crowd: Crowd) -> None:
    ann, ben = await crowd.come(), await crowd.come()
    await ann.press("Offer a game", "Offer in the waiting room")
    await expect(ann.page.get_by_role("row", name=re.compile("Your offer"))).to_be_visible()
    await ann.page.get_by_role("link", name="Learn", exact=True).click()
    await expect(search(ann)).to_contain_text("your offer 10+5")

    await ben.page.get_by_role("button", name=re.compile(r"^Play Guest \w+, 10\+5")).click()

    await expect(question(ann)).to_contain_text("plays you")
    await question(ann).get_by_role("button", name="Go to the game").click()
    await ann.is_in_a_game()


async def test_a_press_is_not_lost_while_the_lobby_changes_under_the_finger(crowd: Crowd) -> None:
    ann, ben = await crowd.come(), await crowd.come()
    button = ann.page.get_by_role("button", name=re.compile(r"^5\+3 "))
    await expect(button).to_contain_text("nobody yet")

    await button.hover()
    await ann.page.mouse.down()
    await press_pool(ben, "15+10")
    await expect(ann.page.get_by_role("button", name="15+10 Rapid 1 waiting")).to_be_visible()
    await search(ben).get_by_role("button", name="Cancel").click()
    await press_pool(ben, "5+3")
    await expect(ann.page.get_by_role("button", name="5+3 Blitz 1 waiting")).to_be_visible()
    await ann.page.mouse.up()

    await ann.is_in_a_game()


async def test_no_row_of_the_waiting_room_moves_from_under_a_finger(crowd: Crowd) -> None:
    ann, ben, cho = await crowd.come(), await crowd.come(), await crowd.come()
    for guest in (ben, cho):
        await guest.press("Offer a game", "Offer in the waiting room")
    offers = ann.page.get_by_role("button", name=re.compile(r"^Play Guest \w+, 10\+5"))
    await expect(offers).to_have_count(2)

    await offers.nth(1).hover()
    await ann.page.mouse.down()
    own = ben.page.get_by_role("row", name=re.compile("Your offer"))
    await own.get_by_role("button").click()
    await expect(own).to_have_count(0)
    await press_pool(ben, "5+3")
    await expect(ann.page.get_by_role("button", name="5+3 Blitz 1 waiting")).to_be_visible()
    await ann.page.mouse.up()

    await ann.is_in_a_game()
    await cho.is_in_a_game()
    await search(ben).get_by_role("button", name="Cancel").click()


async def test_who_is_elsewhere_is_called_once_she_has_asked_for_it(
    crowd_with_notices: Crowd,
) -> None:
    ann, ben = await crowd_with_notices.come(), await crowd_with_notices.come()
    await ann.context.grant_permissions(["notifications"])
    await ann.page.evaluate(LOOK_AWAY)
    await press_pool(ann, "5+3")
    tell_me = search(ann).get_by_role("button", name="Tell me when somebody comes")
    await expect(tell_me).to_have_attribute("aria-pressed", "false")

    await tell_me.click()
    called = search(ann).get_by_role("button", name="We call you")
    await expect(called).to_have_attribute("aria-pressed", "true")
    assert await ann.broken_rules() == []
    await ann.pictures("search-called")
    await ann.page.get_by_role("link", name="Play the computer").first.click()
    await expect(ann.heading("Play the computer")).to_be_visible()
    await press_pool(ben, "5+3")

    await expect(question(ann)).to_be_visible()
    await ann.until(ARE_SO_MANY, 1)
    (notice,) = await ann.page.evaluate(NOTICES)
    assert re.sub("Guest .*? ", "Guest ", notice) == "Guest plays you"
    seen = ann.context.service_workers
    worker = seen[0] if seen else await ann.context.wait_for_event("serviceworker")
    await ann.page.evaluate("document.hasFocus = () => true")
    await worker.evaluate(PRESS_NOTICE)

    await ann.is_in_a_game()
    await ann.until(ARE_SO_MANY, 0)
