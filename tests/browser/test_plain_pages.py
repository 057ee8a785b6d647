"""Pages around the games: what they say when something is refused, chosen, over, or waits."""

import asyncio
import re

import pytest
from playwright.async_api import ViewportSize, expect

from tests.support.browser import SMALL_PHONE, Crowd, Guest
from tests.support.browser_tables import laid_out
from tests.support.patience import PATIENCE_S
from tests.support.server_process import ServerProcess
from tests.support.wire_client import Message

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PASSWORD = "a secret nobody guesses"
LAPTOP: ViewportSize = {"width": 1366, "height": 768}
TABLET: ViewportSize = {"width": 1024, "height": 768}
CLICK_OFTEN = "(button) => { for (let n = 0; n < 70; n += 1) button.click(); }"
"""More at once than anybody may ask."""
IS_CUT = "(tabs) => tabs.scrollWidth > tabs.clientWidth"


def by_days(days: int) -> Message:
    """A number of days for each move."""
    return {"type": "correspondence", "days": days}


async def signed_up(crowd: Crowd, name: str) -> Guest:
    guest = await crowd.come("/signup")
    await guest.page.get_by_label("Name", exact=True).fill(name)
    await guest.page.get_by_label("Password", exact=True).fill(PASSWORD)
    await guest.press("Create account")
    await guest.press("I have kept it")
    await expect(guest.heading("Your account")).to_be_visible()
    return guest


async def test_a_refused_removal_of_a_friend_says_why(crowd: Crowd) -> None:
    await signed_up(crowd, "Ben Befriended")
    ann = await signed_up(crowd, "Ann Befriends")
    await ann.open("/player/Ben Befriended")
    await ann.page.get_by_role("button", name="Add friend").click()
    await expect(ann.page.get_by_text("Added to your friends")).to_be_visible()
    await ann.open("/friends")
    remove = ann.page.get_by_role("button", name=re.compile("Ben Befriended")).last

    await remove.evaluate(CLICK_OFTEN)

    told = ann.page.get_by_role("status").filter(has_text="Too much at once.")
    await expect(told.first).to_be_visible()


async def test_a_click_on_the_words_of_a_switch_acts_like_its_knob(crowd: Crowd) -> None:
    ann = await crowd.come("/settings")
    switch = ann.page.get_by_role("switch", name=re.compile("^Confirm"))
    await expect(switch).not_to_be_checked()

    await ann.page.get_by_text(re.compile("^Confirm")).first.click()
    await expect(switch).to_be_checked()
    await switch.click()
    await expect(switch).not_to_be_checked()


async def test_a_country_is_chosen_by_its_name(crowd: Crowd) -> None:
    ann = await signed_up(crowd, "Ann Abroad")

    await ann.page.get_by_role("combobox", name="Country").select_option("Vietnam")
    await ann.press("Save")
    await expect(ann.page.get_by_text("Saved.")).to_be_visible()

    await ann.open("/player/Ann Abroad")
    await expect(ann.page.get_by_text(re.compile("^Vietnam · "))).to_be_visible()


@pytest.mark.parametrize("language", ["en-US", "zh-CN", "zh-TW", "vi"])
async def test_no_tab_is_cut_and_no_first_page_too_wide(crowd: Crowd, language: str) -> None:
    ann = await crowd.come("/ranks/blitz", language=language)
    tabs = ann.page.locator("nav.tabs")
    for size in (LAPTOP, TABLET, SMALL_PHONE):
        await ann.page.set_viewport_size(size)
        assert (size, await tabs.evaluate(IS_CUT)) == (size, False)

    await ann.open("/")
    await expect(ann.page.get_by_role("button", name=re.compile(r"^5\+3"))).to_be_visible()
    for size in (LAPTOP, TABLET, SMALL_PHONE):
        await ann.page.set_viewport_size(size)
        assert (size, await ann.overhang()) == (size, 0)


async def test_a_long_name_ends_in_dots_beside_its_sign(crowd: Crowd) -> None:
    ann = await signed_up(crowd, "Nguyễn Thị Minh Khai")
    me = ann.page.get_by_role("banner").get_by_role("link", name="Nguyễn Thị Minh Khai")

    sign, bar = await me.locator("svg").bounding_box(), await me.bounding_box()

    assert await ann.cut_words() == []
    assert sign is not None
    assert bar is not None
    assert sign["x"] >= bar["x"]


async def test_fields_of_the_archive_begin_at_one_edge(crowd: Crowd) -> None:
    ann = await crowd.come("/archive")
    form = ann.page.get_by_role("search")
    await expect(form).to_be_visible()

    lefts = await form.locator("label").evaluate_all(
        "(labels) => labels.map((label) => Math.round(label.getBoundingClientRect().left))"
    )

    assert len(set(lefts)) == 1, lefts


async def test_the_button_that_creates_a_game_is_in_sight_on_a_laptop(crowd: Crowd) -> None:
    ann = await crowd.come("/")
    await ann.page.set_viewport_size(LAPTOP)

    for way, button in {
        "Invite a friend": "Create an invite link",
        "Offer a game": "Offer in the waiting room",
        "Challenge a player": "Send the challenge",
    }.items():
        await ann.press(way)
        await expect(ann.button(button)).to_be_in_viewport(ratio=1)
        more = ann.page.get_by_role("button", name=re.compile("^More terms"))
        await expect(more).to_contain_text("Asian rules (AXF) · casual")
        assert await ann.broken_rules() == []
        await ann.page.keyboard.press("Escape")
        await expect(ann.button(button)).to_have_count(0)
        await expect(ann.button(way)).to_be_focused()


async def test_games_by_days_stand_together_the_one_with_least_time_first(
    crowd: Crowd, server: ServerProcess
) -> None:
    hurried = await laid_out(server)
    slow, quick = [
        await laid_out(server, "h2e2", "h9g7", clock=by_days(days), red_token=hurried.red)
        for days in (7, 1)
    ]
    ann = await crowd.come("/", token=hurried.red)
    card = ann.page.get_by_role("region").filter(has_text="2 wait for you")

    rows = card.get_by_role("link", name=re.compile("Guest .*Your turn"))
    await expect(rows).to_have_count(2)
    await expect(rows.first).to_contain_text("hours left")
    await expect(rows.last).to_contain_text("7 days left")
    hrefs = [await row.get_attribute("href") for row in await rows.all()]

    assert hrefs == [quick.path, slow.path]
    assert await ann.broken_rules() == []
    await ann.pictures("by-days")


async def test_a_game_that_waits_for_me_is_the_first_thing_and_its_button_the_only_filled_one(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "h2e2", "h9g7")
    ann = await crowd.come("/", token=laid.red)
    back = ann.page.get_by_role("region", name="Your games")

    await expect(back).to_contain_text("Your turn")
    await expect(back).to_contain_text(re.compile(r"Guest \w+"))
    await expect(back.get_by_role("timer")).to_have_text(re.compile(r"^\d+:\d\d$"))
    await expect(ann.page.locator(".main:visible")).to_have_count(1)
    assert await ann.broken_rules() == []
    await laid.play("h0g2")
    await expect(back).to_contain_text("Their turn")
    await ann.press("Return to the game")
    await ann.is_in_a_game()


async def test_my_finished_games_say_what_came_of_them_for_me_and_are_filtered(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "h2e2", "h9g7")
    ann = await crowd.come(laid.path, token=laid.red)
    await ann.is_in_a_game()
    await ann.press("Resign")
    sure = ann.page.get_by_role("group", name=re.compile("esign"))
    await sure.get_by_role("button", name="Resign").click()
    await expect(ann.heading("The game is over")).to_be_attached()

    await ann.open("/games/over")
    row = ann.page.get_by_role("link", name=re.compile("Resignation"))
    await expect(row).to_contain_text("Lost")
    await expect(row).to_contain_text(re.compile(r"\d:\d\d"))
    await ann.pictures("my-games-over")
    await ann.page.get_by_role("radio", name="Won").click()
    await expect(row).to_have_count(0)
    await expect(ann.page.get_by_text("No such game")).to_be_visible()
    await ann.page.get_by_role("radio", name="Lost").click()
    await expect(row).to_be_visible()


async def test_a_challenge_is_in_the_title_and_the_sign_of_the_tab(crowd: Crowd) -> None:
    ben, ann = await signed_up(crowd, "Ben Titled"), await signed_up(crowd, "Ann Titles")
    await ann.open("/player/Ben Titled")

    await ann.press("Challenge", "Send the challenge")

    await expect(ben.page).to_have_title(re.compile("^Ann Titles challenges you"))
    sign = ben.page.locator("link[rel=icon]")
    await expect(sign).to_have_attribute("href", re.compile("icon-turn"))
    await ann.press("Withdraw")
    await expect(ben.page).to_have_title(re.compile("^Your account"))


async def test_who_is_not_here_is_said_before_a_challenge_is_sent(crowd: Crowd) -> None:
    ben = await signed_up(crowd, "Ben Left")
    await ben.context.close()
    ann = await signed_up(crowd, "Ann Stays")
    away = ann.page.get_by_text("Ben Left is not online now.")
    async with asyncio.timeout(PATIENCE_S):
        while not await away.is_visible():  # who has left is seen for a while
            await ann.open("/player/Ben Left")
            await ann.press("Challenge")
            await expect(ann.page.get_by_role("form", name="Challenge Ben Left")).to_be_visible()

    await expect(ann.page.get_by_role("radio", name="3 days a move")).to_be_checked()


async def test_colours_that_are_forced_still_tell_sides_the_current_page_and_what_is_on(
    crowd: Crowd,
) -> None:
    ann = await crowd.come("/masters")
    await ann.page.emulate_media(forced_colors="active")
    style = "(part, of) => getComputedStyle(part, of[0])[of[1]]"
    below = [None, "borderBottomColor"]

    tabs = ann.page.get_by_role("navigation", name="Watch").get_by_role("link")
    assert await tabs.first.evaluate(style, below) != await tabs.last.evaluate(style, below)
    sides = ann.page.get_by_role("main").locator("a .side")
    colours = [await sides.nth(n).evaluate(style, [None, "backgroundColor"]) for n in (0, 1)]
    assert colours[0] != colours[1]
    await ann.walk("/settings")
    knob = ["::after", "backgroundColor"]
    on = await ann.page.get_by_role("switch", name="Premoves").evaluate(style, knob)
    assert on != await ann.page.get_by_role("switch", name="Confirm").evaluate(style, knob)
    assert await ann.broken_rules(("light",)) == []
