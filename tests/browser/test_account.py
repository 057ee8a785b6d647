"""One signs up, is found, signs in elsewhere, and takes everything along; by roles and names."""

import asyncio
import json

import pytest
from playwright.async_api import expect

from tests.browser.conftest import OPERATOR
from tests.support.browser import Crowd, Guest
from tests.support.command_line import run_command
from tests.support.server_process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PASSWORD = "nine dragons and a horse"
OTHER = "a cannon behind the screen"


async def fill_in(guest: Guest, **values: str) -> None:
    """Write into the fields of these labels, in the form one is looking at."""
    for label, value in values.items():
        await guest.page.get_by_label(label.replace("_", " "), exact=True).first.fill(value)


async def an_account(crowd: Crowd, name: str) -> Guest:
    """Somebody who has just signed up, and looks at the account."""
    guest = await crowd.come("/signup")
    await expect(guest.heading("Keep your games")).to_be_visible()
    await fill_in(guest, Name=name, Password=PASSWORD)
    await expect(guest.page.get_by_text("This name is free.")).to_be_visible()
    await guest.press("Create account")
    await expect(guest.heading("Your recovery code")).to_be_visible()
    await guest.press("I have kept it")
    await expect(guest.heading("Your account")).to_be_visible()
    await expect(guest.page.get_by_text("This one")).to_be_visible()
    return guest


async def test_one_signs_up_and_is_found_by_the_beginning_of_the_name(crowd: Crowd) -> None:
    lan = await an_account(crowd, "山水客")
    await lan.page.get_by_label("Hide my ratings from others").check()
    await expect(lan.page.get_by_text("Saved.", exact=True).first).to_be_visible()
    eve = await crowd.come("/players")

    await eve.page.get_by_label("Name begins with").fill("山水")
    await eve.page.get_by_role("link", name="山水客").click()

    await expect(eve.heading("山水客")).to_be_visible()
    await expect(eve.page.get_by_text("Joined")).to_be_visible()
    await expect(eve.page.get_by_text("This player hides the ratings.")).to_be_visible()


async def test_a_name_that_is_taken_is_refused_at_its_field(crowd: Crowd) -> None:
    await an_account(crowd, "Kestrel")
    eve = await crowd.come("/signup")
    await fill_in(eve, Name="KESTREL", Password=PASSWORD)

    await eve.press("Create account")

    field = eve.page.get_by_label("Name", exact=True)
    await expect(field).to_have_attribute("aria-invalid", "true")
    await expect(field).to_be_focused()
    await expect(eve.page.get_by_text("looks too much like one")).to_have_count(1)
    await field.fill("Kestrel of the hills")
    free = eve.page.get_by_text("This name is free.")
    await expect(free).to_be_visible()
    await expect(field).to_have_attribute("aria-invalid", "false")
    box, below = await free.bounding_box(), await eve.page.get_by_label("Password").bounding_box()
    assert box is not None
    assert below is not None
    assert box["y"] < below["y"]


async def test_one_signs_in_elsewhere_and_the_settings_come_along(crowd: Crowd) -> None:
    lan = await an_account(crowd, "Thu Hà")
    await lan.open("/settings")
    await lan.page.get_by_role("radio", name="Dark").click()
    phone = await crowd.come("/signin")
    await fill_in(phone, Name="thu hà", Password=PASSWORD)

    await phone.press("Sign in")

    await expect(phone.heading("Me")).to_be_visible()
    await expect(phone.page.get_by_role("link", name="Thu Hà").first).to_be_visible()
    await expect(phone.page.locator("html")).to_have_attribute("data-theme", "dark")


async def test_a_device_is_signed_out_from_another_one(crowd: Crowd) -> None:
    lan = await an_account(crowd, "Two Devices")
    phone = await crowd.come("/signin")
    await fill_in(phone, Name="Two Devices", Password=PASSWORD)
    await phone.press("Sign in")
    await expect(phone.page.get_by_role("link", name="Two Devices").first).to_be_visible()
    await lan.open("/account")

    await lan.page.get_by_role("button", name="Sign out Chrome · Linux").click()

    await expect(lan.page.get_by_text("Chrome · Linux")).to_have_count(0)
    await expect(phone.page.get_by_role("link", name="Guest").first).to_be_visible()


async def test_all_ones_data_comes_as_a_file(crowd: Crowd) -> None:
    lan = await an_account(crowd, "Takes All")
    await lan.press("Collect my data")
    async with lan.page.expect_download() as download:
        await lan.page.get_by_role("link", name="Save the file").click()
    saved = await download.value
    text = await asyncio.to_thread((await saved.path()).read_text)

    (first, *_) = json.loads(text)
    assert (saved.suggested_filename, first["what"]) == ("xiangqi-my-data.json", "player")
    assert first["data"]["name"] == "Takes All"


async def test_an_account_is_deleted_and_nobody_finds_it(crowd: Crowd) -> None:
    lan = await an_account(crowd, "Gone Soon")
    await expect(lan.page.get_by_text("No rated games yet")).to_be_visible()
    region = lan.page.get_by_role("region", name="Delete the account")
    await region.get_by_label("Password", exact=True).fill(PASSWORD)
    await region.get_by_role("button", name="Delete for good").click()
    await expect(lan.page.get_by_role("link", name="Guest").first).to_be_visible()

    eve = await crowd.come("/player/Gone%20Soon")

    await expect(eve.page.get_by_text("There is no such player.")).to_be_visible()


async def the_code(guest: Guest) -> str:
    """The recovery code that is shown."""
    return await guest.page.get_by_role("code").inner_text()


async def test_the_recovery_code_is_shown_once_and_lets_the_owner_in(crowd: Crowd) -> None:
    lan = await crowd.come("/signup")
    await expect(lan.page.get_by_text("No e-mail is asked for")).to_be_visible()
    await lan.pictures("signup")
    await fill_in(lan, Name="Lost Key", Password=PASSWORD)
    await lan.press("Create account")
    await expect(lan.heading("Your recovery code")).to_be_visible()
    code = await the_code(lan)
    await lan.pictures("recovery-code")
    assert await lan.broken_rules() == []
    await lan.press("Copy")
    await lan.is_told("Recovery code copied.")
    await lan.press("I have kept it")
    await expect(lan.page.get_by_text("You have a recovery code.")).to_be_visible()
    phone = await crowd.come("/signin", phone=True)
    await phone.page.get_by_role("link", name="Forgot your password?").click()
    await expect(phone.heading("Forgot your password?")).to_be_focused()
    await fill_in(phone, Name="Lost Key", Recovery_code="AAAAA-AAAAA", New_password=OTHER)
    await phone.press("Set new password")
    await expect(phone.page.get_by_label("Recovery code", exact=True)).to_be_focused()
    await phone.pictures("recover")
    await fill_in(phone, Recovery_code=code.lower().replace("-", " "))

    await phone.press("Set new password")

    await expect(phone.heading("Your recovery code")).to_be_visible()
    assert await the_code(phone) != code
    await phone.pictures("recovered")
    assert await phone.broken_rules() == []
    await phone.press("I have kept it")
    await expect(phone.heading("Me")).to_be_visible()
    await expect(lan.page.get_by_role("link", name="Guest").first).to_be_visible()
    await phone.open("/account")
    region = phone.page.get_by_role("region", name="Recovery and security")
    await expect(region.get_by_text("New password set with the recovery code")).to_be_visible()
    await region.get_by_label("Password", exact=True).fill(OTHER)
    await phone.press("Create a recovery code")
    await expect(phone.button("I have kept it")).to_be_visible()
    await phone.pictures("account-recovery")


async def test_an_operators_name_asks_for_its_one_time_code(
    crowd: Crowd, server: ServerProcess
) -> None:
    olga = await crowd.come("/signup")
    code_field = olga.page.get_by_label("One-time code")
    await expect(code_field).to_be_hidden()
    await fill_in(olga, Name=OPERATOR, Password=PASSWORD)
    await expect(code_field).to_be_visible()
    made = await asyncio.to_thread(
        run_command, "operator-code", OPERATOR, "--data-dir", str(server.data_dir)
    )
    await code_field.fill(made.out.strip())

    await olga.press("Create account")

    await expect(olga.heading("Your recovery code")).to_be_visible()
    await olga.press("I have kept it")
    await olga.open("/moderation")
    await expect(olga.heading("Moderation")).to_be_visible()
