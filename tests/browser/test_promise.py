"""On a store that may lose moves every page says so, in small print; else it says nothing."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.support.browser import Crowd
from tests.support.browser_tables import laid_out
from tests.support.server_process import PATIENT, ServerProcess
from tests.support.valkey_process import ValkeyProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

WORDS = "Moves may be lost if the store of this server fails."


async def test_players_are_told_that_moves_may_be_lost(
    crowd: Crowd, server: ServerProcess, tmp_path: Path
) -> None:
    (tmp_path / "store").mkdir()
    store = ValkeyProcess(tmp_path / "store")
    store.start("--appendonly", "no")
    await store.until_it_answers()
    flags = ("--store", store.url, "--acknowledge", "volatile")
    with ServerProcess(tmp_path / "data", *flags, program=PATIENT) as forgetful:
        laid = await laid_out(forgetful)
        ann = await crowd.come(laid.path, token=laid.red, origin=forgetful.url.rstrip("/"))
        await ann.is_in_a_game()
        await expect(ann.page.get_by_text(WORDS)).to_be_visible()
        await ann.page.goto(forgetful.url)
        await expect(ann.page.get_by_text(WORDS)).to_be_visible()
        await ann.page.close()
    store.kill()

    laid = await laid_out(server)
    ben = await crowd.come(laid.path, token=laid.red)
    await ben.is_in_a_game()
    await expect(ben.page.get_by_text(WORDS)).to_have_count(0)
