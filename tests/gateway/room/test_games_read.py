"""What stays in a node of games that are over and are read: nothing but the game, and not for long.

Counted are the living objects; the gateway is real, the store is in memory.
"""

import gc
from collections import Counter
from typing import Final

from tests.support.gateways import Node, Peer, a_game, a_node
from tests.support.virtual_time import pass_ms
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.score import Score
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.game.move_line import LineOfPlay
from xiangqi_server.kernel.host.replicas import IDLE_MS, OVER_IDLE_MS
from xiangqi_server.kernel.host.view import key
from xiangqi_server.kernel.store.port import StoreAccess

GAMES: Final = 12
OPENING: Final = ("h2e2", "h9g7", "h0g2", "i9h9")
COUNTED: Final = (Game, LineOfPlay, Score)
SWEPT_MS: Final = 5_000


async def _games(node: Node, *, are_over: bool) -> tuple[list[str], list[Peer]]:
    """Rooms in which a few moves were played, each with its players."""
    rooms, everybody = [], []
    for _ in range(GAMES):
        players = [await node.guest() for _ in range(2)]
        room = await a_game(*players)
        for ply, text in enumerate(OPENING):
            await players[ply % 2].ask("move", room=room, ply=ply, text=text)
        if are_over:
            await players[0].ask("resign", room=room)
        rooms.append(room)
        everybody += players
    return rooms, everybody


def _living() -> Counter[type]:
    gc.collect()
    return Counter(type(one) for one in gc.get_objects() if type(one) in COUNTED)


async def test_games_that_were_read_leave_nothing_in_a_node() -> None:
    writer = await a_node()
    rooms, _ = await _games(writer, are_over=True)
    reader = await a_node(writer.store, "reader", access=StoreAccess.EXCLUSIVE)

    async with reader.running():
        stranger = await reader.guest()
        await pass_ms(IDLE_MS)
        before = _living()
        for room in rooms:
            await stranger.ask("join", room=room)
            await stranger.ask("leave", room=room)
        held, during = reader.host.held("room"), _living()
        await pass_ms(OVER_IDLE_MS + SWEPT_MS)

        assert (held, during[Game] - before[Game]) == (GAMES, GAMES)
        assert (reader.host.held("room"), _living()) == (0, before)


async def test_a_game_that_goes_on_is_held_longer_than_one_that_is_over() -> None:
    writer = await a_node()
    over, _ = await _games(writer, are_over=True)
    played, _ = await _games(writer, are_over=False)
    reader = await a_node(writer.store, "reader", access=StoreAccess.EXCLUSIVE)

    async with reader.running():
        for room in (*over, *played):
            await reader.host.view(key(ROOM, room))
        await pass_ms(OVER_IDLE_MS + SWEPT_MS)

        assert reader.host.held("room") == GAMES


async def test_changes_are_at_hand_of_a_game_that_goes_on_not_of_one_that_is_over() -> None:
    writer = await a_node()
    over, _ = await _games(writer, are_over=True)
    played, _ = await _games(writer, are_over=False)
    reader = await a_node(writer.store, "reader")

    views = [await reader.host.view(key(ROOM, room)) for room in (*over, *played)]

    kept = [len(view.trail) for view in views]
    assert kept == [0] * GAMES + [view.head.version for view in views[GAMES:]]


async def test_lines_of_games_that_are_read_share_their_texts() -> None:
    writer = await a_node()
    rooms, _ = await _games(writer, are_over=True)
    reader = await a_node(writer.store, "reader")

    views = [await reader.host.view(key(ROOM, room)) for room in rooms]

    lines = [line for view in views for line in view.state.score]
    texts = [text for line in lines for text in (line.uci, line.wxf, line.chinese)]
    assert len({id(text) for text in texts}) == len(set(texts)) == 3 * len(OPENING)
