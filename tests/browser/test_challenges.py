"""Asking for a game, from the list of a player to the answer: with accounts, by name, by link."""

import re

import pytest
from playwright.async_api import Locator, expect

from tests.support.browser import DESKTOP, PHONE, Crowd, Guest

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PASSWORD = "a secret nobody guesses"
NOBODY_LOOKS = "document.hasFocus = () => false"


async def signed_up(crowd: Crowd, name: str, *, phone: bool = False) -> Guest:
    """Somebody with an account, at the front page."""
    guest = await crowd.come("/signup", phone=phone)
    await guest.page.get_by_label("Name", exact=True).fill(name)
    await guest.page.get_by_label("Password", exact=True).fill(PASSWORD)
    await guest.press("Create account")
    await guest.press("I have kept it")
    await expect(guest.heading("Your account")).to_be_visible()
    await guest.open("/")
    await expect(guest.page.get_by_role("radiogroup", name="Rated or casual")).to_be_visible()
    return guest


def pool(guest: Guest, name: str) -> Locator:
    return guest.page.get_by_role("button", name=re.compile(f"^{re.escape(name)} "))


def search(guest: Guest) -> Locator:
    return guest.page.get_by_role("region", name="Looking for an opponent")


HOLDS_ITS_CLOCK = """(notice) => {
  const [clock] = notice.querySelector(".timer").getClientRects();
  const terms = [...notice.querySelector(".terms").getClientRects()].at(-1);
  const middle = (clock.top + clock.bottom) / 2;
  return middle > terms.top && middle < terms.bottom && clock.right <= terms.right + 1;
}"""
"""Whether the time that is left ends the line of the terms, and does not stand beside them."""


async def challenge(guest: Guest, name: str, *, rated: bool = False) -> None:
    """On the page of a player: open the form in place and send it."""
    await guest.press("Challenge")
    form = guest.page.get_by_role("form", name=f"Challenge {name}")
    await form.get_by_role("radio", name="5+3").click()
    await form.get_by_role("radio", name="Red").click()
    if rated:
        await form.get_by_role("switch", name="Rated").click()
    await guest.pictures("challenge-form")
    await guest.press("Send the challenge")
    await expect(form).to_have_count(0)


async def test_a_challenge_is_declined_with_a_reason_the_next_accepted_and_rated(
    crowd: Crowd,
) -> None:
    ann, ben = await signed_up(crowd, "Ann Caller"), await signed_up(crowd, "Ben Called")
    await ben.open("/learn")
    await ann.open("/player/Ben Called")

    await challenge(ann, "Ben Called")
    call = ben.page.get_by_role("alert", name="Ann Caller challenges you.")
    await expect(call).to_contain_text("You play Black. 5+3")
    await ben.pictures("challenged")
    await ben.page.set_viewport_size(PHONE)
    assert await call.evaluate(HOLDS_ITS_CLOCK)
    await ben.page.set_viewport_size(DESKTOP)
    await call.get_by_role("button", name="Decline …").click()
    reasons = call.get_by_role("group", name="Why not?").get_by_role("button")
    await expect(reasons).to_have_count(8)  # seven, and the way back
    await ben.pictures("challenged-reasons")
    await call.get_by_role("button", name="Too fast").click()
    await expect(call).to_have_count(0)
    answer = ann.page.get_by_role("alert").filter(has_text="Ben Called does not play this game.")
    await expect(answer).to_contain_text("This is too fast for me.")
    await ann.pictures("challenge-declined")
    await answer.get_by_role("button", name="Close").click()

    await challenge(ann, "Ben Called", rated=True)
    await expect(ann.page.get_by_role("region", name="Waiting for Ben Called.")).to_be_visible()
    await ann.pictures("challenge-waits")
    await call.get_by_role("button", name="Accept").click()
    found = ann.page.get_by_role("region", name="Opponent found")
    await expect(found).to_contain_text("Ben Called plays you")
    await found.get_by_role("button", name="Go to the game").click()
    await ann.is_in_a_game()
    await ben.is_in_a_game()
    assert ann.page.url == ben.page.url
    await expect(ann.heading("Your turn")).to_be_attached()


async def test_a_challenge_by_name_is_withdrawn_at_home_and_is_asked_of_nobody_away(
    crowd: Crowd,
) -> None:
    ann, ben = await signed_up(crowd, "Ann Asker"), await signed_up(crowd, "Ben Asked")
    await ann.press("Challenge a player")
    await ann.page.get_by_label("Name of the player").fill("ben asked")
    await ann.pictures("create-challenge")

    await ann.press("Send the challenge")
    call = ben.page.get_by_role("alert", name="Ann Asker challenges you.")
    await expect(call).to_be_visible()
    offers = ann.page.get_by_role("region", name="Waiting for an answer")
    await offers.get_by_role("button", name="Withdraw: Ben Asked").click()
    await expect(call).to_have_count(0)
    await expect(offers).to_have_count(0)

    await ann.press("Challenge a player")
    await ann.page.get_by_label("Name of the player").fill("Nobody At All")
    await ann.press("Send the challenge")
    await expect(ann.page.get_by_role("alert")).to_contain_text(["There is no such player."])


async def test_a_rated_game_is_found_in_one_of_two_pools_and_counts(crowd: Crowd) -> None:
    ann, ben = await signed_up(crowd, "Ann Pooler"), await signed_up(crowd, "Ben Pooler")

    await pool(ann, "3+2").click()
    await pool(ann, "15+10").click()
    await expect(search(ann)).to_contain_text("3+2, 15+10")
    await expect(search(ann).get_by_role("timer")).not_to_have_text("0:00")
    await ann.pictures("looking-twice")
    await pool(ann, "15+10").click()
    await expect(search(ann)).not_to_contain_text("15+10")
    await pool(ben, "3+2").click()

    await ann.is_in_a_game()
    await ben.is_in_a_game()
    red, black = (ann, ben) if await ann.heading("Your turn").count() else (ben, ann)
    for guest, uci in ((red, "h2e2"), (black, "h9g7")):
        await guest.play(uci)
    await expect(red.heading("Your turn")).to_be_attached()
    await red.press("Resign")
    await (
        red.page.get_by_role("group", name=re.compile("esign"))
        .get_by_role("button", name="Resign")
        .click()
    )
    await expect(black.page.get_by_text(re.compile(r"^\s*\+\d{1,3}$")).first).to_be_visible()


async def test_who_misses_the_ready_check_lets_the_other_wait_on(crowd: Crowd) -> None:
    ann, ben = await crowd.come(), await crowd.come()
    await ben.page.add_init_script(NOBODY_LOOKS)
    await ben.open("/")

    await pool(ann, "10+5").click()
    await pool(ben, "10+5").click()
    asked = ben.page.get_by_role("region", name="Opponent found")
    await expect(asked.get_by_role("button", name="I am ready")).to_be_visible()
    waits = ann.page.get_by_role("region", name="Opponent found")
    await expect(waits.get_by_text("Ready", exact=True)).to_be_visible()
    await ben.pictures("ready-asked")
    await ann.pictures("ready-waits")
    await asked.get_by_role("button", name="Not now").click()

    await expect(ann.page).to_have_url(f"{ann.origin}/")
    await expect(search(ann)).to_contain_text("10+5")
    await expect(search(ann).get_by_role("timer")).not_to_have_text("0:00")
    await search(ann).get_by_role("button", name="Cancel").click()


async def test_the_waiting_room_is_filtered_and_says_what_one_cannot_take(crowd: Crowd) -> None:
    ann, ben, cho = await signed_up(crowd, "Ann Offers"), await crowd.come(), await crowd.come()
    room = ben.page.get_by_role("table", name="Waiting room")
    for guest in (ann, cho):
        await guest.press("Offer a game")
    await ann.page.get_by_role("button", name=re.compile("^More terms")).click()
    await ann.page.get_by_text("The result counts for both ratings").click()
    await expect(ann.page.get_by_role("switch", name="Rated")).to_be_checked()
    await ann.press("Offer in the waiting room")
    await cho.page.get_by_role("radio", name="15+10").click()
    await cho.press("Offer in the waiting room")

    offered = room.get_by_role("row", name=re.compile("Ann Offers"))
    await expect(offered).to_contain_text("needs an account")
    await expect(room.get_by_role("row")).to_have_count(3)
    await ben.pictures("waiting-room")
    await ben.page.get_by_role("checkbox", name="Only what I can take").check()
    await expect(offered).to_have_count(0)
    await ben.page.get_by_role("combobox", name="Speed").select_option("Rapid")
    await expect(room.get_by_role("button", name=re.compile("^Play Guest"))).to_be_visible()
    await ben.page.get_by_role("combobox", name="Speed").select_option("Blitz")
    await expect(ben.page.get_by_text("No offer passes the filters.")).to_be_visible()
    for guest in (ann, cho):
        await (
            guest.page.get_by_role("row", name=re.compile("Your offer"))
            .get_by_role("button")
            .click()
        )


async def test_an_invitation_is_taken_while_its_host_is_on_another_page(crowd: Crowd) -> None:
    ann = await crowd.come()
    await ann.press("Invite a friend", "Create an invite link")
    await expect(ann.page).to_have_url(re.compile("/game/.*#seat="))
    link = ann.page.url
    await ann.page.go_back()
    offers = ann.page.get_by_role("region", name="Waiting for an answer")
    await expect(offers).to_contain_text("Whoever has the link")
    await ann.pictures("offers")

    ben = await crowd.come(link.removeprefix(ann.origin))
    await ben.page.get_by_role("button", name=re.compile("^Play (Red|Black)$")).click()

    await ann.is_in_a_game()
    assert ann.page.url.split("#")[0] == link.split("#")[0]
