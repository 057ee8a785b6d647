"""Standings are worked out once for each state of a tournament, whoever asks for them."""

from dataclasses import replace

from server.gateway.tournaments.known_standings import MOST, KnownStandings
from server.host.view import key
from server.tournaments.kind import TOURNAMENT
from server.tournaments.standings import standings_of
from tests.support.arenas import announced
from tests.support.gateways import a_node
from tests.support.tournament_peers import announce, members


async def test_who_asks_for_a_tournament_that_nobody_watches_gets_the_standings_there_are() -> None:
    node, known = await a_node(), KnownStandings()
    (ann,) = await members(node, "Ann")
    cup = key(TOURNAMENT, await announce(node, ann))

    first = known.of((await node.host.view(cup)).state)
    await ann.ask("enter_tournament", tournament=cup.id)
    entered = known.of((await node.host.view(cup)).state)
    again = known.of((await node.host.view(cup)).state)

    assert first.order == ()
    assert [entrant.player for entrant in entered.order] == [ann.player]
    assert again is entered


def test_strangers_choose_what_is_kept_and_not_how_much() -> None:
    known, first = KnownStandings(), announced(players=["player0000000001"])
    kept = known.of(first)

    for number in range(MOST):
        known.of(replace(first, id=f"other{number}"))

    assert known.of(first) is not kept
    assert known.of(first) == standings_of(first)
