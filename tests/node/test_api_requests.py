"""Programs ask by plain HTTP: JSON with a tag, errors with a code, the limits of everybody."""

import json
from http import HTTPStatus

import pytest

from tests.support.gateways import Node, Peer, a_game, a_node, have_named
from tests.support.programs import ADDRESS, Program, code_of
from xiangqi_server.api.http_routes import READ_FILE, ROUTES
from xiangqi_server.api.rate_limits import Charge
from xiangqi_server.gateway.connection.limits.rate_limits import PLAYER_RATES

OWN_PAGE = "https://games.example"


async def a_finished_game(node: Node, **terms: object) -> tuple[str, Peer, Peer]:
    """A game that Black gave up after two moves, between players with names."""
    red, black = await node.guest(), await node.guest()
    await have_named(node, red, "Anna")
    await black.ask("sign_up", name="Bảo", password="a long enough one")
    room = await a_game(red, black, **terms)
    for ply, text in enumerate(("h2e2", "h9g7")):
        await (black if ply % 2 else red).ask("move", room=room, ply=ply, text=text)
    await black.ask("resign", room=room)
    await node.settle()
    return room, red, black


async def test_a_game_is_what_a_spectator_is_shown() -> None:
    node = await a_node()
    room, red, _ = await a_finished_game(node)
    watcher = await node.guest()
    await watcher.ask("join", room=room)

    told = await Program(node).read(f"/api/game/{room}")

    assert told == {**watcher.told("room")[0], "spectators": told["spectators"]}
    assert (told["red"]["player"], told["outcome"]["winner"]) == (red.player, "red")


async def test_games_players_and_lists_are_what_the_socket_tells_without_an_id() -> None:
    node = await a_node()
    room, red, black = await a_finished_game(node)
    going_on = await a_game(red, black)
    asked = {
        f"/api/games?player={red.player}&result=won": (
            "games",
            {"player": red.player, "result": "won"},
        ),
        "/api/live?order=newest": ("live_games", {"order": "newest"}),
        f"/api/player/{black.player}": ("profile", {"player": black.player}),
        "/api/player?name=B%E1%BA%A3o": ("profile", {"name": "Bảo"}),
        f"/api/player/{red.player}/ratings": ("ratings", {"player": red.player}),
        f"/api/player/{red.player}/history/rapid": (
            "rating_history",
            {"player": red.player, "speed": "rapid"},
        ),
        "/api/players?prefix=an": ("find_players", {"prefix": "an"}),
        "/api/leaderboard/rapid": ("leaderboard", {"speed": "rapid"}),
        "/api/ladder": ("ladder", {}),
        "/api/tournaments?of=soon": ("tournaments", {"of": "soon"}),
    }
    for target, (kind, fields) in asked.items():
        told = await Program(node).read(target)
        by_socket = await (await node.guest()).ask(kind, **fields)

        by_socket.pop("id")
        assert told == by_socket, target
    assert (await Program(node).read("/api/games"))["rows"][0]["room"] == room
    assert (await Program(node).read("/api/live?order=newest"))["rows"][0]["room"] == going_on


async def test_what_has_not_changed_is_told_without_its_bytes() -> None:
    node = await a_node()
    room, *_ = await a_finished_game(node)
    program = Program(node)

    first = await program.ask(f"/api/game/{room}")
    tag = dict(first.headers)["ETag"]
    again = await program.ask(f"/api/game/{room}", if_none_match=f'"other", W/{tag}')
    changed = await program.ask(f"/api/game/{room}", if_none_match='"other"')
    any_will_do = await program.ask(f"/api/game/{room}", if_none_match="*")
    missing = await program.ask("/api/game/nowherenowhe", if_none_match="*")

    assert (again.status, again.body, dict(again.headers)["ETag"]) == (304, b"", tag)
    assert (changed.status, changed.body) == (HTTPStatus.OK, first.body)
    assert (any_will_do.status, any_will_do.body) == (304, b"")
    assert missing.status == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize(
    ("target", "status", "code"),
    [
        ("/api/", 404, "no_such_address"),
        ("/api/game", 404, "no_such_address"),
        ("/api/game/nosuchroom", 404, "no_such_room"),
        ("/api/game/nosuchroom/stream", 404, "no_such_room"),
        ("/api/game/%2e%2e", 400, "bad_message"),
        ("/api/player/aaaaaaaaaaaaaaaa", 404, "no_such_player"),
        ("/api/player", 400, "bad_message"),
        ("/api/tournament/nosuchcup", 404, "no_such_tournament"),
        ("/api/leaderboard/fast", 400, "bad_message"),
        ("/api/live?order=newest&order=rating", 400, "bad_message"),
        ("/api/live?follow=true", 400, "bad_message"),
        ("/api/games?from_ms=soon", 400, "bad_message"),
        ("/api/games?from_ms=1e5", 400, "bad_message"),
        ("/api/games?from_ms=5.0", 400, "bad_message"),
        ("/api/games?from_ms=05", 400, "bad_message"),
        ("/api/games?from_ms=null", 400, "bad_message"),
        ("/api/games?from_ms=" + "9" * 4_000, 400, "bad_message"),
        ("/api/games?rated=1", 400, "bad_message"),
        ("/api/games?rated=True", 400, "bad_message"),
        ("/api/players?prefix=a%", 400, "bad_message"),
        ("/api/players?prefix=%ff", 400, "bad_message"),
        ("/api/player/aaaaaaaaaaaaaaa%ff", 400, "bad_message"),
        ("/api/games?after=nowhere", 400, "bad_cursor"),
        ("/api/games?" + "&".join(f"a{n}=1" for n in range(40)), 400, "bad_message"),
        ("/api/my/games", 401, "token_required"),
    ],
)
async def test_an_error_has_a_status_and_a_code(target: str, status: int, code: str) -> None:
    node = await a_node()

    answer = await Program(node).ask(target)

    assert (answer.status, code_of(answer)) == (status, code)
    assert ("WWW-Authenticate" in dict(answer.headers)) is (status == 401)


async def test_numbers_and_truth_are_read_as_the_socket_reads_them() -> None:
    node = await a_node()
    program = Program(node)

    told = [
        await program.read("/api/games?from_ms=0&to_ms=5&rated=true"),
        await program.read("/api/games?from_ms=0&to_ms=9007199254740992&rated=false"),
        await program.read("/api/players?prefix=123"),
        await program.read("/api/players?prefix=true"),
    ]

    assert not any("code" in answer for answer in told)


async def test_an_error_is_worded_in_the_language_asked_for() -> None:
    node = await a_node()

    answer = await Program(node).ask("/api/game/nosuchroom", accept_language="vi, en;q=0.5")

    assert dict(answer.headers)["Content-Language"] == "vi"
    assert "ván" in json.loads(answer.body)["text"] or "phòng" in json.loads(answer.body)["text"]


@pytest.mark.parametrize("target", ["/api/games", "/api/openapi.json"])
async def test_nothing_but_looking_is_allowed(target: str) -> None:
    answer = await Program(await a_node()).ask(target, "DELETE")

    assert (answer.status, code_of(answer)) == (405, "not_allowed")
    assert dict(answer.headers)["Allow"] == "GET, HEAD, OPTIONS"


async def test_a_token_of_any_scope_tells_whose_games_are_meant() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)

    mine = await Program(node).read("/api/my/games", authorization=f"bearer {red.token}")

    assert [(one["room"], one["you"]) for one in mine["rows"]] == [(room, "red")]


@pytest.mark.parametrize(
    ("shown", "code"),
    [
        ("Basic YTpi", "bad_token"),
        ("Bearer nonsense", "bad_token"),
        ("Bearer ", "bad_token"),
    ],
)
async def test_a_token_that_is_none_is_refused_even_where_none_is_needed(
    shown: str, code: str
) -> None:
    answer = await Program(await a_node()).ask("/api/games", authorization=shown)

    assert (answer.status, code_of(answer)) == (401, code)


async def test_an_address_without_a_token_may_ask_as_much_as_one_player() -> None:
    program = Program(await a_node())
    joins = PLAYER_RATES[Charge.JOIN]

    free = {(await program.ask("/api/live", address=ADDRESS)).status for _ in range(joins.burst)}
    late = await program.ask("/api/live", address=ADDRESS)
    elsewhere = await program.ask("/api/live", address="192.0.2.8")

    assert free == {HTTPStatus.OK}
    assert (late.status, code_of(late)) == (HTTPStatus.TOO_MANY_REQUESTS, "too_fast")
    assert dict(late.headers)["Retry-After"] == "1"
    assert 0 < json.loads(late.body)["retry_ms"] <= joins.every_ms
    assert elsewhere.status is HTTPStatus.OK


@pytest.mark.parametrize(
    ("target", "shown", "code"),
    [
        ("/api/x", {}, "no_such_address"),
        ("/api/games", {"authorization": "Basic YTpi"}, "bad_token"),
    ],
)
async def test_what_is_not_there_and_what_is_no_token_are_counted_as_well(
    target: str, shown: dict[str, str], code: str
) -> None:
    program = Program(await a_node())
    most = PLAYER_RATES[Charge.MESSAGE].burst

    codes = {code_of(await program.ask(target, address=ADDRESS, **shown)) for _ in range(most)}
    # what may be asked comes back meanwhile
    late = {code_of(await program.ask(target, address=ADDRESS, **shown)) for _ in range(most)}

    assert codes == {code}
    assert "too_fast" in late


async def test_who_changes_things_all_the_time_is_told_of_the_limit_and_not_of_the_method() -> None:
    program = Program(await a_node())
    most = 2 * PLAYER_RATES[Charge.MESSAGE].burst

    answers = [await program.ask("/api/games", "DELETE", address=ADDRESS) for _ in range(most)]

    told = {(answer.status, code_of(answer)) for answer in answers}
    assert told == {(405, "not_allowed"), (429, "too_fast")}


async def test_without_a_store_it_is_said_so() -> None:
    node = await a_node()
    node.store.is_away = True

    answer = await Program(node).ask("/api/game/anyroom")

    assert (answer.status, code_of(answer)) == (HTTPStatus.SERVICE_UNAVAILABLE, "unavailable")
    assert "Retry-After" in dict(answer.headers)


async def test_a_page_of_another_site_reads_only_what_the_operator_allows() -> None:
    node = await a_node()
    allowing = {
        "none": Program(node),
        "any": Program(node, frozenset({"*"})),
        "one": Program(node, frozenset({OWN_PAGE})),
    }

    asked = {
        name: dict((await program.ask("/api/live", "OPTIONS", origin=OWN_PAGE)).headers)
        for name, program in allowing.items()
    }
    told = {
        name: dict((await program.ask("/api/live", origin="https://evil.example")).headers)
        for name, program in allowing.items()
    }

    allowed = "Access-Control-Allow-Origin"
    assert {name: headers.get(allowed) for name, headers in asked.items()} == {
        "none": None,
        "any": "*",
        "one": OWN_PAGE,
    }
    assert {name: headers.get(allowed) for name, headers in told.items()} == {
        "none": None,
        "any": "*",
        "one": None,
    }
    assert not any("Access-Control-Allow-Credentials" in one for one in asked.values())


async def test_all_addresses_are_told() -> None:
    program = Program(await a_node())

    told = await program.read("/api/openapi.json")

    assert set(told["paths"]) == {READ_FILE, *(route.path for _, route in ROUTES)}
