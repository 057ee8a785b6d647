"""Games of others: the top one is in sight as a whole, on the reader's board."""

import re

import pytest
from playwright.async_api import ViewportSize, expect

from tests.support.browser import Crowd
from tests.support.browser_tables import laid_out
from tests.support.rooms import PERPETUAL_CHECK
from tests.support.server_process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

LAPTOP: ViewportSize = {"width": 1366, "height": 768}


async def test_masters_play_while_nobody_else_does_and_stand_still_when_told_to(
    crowd: Crowd,
) -> None:
    eve = await crowd.come("/watch/tv")
    masters = eve.page.get_by_role("region", name="Master game")

    await expect(masters.get_by_text(re.compile(r"move \d+ of \d+"))).to_be_visible()
    await masters.get_by_role("button", name="Pause").click()
    await expect(masters.get_by_role("button", name="Play on")).to_be_visible()
    await masters.get_by_role("link", name=re.compile("^Master game, .+ against ")).click()

    await expect(eve.page).to_have_url(re.compile(r"/masters/\d+-\d+$"))
    await expect(eve.heading(" – ")).to_be_visible()


async def test_the_board_of_the_first_page_leads_into_its_game_which_goes_on(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "h2e2", "h9g7")
    await crowd.seat(laid.path, laid.red, laid.black)
    eve = await crowd.come("/")

    board = eve.page.get_by_role("region", name="Top game").get_by_role("link")
    await board.click()
    await expect(eve.page).to_have_url(f"{eve.origin}/game/{laid.room}")
    await eve.sees("g7 Black horse, moved here last")
    await laid.play("h0g2")
    await eve.sees("g2 Red horse, moved here last")


async def test_tv_shows_a_whole_game_on_a_laptop_with_the_files_of_the_notation(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "h2e2", "h9g7")
    await crowd.seat(laid.path, laid.red, laid.black)
    eve = await crowd.come("/watch/tv")
    await eve.page.set_viewport_size(LAPTOP)
    top = eve.page.get_by_role("region", name="Top game")
    numerals = top.locator("svg.bd use[href='#g-九']")

    own = eve.page.get_by_role("link", name="Open the game")
    await expect(own).to_have_attribute("href", laid.path)  # no game of an earlier story
    await expect(top.locator("[data-clock=black]")).not_to_be_empty()
    await expect(top).to_be_in_viewport(ratio=1)
    await expect(numerals).to_have_count(0)
    await eve.page.keyboard.press("p")
    await expect(eve.page.get_by_role("button", name="Stay until it ends")).to_have_attribute(
        "aria-pressed", "true"
    )
    await eve.page.keyboard.press("q")
    await expect(eve.page.get_by_role("textbox", name="Say something")).to_have_value("#2 ")
    await eve.open("/settings")
    await eve.page.get_by_role("radio", name="中文", exact=True).click()
    await eve.open("/watch/tv")

    await expect(numerals).to_have_count(1)


async def test_master_games_are_found_by_the_name_of_their_opening(crowd: Crowd) -> None:
    eve = await crowd.come("/masters")
    await expect(eve.page.get_by_text("500 games", exact=True)).to_be_visible()
    search = eve.page.get_by_role("search")
    name = search.get_by_role("combobox", name="Opening", exact=True)

    await name.select_option("Facing Soldiers")
    await expect(search.get_by_label("First moves")).to_have_value("c3c4 g6g5")
    await eve.press("Search master games")
    await expect(eve.page.get_by_text("18 games", exact=True)).to_be_visible()
    found = eve.page.get_by_role("main").locator(".rows a")
    await expect(found.filter(has_text="Facing Soldiers")).to_have_count(18)
    await eve.pictures("masters-opening")

    await search.get_by_label("First moves").fill("h2e2")
    await expect(name).to_have_value("h2e2")
    await search.get_by_label("First moves").fill("h2e2 a9a8")
    await expect(name).to_have_value("")


async def test_master_games_are_found_by_player_and_by_position_and_replayed(crowd: Crowd) -> None:
    eve = await crowd.come("/masters")
    await expect(eve.page.get_by_text("500 games", exact=True)).to_be_visible()

    await eve.page.get_by_label("First moves").fill("h2e2 h9g7 h0g2 b9c7")
    await eve.press("Search master games")
    await expect(eve.page.get_by_text("11 games", exact=True)).to_be_visible()
    await eve.page.get_by_label("What of them counts").select_option("any")
    await eve.press("Search master games")
    await expect(eve.page.get_by_text("18 games", exact=True)).to_be_visible()
    await eve.page.get_by_role("combobox", name="Player", exact=True).fill("hu ronghua")
    await eve.page.get_by_label("The player had").select_option("red")
    await eve.press("Search master games")
    await expect(eve.page.get_by_role("main").locator(".rows a")).not_to_have_count(0)
    await eve.page.get_by_role("main").locator(".rows a").first.click()

    await expect(eve.heading("Hu Ronghua – ")).to_be_visible()
    await expect(eve.page.get_by_text(re.compile(r"^5 of \d+$"))).to_be_visible()
    await eve.page.keyboard.press("ArrowRight")
    await expect(eve.page.get_by_text(re.compile(r"^6 of \d+$"))).to_be_visible()


async def test_the_board_of_the_library_is_its_filter_and_its_list_is_put_in_order(
    crowd: Crowd,
) -> None:
    eve = await crowd.come("/masters")
    games = eve.page.get_by_role("region", name="Games")
    replies = eve.page.locator(".replies button")
    await expect(replies.first).to_contain_text("C2=5")
    await expect(eve.page.locator(".stepper .ar.move")).to_have_count(1)

    await eve.point("h2e2")  # a hand on the board
    await expect(eve.page.get_by_label("First moves")).to_have_value("h2e2")
    await expect(eve.page.get_by_role("heading", name="Black now played")).to_be_visible()
    await replies.filter(has_text="H8+7").click()  # or a press on what was played
    await expect(eve.page.get_by_label("First moves")).to_have_value("h2e2 h9g7")
    await expect(games).not_to_contain_text("500 games")
    await eve.pictures("masters-board")
    assert await eve.broken_rules() == []
    assert await eve.overhang() == 0
    await eve.press("Take a move back")
    await eve.press("Take a move back")
    await expect(games).to_contain_text("500 games")

    await games.get_by_role("combobox", name="Order").select_option("Oldest first")
    await expect(games.locator(".rows a").first).to_contain_text("1952")
    await games.get_by_role("combobox", name="Order").select_option("Longest first")
    await expect(games.locator(".rows a").first).not_to_contain_text("1952")
    await expect(games.locator(".badge.ok")).to_have_count(0)
    await eve.page.get_by_role("combobox", name="Player", exact=True).fill("Li Laiqun")
    await eve.page.get_by_role("combobox", name="Opponent", exact=True).fill("Hu Ronghua")
    await eve.press("Search master games")
    won = games.locator(".rows a").filter(has_text="Won")  # its last position is mate
    await expect(won).to_have_attribute("href", "/masters/5")


async def test_a_game_that_both_have_left_is_not_shown_and_readers_are_no_spectators(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "h2e2", "h9g7")
    ann = await crowd.come(laid.path, token=laid.red)
    ben = await crowd.come(laid.path, token=laid.black)
    await ben.is_in_a_game()
    readers = [await crowd.come(path) for path in ("/", "/watch/tv", "/watch")]
    for reader in readers[:2]:
        await expect(reader.page.get_by_role("region", name="Top game")).to_be_visible()
    await readers[1].walk("/watch")  # who stands before the stage watches the game
    await expect(readers[2].page.locator(f'a[href="/game/{laid.room}"]')).to_be_visible()
    eve = await crowd.come(laid.path)
    watching = ann.page.get_by_role("group", name="The game").get_by_text("watching")
    await expect(watching).to_contain_text("1 watching")
    await eve.walk("/")
    await expect(watching).to_have_count(0)

    for player in (ann, ben):
        await player.page.close()

    await readers[1].walk("/watch/tv")
    for reader in readers[:2]:
        await expect(reader.page.get_by_role("region", name="Master game")).to_be_visible()


async def test_a_ruling_at_the_end_makes_no_page_wider_than_its_screen(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, *PERPETUAL_CHECK[:-1])
    await crowd.seat(laid.path, laid.red, laid.black)
    readers = [await crowd.come("/", phone=phone) for phone in (True, False)]
    for reader in readers:
        top = reader.page.get_by_role("region", name="Top game")
        await expect(top.locator(f'a[href="{laid.path}"]')).to_be_visible()

    await laid.play(PERPETUAL_CHECK[-1])

    for reader in readers:
        top = reader.page.get_by_role("region", name="Top game")
        await expect(top.get_by_text("Black wins.", exact=True)).to_be_visible()
        assert await reader.overhang() == 0
