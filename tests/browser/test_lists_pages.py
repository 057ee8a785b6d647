"""My games, the archive, watching and the ladder, as somebody finds them who reads no manual."""

import re

import msgpack
import pytest
from playwright.async_api import WebSocketRoute, expect

from tests.support.browser import DESKTOP, SMALL_PHONE, Crowd
from tests.support.browser_line import Line
from tests.support.browser_tables import laid_out
from tests.support.server_process import ServerProcess
from tests.support.wire_client import WireClient, open_game, play_moves

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

TELL_OF_READING = """() => {
  const list = document.querySelector("main .rows").parentElement;
  new MutationObserver(() => { window.hasRead = !list.hasAttribute("aria-busy"); })
    .observe(list, { attributes: true });
}"""


class Lacking:
    """Has every answer of a type lack a part, as long as it is on.

    Args:
        changed: the fields that are otherwise then.
    """

    def __init__(self, type_: str, **changed: object) -> None:
        self._type = type_
        self._changed = {**changed, "partial": True}
        self.is_on = True

    async def between(self, socket: WebSocketRoute) -> None:
        """Pass on what a connection tells."""
        onward = socket.connect_to_server()

        def tell(data: str | bytes) -> None:
            message = msgpack.unpackb(data) if isinstance(data, bytes) else {}
            if self.is_on and message.get("type") == self._type:
                data = msgpack.packb({**message, **self._changed})
            socket.send(data)

        onward.on_message(tell)


async def test_a_list_of_which_a_part_is_away_says_so_and_is_asked_for_again(
    crowd: Crowd, server: ServerProcess
) -> None:
    lacking = Lacking("leaderboard")
    ann = await crowd.come("/")
    await ann.page.route_web_socket("**/ws", lacking.between)
    await ann.open("/ranks/blitz")
    missing = ann.page.get_by_text("Part of this list is missing for now.")
    nobody = ann.page.get_by_text("Nobody is ranked here yet")

    await expect(missing).to_be_visible()
    await expect(nobody).to_have_count(0)
    await ann.pictures("partial-list")
    lacking.is_on = False
    await ann.press("Try again")

    await expect(missing).to_have_count(0)
    await expect(nobody).to_be_visible()


async def test_a_player_of_whom_a_part_is_away_is_shown_and_called_neither_here_nor_gone(
    crowd: Crowd, server: ServerProcess
) -> None:
    lacking = Lacking("profile", online=False)
    async with WireClient(server.socket_url) as ben:
        account = {"name": "Ben Halfway", "password": "correct horse battery"}
        await ben.ask({"type": "sign_up", **account})
        ann = await crowd.come("/")
        await ann.page.route_web_socket("**/ws", lacking.between)
        await ann.open("/player/Ben Halfway")
        missing = ann.page.get_by_text("Part of this page is missing for now.")
        heading = ann.page.get_by_role("heading", name="Ben Halfway")

        await expect(missing).to_be_visible()
        await expect(heading).to_be_visible()
        await expect(ann.page.locator(".ph .dot")).to_have_count(0)
        await ann.pictures("partial-player")
        lacking.is_on = False
        await ann.press("Try again")

        await expect(missing).to_have_count(0)
        await expect(heading).to_be_visible()


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
    await expect(game).to_contain_text("Won")
    async with red.page.expect_download() as download:
        await red.press("Save all as a file")
    text = (await (await download.value).path()).read_text()
    assert text.count("[Event ") == 1

    await red.page.get_by_role("link", name="Find a game").click()
    await red.page.get_by_label("First moves").fill("炮二平五 h9g7")
    await red.press("Me")
    await red.page.get_by_label("Result").select_option("The player won")
    await red.press("Find a game")
    await expect(game).to_contain_text("3 moves")
    await expect(game).to_contain_text("Central Cannon")
    await red.page.get_by_label("Opponent").fill("Nobody At All")
    await red.press("Find a game")
    await expect(red.page.get_by_text("Nobody is called Nobody At All")).to_be_visible()
    await red.page.get_by_label("Opponent").fill("")
    await red.page.get_by_label("First moves").fill("")
    board = red.page.get_by_role("search").locator("svg.mini")
    box = await board.bounding_box()
    assert box is not None
    for file, rank in ((7, 2), (4, 2), (7, 9), (6, 7)):
        at = ((file + 0.6) / 9.2 * box["width"], (9.6 - rank) / 10.2 * box["height"])
        await board.click(position={"x": at[0], "y": at[1]})
    await expect(red.page.get_by_label("First moves")).to_have_value("h2e2 h9g7")
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
    await crowd.seat(laid.path, laid.red, laid.black)
    eve = await crowd.come("/watch")
    await eve.page.get_by_role("radio", name="Newest").click()
    game = eve.page.locator(f'a[href="/game/{laid.room}"]')
    await expect(game).to_be_visible()
    ring = game.locator("circle.last")
    before = await ring.get_attribute("style")

    await laid.play("h9g7")

    await expect(ring).not_to_have_attribute("style", str(before))
    await eve.pictures("watch")
    await eve.page.get_by_role("link", name="TV").click()
    top = eve.page.get_by_role("region", name="Top game")
    await expect(top.locator(".clk.run")).to_have_text(re.compile(r"^\d+:\d\d"))
    await expect(top.locator(".clk")).to_have_count(2)
    await expect(eve.page.get_by_role("link", name=re.compile("^Rapid"))).to_have_count(0)
    await laid.play("h0g2")
    await expect(top.locator(".clk").first).to_have_class(re.compile(r"\brun\b"))
    await expect(top.get_by_role("button", name=re.compile(r"H2\+3"))).to_be_visible()
    await top.get_by_role("textbox", name="Say something").fill("#1 is known")
    await top.get_by_role("button", name="Send").click()
    await top.get_by_role("button", name="#1", exact=True).click()
    await expect(top.get_by_role("button", name="Back to live")).to_be_visible()
    await eve.page.keyboard.press("Escape")
    assert await eve.broken_rules() == []
    await eve.pictures("tv")


async def test_guests_see_rankings_and_the_ladder_and_are_told_what_is_missing(
    crowd: Crowd,
) -> None:
    guest = await crowd.come("/ranks")
    await expect(guest.page.get_by_text("Nobody is ranked here yet")).to_be_visible()
    await guest.pictures("ranks")

    await guest.page.get_by_role("link", name="Ladder").click()
    await expect(guest.page.get_by_text("Nobody is on the ladder yet")).to_be_visible()
    await expect(guest.page.get_by_text("up to five rungs above you")).to_have_count(1)
    await expect(guest.page.get_by_role("region", name="Latest changes")).to_have_count(0)
    await guest.press("Join the ladder")

    await expect(guest.page.get_by_text("account", exact=False).first).to_be_visible()
    await guest.pictures("ladder")


async def test_ones_own_place_is_in_sight_wherever_one_stands(
    crowd: Crowd, server: ServerProcess
) -> None:
    ann = await crowd.come("/")
    async with WireClient(server.socket_url, token=await ann.token()) as client:
        me = {"player": client.welcome["player"], "name": "Ann", "guest": True, "bot": False}
    others = [{**me, "player": f"other{n}", "name": f"Other {n}"} for n in range(1, 41)]
    ranked = [
        {"rank": rank, "player": other, "points": 2400 - rank, "games": 30, "recent": [2310, 2340]}
        for rank, other in enumerate(others, start=1)
    ]
    own = {"rank": 60, "player": me, "points": 1700, "games": 20, "recent": []}
    far = Lacking("leaderboard", rows=ranked, you=own)
    await ann.page.route_web_socket("**/ws", far.between)
    await ann.open("/ranks/blitz")
    row = ann.page.get_by_role("region", name="Blitz").locator("[aria-current=true]")

    await expect(row).to_have_count(1)
    await expect(row).to_contain_text("You")
    for size in (DESKTOP, SMALL_PHONE):
        await ann.page.set_viewport_size(size)
        await expect(row).to_be_in_viewport(ratio=1)
    await expect(ann.page.locator(".spark polyline")).to_have_count(40)
    await expect(ann.page.get_by_text("You are number 60 with")).to_be_visible()
    await ann.pictures("ranks-own")
    assert await ann.broken_rules() == []
    assert await ann.overhang() == 0

    near = Lacking("leaderboard", rows=[*ranked[:29], {**own, "rank": 30}], you={**own, "rank": 30})
    await ann.page.route_web_socket("**/ws", near.between)
    await ann.open("/ranks/blitz")
    await expect(row).to_contain_text("30")
    await expect(row).to_have_count(1)
    await expect(row).to_be_in_viewport(ratio=1)


async def test_the_ranking_opens_at_the_speed_its_reader_looked_at_last(crowd: Crowd) -> None:
    ann = await crowd.come("/learn")
    bar = ann.page.get_by_role("navigation", name="Main")

    await bar.get_by_role("link", name="Ranking").click()
    await expect(ann.heading("Ranking")).to_be_focused()
    await ann.page.get_by_role("link", name="Bullet").click()
    await expect(ann.page).to_have_url(f"{ann.origin}/ranks/bullet")
    await bar.get_by_role("link", name="Learn").click()
    await bar.get_by_role("link", name="Ranking").click()
    await expect(ann.page).to_have_url(f"{ann.origin}/ranks/bullet")
    await expect(ann.page.get_by_role("link", name="Bullet")).to_have_attribute(
        "aria-current", "page"
    )


async def test_a_profile_shows_ratings_a_graph_and_games_to_replay(
    crowd: Crowd, server: ServerProcess
) -> None:
    async with (
        WireClient(server.socket_url) as red,
        WireClient(server.socket_url) as black,
    ):
        for one, name in ((red, "山水甲"), (black, "山水乙")):
            await one.ask({"type": "sign_up", "name": name, "password": "correct horse battery"})
        terms = {"clock": {"type": "fischer", "main_ms": 600_000}, "rated": True}
        rooms = []
        for _ in range(2):
            room = await open_game(red, black, terms)
            rooms.append(room)
            await play_moves(red, black, room, ("h2e2", "h9g7", "h0g2"))
            if len(rooms) == 1:
                await black.ask({"type": "resign", "room": room})
        eve = await crowd.come("/player/山水甲")
        ratings = eve.page.get_by_role("region", name="Ratings")
        games = eve.page.get_by_role("region", name="Games")

        await expect(ratings.get_by_role("radio", name="Rapid")).to_contain_text("1662?")
        await expect(ratings).to_contain_text("One day of rated games so far")
        await expect(ratings).to_contain_text("1 won · 0 drawn · 0 lost")
        await expect(ratings.get_by_role("radio", name="All")).to_be_checked()
        with_red = eve.page.get_by_role("region", name="With Red")
        await expect(with_red).to_contain_text("Central Cannon")
        await expect(with_red.get_by_text("1 won · 0 drawn · 0 lost")).to_have_count(2)
        of_late = eve.page.get_by_role("region", name="Of late")
        await expect(of_late.get_by_role("img", name="won")).to_have_count(1)
        playing = eve.page.get_by_role("region", name="Playing now")
        await expect(playing.get_by_role("link", name="山水甲 and 山水乙")).to_be_visible()
        await expect(playing.locator(".tvclock")).to_have_text([re.compile(r"\d+:\d\d")] * 2)
        await expect(games.get_by_role("link", name="山水乙")).to_have_count(1)
        await expect(eve.page.get_by_role("link", name="Watch", exact=True).last).to_have_attribute(
            "href", f"/game/{rooms[1]}"
        )
        await eve.pictures("player")
        assert await eve.broken_rules() == []
        lan = await crowd.come("/player/山水甲", language="vi-VN")
        await lan.page.set_viewport_size(SMALL_PHONE)
        graph = lan.page.get_by_role("region", name="Diễn biến điểm")
        title = await graph.get_by_role("heading").bounding_box()
        within = await graph.get_by_role("radiogroup").bounding_box()
        assert title is not None
        assert within is not None
        assert title["y"] + title["height"] <= within["y"]  # not under it
        await games.get_by_role("link", name="山水乙").click()
        await expect(eve.page).to_have_url(f"{eve.origin}/game/{rooms[0]}")
        await eve.sees("g2 Red horse, moved here last")
        await black.ask({"type": "resign", "room": rooms[1]})


async def test_the_page_of_a_player_without_games_offers_the_first(
    crowd: Crowd, server: ServerProcess
) -> None:
    async with WireClient(server.socket_url) as new:
        await new.ask({"type": "sign_up", "name": "Newcomer", "password": "correct horse battery"})
    eve = await crowd.come("/player/Newcomer")

    await expect(eve.page.get_by_text("No games yet")).to_be_visible()
    await expect(eve.page.get_by_role("region", name="Of late")).to_have_count(0)
    await eve.pictures("player-empty")
    assert await eve.broken_rules() == []
    await eve.press("Challenge Newcomer")
    await expect(eve.page.get_by_role("form", name="Newcomer")).to_be_visible()


async def test_who_is_challenged_on_the_ladder_is_told_on_every_page(
    crowd: Crowd, server: ServerProcess
) -> None:
    async with (
        WireClient(server.socket_url) as upper,
        WireClient(server.socket_url) as lower,
    ):
        for one, name in ((upper, "山上人"), (lower, "山下人")):
            await one.ask({"type": "sign_up", "name": name, "password": "correct horse battery"})
            await one.ask({"type": "join_ladder"})
        ann = await crowd.come("/learn", token=str(upper.token))
        await expect(ann.page.get_by_role("heading", level=1)).to_be_visible()

        asked = await lower.ask({"type": "ladder_challenge", "player": upper.welcome["player"]})

        assert asked["type"] == "done", asked
        notice = ann.page.get_by_role("alert").filter(
            has_text="山下人 challenges you on the ladder"
        )
        await expect(notice).to_be_visible()
        await notice.get_by_role("link", name="Answer").click()
        await lower.ask({"type": "ladder_withdraw"})
        await expect(notice).to_have_count(0)
        await expect(ann.page.get_by_text("山下人 challenges you.")).to_have_count(0)
        for one in (upper, lower):
            await one.ask({"type": "leave_ladder"})


async def finished_games(server: ServerProcess, count: int) -> None:
    """So many games of two guests each, given up at once."""
    for _ in range(count):
        async with WireClient(server.socket_url) as red, WireClient(server.socket_url) as black:
            room = await open_game(red, black, {"clock": {"type": "none"}})
            await play_moves(red, black, room, ("h2e2", "h9g7"))
            assert (await red.ask({"type": "resign", "room": room}))["type"] == "done"


async def test_the_browsers_back_shows_a_list_as_it_was_left(
    crowd: Crowd, server: ServerProcess
) -> None:
    await finished_games(server, 25)
    ann = await crowd.come("/archive")
    games = ann.page.get_by_role("main").get_by_role("link", name=re.compile("Guest"))
    search = ann.page.get_by_role("search")
    await search.get_by_label("Speed").select_option("correspondence")
    await search.get_by_role("button", name="Find a game").click()
    await expect(games).to_have_count(20)
    await ann.press("More")
    await expect(games).to_have_count(25)
    await games.nth(22).scroll_into_view_if_needed()
    place = await ann.page.evaluate("scrollY")
    await games.nth(22).click()
    await expect(ann.page).to_have_url(re.compile("/game/"))
    await expect(ann.page.get_by_role("grid")).to_be_visible()

    await ann.page.go_back()

    await expect(games.nth(22)).to_be_focused()
    await expect(games.nth(22)).to_be_in_viewport()
    await expect(games).to_have_count(25)
    assert await ann.page.evaluate("scrollY") == place
    await expect(search.get_by_label("Speed")).to_have_value("correspondence")
    await ann.page.get_by_role("link", name="Finished").click()
    await expect(ann.heading("My games")).to_be_focused()
    assert await ann.page.evaluate("scrollY") == 0


async def test_a_list_that_is_told_anew_is_as_long_as_before(
    crowd: Crowd, server: ServerProcess, line: Line
) -> None:
    await finished_games(server, 25)
    ann = await crowd.come("/", origin=line.url)
    ann.line_breaks = True
    await ann.open("/archive")
    games = ann.page.get_by_role("main").get_by_role("link", name=re.compile("Guest"))
    await ann.press("More")
    await expect(games.nth(21)).to_be_visible()
    before = await games.count()
    await games.nth(21).focus()
    await ann.page.evaluate(TELL_OF_READING)

    await line.drop()
    await ann.until("() => window.hasRead === true")

    await expect(games).to_have_count(before)
    await expect(games.nth(21)).to_be_focused()
