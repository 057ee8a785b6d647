"""The full game: clocks, premoves, takebacks, gifts, claims, talk, and the game as a file."""

import re

import pytest
from playwright.async_api import expect

from tests.support.browser import Crowd, Guest
from tests.support.browser_tables import Laid, laid_out
from tests.support.server_process import ServerProcess
from tests.support.wire_client import Message, WireClient

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

BYOYOMI: Message = {"type": "byoyomi", "main_ms": 0, "period_ms": 600_000, "periods": 3}
THREE_PART: Message = {
    "type": "three_part",
    "game_ms": 3_600_000,
    "move_ms": 600_000,
    "count_ms": 30_000,
}
FIVE_MINUTES: Message = {"type": "fischer", "main_ms": 300_000}
"""Who is gone for half a minute of it has left the game to the other."""
AN_HOUR: Message = {"type": "fischer", "main_ms": 3_600_000}


async def come_as_red(crowd: Crowd, laid: Laid, *, phone: bool = False) -> Guest:
    """Red's player at the page of a game."""
    guest = await crowd.come(laid.path, token=laid.red, phone=phone)
    await guest.is_in_a_game()
    return guest


async def come_both(crowd: Crowd, laid: Laid) -> Guest:
    """The same, while Black is there: that somebody is away is said before what is less grave."""
    await crowd.come(laid.path, token=laid.black)
    return await come_as_red(crowd, laid)


async def test_a_premove_is_drawn_as_a_wish_survives_a_reload_and_is_played_in_its_turn(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "h2e2")
    ann = await come_both(crowd, laid)

    await ann.point("h0g2")
    await ann.hears("Premove: H2+3.")
    await ann.sees("h0 Red horse, premove from here", "g2 empty, premove to here")
    assert await laid.moves() == ["h2e2"]
    await ann.hears("It is tried the moment they move.")
    await ann.page.reload()
    await ann.sees("g2 empty, premove to here")
    await laid.play("h9g7")

    await ann.sees("g2 Red horse, moved here last")
    assert await laid.moves() == ["h2e2", "h9g7", "h0g2"]


async def test_a_premove_is_replaced_cancelled_and_dropped_with_its_reason(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "h2e2")
    ann = await come_both(crowd, laid)

    await ann.point("h0g2")
    await ann.sees("g2 empty, premove to here")
    await ann.point("b2b9")
    await ann.sees("g2 empty", "b9 Black horse, premove to here")
    await ann.page.keyboard.press("Escape")
    await ann.sees("b9 Black horse", "b2 Red cannon")
    await ann.point("a0b5")
    await ann.hears("It is tried the moment they move.")
    await laid.play("h9g7")

    await ann.hears("Your premove was not played. This move is not legal here.")
    await ann.sees("a0 Red chariot", "b5 empty")
    assert await laid.moves() == ["h2e2", "h9g7"]


async def test_a_move_is_taken_back_when_the_other_player_agrees(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "h2e2", "h9g7", "h0g2")
    ann = await come_as_red(crowd, laid)
    ben = await crowd.come(laid.path, token=laid.black)

    await ann.press("Takeback")
    await ben.hears("asks to take a move back")
    await ben.press("Let them take it back")

    await ann.hears("You took a move back.")
    for guest in (ann, ben):
        await guest.sees("h0 Red horse", "g2 empty")
    await expect(ann.heading("Your turn")).to_be_attached()


async def test_whoever_asks_again_at_once_is_told_how_long_to_wait(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "h2e2", "h9g7")
    ann = await come_as_red(crowd, laid)
    ben = await crowd.come(laid.path, token=laid.black)

    asked = ann.news.get_by_text("You want to abort the game.")
    refused = ann.news.get_by_text("Ask again in")
    await ann.press("More", "Ask to abort")
    await expect(asked).to_be_visible()
    while await asked.count():  # one waits longer each time: sooner or later it was at once
        await ben.press("Decline")
        await expect(asked).to_have_count(0)
        await ann.press("Ask to abort")
        await expect(asked.or_(refused)).to_be_visible()

    await expect(refused).to_be_visible()


def seconds_of(clock: str) -> int:
    """What a clock shows, in seconds."""
    minutes, seconds = clock.split(":")
    return 60 * int(minutes) + int(seconds)


async def test_time_is_given_and_both_see_what_each_turn_took(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "h2e2", "h9g7", "h0g2", "i9h9")
    ann = await come_both(crowd, laid)
    stands = ann.page.get_by_role("timer", name="Black's clock")
    await expect(stands).to_have_text(re.compile(r"^\d+:\d\d$"))
    before = await stands.inner_text()

    await ann.press("More", "Give time")
    await ann.hears("15 seconds")
    await expect(stands).not_to_have_text(before)
    assert seconds_of(await stands.inner_text()) == seconds_of(before) + 15
    await ann.press("Times")

    times = ann.page.get_by_role("region", name="Times")
    row = times.get_by_role("row").filter(has_text="H2+3")
    await expect(row.get_by_role("cell")).to_have_text(
        ["3", "H2+3", re.compile(r"[\d.]+ s"), re.compile(r"[\d.]+ s"), re.compile(r"[\d.]+ s")]
    )
    await ann.pictures("times")


async def test_the_periods_of_byoyomi_are_squares_beside_the_name(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "h2e2", clock=BYOYOMI)
    ann = await come_as_red(crowd, laid, phone=True)

    periods = ann.page.get_by_role("img", name="3 of 3 periods left")
    await expect(periods).to_have_count(2)
    await expect(ann.page.get_by_role("timer", name="Red's clock")).to_have_text("10:00")
    await ann.pictures("byoyomi")


async def test_game_time_move_time_and_counted_seconds_stand_side_by_side(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "h2e2", "h9g7", clock=THREE_PART)
    ann = await come_as_red(crowd, laid, phone=True)

    await expect(ann.page.get_by_role("timer", name="Black's clock")).to_have_text(
        re.compile(r"Game(1:00:00|59:\d\d)Move10:00Count30")
    )
    await ann.pictures("three-part")


async def test_the_game_of_a_player_who_stays_away_is_claimed(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "h2e2", "h9g7", "h0g2", clock=FIVE_MINUTES)
    ann = await come_as_red(crowd, laid)

    await ann.hears("lost the connection")
    await expect(ann.button("Claim the win")).to_be_enabled()
    await ann.press("Claim the win")

    await ann.ends("You won")


async def test_nobody_claims_a_game_before_its_time(crowd: Crowd, server: ServerProcess) -> None:
    laid = await laid_out(server, "h2e2", "h9g7", "h0g2", clock=AN_HOUR)
    ann = await come_as_red(crowd, laid)

    await ann.hears("lost the connection")

    await expect(ann.button("Claim the win")).to_be_disabled()
    await expect(ann.news.get_by_role("timer")).to_have_text(re.compile(r"\d:\d\d"))
    await ann.pictures("lost-connection")


async def test_players_talk_in_words_and_phrases_each_in_the_own_language(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server)
    ann = await come_as_red(crowd, laid)
    ben = await crowd.come(laid.path, token=laid.black, language="zh-CN")
    cleo = await crowd.come(laid.path)

    await ann.page.get_by_role("textbox", name="Say something").fill("Have a good game!")
    await ann.page.keyboard.press("Enter")
    await ann.press("Phrases", "Good luck.")

    log = ben.page.get_by_role("log", name="对局者")
    await expect(log).to_contain_text("Have a good game!")
    await expect(log).to_contain_text("祝你好运。")
    await expect(ann.page.get_by_role("log")).to_contain_text("Good luck.")
    await expect(cleo.page.get_by_role("log")).to_have_text("Nobody has said anything yet.")
    await ann.press("Hide chat from others")
    await ben.page.get_by_role("textbox", name="说点什么").fill("谢谢")
    await ben.page.keyboard.press("Enter")
    await expect(log).to_contain_text("谢谢")
    await expect(ann.page.get_by_role("log")).not_to_contain_text("谢谢")
    assert await ann.broken_rules() == []


async def test_a_game_is_taken_along_as_a_file_in_each_notation(
    crowd: Crowd, server: ServerProcess
) -> None:
    laid = await laid_out(server, "h2e2", "h9g7")
    cleo = await crowd.come(laid.path)
    await cleo.press("Share")
    link = cleo.page.get_by_role("link", name="Save as PGN: WXF")

    async with cleo.page.expect_download() as saved:
        await link.click()
    download = await saved.value
    text = (await download.path()).read_text()
    await cleo.press("Copy PGN")

    assert download.suggested_filename == f"{laid.room}.pgn"
    assert "C2=5" in text
    await cleo.is_told("Game copied.")
    assert await cleo.page.evaluate("navigator.clipboard.readText()") == text


async def test_spectators_of_a_delayed_game_are_told_so(
    crowd: Crowd, server: ServerProcess
) -> None:
    terms: Message = {"clock": AN_HOUR, "delay_ms": 15_000, "chat": False}
    async with WireClient(server.socket_url) as red, WireClient(server.socket_url) as black:
        invited = await red.ask({"type": "invite", "terms": terms, "side": "red"})
        await black.ask({"type": "join", "room": invited["room"]})
        await black.ask({"type": "sit", "room": invited["room"], "seat_key": invited["seat_key"]})
        cleo = await crowd.come(f"/game/{invited['room']}")
        ann = await crowd.come(f"/game/{invited['room']}", token=str(red.token))

        about = cleo.page.get_by_role("group", name="The game", exact=True)
        await expect(about).to_contain_text("You see the game 15 s late")
        await expect(about).to_contain_text("1 watching")
        await expect(ann.page.get_by_text("This game is played without chat.")).to_be_visible()
