"""Lines break, tabs reload, servers and stores die; the game goes on."""

import os
import re
import signal

import pytest
from playwright.async_api import Route, expect

from tests.support.browser import Crowd
from tests.support.browser_line import Line
from tests.support.browser_tables import laid_out
from tests.support.server_process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_cut_line_comes_back_without_a_reload_and_brings_the_missed_moves(
    crowd: Crowd, server: ServerProcess, line: Line
) -> None:
    laid = await laid_out(server)
    ann = await crowd.come(laid.path, token=laid.red, origin=line.url)
    ben = await crowd.come(laid.path, token=laid.black)
    ann.line_breaks = True
    await ann.is_in_a_game()
    await ann.page.evaluate("window.isTheSamePage = true")

    await ann.play("h2e2")
    await ben.sees("e2 Red cannon, moved here last")
    await line.cut()
    await ann.hears("No connection.")
    live = ann.page.get_by_role("region", name="Moves").get_by_text("Live", exact=True)
    await expect(live).to_have_count(0)
    await expect(ben.page.get_by_role("img", name="not connected")).to_be_visible()
    await ann.pictures("no-connection")
    await ben.play("h9g7")
    await expect(ben.heading("Thinking")).to_be_attached()
    await line.mend()

    await ann.sees("g7 Black horse, moved here last")
    await expect(ann.heading("Your turn")).to_be_attached()
    await expect(live).to_be_visible()
    await ann.play("h0g2")
    await ben.sees("g2 Red horse, moved here last")
    assert await ann.page.evaluate("window.isTheSamePage")


async def test_what_is_said_while_there_is_no_line_is_said_when_it_is_back(
    crowd: Crowd, server: ServerProcess, line: Line
) -> None:
    laid = await laid_out(server, "h2e2")
    ann = await crowd.come(laid.path, token=laid.red, origin=line.url)
    ben = await crowd.come(laid.path, token=laid.black)
    ann.line_breaks = True
    await ann.is_in_a_game()
    await ben.is_in_a_game()
    await line.cut()
    await ann.hears("No connection.")

    words = ann.page.get_by_role("textbox", name="Say something")
    await words.fill("One moment!")
    await words.press("Enter")
    await expect(words).to_have_value("")
    await expect(ann.page.get_by_role("log").first).to_contain_text("One moment!")
    await line.mend()

    await expect(ben.page.get_by_role("log").first.get_by_text("One moment!")).to_have_count(1)
    await expect(ann.page.get_by_role("log").first.get_by_text("One moment!")).to_have_count(1)


async def test_who_resigns_on_a_dead_line_is_told_so_and_has_resigned_when_it_is_back(
    crowd: Crowd, server: ServerProcess, line: Line
) -> None:
    laid = await laid_out(server, "h2e2", "h9g7")
    ann = await crowd.come(laid.path, token=laid.red, origin=line.url)
    ben = await crowd.come(laid.path, token=laid.black)
    ann.line_breaks = True
    await ann.is_in_a_game()
    await ben.is_in_a_game()

    line.hush()
    await ann.press("Resign")
    await ann.page.get_by_role("group", name="Resign?").get_by_role("button", name="Resign").click()
    await ann.hears("What you chose goes out when the connection is back.")
    await expect(ann.button("Resign")).to_be_disabled()
    await line.drop()

    await ben.ends("You won")
    await ann.ends("You lost")


async def test_a_line_that_falls_silent_is_shown_to_both_before_it_breaks(
    crowd: Crowd, server: ServerProcess, line: Line
) -> None:
    laid = await laid_out(server)
    ann = await crowd.come(laid.path, token=laid.red, origin=line.url)
    ben = await crowd.come(laid.path, token=laid.black)
    ann.line_breaks = True
    await ann.is_in_a_game()
    await expect(ben.page.get_by_role("img", name="not connected")).to_have_count(0)
    await expect(ann.page.get_by_text(re.compile(r"^\d+ ms$"))).to_be_visible()

    line.hush()
    await ann.hears("The server is silent.")
    await expect(ann.page.locator(".game.stale .clk.run.paused")).to_be_visible()
    await expect(ben.page.get_by_role("img", name="not connected")).to_be_visible()
    await expect(ben.page.get_by_text("Away", exact=True)).to_be_visible()
    await line.drop()

    await expect(ann.news.get_by_text("The server is silent.")).to_have_count(0)
    await expect(ben.page.get_by_role("img", name="not connected")).to_have_count(0)
    await ann.play("h2e2")
    await ben.sees("e2 Red cannon, moved here last")


async def test_nothing_is_played_while_there_is_no_line(
    crowd: Crowd, server: ServerProcess, line: Line
) -> None:
    laid = await laid_out(server)
    ann = await crowd.come(laid.path, token=laid.red, origin=line.url)
    ann.line_breaks = True
    await ann.is_in_a_game()

    await line.cut()
    await ann.hears("No connection.")
    await ann.point("h2e2")
    await ann.sees("h2 Red cannon", "e2 empty")
    await line.mend()
    await expect(ann.news.get_by_text("No connection.")).to_have_count(0)

    assert await laid.moves() == []


async def test_a_server_killed_in_mid_game_comes_back_and_both_go_on(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "h2e2", "h9g7")
    ann = await crowd.come(laid.path, token=laid.red)
    ben = await crowd.come(laid.path, token=laid.black)
    ann.line_breaks = ben.line_breaks = True
    await ann.is_in_a_game()
    await ben.is_in_a_game()

    os.kill(server.store_pid(), signal.SIGSTOP)
    await ann.play("h0g2")
    await expect(ann.heading("Your move is on its way")).to_be_attached()
    os.kill(server.store_pid(), signal.SIGCONT)
    server.kill()
    await ben.hears("No connection.")
    server.start()

    for guest in (ann, ben):
        await guest.sees("g2 Red horse, moved here last", "h0 empty, moved from here last")
    await ben.play("i9h9")
    await ann.sees("h9 Black chariot, moved here last")
    assert await laid.moves() == ["h2e2", "h9g7", "h0g2", "i9h9"]


async def test_what_is_half_written_or_looked_for_survives_the_death_of_the_server(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "h2e2", "h9g7")
    ann, ben = await crowd.come("/signup"), await crowd.come(laid.path, token=laid.red)
    cho, eve = await crowd.come("/"), await crowd.come("/learn/try-horse")
    dan = await crowd.come("/watch/tv")
    await crowd.seat(laid.path, laid.black)
    for guest in crowd.people:
        guest.line_breaks = True
    name = ann.page.get_by_label("Name", exact=True)
    password = ann.page.get_by_label("Password", exact=True)
    await name.fill("Half Written")
    await password.fill("nine dragons and a horse")
    await ben.is_in_a_game()
    chat = ben.page.get_by_role("textbox", name="Say something")
    await chat.fill("Good lu")
    await cho.page.get_by_role("button", name=re.compile(r"^15\+10 ")).click()
    search = cho.page.get_by_role("region", name="Looking for an opponent")
    await expect(search).to_contain_text("15+10")
    await expect(dan.page.get_by_role("region", name="Top game")).to_be_visible()
    await eve.press("Task 2")
    await eve.square("e2").click()
    await expect(eve.square("e2")).to_have_attribute("aria-selected", "true")

    server.kill()
    await ben.hears("No connection.")
    server.start()
    await expect(ben.news.get_by_text("No connection.")).to_have_count(0)

    await expect(name).to_have_value("Half Written")
    await expect(password).to_have_value("nine dragons and a horse")
    await ann.press("Create account")
    await expect(ann.heading("Your recovery code")).to_be_visible()
    await expect(chat).to_have_value("Good lu")
    await chat.press_sequentially("ck!")
    await ben.page.keyboard.press("Enter")
    await expect(ben.page.get_by_role("log").first).to_contain_text("Good luck!")
    await expect(search).to_contain_text("15+10")
    await search.get_by_role("button", name="Cancel").click()
    await expect(search).to_have_count(0)
    await eve.touch("f4")
    await eve.sees("f4 Red horse, moved here last")
    await ben.play("h0g2")
    await expect(dan.page.get_by_role("region", name="Top game").locator("svg.bd")).to_be_visible()


async def test_a_silent_store_pauses_the_game_and_nothing_is_lost(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "h2e2", "h9g7")
    ann = await crowd.come(laid.path, token=laid.red)
    ben = await crowd.come(laid.path, token=laid.black)
    await ann.is_in_a_game()

    os.kill(server.store_pid(), signal.SIGSTOP)
    await ann.play("h0g2")
    for guest in (ann, ben):
        await guest.hears("Server paused.")
    await ben.pictures("paused")
    os.kill(server.store_pid(), signal.SIGCONT)

    await ben.sees("g2 Red horse, moved here last")
    await ben.play("i9h9")
    await ann.sees("h9 Black chariot, moved here last")
    assert await laid.moves() == ["h2e2", "h9g7", "h0g2", "i9h9"]


async def test_a_killed_store_comes_back_and_the_game_goes_on(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "h2e2", "h9g7")
    ann = await crowd.come(laid.path, token=laid.red)
    ben = await crowd.come(laid.path, token=laid.black)
    await ann.is_in_a_game()

    server.kill_store()
    await ann.insist("h0g2")

    await ben.sees("g2 Red horse, moved here last")
    await ben.play("i9h9")
    await ann.sees("h9 Black chariot, moved here last")


async def test_a_reload_keeps_the_seat_and_a_second_tab_shares_it(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server)
    ann = await crowd.come(laid.path, token=laid.red)
    ben = await crowd.come(laid.path, token=laid.black)
    await ann.is_in_a_game()

    await ann.page.reload()
    await ann.is_in_a_game()
    tab = await crowd.again(ann)
    await tab.is_in_a_game()
    await tab.play("h2e2")
    await ann.sees("e2 Red cannon, moved here last")
    await ben.play("h9g7")
    await ann.page.bring_to_front()
    await ann.play("h0g2")

    await tab.sees("g2 Red horse, moved here last")
    await expect(tab.heading("Thinking")).to_be_attached()


async def test_the_lobby_shows_the_way_back_to_a_game(crowd: Crowd, server: ServerProcess) -> None:
    laid = await laid_out(server)
    ann = await crowd.come("/", token=laid.red)

    await ann.press("Return to the game")

    await ann.is_in_a_game()


async def test_a_part_of_the_page_that_was_lost_on_its_way_is_fetched_again(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server)
    ann = await crowd.come("/me", token=laid.red)
    ann.line_breaks = True
    lost: list[str] = []

    async def lose_once(route: Route) -> None:
        lost.append(route.request.url)
        await (route.abort("connectionreset") if len(lost) == 1 else route.continue_())

    await ann.page.route("**/game/bars.js", lose_once)
    await ann.open(laid.path)

    await ann.is_in_a_game()
    await ann.play("h2e2")
    assert len(lost) > 1


async def test_a_page_that_is_wanted_while_there_is_no_line_is_waited_for_in_sight(
    crowd: Crowd, line: Line
) -> None:
    ann = await crowd.come("/", origin=line.url)
    ann.line_breaks = True
    tournaments = ann.page.get_by_role("navigation").get_by_role("link", name="Tournaments")
    await expect(tournaments.first).to_be_visible()
    await line.cut()
    await expect(ann.page.get_by_text("No connection")).to_be_visible()

    await tournaments.first.click()
    await expect(ann.page.get_by_role("alert").get_by_text("Connecting")).to_be_visible()
    await line.mend()

    await expect(ann.heading("Tournaments")).to_be_visible()


async def test_a_form_that_is_sent_without_a_line_says_so_and_is_sent_again(
    crowd: Crowd, line: Line
) -> None:
    ann = await crowd.come("/signup", origin=line.url)
    ann.line_breaks = True
    await expect(ann.page.get_by_role("navigation", name="Main").first).to_be_visible()
    await line.cut()
    await ann.page.get_by_label("Name", exact=True).fill("Zoe Offline")
    await ann.page.get_by_label("Password", exact=True).fill("correct horse battery")

    await ann.press("Create account")
    await expect(ann.page.get_by_role("alert").get_by_text("No connection.")).to_be_visible()
    await line.mend()
    await expect(ann.page.get_by_text("No connection", exact=True)).to_have_count(0)
    await ann.press("Create account")

    await expect(ann.heading("Recovery code")).to_be_visible()


COUNT_SECONDS = """const wait = window.setTimeout;
window.seconds = 0;
window.setTimeout = (act, ms, ...rest) => {
  if (ms === 1000) window.seconds += 1;
  return wait(act, ms, ...rest);
};"""


async def test_a_part_that_cannot_be_fetched_costs_nothing_that_is_half_written(
    crowd: Crowd,
) -> None:
    ann = await crowd.come("/me")
    ann.line_breaks = True
    await ann.context.add_init_script(COUNT_SECONDS)
    await ann.open("/signup")
    await ann.page.evaluate("window.isTheSamePage = true")
    name = ann.page.get_by_label("Name", exact=True)
    await name.fill("Half Written")
    await ann.page.route("**/quick_settings.js", lambda route: route.abort("connectionreset"))

    await ann.press("Settings")
    await ann.until("() => window.seconds > 2")  # the page looks each second whether it may go

    await expect(name).to_have_value("Half Written")
    assert await ann.page.evaluate("window.isTheSamePage")
    await ann.page.unroute("**/quick_settings.js")
    async with ann.page.expect_event("load"):
        await name.fill("")
