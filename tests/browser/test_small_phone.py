"""Pages that are full of long names, on the smallest phone, in every language."""

import time

import pytest
from playwright.async_api import expect

from tests.browser.test_languages import assert_words_fit
from tests.browser.test_tournaments import CLOCK, SOON_MS, enter
from tests.support.browser import LOADING, Crowd, Guest
from tests.support.browser_tables import invited, laid_out
from tests.support.server_process import ServerProcess
from tests.support.tournament_players import announce, playing, sign_up
from tests.support.wire_client import Message, WireClient

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

NAMES = ("Nguyễn Thị Minh Khai", "名字很长的棋手甲乙丙丁", "Wolfeschlegelsteinh")
BY_PERIODS: Message = {"type": "byoyomi", "main_ms": 600_000, "period_ms": 30_000, "periods": 3}
TERMS: Message = {"clock": CLOCK}
DAY_MS = 86_400_000


async def free_robin(name: str, *players: WireClient) -> str:
    """A round robin whose pairs are free, which begins soon, with all of them in it; its id."""
    until_ms = int(time.time() * 1_000) + DAY_MS
    plan = {"name": name, "format": {"type": "robin", "until_ms": until_ms}, "terms": TERMS}
    tournament = await announce(players[0], plan, in_ms=SOON_MS)
    await enter(tournament, *players)
    return tournament


async def leave_when_begun(watching: WireClient, tournament: str, *players: WireClient) -> None:
    """Wait until the tournament has begun, and have these players leave it."""
    id_ = await watching.send({"type": "watch_tournament", "tournament": tournament})
    shown = await watching.expect("tournament", id=id_)
    while shown["info"]["phase"] == "announced":
        shown = await watching.expect("tournament_changed", tournament=tournament)
    for player in players:
        await done(player, {"type": "leave_tournament", "tournament": tournament})


async def done(player: WireClient, message: Message) -> None:
    """Have it done."""
    answer = await player.ask(message)
    assert answer["type"] == "done", answer


async def full_pages(server: ServerProcess, *players: WireClient) -> tuple[list[str], list[str]]:
    """Fill pages with names, games, offers, messages and tournaments: addresses of the first player
    and of a guest.
    """
    ann, bea, cai = players
    me, other = ann.welcome["player"], bea.welcome["player"]
    runs = await free_robin("Giải cờ tướng mùa thu lần thứ nhất", ann, bea, cai)
    over = await free_robin("A round robin that everybody leaves", cai, bea, ann)
    laid = await laid_out(server, "h2e2", "h9g7", red_token=str(ann.token))
    invitation = await invited(server)
    anybody = {"side": "red", "min_rating": None, "max_rating": None}
    await done(cai, {"type": "seek", "terms": {"clock": BY_PERIODS}, **anybody})
    await done(bea, {"type": "send_message", "player": me, "text": "Chơi một ván nhé? " * 9})
    await done(ann, {"type": "friend", "player": other})
    await leave_when_begun(ann, over, bea, cai)
    await leave_when_begun(ann, runs)
    own = ["/", "/friends", "/friends/online", "/messages", "/games", "/tournaments"]
    own += [f"/messages/{other}", laid.path, f"/tournament/{runs}", f"/tournament/{over}"]
    seen = ["/", "/watch", "/tournaments", f"/player/{NAMES[0]}", laid.path, invitation.path]
    return own, seen


async def fits(guest: Guest, paths: list[str]) -> None:
    """None of these pages is wider than the phone, and no word is cut."""
    for path in paths:
        await guest.open(path)
        await expect(guest.page.get_by_role("heading", level=1)).to_be_attached()
        await expect(guest.page.get_by_role("main").get_by_text(LOADING)).to_have_count(0)
        await assert_words_fit(guest)


async def test_pages_that_are_full_fit_the_smallest_phone_in_every_language(
    crowd: Crowd, server: ServerProcess
) -> None:
    ann, bea, cai = [await sign_up(server.socket_url, name) for name in NAMES]
    own, seen = await full_pages(server, ann, bea, cai)

    async with playing((ann, None), (bea, None), (cai, None)):
        for language in ("en-US", "zh-CN", "zh-TW", "vi-VN"):
            reader = await crowd.come("/learn", token=ann.token, language=language, phone=True)
            guest = await crowd.come("/learn", language=language, phone=True)
            await fits(reader, own)
            await fits(guest, seen)
