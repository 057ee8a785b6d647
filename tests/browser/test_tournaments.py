"""Tournaments in the page: one announced, an arena played, and a Swiss tournament to its end."""

import contextlib
import re
import time
from itertools import dropwhile

import msgpack
import pytest
from playwright.async_api import Error, WebSocketRoute, expect

from tests.support.browser import A_LOOK_MS, Crowd, Guest
from tests.support.server_process import ServerProcess
from tests.support.tournament_players import FIRST_MOVES, announce, playing, sign_up
from tests.support.wire_client import WireClient, whole_room

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

CLOCK = {"type": "fischer", "main_ms": 180_000, "increment_ms": 2_000}
SOON_MS = 10_000
"""Everybody has entered by then, on a busy machine too."""
RETRY_MS = 500


async def enter(tournament: str, *clients: WireClient) -> None:
    """These players take part."""
    for client in clients:
        answer = await client.ask({"type": "enter_tournament", "tournament": tournament})
        assert answer["type"] == "done", answer


async def come_to_the_game(guest: Guest) -> str:
    """Be led, or go, into the game that was paired; its room. Who came too late returns."""
    away = guest.page.get_by_role("link", name=re.compile("^Go to your game"))
    back = guest.button("Return")
    while not re.search("/game/", guest.page.url):
        for way in (away, back):
            with contextlib.suppress(Error):  # the page may lead there by itself meanwhile
                if await way.count():
                    await way.click(timeout=A_LOOK_MS)
        with contextlib.suppress(AssertionError):
            await expect(guest.page).to_have_url(re.compile("/game/"), timeout=A_LOOK_MS)
    return guest.page.url.rpartition("/")[2]


async def play_it(guest: Guest, server: ServerProcess, room: str, name: str) -> None:
    """One move; then Black gives up, be it this player or the other."""
    await guest.is_in_a_game()
    told = await whole_room(server.socket_url, room)
    is_red = told["red"]["name"] == name
    await guest.play(FIRST_MOVES[0] if is_red else FIRST_MOVES[1])
    if not is_red:
        await guest.press("Resign")
        await guest.page.get_by_role("group").get_by_role("button", name="Resign").last.click()
    await guest.ends("You won" if is_red else "You lost")


async def test_a_tournament_is_announced_by_the_form_and_called_off(
    crowd: Crowd, server: ServerProcess
) -> None:
    async with await sign_up(server.socket_url, "Olivia") as olivia:
        ann = await crowd.come("/tournaments", token=str(olivia.token))
        await expect(ann.page.get_by_text("Nothing is announced")).to_be_visible()
        await ann.page.get_by_role("link", name="New tournament").first.click()
        await expect(ann.heading("New tournament")).to_be_visible()

        await ann.page.get_by_role("radio", name="Swiss").click()
        await ann.page.get_by_label("Rounds", exact=True).select_option("9")
        await expect(ann.page.get_by_text("With fewer players than rounds")).to_be_visible()
        await ann.page.get_by_role("radio", name="10+5").click()
        await ann.page.get_by_label("Starts", exact=True).select_option("At another time")
        await ann.page.get_by_label("Day and time").fill("")
        await expect(ann.page.get_by_text("Choose a day and a time.")).to_be_visible()
        await ann.press("Announce it")
        await expect(ann.heading("New tournament")).to_be_visible()
        await ann.page.get_by_label("Starts", exact=True).select_option("in 5 minutes")
        await ann.page.get_by_role("button", name=re.compile("^More terms")).click()
        await ann.page.get_by_label("Name", exact=True).fill("Club night")
        await ann.page.get_by_label("Equal points").select_option("axf")
        assert await ann.broken_rules() == []
        assert await ann.cut_words() == []
        await ann.pictures("tournament-new")
        await ann.press("Announce it")

        await expect(ann.heading("Club night")).to_be_visible()
        await expect(ann.page.get_by_text("Swiss · 9 rounds · 10+5")).to_be_visible()
        await ann.press("Enter")
        await expect(ann.page.get_by_role("row", name=re.compile("You"))).to_be_visible()
        await ann.walk("/learn")
        soon = ann.page.get_by_role("status").filter(has_text="Club night begins in a few minutes")
        await expect(soon).to_be_visible()
        assert await ann.broken_rules() == []
        assert await ann.cut_words() == []
        await ann.pictures("tournament-starts")
        await ann.walk("/tournaments")
        row = ann.page.get_by_role("link", name=re.compile("^Club night"))
        await expect(row).to_contain_text("Entered")
        await ann.pictures("tournament-entered")
        tab = await ann.page.context.new_page()
        await tab.goto(f"{ann.origin}/learn")
        await expect(tab.get_by_role("heading", name="Learn xiangqi")).to_be_visible()
        also = tab.get_by_role("status").filter(has_text="Club night begins in a few minutes")
        await ann.walk("/tournaments")
        await soon.get_by_role("link", name="To the tournament").click()
        await expect(ann.heading("Club night")).to_be_visible()
        await expect(soon).to_have_count(0)
        await expect(also).to_be_visible()
        await ann.walk("/learn")
        await expect(soon).to_have_count(0)
        await also.get_by_role("button").click()
        await expect(also).to_have_count(0)
        await expect(soon).to_have_count(0)
        await tab.close()
        await ann.open("/tournaments")
        await ann.page.get_by_role("link", name=re.compile("^Club night")).click()
        await ann.press("Call it off")
        await ann.page.get_by_role("group").get_by_role("button", name="Call it off").click()
        await expect(ann.page.get_by_text("The tournament was called off")).to_be_visible()


class Unavailable:
    """Refuses to tell of tournaments, as if no store answered, as long as it is on.

    Fields:
        asked: of which tournaments the page has asked, in order.
    """

    def __init__(self) -> None:
        self.is_on = True
        self.asked: list[str] = []

    async def between(self, socket: WebSocketRoute) -> None:
        """Stand between the page and the server."""
        onward = socket.connect_to_server()

        def tell(data: str | bytes) -> None:
            message = msgpack.unpackb(data) if isinstance(data, bytes) else {}
            if message.get("type") != "watch_tournament":
                return onward.send(data)
            self.asked.append(message["tournament"])
            if not self.is_on:
                return onward.send(data)
            refused = {"type": "refused", "id": message["id"], "code": "unavailable", "room": None}
            words = {"text": "No store answers.", "retry_ms": RETRY_MS}
            return socket.send(msgpack.packb(refused | words))

        socket.on_message(tell)


async def test_a_tournament_that_is_unavailable_comes_by_itself_and_is_not_asked_for_elsewhere(
    crowd: Crowd, server: ServerProcess
) -> None:
    async with await sign_up(server.socket_url, "Uma Away") as uma:
        arena, other = await an_arena(uma, "Away arena"), await an_arena(uma, "Other arena")
        away = Unavailable()
        ann = await crowd.come("/learn")
        await ann.page.route_web_socket("**/ws", away.between)
        silence = ann.page.get_by_text("No store answers.")

        await ann.open(f"/tournament/{arena}")
        await expect(silence).to_be_visible()
        away.is_on = False
        await expect(ann.heading("Away arena")).to_be_visible()
        await expect(silence).to_have_count(0)

        away.is_on = True
        await ann.walk(f"/tournament/{other}")
        await expect(silence).to_be_visible()
        before = len(away.asked)
        await ann.walk(f"/tournament/{arena}")
        await expect(silence).to_be_visible()
        away.is_on = False
        await expect(ann.heading("Away arena")).to_be_focused()
        assert other not in dropwhile(other.__eq__, away.asked[before:])


async def an_arena(organiser: WireClient, name: str) -> str:
    """An arena that begins soon."""
    format_ = {"type": "arena", "minutes": 10}
    plan = {"name": name, "format": format_, "terms": {"clock": CLOCK}}
    return await announce(organiser, plan, in_ms=SOON_MS)


async def test_an_arena_leads_into_its_games_and_back(crowd: Crowd, server: ServerProcess) -> None:
    url = server.socket_url
    lan, bea = await sign_up(url, "Lan"), await sign_up(url, "Bea")
    arena = await an_arena(bea, "Evening arena")
    await enter(arena, bea)
    token = str(lan.token)
    await lan.close()
    async with playing((bea, "black")):
        ann = await crowd.come(f"/tournament/{arena}", token=token)
        await expect(ann.heading("Evening arena")).to_be_visible()
        await ann.page.get_by_role("textbox", name="Say something").fill("Good luck!")
        await ann.page.keyboard.press("Enter")
        said = ann.page.get_by_role("log", name="Tournament chat")
        await expect(said).to_contain_text("Good luck!")
        await ann.press("Enter")

        await play_it(ann, server, await come_to_the_game(ann), "Lan")
        await expect(ann.page.get_by_role("link", name=re.compile("Evening arena"))).to_be_visible()
        await ann.press("To the tournament")

        await expect(ann.heading("Evening arena")).to_be_visible()
        await expect(said).to_contain_text("Good luck!")
        mine = ann.page.get_by_role("row", name=re.compile("You"))
        await expect(mine.get_by_role("cell").last).to_have_text(re.compile("^[02]$"))
        await ann.pictures("tournament-arena")
        await mine.get_by_role("button").click()
        card = ann.page.get_by_role("dialog", name="Lan in this tournament")
        await expect(card).to_contain_text("Bea")
        assert await ann.broken_rules() == []
        await ann.pictures("tournament-card")
        await ann.page.keyboard.press("Escape")
        await expect(card).to_have_count(0)


async def test_who_is_on_another_page_is_asked_for_the_next_game(
    crowd: Crowd, server: ServerProcess
) -> None:
    url = server.socket_url
    mai, cid = await sign_up(url, "Mai"), await sign_up(url, "Cid")
    arena = await an_arena(cid, "Noon arena")
    ann = await crowd.come("/learn", token=str(mai.token), phone=True)
    await expect(ann.heading("Learn xiangqi")).to_be_visible()
    await enter(arena, cid, mai)
    await mai.close()

    async with playing((cid, "black")):
        go = ann.page.get_by_role("button", name="Go to the game")
        await expect(go).to_be_visible()
        await expect(ann.page.get_by_text("Cid plays you").first).to_be_visible()
        await go.tap()

        room = await come_to_the_game(ann)
        await cid.send({"type": "pause_tournament", "tournament": arena})  # this game is the last
        await play_it(ann, server, room, "Mai")
        await ann.press("To the tournament")
        await expect(ann.heading("Noon arena")).to_be_visible()
        await ann.page.get_by_role("radio", name="About").tap()
        await expect(ann.page.get_by_text("Organiser")).to_be_visible()
        await ann.page.get_by_role("radio", name="Standings").tap()
        await ann.press("Pause")
        await expect(ann.page.get_by_text("You are not paired at the moment")).to_be_visible()
        await ann.walk("/")
        own = ann.page.get_by_role("link", name="Noon arena You play in this tournament")
        await expect(own).to_be_visible()
        assert await ann.overhang() == 0
        assert await ann.cut_words() == []


async def test_a_swiss_tournament_is_played_to_its_podium(
    crowd: Crowd, server: ServerProcess
) -> None:
    url = server.socket_url
    people = [await sign_up(url, name) for name in ("Nga", "Dan", "Eve", "Fay")]
    swiss = await announce(
        people[1],
        {
            "name": "Autumn Swiss",
            "format": {"type": "swiss", "rounds": 2, "break_s": 5},
            "terms": {"clock": CLOCK},
        },
        in_ms=SOON_MS,
    )
    await enter(swiss, *people)
    nga, *others = people
    await nga.close()
    async with playing(*((one, "black") for one in others)):
        ann = await crowd.come(f"/tournament/{swiss}", token=str(nga.token))
        for round_ in (1, 2):
            await play_it(ann, server, await come_to_the_game(ann), "Nga")
            await ann.press("To the tournament")
            await expect(ann.heading("Autumn Swiss")).to_be_visible()
            await expect(ann.page.get_by_role("heading", name=f"Round {round_}")).to_be_visible()

        await expect(ann.page.get_by_role("list", name="The first three")).to_be_visible()
        assert ann.rooms == set()
        await expect(ann.page.get_by_text("2 points, no opponent")).to_have_count(0)
        assert await ann.broken_rules() == []
        assert await ann.cut_words() == []
        await ann.pictures("tournament-swiss")
        await ann.page.get_by_role("radio", name="1", exact=True).click()
        await expect(ann.page.get_by_role("heading", name="Round 1")).to_be_visible()
        first = ann.page.get_by_role("list", name="The first three").get_by_role("button").first
        await first.click()
        sums = ann.page.get_by_role("dialog").locator("dl")
        await expect(sums).to_contain_text(re.compile(r"Opponents' points\d+ = \d+ \(\w+\) \+ \d+"))
        await ann.pictures("tournament-sums")
        for kind in ("log", "pgn", "json", "csv", "trf"):
            link = ann.page.locator(f'a[href="/tournament/{swiss}.{kind}"]')
            await expect(link).to_have_count(1)
            answer = await ann.page.request.get(f"{ann.origin}/tournament/{swiss}.{kind}")
            assert (kind, answer.status) == (kind, 200)

        await ann.page.keyboard.press("Escape")
        await ann.page.get_by_role("link", name="Find its games").click()
        await expect(ann.heading("Find a game")).to_be_visible()
        field = ann.page.get_by_role("combobox", name=re.compile("^Tournament"))
        await expect(field).to_have_value(re.compile("^Autumn Swiss · "))
        await expect(ann.page.locator('a.gc[href^="/game/"]')).to_have_count(4)
        await field.fill("No such event")
        await ann.press("Find a game")
        await expect(ann.page.get_by_text("Choose a tournament of the list")).to_be_visible()
        await ann.open("/player/Nga")
        place = ann.page.get_by_role("region", name="Tournaments").get_by_role("link")
        await expect(place).to_contain_text(re.compile("Autumn Swiss.* of 4"))
        assert await ann.broken_rules() == []
        assert await ann.cut_words() == []
        await ann.pictures("player-places")


async def test_a_password_and_a_team_are_asked_for_and_what_arbiters_do_is_read_by_all(
    crowd: Crowd, server: ServerProcess
) -> None:
    url = server.socket_url
    await (await sign_up(url, "Ina")).close()
    async with await sign_up(url, "Hoa") as hoa, await sign_up(url, "Gia") as gia:
        plan = {
            "name": "Club arena",
            "format": {"type": "arena", "minutes": 10, "teams": ["North", "South"]},
            "terms": {"clock": CLOCK},
        }
        arena = await announce(hoa, plan, in_ms=3_600_000, password="red horse")
        ann = await crowd.come("/", token=str(gia.token))
        named = ann.page.get_by_role("region", name="Also here").get_by_role("link").first
        await expect(named).to_have_attribute("href", re.compile("^/tournament/"))
        await ann.open("/tournaments")
        await ann.page.get_by_role("link", name=re.compile("^Club arena")).click()
        await expect(ann.heading("Club arena")).to_be_visible()
        assert await ann.broken_rules() == []

        await ann.page.get_by_label("Your team").select_option("South")
        await ann.page.get_by_label("Password of the tournament").fill("blue horse")
        await ann.press("Enter")
        await expect(ann.page.get_by_label("Password of the tournament")).to_have_attribute(
            "aria-invalid", "true"
        )
        await ann.page.get_by_label("Password of the tournament").fill("red horse")
        await ann.press("Enter")
        await expect(ann.page.get_by_text("You have entered")).to_be_visible()
        await expect(ann.page.get_by_role("region", name="Teams")).to_contain_text("Gia")

        organiser = await crowd.come(f"/tournament/{arena}", token=str(hoa.token))
        await (
            organiser.page.get_by_role("row", name=re.compile("Gia")).get_by_role("button").click()
        )
        card = organiser.page.get_by_role("dialog", name="Gia in this tournament")
        await card.get_by_role("button", name="Make arbiter").click()
        note = "Hoa appointed Gia arbiter."
        await expect(organiser.page.get_by_text(note)).to_be_visible()
        await expect(ann.page.get_by_text(note)).to_be_visible()
        await ann.pictures("tournament-teams")

        await (
            organiser.page.get_by_role("row", name=re.compile("Gia")).get_by_role("button").click()
        )
        await card.get_by_label("Never pair with").fill("Ina")
        await organiser.pictures("tournament-manage")
        await card.get_by_role("button", name="Keep them apart").click()
        apart = "Gia and Ina are not paired with each other (Hoa)."
        await expect(ann.page.get_by_text(apart)).to_be_visible()
        again = organiser.page.get_by_role("button", name=f"Take back: {apart}")
        await again.click()
        may_meet = "Gia and Ina may meet again (Hoa)."
        await expect(organiser.page.get_by_text(may_meet)).to_be_visible()
        await expect(again).to_have_count(0)

        await organiser.page.get_by_role("link", name="Change terms").click()
        await expect(organiser.heading("Change a tournament")).to_be_visible()
        await organiser.page.get_by_label("Name", exact=True).fill("Club evening")
        await organiser.page.get_by_label("Rating at most").select_option("2000")
        await organiser.page.get_by_role("switch", name="No password any more").click()
        assert await organiser.broken_rules() == []
        assert await organiser.cut_words() == []
        await organiser.pictures("tournament-amend")
        await organiser.press("Save the changes")
        await expect(organiser.heading("Club evening")).to_be_visible()
        await expect(organiser.page.get_by_text(re.compile("^Arena · 10 min"))).to_be_visible()
        await expect(organiser.page.get_by_text("Hoa changed the terms.")).to_be_visible()
        await expect(ann.heading("Club evening")).to_be_visible()
        await expect(organiser.page.get_by_role("region", name="Teams")).to_contain_text("Gia")
        await organiser.page.get_by_role("link", name="Change terms").click()
        await expect(organiser.page.get_by_label("Name", exact=True)).to_have_value("Club evening")
        await expect(organiser.page.get_by_role("switch", name="No password")).to_have_count(0)


async def test_free_pairs_are_announced_offered_and_played(
    crowd: Crowd, server: ServerProcess
) -> None:
    url = server.socket_url
    tam, una = [await sign_up(url, name) for name in ("Tam", "Una")]
    format_ = {"type": "robin", "until_ms": int(time.time() * 1000) + 3_600_000}
    plan = {"name": "Club league", "format": format_, "terms": {"clock": CLOCK}}
    league = await announce(tam, plan, in_ms=SOON_MS)
    await enter(league, tam, una)
    ann = await crowd.come("/tournaments/new", token=str(tam.token))
    await tam.close()
    await ann.page.get_by_role("radio", name="Round robin").click()
    await ann.page.get_by_label("Games are played").select_option("7")
    await expect(ann.page.get_by_role("region", name="Players will see")).to_contain_text(
        "When both want to, for 7 days"
    )
    assert await ann.broken_rules() == []
    assert await ann.cut_words() == []
    await ann.pictures("tournament-new-free")

    await ann.open(f"/tournament/{league}")
    games = ann.page.get_by_role("region", name="Games to play")
    await expect(games).to_contain_text("Una")
    await expect(games).to_contain_text("online")
    await games.get_by_role("button", name="Offer Una to play").click()
    await expect(games).to_contain_text("You offered to play.")
    await games.get_by_role("button", name="Take back the offer to Una").click()
    await expect(games.get_by_role("button", name="Offer Una to play")).to_be_visible()
    id_ = await una.send({"type": "watch_tournament", "tournament": league})
    shown = await una.expect("tournament", id=id_)
    (pair,) = shown["pairs"]
    wish = {"type": "offer_tournament_game", "tournament": league, "room": pair["room"]}
    assert (await una.ask(wish))["type"] == "done"
    await expect(games).to_contain_text("Una wants to play.")
    await expect(ann.page.get_by_role("table").get_by_text("to play").first).to_have_count(1)
    assert await ann.broken_rules() == []
    assert await ann.cut_words() == []
    await ann.pictures("tournament-free")

    await ann.walk("/learn")
    note = ann.page.get_by_role("alert").filter(has_text="wants to play you in Club league.")
    for on in (False, True):
        assert (await una.ask(wish | {"on": on}))["type"] == "done"
    await expect(note).to_contain_text("Una")
    assert await ann.broken_rules() == []
    assert await ann.cut_words() == []
    await ann.pictures("tournament-offer")
    await note.get_by_role("link", name="To the tournament").click()
    await expect(note).to_have_count(0)
    await expect(games).to_contain_text("Una wants to play.")

    async with playing((una, "black")):
        await games.get_by_role("button", name="Accept and play Una").click()
        await play_it(ann, server, await come_to_the_game(ann), "Tam")
        await ann.press("To the tournament")
        await expect(ann.page.get_by_role("list", name="The first three")).to_be_visible()
        await expect(games).to_be_hidden()


async def test_an_arbiter_rules_a_game_of_a_knock_out_while_it_is_played(
    crowd: Crowd, server: ServerProcess
) -> None:
    url = server.socket_url
    ivo, joy, kim = [await sign_up(url, name) for name in ("Ivo", "Joy", "Kim")]
    cup = await announce(
        ivo,
        {"name": "Small cup", "format": {"type": "knockout"}, "terms": {"clock": CLOCK}},
        in_ms=SOON_MS,
    )
    await enter(cup, joy, kim)
    token = str(ivo.token)
    await ivo.close()
    async with playing((joy, None), (kim, None)):
        ann = await crowd.come(f"/tournament/{cup}", token=token)
        await expect(ann.heading("Small cup")).to_be_visible()
        final = ann.page.get_by_role("region", name="Final")
        ruling = final.locator("details")
        await ruling.locator("summary").click()
        await ruling.get_by_role("combobox").select_option("Joy wins")
        assert await ann.broken_rules() == []
        assert await ann.cut_words() == []
        await ann.pictures("tournament-ruling")
        await ruling.get_by_role("button", name="Let it count so").click()

        await expect(ann.page.get_by_text("Ivo ruled a game for Joy.")).to_be_visible()
        await expect(ann.page.get_by_role("list", name="The first three")).to_contain_text("Joy")
        await expect(ruling).to_have_count(0)


async def test_an_organiser_corrects_a_result_when_all_is_over(
    crowd: Crowd, server: ServerProcess
) -> None:
    url = server.socket_url
    oda, pia, rui = [await sign_up(url, name) for name in ("Oda", "Pia", "Rui")]
    cup = await announce(
        oda,
        {"name": "Late cup", "format": {"type": "robin"}, "terms": {"clock": CLOCK}},
        in_ms=SOON_MS,
    )
    await enter(cup, pia, rui)
    async with playing((pia, "red"), (rui, "red")):
        ann = await crowd.come(f"/tournament/{cup}", token=str(oda.token))
        await oda.close()
        podium = ann.page.get_by_role("list", name="The first three")
        await expect(podium).to_be_visible()
        first, second = podium.locator(".p1"), podium.locator(".p2")
        loser = "Pia" if "Pia" in await second.inner_text() else "Rui"
        ruling = ann.page.locator("details.ruled")
        await expect(ruling.get_by_text("Correct the result")).to_be_hidden()
        await ruling.locator("summary").click()
        await expect(ruling.get_by_text("Correct the result")).to_be_visible()
        await ruling.get_by_role("combobox").select_option(f"{loser} wins")
        assert await ann.broken_rules() == []
        assert await ann.cut_words() == []
        await ann.pictures("tournament-correction")
        await ruling.get_by_role("button", name="Let it count so").click()

        note = f"Correction: Oda ruled a game for {loser}."
        await expect(ann.page.get_by_text(note)).to_be_visible()
        await expect(first).to_contain_text(loser)
        table = await ann.page.request.get(f"{ann.origin}/tournament/{cup}.json")
        standings = (await table.json())["standings"]
        assert [(row["player"]["name"] == loser, row["score"]) for row in standings] == [
            (True, 2),
            (False, 0),
        ]


async def test_a_match_of_teams_is_followed_to_its_end(crowd: Crowd, server: ServerProcess) -> None:
    people = [await sign_up(server.socket_url, name) for name in ("Ken", "Lea", "Moe", "Ute")]
    plan = {
        "name": "North v South",
        "format": {"type": "team_robin", "teams": ["North", "South"], "boards": 2, "break_s": 5},
        "terms": {"clock": CLOCK},
    }
    match = await announce(people[0], plan, in_ms=SOON_MS)
    for number, one in enumerate(people):
        entry = {"type": "enter_tournament", "tournament": match, "team": number % 2}
        assert (await one.ask(entry))["type"] == "done"
    ann = await crowd.come(f"/tournament/{match}")
    await expect(ann.heading("North v South")).to_be_visible()
    boards = ann.page.get_by_role("region", name="Round 1").locator("a.tile")
    await expect(boards).to_have_count(2)
    async with playing(*((one, "black") for one in people)):
        duel = ann.page.get_by_role("group", name="North 2–2 South")
        await expect(duel).to_contain_text("1 point")
        await expect(ann.page.get_by_role("region", name="Teams")).to_contain_text("2–2")
        await expect(ann.page.get_by_role("list", name="The first three")).to_have_count(0)
        standings = ann.page.get_by_role("region", name="Standings").get_by_role("row")
        await expect(standings).to_have_count(5)
        assert await ann.broken_rules() == []
        assert await ann.cut_words() == []
        await ann.pictures("tournament-match")


async def test_a_guest_who_makes_an_account_for_a_tournament_is_back_there_and_enters(
    crowd: Crowd, server: ServerProcess
) -> None:
    async with await sign_up(server.socket_url, "Olga Host") as olga:
        plan = {"name": "Open cup", "format": {"type": "arena", "minutes": 20}}
        cup = await announce(olga, {**plan, "terms": {"clock": CLOCK}}, in_ms=3_600_000)
    ann = await crowd.come(f"/tournament/{cup}")

    await ann.page.get_by_role("main").get_by_role("link", name="Sign up").click()
    await ann.page.get_by_role("link", name="Have an account? Sign in").click()
    await expect(ann.heading("Sign in")).to_be_visible()
    await ann.page.go_back()
    await ann.page.get_by_label("Name", exact=True).fill("Ann Newcomer")
    await ann.page.get_by_label("Password", exact=True).fill("a secret nobody guesses")
    await ann.press("Create account", "I have kept it")

    await expect(ann.heading("Open cup")).to_be_visible()
    await ann.press("Enter")
    await expect(ann.page.get_by_role("row", name=re.compile("You"))).to_be_visible()
    other = await crowd.come(f"/signin/{cup}")
    await other.page.get_by_label("Name", exact=True).fill("Ann Newcomer")
    await other.page.get_by_label("Password", exact=True).fill("a secret nobody guesses")
    await other.press("Sign in")
    await expect(other.heading("Open cup")).to_be_visible()
    await expect(other.page.get_by_role("row", name=re.compile("You"))).to_be_visible()
