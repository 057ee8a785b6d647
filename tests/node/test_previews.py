"""Pages as messengers see them: who plays, and a picture by its whole address."""

import re
from html import unescape
from http import HTTPStatus

import pytest

from tests.support.gateways import Node, a_game, a_node
from tests.support.pages import FILES, Pages
from tests.support.tournament_peers import announce, members
from xiangqi_server.api.views.previews import DrawnPosition
from xiangqi_server.game.rules.board.fen import START_FEN
from xiangqi_server.net.http.http import Request, Response
from xiangqi_server.node.pictures import HEIGHT, WIDTH, BoardPictures, read_png
from xiangqi_server.node.previews import PagePreviews, wants_preview, with_properties

START = DrawnPosition(START_FEN.split()[0], None)
AFTER_CANNON = DrawnPosition("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR", "h2e2")
MISSING_MASTERS = ("/masters/2-999.png", "/masters/9999-1.png", "/masters/9999.png")
PROPERTY = re.compile(r'<meta property="(og:[a-z:]+)" content="([^"]*)">')


async def fetched(node: Node, path: str, **headers: str) -> Response:
    """A page as a program gets it that says no more than these headers."""
    return await Pages(node).fetch(path, **headers)


async def told(node: Node, path: str, **headers: str) -> dict[str, str]:
    """The properties of a page."""
    page = (await fetched(node, path, **headers)).body.decode()
    return {name: unescape(value) for name, value in PROPERTY.findall(page)}


async def test_the_first_page_names_its_picture_by_its_whole_address() -> None:
    node = await a_node()

    plain = await told(node, "/")
    behind_a_proxy = await told(node, "/", x_forwarded_proto="https")

    assert plain["og:url"] == "http://play.example/"
    assert plain["og:image"] == "http://play.example/preview.jpg"
    assert plain["og:title"] == "Xiangqi, or Chinese chess"
    assert behind_a_proxy["og:image"] == "https://play.example/preview.jpg"


async def test_the_address_that_the_operator_names_wins_over_that_of_a_request() -> None:
    previews = PagePreviews((await a_node()).gateway.previews, FILES, "https://club.example")

    page = previews.page(Request("GET", "/", {"host": "other.example"})).body.decode()

    assert 'content="https://club.example/preview.jpg"' in page
    assert "other.example" not in page


async def test_a_game_is_called_by_its_players() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)

    page = await told(node, f"/game/{room}")

    assert re.fullmatch(r"Guest \w+ against Guest \w+", page["og:title"])
    assert page["og:url"] == f"http://play.example/game/{room}"


async def test_an_invitation_says_who_invites_in_the_language_asked_for() -> None:
    node = await a_node()
    red = await node.guest()
    room = (await red.ask("invite", terms={"clock": {"type": "none"}}))["room"]

    english = await told(node, f"/game/{room}")
    vietnamese = await told(node, f"/game/{room}", accept_language="vi")

    assert english["og:title"].endswith(" invites you to a game of xiangqi")
    assert vietnamese["og:title"].endswith(" mời bạn chơi một ván cờ tướng")


async def test_the_picture_of_a_game_is_its_board() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    page = await told(node, f"/game/{room}")

    first = await fetched(node, f"/game/{room}.png", upgrade_insecure_requests="1")
    await red.ask("move", room=room, ply=0, text="h2e2")
    second = await fetched(node, f"/game/{room}.png")
    missing = await fetched(node, "/game/nosuchgame77.png")
    node.store.is_away = True
    away = await fetched(node, f"/game/{room}.png")

    assert page["og:image"] == f"http://play.example/game/{room}.png"
    assert (page["og:image:width"], page["og:image:height"]) == (str(WIDTH), str(HEIGHT))
    assert first.body == await BoardPictures().of(START)
    assert dict(first.headers)["Content-Type"] == "image/png"
    assert second.body == await BoardPictures().of(AFTER_CANNON)
    assert missing.status is HTTPStatus.NOT_FOUND
    assert away.status is HTTPStatus.SERVICE_UNAVAILABLE
    assert int(dict(away.headers)["Retry-After"]) > 0


async def test_the_picture_of_a_game_shown_late_tells_nothing_before_its_end() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black, delay_ms=60_000)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await black.ask("move", room=room, ply=1, text="h9g7")

    played = await fetched(node, f"/game/{room}.png")
    await red.ask("resign", room=room)
    over = await fetched(node, f"/game/{room}.png")

    assert played.body == await BoardPictures().of(START)
    assert over.body != played.body


async def test_a_ply_has_a_title_and_a_picture_of_its_own_and_one_that_is_not_told_has_none() -> (
    None
):
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await black.ask("move", room=room, ply=1, text="h9g7")

    page = await told(node, f"/game/{room}?ply=1")
    picture = await fetched(node, f"/game/{room}.png?ply=1")
    later = await fetched(node, f"/game/{room}.png?ply=3")
    wrong = await fetched(node, f"/game/{room}.png?ply=x")

    assert page["og:title"].endswith(", after move 1")
    assert page["og:url"] == f"http://play.example/game/{room}?ply=1"
    assert page["og:image"] == f"http://play.example/game/{room}.png?ply=1"
    assert picture.body == await BoardPictures().of(AFTER_CANNON)
    assert {later.status, wrong.status} == {HTTPStatus.NOT_FOUND}


async def test_a_player_is_shown_with_the_game_that_is_played() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    await red.ask("sign_up", name="Hu Rong", password="a secret nobody guesses")

    by_name = await told(node, "/player/Hu%20Rong")
    by_id = await told(node, f"/player/{red.player}", accept_language="zh-CN")
    nobody = await told(node, "/player/nobody")

    assert by_name["og:title"] == by_id["og:title"] == "Hu Rong"
    assert by_name["og:description"].startswith("Plays xiangqi here.")
    assert by_id["og:description"].startswith("在这里下象棋")
    assert by_name["og:image"] == f"http://play.example/game/{room}.png"
    assert nobody["og:title"] == "Xiangqi, or Chinese chess"


async def test_a_tournament_says_its_name_and_when_it_begins() -> None:
    node = await a_node()
    [organiser] = await members(node, "Organiser")
    id_ = await announce(node, organiser, name="Cup of May")

    page = await told(node, f"/tournament/{id_}")

    assert page["og:title"] == "Cup of May"
    assert re.search(r"begins at \d{4}\.\d\d\.\d\d \d\d:\d\d UTC", page["og:description"])


async def test_a_game_of_masters_says_who_played_and_shows_the_ply() -> None:
    node = await a_node()

    page = await told(node, "/masters/2-1")
    picture = await fetched(node, "/masters/2-1.png")
    missing = {(await fetched(node, path)).status for path in MISSING_MASTERS}

    assert page["og:title"] == "Liu Dahua against Li Laiqun"
    assert "China Team Championship, 1993" in page["og:description"]
    assert page["og:image"] == "http://play.example/masters/2-1.png"
    assert read_png(picture.body)[1] != read_png(await BoardPictures().of(START))[1]
    assert missing == {HTTPStatus.NOT_FOUND}


async def test_tv_shows_the_game_that_is_on() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    off = await told(node, "/watch/tv")
    room = await a_game(red, black)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await black.ask("move", room=room, ply=1, text="h9g7")
    await node.settle()
    await (await node.guest()).ask("watch_boards", boards=["tv:top"])

    on = await told(node, "/watch/tv")

    assert off["og:title"] == "Xiangqi TV"
    assert re.fullmatch(r"TV: Guest \w+ against Guest \w+", on["og:title"])
    assert on["og:image"] == f"http://play.example/game/{room}.png"


async def test_a_game_that_is_not_there_has_the_preview_of_the_site() -> None:
    node = await a_node()

    page = await told(node, "/game/nosuchgame77")

    assert page["og:title"] == "Xiangqi, or Chinese chess"


async def test_a_browser_gets_the_page_that_everybody_gets() -> None:
    node = await a_node()

    shown = await fetched(node, "/", upgrade_insecure_requests="1")

    assert dict(shown.headers)["ETag"] == f'W/"{FILES.tree_hash}"'
    assert b'content="/preview.jpg"' in shown.body


async def test_a_preview_is_as_safe_as_the_page_that_everybody_gets() -> None:
    node = await a_node()
    shown = await fetched(node, "/", host="h", upgrade_insecure_requests="1")

    preview = await fetched(node, "/", host="h")

    assert preview.body != shown.body
    assert dict(preview.headers) == {
        name: text for name, text in shown.headers if name != "ETag"
    } | {"Content-Type": "text/html; charset=utf-8"}


@pytest.mark.parametrize("host", ["", 'a"b', "a b", "<x>"])
async def test_a_host_that_is_none_is_not_written_into_the_page(host: str) -> None:
    node = await a_node()

    assert b'content="/preview.jpg"' in (await fetched(node, "/", host=host)).body


def test_what_players_are_called_cannot_leave_its_place() -> None:
    page = b'<meta property="og:title" content="x"><title>x</title>'

    written = with_properties(page, {"og:title": '"><script>', "og:other": "y"})

    assert written == (
        b'<meta property="og:title" content="&quot;&gt;&lt;script&gt;"><title>x</title>'
    )


@pytest.mark.parametrize(
    ("method", "path", "wanted"),
    [
        ("GET", "/", True),
        ("HEAD", "/game/abcd", True),
        ("GET", "/a/0/x.js", False),
        ("PUT", "/", False),
    ],
)
def test_only_pages_have_previews(method: str, path: str, wanted: bool) -> None:
    assert wants_preview(Request(method, path, {})) is wanted
