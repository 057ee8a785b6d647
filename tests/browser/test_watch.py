"""Games of others: the top one is in sight as a whole, on the reader's board."""

import pytest
from playwright.async_api import ViewportSize, expect

from tests.support.browser import Crowd
from tests.support.browser_tables import laid_out
from tests.support.server_process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

LAPTOP: ViewportSize = {"width": 1366, "height": 768}


async def test_tv_shows_a_whole_game_on_a_laptop_with_the_files_of_the_notation(
    crowd: Crowd, server: ServerProcess
) -> None:
    await laid_out(server, "h2e2", "h9g7")
    eve = await crowd.come("/watch/tv")
    await eve.page.set_viewport_size(LAPTOP)
    top = eve.page.get_by_role("region", name="Top game")
    numerals = top.locator("svg.bd use[href='#g-九']")

    await expect(top.locator("[data-clock=black]")).not_to_be_empty()
    await expect(top).to_be_in_viewport(ratio=1)
    await expect(numerals).to_have_count(0)
    await eve.open("/settings")
    await eve.page.get_by_role("radio", name="中文", exact=True).click()
    await eve.open("/watch/tv")

    await expect(numerals).to_have_count(1)
