"""People write to each other, list each other, and are reported; operators act and tell news."""

import asyncio

import pytest
from playwright.async_api import expect

from tests.browser.conftest import OPERATOR
from tests.support.browser import PHONE, SMALL_PHONE, Crowd, Guest
from tests.support.command_line import run_command
from tests.support.server_process import ServerProcess
from tests.support.wire_client import WireClient

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PASSWORD = "correct horse battery"


async def an_account(server: ServerProcess, name: str) -> str:
    """The token of somebody who has signed up, once."""
    async with WireClient(server.socket_url) as client:
        sign_up = {"type": "sign_up", "name": name, "password": PASSWORD}
        if name == OPERATOR:
            place = ("--data-dir", str(server.data_dir))
            made = await asyncio.to_thread(run_command, "operator-code", name, *place)
            sign_up["code"] = made.out.strip()
        answer = await client.ask(sign_up)
        assert answer["type"] != "refused", answer
        return str(client.token)


async def player_of(guest: Guest, server: ServerProcess) -> str:
    """The id of who sits at a browser."""
    async with WireClient(server.socket_url, token=await guest.token()) as client:
        return str(client.welcome["player"])


async def test_two_people_write_to_each_other(crowd: Crowd, server: ServerProcess) -> None:
    ann = await crowd.come("/", token=await an_account(server, "Ann Messages"))
    ben = await crowd.come("/", token=await an_account(server, "Ben Messages"))
    ben_id = await player_of(ben, server)

    await ann.open(f"/messages/{ben_id}")
    await ann.page.get_by_role("textbox", name="Write a message").fill("Shall we play?")
    await ann.press("Send")
    await expect(ann.page.get_by_role("log")).to_contain_text("Shall we play?")
    await expect(ben.page.get_by_role("navigation", name="Main").first).to_be_visible()

    await ben.open("/messages")
    row = ben.page.get_by_role("link", name="Ann Messages")
    await expect(row).to_contain_text("Shall we play?")
    await row.click()
    await ben.page.get_by_role("textbox", name="Write a message").fill("With pleasure. 好!")
    await ben.page.keyboard.press("Enter")

    await expect(ann.page.get_by_role("log")).to_contain_text("With pleasure. 好!")
    await ben.pictures("conversation")
    assert await ben.broken_rules() == []
    await ben.page.set_viewport_size(PHONE)
    height = "document.documentElement.scrollHeight"
    assert await ben.page.evaluate(f"{height} - innerHeight") == 0  # only the messages scroll


async def test_a_friend_is_listed_and_seen_to_be_here(crowd: Crowd, server: ServerProcess) -> None:
    ann = await crowd.come("/", token=await an_account(server, "Ann Friends"))
    ben = await crowd.come("/", token=await an_account(server, "Ben Friends"))
    await ann.open(f"/player/{await player_of(ben, server)}")

    await ann.press("Add friend")
    await expect(ann.page.get_by_text("Added to your friends")).to_be_visible()
    await ann.open("/friends")

    await expect(ann.page.get_by_role("link", name="Ben Friends", exact=True)).to_be_visible()
    await expect(ann.page.get_by_role("img", name="online")).to_be_visible()
    await ann.open("/friends/online")
    await expect(ann.page.get_by_role("link", name="Ben Friends", exact=True)).to_be_visible()
    await ann.pictures("who-is-here")


async def test_a_report_is_acted_upon_and_news_are_told(
    crowd: Crowd, server: ServerProcess
) -> None:
    ann = await crowd.come("/", token=await an_account(server, "Ann Reports"))
    eve = await crowd.come("/", token=await an_account(server, "Eve Reported"))
    op = await crowd.come("/", token=await an_account(server, OPERATOR))
    await ann.open(f"/player/{await player_of(eve, server)}")

    await ann.press("Report")
    await ann.page.get_by_role("radio", name="Stalling").click()
    await ann.page.get_by_role("textbox", name="What happened").fill("Let the clock run.")
    await ann.press("Send the report")
    await expect(ann.page.get_by_text("An operator will look at it.")).to_be_visible()

    await op.open("/moderation")
    await expect(op.page.get_by_text("Let the clock run.")).to_be_visible()
    await op.press("How Eve Reported plays")
    await expect(op.page.get_by_text("No such game is over.")).to_be_visible()
    await op.pictures("moderation-report")
    await op.page.set_viewport_size(SMALL_PHONE)
    for like in ("by Ann Reports", "about Eve Reported"):
        await op.button(f"Close all reports {like}").scroll_into_view_if_needed()
        await expect(op.button(f"Close all reports {like}")).to_be_in_viewport(ratio=1)
    await op.page.get_by_role("textbox", name="What the player is told").fill("Please move.")
    await op.press("Apply")
    await expect(op.page.get_by_text("No reports wait")).to_be_visible()
    await expect(eve.page.get_by_text("Please move.").first).to_be_visible()

    await op.open("/news")
    await op.page.get_by_role("textbox", name="Title").fill("The winter cup")
    await op.page.get_by_role("textbox", name="Text").fill("Starts on Sunday.")
    await op.press("Post")
    await ann.open("/news")
    await expect(ann.page.get_by_role("heading", name="The winter cup")).to_be_visible()
    await op.pictures("news-posted")
    assert await op.broken_rules() == []
    await op.press("Withdraw")
    sure = op.page.get_by_role("group", name="Withdraw this for everybody?")
    await sure.get_by_role("button", name="Withdraw").click()
    await expect(op.page.get_by_role("heading", name="The winter cup")).to_have_count(0)
