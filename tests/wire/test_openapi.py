"""`openapi.json` is what OpenAPI asks for, and what is answered is what it tells."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from tests.support.gateways import Node, a_game, a_node, have_named
from tests.support.programs import Program
from tests.tools.openapi import PATH
from xiangqi_server.aggregates.players.devices import Scope
from xiangqi_server.api.http_routes import ROUTES
from xiangqi_server.api.policy import POLICY
from xiangqi_server.api.policy_row import Role, Route
from xiangqi_server.wire.client import ClientMessage

DOCUMENT: dict[str, Any] = json.loads(PATH.read_text())
OF_SOME_TOURNAMENTS = ("tournament_bracket", "tournament_teams")
"""Not of a Swiss one."""
NAMES = [route.name for _, route in ROUTES]


def told_by(route: Route, status: str = "200") -> Draft202012Validator:
    """Holds an answer against what is told of it."""
    answer = DOCUMENT["paths"][route.path]["get"]["responses"][status]
    schema = answer["content"]["application/json"]["schema"]
    return Draft202012Validator({**schema, "components": DOCUMENT["components"]})


async def a_node_with_all_there_is(node: Node) -> dict[str, str]:
    """A game and a tournament on a node; what stands for the fields of the addresses."""
    red, black = await node.guest(), await node.guest()
    for peer, name in ((red, "Anna"), (black, "Ben")):
        await peer.ask("sign_up", name=name, password="a long enough one")
        await have_named(node, peer, name)
    over = await a_game(red, black)
    await red.ask("move", room=over, ply=0, text="h2e2")
    await black.ask("resign", room=over)
    going_on = await a_game(red, black)
    plan = {
        "name": "A cup",
        "format": {"type": "swiss", "rounds": 3},
        "terms": {"clock": {"type": "fischer", "main_ms": 300_000, "increment_ms": 3_000}},
        "starts_ms": node.clock.now_ms() + 3_600_000,
    }
    cup = await red.ask("announce_tournament", plan=plan)
    await red.ask("enter_tournament", tournament=cup["tournament"])
    await node.settle()
    return {
        "room": going_on,
        "over": over,
        "player": red.player,
        "tournament": cup["tournament"],
        "speed": "rapid",
        "token": red.token,
    }


def test_it_is_openapi() -> None:
    validate(DOCUMENT)

    assert DOCUMENT["openapi"] == "3.1.0"


@pytest.mark.parametrize(("asks", "route"), ROUTES, ids=NAMES)
def test_an_address_only_looks_and_has_the_fields_of_its_message(
    asks: type[ClientMessage], route: Route
) -> None:
    row = POLICY[asks]
    told = {one["name"] for one in DOCUMENT["paths"][route.path]["get"]["parameters"]}
    fields = {*route.fields, *route.query.values()}

    assert (row.scope, row.role) == (Scope.READ, Role.WELCOMED)
    assert not row.starts_game
    assert not row.says_words
    assert not row.stores_sender
    assert fields <= set(asks.__struct_fields__)
    assert told == {*route.fields, *route.query}


async def test_what_is_answered_is_what_is_told_of_every_address() -> None:
    node = await a_node()
    known = await a_node_with_all_there_is(node)
    query = {"player_by_name": "?name=Anna", "find_players": "?prefix=a"}
    answered = {}
    for _, route in ROUTES:
        if not route.is_stream and route.name not in OF_SOME_TOURNAMENTS:
            names = {**known, "room": known["over"]} if route.name == "review" else known
            target = route.path.format(**names) + query.get(route.name, "")
            shown = {} if route.name == "review" else {"authorization": f"Bearer {known['token']}"}
            told = await Program(node).read(target, **shown)  # a player of a game sees no review
            told_by(route).validate(told)
            answered[route.name] = told["type"]
            assert "id" not in told

    assert answered == {
        route.name: route.answer.__struct_config__.tag
        for _, route in ROUTES
        if route.name in answered
    }
    over = await Program(node).read(f"/api/game/{known['over']}")
    told_by(ROUTES[0][1]).validate(over)


@pytest.mark.parametrize(("asks", "route"), ROUTES, ids=NAMES)
def test_a_list_can_be_asked_to_its_end_and_games_by_all_there_is(
    asks: type[ClientMessage], route: Route
) -> None:
    asked = {*route.fields, *route.query.values()}
    fields = set(asks.__struct_fields__) - {"id"}

    assert ("after" in asked) is ("after" in fields)
    assert route.name != "games" or asked == fields


@pytest.mark.parametrize("name", OF_SOME_TOURNAMENTS)
async def test_what_a_tournament_does_not_have_is_refused_as_it_is_told(name: str) -> None:
    node = await a_node()
    known = await a_node_with_all_there_is(node)
    (route,) = (route for _, route in ROUTES if route.name == name)

    answer = await Program(node).ask(route.path.format(**known))

    assert (answer.status, dict(answer.headers).get("Allow")) == (403, None)
    told_by(route, str(answer.status)).validate(json.loads(answer.body))


async def test_an_error_is_what_is_told_of_errors() -> None:
    node = await a_node()

    told = await Program(node).read("/api/game/nosuchroom")

    told_by(ROUTES[0][1], "404").validate(told)
    with pytest.raises(Exception, match="required property"):
        told_by(ROUTES[0][1]).validate(told)
