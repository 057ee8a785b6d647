"""Two who choose the dearest rulings they may: a worker has them, and the loop searches nothing.

That the loop searched nothing is held for every test, in `tests/conftest.py`.
"""

import pytest

from tests.strangers.actions import RULES
from tests.support.gateways import CLOCK, Message, Node, Peer, a_node
from tests.support.rooms import IDLE_LOOP
from xiangqi_server.game.rules.cxa.move_cache import SEARCHED

TOUR = (
    *("a0a1", "a9a8", "a1b1", "a8b8", "b1c1", "b8c8", "c1d1", "c8d8"),
    *("d1e1", "d8e8", "e1f1", "e8f8", "f1g1", "f8g8", "g1h1", "g8h8"),
)
"""Nothing is captured, and no position comes back."""


async def a_game_by(node: Node, rules: Message) -> tuple[tuple[Peer, Peer], str]:
    """Two players, and their room."""
    red, black = await node.guest(), await node.guest()
    terms = {"clock": CLOCK, "rules": rules}
    opened = await red.ask("invite", terms=terms, side="red")
    room = opened["room"]
    for peer in (red, black):
        await peer.ask("join", room=room)
    await black.ask("sit", room=room, seat_key=opened["seat_key"])
    return (red, black), room


async def play(players: tuple[Peer, Peer], room: str, moves: tuple[str, ...]) -> int:
    """Play as many of the moves as may be; the ply after them."""
    for ply, text in enumerate(moves):
        answer = await players[ply % 2].ask("move", room=room, ply=ply, text=text)
        if answer["type"] != "done":
            return ply
    return len(moves)


@pytest.mark.parametrize("moves", [TOUR, IDLE_LOOP * 2, (*TOUR[:12], "f1e1", "f8e8", "e1f1")])
@pytest.mark.parametrize("rules", RULES)
async def test_whatever_is_played_and_taken_back_is_searched_by_a_worker(
    rules: Message, moves: tuple[str, ...]
) -> None:
    node, before = await a_node(), SEARCHED.positions
    players, room = await a_game_by(node, rules)
    ply = await play(players, room, moves)
    for _ in range(2):
        mover, other = players[(ply - 1) % 2], players[ply % 2]
        await mover.ask("offer", room=room, what="takeback", ply=ply)
        await other.ask("accept", room=room, what="takeback")
        await mover.ask("move", room=room, ply=ply - 1, text=moves[ply - 1])

    is_asked = rules["name"] == "cxa" and (moves is not TOUR or "nine_rounds" in rules)

    assert SEARCHED.positions == before
    assert (node.worker.asked > 0) >= is_asked
