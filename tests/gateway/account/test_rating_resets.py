"""A rating that its player resets, as a connection meets it."""

from tests.support.gateways import Peer, a_node
from tests.support.tournament_peers import announce, members
from tests.support.virtual_time import pass_ms, store_ms

TERMS = {"clock": {"type": "correspondence", "days": 3}, "rated": True}


async def a_rated_game(red: Peer, black: Peer) -> str:
    """A rated game of three plies, in which it is Black's turn."""
    answer = await red.ask("invite", terms=TERMS, side="red")
    room = str(answer["room"])
    for one in (red, black):
        await one.ask("join", room=room)
    await black.ask("sit", room=room, seat_key=answer["seat_key"])
    await pass_ms(300)
    for ply, (one, move) in enumerate(((red, "h2e2"), (black, "h9g7"), (red, "h0g2"))):
        await one.ask("move", room=room, ply=ply, text=move)
    return room


async def test_a_rating_begins_anew_once_the_game_and_the_tournament_are_over() -> None:
    node = await a_node()
    async with node.running():
        ann, bea = await members(node, "Ann", "Bea")
        room = await a_rated_game(ann, bea)
        during = await bea.ask("reset_rating", speed="correspondence")
        await bea.ask("resign", room=room)
        await pass_ms(500)
        cup = await announce(node, ann, in_ms=60_000)
        await bea.ask("enter_tournament", tournament=cup)
        await pass_ms(100)
        entered = await bea.ask("reset_rating", speed="correspondence")
        await bea.ask("leave_tournament", tournament=cup)
        await pass_ms(100)
        (lost,) = (await ann.ask("ratings", player=bea.player))["ratings"]

        done = await bea.ask("reset_rating", speed="correspondence")
        again = await bea.ask("reset_rating", speed="correspondence")
        (shown,) = (await ann.ask("ratings", player=bea.player))["ratings"]

    assert [during["code"], entered["code"]] == ["rating_in_use", "rating_in_use"]
    assert [done["type"], again["code"]] == ["done", "reset_too_soon"]
    assert lost["points"] < 1500
    assert lost["resets"] == []
    (reset_ms,) = shown["resets"]
    assert 0 <= store_ms() - reset_ms < 1_000
    assert (shown["points"], shown["deviation"], shown["provisional"]) == (1500, 350, True)
    assert (shown["games"], shown["lost"]) == (1, 1)
