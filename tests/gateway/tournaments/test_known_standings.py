"""Standings are worked out once for each state of a tournament, whoever asks for them."""

import asyncio
from dataclasses import replace

from msgspec.structs import replace as with_fields

from tests.support.arenas import START_MS, a_plan, after, announced, settle
from tests.support.gateways import a_node
from tests.support.tournament_peers import announce, members
from xiangqi_server.aggregates.tournaments.kind import TOURNAMENT
from xiangqi_server.aggregates.tournaments.messages import WakeTournament
from xiangqi_server.aggregates.tournaments.plan import SwissFormat
from xiangqi_server.aggregates.tournaments.results.standings import standings_of
from xiangqi_server.gateway.tournaments.known_standings import MOST, KnownStandings
from xiangqi_server.kernel.host.view import key


async def test_who_asks_for_a_tournament_that_nobody_watches_gets_the_standings_there_are() -> None:
    node, known = await a_node(), KnownStandings()
    (ann,) = await members(node, "Ann")
    cup = key(TOURNAMENT, await announce(node, ann))

    first = await known.of((await node.host.view(cup)).state)
    await ann.ask("enter_tournament", tournament=cup.id)
    entered = await known.of((await node.host.view(cup)).state)
    again = await known.of((await node.host.view(cup)).state)

    assert first.order == ()
    assert [entrant.player for entrant in entered.order] == [ann.player]
    assert again is entered


async def test_strangers_choose_what_is_kept_and_not_how_much() -> None:
    known, first = KnownStandings(), announced(players=["player0000000001"])
    kept = await known.of(first)

    for number in range(MOST):
        await known.of(replace(first, id=f"other{number}"))

    again = await known.of(first)
    assert again is not kept
    assert again == standings_of(first)


async def test_others_are_served_while_the_standings_of_a_crowd_are_worked_out() -> None:
    rounds = 3
    cup = announced(with_fields(a_plan(), format=SwissFormat(rounds)), [f"p{n}" for n in range(40)])
    for _ in range(rounds):
        cup = after(cup, WakeTournament(), now_ms=cup.tick_at_ms or START_MS)
        for room, game in tuple(cup.games.items()):
            cup = after(cup, settle(room, game.red), now_ms=cup.changed_ms)
    known, served = KnownStandings(), 0
    asked = [asyncio.ensure_future(known.of(cup)) for _ in range(2)]

    while not all(one.done() for one in asked):
        served += 1
        await asyncio.sleep(0)

    first, other = [await one for one in asked]
    assert served > rounds
    assert first == standings_of(cup)
    assert first is other
