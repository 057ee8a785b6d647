"""Help, and what operators say of their site."""

import re

import pytest
from playwright.async_api import expect

from tests.support.browser import Crowd

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_an_answer_is_found_by_its_words_and_stands_open(crowd: Crowd) -> None:
    ann = await crowd.come("/help", phone=True)
    await expect(ann.heading("How to start")).to_be_visible()
    await expect(ann.page.get_by_role("region", name="Tell a friend")).to_contain_text(ann.origin)

    await ann.page.get_by_role("searchbox").fill("recovery code password")
    await ann.page.get_by_role("link", name=re.compile(r"^I forgot my password\.")).click()

    await expect(ann.heading("Questions and answers")).to_be_visible()
    await expect(ann.page.get_by_text("Enter your recovery code")).to_be_visible()
    await ann.page.get_by_role("link", name="this page").click()
    await expect(ann.heading("Forgot your password?")).to_be_visible()
