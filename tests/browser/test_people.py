"""People write to each other, list each other, and are reported; operators act and tell news."""

import pytest
from playwright.async_api import expect

from tests.support.browser import Crowd, Guest
from tests.support.server_process import ServerProcess
from tests.support.wire_client import WireClient

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PASSWORD = "correct horse battery"


async def an_account(server: ServerProcess, name: str) -> str:
    """The token of somebody who has signed up, once."""
    async with WireClient(server.socket_url) as client:
        answer = await client.ask({"type": "sign_up", "name": name, "password": PASSWORD})
        assert answer["type"] != "refused", answer
        return str(client.token)


async def player_of(guest: Guest, server: ServerProcess) -> str:
    """The id of who sits at a browser."""
    async with WireClient(server.socket_url, token=await guest.token()) as client:
        return str(client.welcome["player"])


async def test_two_people_write_to_each_other(crowd: Crowd, server: ServerProcess) -> None:
    ann = await crowd.come("/", token=await an_account(server, "Ann Letters"))
    ben = await crowd.come("/", token=await an_account(server, "Ben Letters"))
    ben_id = await player_of(ben, server)

    await ann.open(f"/messages/{ben_id}")
    await ann.page.get_by_role("textbox", name="Write a message").fill("Shall we play?")
    await ann.press("Send")
    await expect(ann.page.get_by_role("log")).to_contain_text("Shall we play?")
    await expect(ben.page.get_by_role("navigation", name="Main").first).to_be_visible()

    await ben.open("/messages")
    row = ben.page.get_by_role("link", name="Ann Letters")
    await expect(row).to_contain_text("Shall we play?")
    await row.click()
    await ben.page.get_by_role("textbox", name="Write a message").fill("With pleasure. 好!")
    await ben.page.keyboard.press("Enter")

    await expect(ann.page.get_by_role("log")).to_contain_text("With pleasure. 好!")
    await ben.pictures("letters")
    assert await ben.broken_rules() == []
