"""My games, the archive, watching and the ladder, as somebody finds them who reads no manual."""

import pytest
from playwright.async_api import expect

from tests.support.browser import Crowd
from tests.support.browser_tables import laid_out
from tests.support.server_process import ServerProcess
from tests.support.wire_client import WireClient

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_game_goes_from_mine_to_finished_to_the_archive(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "h2e2", "h9g7")
    red = await crowd.come("/games", token=laid.red)
    yours = red.page.get_by_role("region", name="Your move")
    await expect(yours.get_by_role("link")).to_have_count(1)
    await red.pictures("my-games")

    await laid.play("h0g2")
    theirs = red.page.get_by_role("region", name="Waiting for the opponent")
    await expect(theirs.get_by_role("link")).to_contain_text("3 moves")
    async with WireClient(laid.socket_url, token=laid.black) as black:
        await black.ask({"type": "join", "room": laid.room})
        await black.ask({"type": "resign", "room": laid.room})
    await expect(red.page.get_by_text("No games in play")).to_be_visible()

    await red.page.get_by_role("link", name="Finished").click()
    game = red.page.locator(f'a[href="/game/{laid.room}"]')
    await expect(game).to_contain_text("won")
    async with red.page.expect_download() as download:
        await red.press("Save all as a file")
    text = (await (await download.value).path()).read_text()
    assert text.count("[Event ") == 1

    await red.page.get_by_role("link", name="Find a game").click()
    await red.page.get_by_label("First moves").fill("h2e2 h9g7")
    await red.page.get_by_label("Whose").select_option("My games")
    await red.press("Find a game")
    await expect(game).to_contain_text("3 moves")
    await red.pictures("archive")
    await red.page.get_by_label("Result").select_option("Draw")
    await red.press("Find a game")
    await expect(red.page.get_by_text("No such game")).to_be_visible()


async def test_games_are_watched_on_boards_that_follow_them(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "h2e2")
    eve = await crowd.come("/watch")
    await eve.page.get_by_role("radio", name="Newest").click()
    game = eve.page.locator(f'a[href="/game/{laid.room}"]')
    await expect(game).to_be_visible()
    ring = game.locator("circle.last")
    before = await ring.get_attribute("cx")

    await laid.play("h9g7")

    await expect(ring).not_to_have_attribute("cx", str(before))
    await eve.pictures("watch")
    await eve.page.get_by_role("link", name="TV").click()
    await expect(
        eve.page.get_by_role("region", name="Top game").get_by_role("link")
    ).to_be_visible()
    for channel in ("Top game", "Rapid"):
        board = eve.page.get_by_role("region", name=channel)
        await expect(board.locator("circle.last")).to_be_attached()
    await eve.pictures("tv")


async def test_guests_see_rankings_and_the_ladder_and_are_told_what_is_missing(
    crowd: Crowd,
) -> None:
    guest = await crowd.come("/ranks")
    await expect(guest.page.get_by_text("Nobody is ranked here yet")).to_be_visible()
    await guest.pictures("ranks")

    await guest.page.get_by_role("link", name="Ladder").click()
    await guest.press("Step onto the ladder")

    await expect(guest.page.get_by_text("account", exact=False).first).to_be_visible()
    await guest.pictures("ladder")
