"""A club evening in the page: listed, paired, written down by keys, shown in the hall, printed."""

import re

import pytest
from playwright.async_api import expect

from tests.support.browser import Crowd
from tests.support.server_process import ServerProcess
from tests.support.tournament_players import sign_up

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PEOPLE = "Nguyễn An,1900,North\n李明,1880\nNguyễn An,1860,South\nChu Wei\nDang\n"


async def test_an_evening_is_played_from_the_list_to_the_paper(
    crowd: Crowd, server: ServerProcess
) -> None:
    async with await sign_up(server.socket_url, "Clubby") as organiser:
        ann = await crowd.come("/tournaments/new", token=str(organiser.token))
        page = ann.page
        await page.get_by_role("radio", name="Swiss").click()
        await page.get_by_role("switch", name=re.compile("^Over the board")).click()
        await ann.press("Announce it")
        await page.get_by_text("Paste a list or open a file").click()
        await page.get_by_label("Paste a list or open a file").last.fill(PEOPLE)
        await ann.press("Add 5 people")
        await expect(page.get_by_role("heading", name="5 people")).to_be_visible()
        await page.get_by_label("Name", exact=True).first.fill("Late Comer")
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("heading", name="6 people")).to_be_visible()
        await ann.press("Pair round 1")
        await expect(page.get_by_role("heading", name="Results of round 1")).to_be_visible()
        assert await ann.broken_rules() == []
        await ann.pictures("club-desk")

        first = page.get_by_role("row", name=re.compile("^1: "))
        await page.get_by_label("More about Dang").click()
        places = page.get_by_role("combobox", name="With whom to change places")
        await places.select_option(label="Chu Wei")
        await ann.press("Change places")
        await expect(first).to_have_accessible_name(re.compile("Dang"))
        await first.focus()
        await page.keyboard.press("1")
        await page.keyboard.press("=")
        await page.keyboard.press("0")
        await expect(page.get_by_text("All results are in.")).to_be_visible()
        await expect(first).to_have_accessible_name(re.compile("Red wins$"))

        tournament = page.url.rpartition("/")[2]
        eve = await crowd.come(f"/tournament/{tournament}/hall")
        await expect(eve.page.get_by_text("Round 1 of 5")).to_be_visible()
        await expect(eve.page.get_by_text("North")).to_be_visible()
        assert await eve.broken_rules() == []
        await eve.page.get_by_role("radio", name="My table").click()
        await eve.page.get_by_role("button", name="Late Comer").click()
        await expect(eve.page.get_by_text(re.compile("^Table [1-3]$"))).to_be_visible()

        await page.get_by_role("link", name="Change terms").click()
        await page.get_by_role("combobox", name="Rounds").select_option("3")
        await ann.press("Save the changes")
        await expect(page.get_by_text(re.compile("3 rounds")).first).to_be_visible()
        await page.get_by_text("Arbiters without an account").click()
        await ann.press("Give a code")
        link = await page.get_by_text(re.compile("#desk=")).inner_text()
        cai = await crowd.come(link.removeprefix(ann.origin), phone=True)
        await expect(cai.page.get_by_text(re.compile("^You write as Guest"))).to_be_visible()
        third = cai.page.get_by_role("row", name=re.compile("^3: "))
        await third.get_by_role("button", name="Draw").click()
        await expect(third).to_have_accessible_name(re.compile("Draw$"))
        await cai.pictures("club-arbiter")
        await expect(page.get_by_role("row", name=re.compile("^3: .*Draw$"))).to_be_visible()
        cai.line_breaks = True
        await cai.context.set_offline(offline=True)
        await third.get_by_role("button", name="Black wins").click()
        await expect(cai.page.get_by_text("1 result is not sent yet")).to_be_visible()
        await cai.context.set_offline(offline=False)
        await cai.page.reload()  # what was not sent lies in the browser
        await expect(page.get_by_role("row", name=re.compile("^3: .*Black wins$"))).to_be_visible()

        await ann.walk(f"/tournament/{tournament}/paper")
        await page.get_by_role("radio", name="Wall chart").click()
        await expect(page.get_by_role("cell", name=re.compile(r"^\d[RB] 1$")).first).to_be_visible()
        assert await ann.broken_rules() == []
