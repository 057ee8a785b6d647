"""How a player plays, as an operator asks for it, and nobody else may."""

import re

from tests.gateway.social.test_operators import an_operator
from tests.support.gateways import Node, Peer, a_game, a_node, have_named
from tests.support.virtual_time import pass_ms

MOVES = re.findall(
    "....", "a0a1a9a8a1a0a8a9a0a1a9a8a1a2a8a7b0c2b9c7h0g2h9g7i0i1i9i8g3g4g6g5c3c4c6c5e3e4e6e5"
)

TURN_MS = 1_000


async def a_rated_game(node: Node, red: Peer, black: Peer) -> str:
    """A game in which each move takes as long, until Black resigns."""
    room = await a_game(red, black, rated=True)
    async with node.running():
        for ply, move in enumerate(MOVES):
            await pass_ms(TURN_MS)
            answer = await (black if ply % 2 else red).ask("move", room=room, ply=ply, text=move)
            assert answer["type"] == "done", answer
    await black.ask("resign", room=room)
    await node.settle()
    return room


async def test_an_operator_sees_the_games_of_a_player_beside_others() -> None:
    node = await a_node()
    ann, ben, op = await node.guest(), await node.guest(), await an_operator(node)
    await have_named(node, ann, "Ann")
    await have_named(node, ben, "Ben")
    assert (await op.ask("fair_play", player=ann.player))["speed"] is None
    room = await a_rated_game(node, ann, ben)

    shown = await op.ask("fair_play", player=ann.player)

    assert (await ben.ask("fair_play", player=ann.player))["code"] == "not_allowed"
    assert (shown["speed"], shown["points"], shown["among"]) == ("rapid", 1500, 1)
    (game,) = shown["games"]
    assert (game["room"], game["side"], game["review"]) == (room, "red", "none")
    assert game["opponent"]["name"] == "Ben"
    spread, fast = game["figures"]
    assert (spread["name"], spread["percentile"], spread["among"]) == ("time_spread", None, 1)
    assert (spread["value"], fast["value"]) == (0, 0)
    other = await op.ask("fair_play", player=ann.player, speed="blitz")
    assert (other["speed"], other["games"]) == ("blitz", [])
