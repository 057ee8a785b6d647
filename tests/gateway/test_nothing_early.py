"""A game with a delay leaks nothing: every byte at every exit, over a failover of its store.

Nobody but the players may learn of a move before its time, whatever is asked and on whatever way:
rooms, boards, lists, streams, files, previews and pictures.
"""

from collections.abc import AsyncIterator

from tests.gateway.test_promotion import RoomsApart
from tests.support.gateways import Node, Peer, a_game, a_node
from tests.support.programs import Program
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.game.rules.board.encoding import move_from_uci
from xiangqi_server.game.rules.board.fen import write_board_and_side
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.net.http.http import Request, Response

DELAY_MS = 60_000
THINK_MS = 8_000
AWAY_MS = 4_000
MOVES = ("h2e2", "h9g7", "h0g2", "i9h9", "b0c2", "c6c5", "i0h0", "b9c7", "g3g4", "a9a8")
AWAY_AT = 4
"""At this ply the primary dies and a replica takes its place."""


def traces() -> list[tuple[str, str]]:
    """For each move the texts that would betray it: its squares, and the board after it."""
    game, found = Game.start(), []
    for uci in MOVES:
        move = move_from_uci(uci)
        game = game.play(move)
        found.append((uci, write_board_and_side(game.position).split()[0]))
    return found


async def exits(node: Node, room: str) -> AsyncIterator[tuple[str, str]]:
    """All that a stranger can ask for just now, by where it was asked."""
    program, stranger = Program(node), await node.guest()
    for target in ("live", "tv", f"game/{room}", f"boards?boards=room:{room}", "games", "feed"):
        yield target, str((await program.ask(f"/api/{target}")).body)
    await stranger.ask("join", room=room)
    for kind in ("export", "log"):
        await stranger.ask(kind, room=room)
    await stranger.ask("watch_boards", boards=[f"room:{room}", "tv:top"])
    for order in ("rating", "watchers", "newest"):
        await stranger.ask("live_games", order=order)
    yield "socket", str(stranger.heard)
    stranger.hang_up()
    for name in ("pgn", "log"):
        answer = node.gateway.exports.answer(Request("GET", f"/game/{room}.{name}", {}))
        yield name, str(answer if isinstance(answer, Response | None) else await answer)
    yield "preview", str(await node.gateway.previews.game(room, None, "en"))
    yield "TV's preview", str(await node.gateway.previews.tv("en"))
    for ply in (None, *range(len(MOVES) + 1)):
        yield f"picture {ply}", str(await node.gateway.previews.shown(room, ply))


async def followers(node: Node, room: str, red: Peer) -> list[Peer]:
    """Those who follow the game from its start, each on a way of its own."""
    watcher, reader, program = await node.guest(), await node.guest(), Program(node)
    await watcher.ask("join", room=room)
    await reader.ask("watch_boards", boards=[f"room:{room}", "tv:top", f"player:{red.player}"])
    return [
        watcher,
        reader,
        await program.follow(f"/api/game/{room}/stream"),
        await program.follow(f"/api/boards/stream?boards=room:{room}"),
    ]


def told_early(text: str, stored_ms: list[int]) -> list[str]:
    """Of the moves that are not to be told yet, those that a text betrays."""
    since_ms = store_ms() - DELAY_MS
    return [
        trace
        for trace_of, at_ms in zip(traces(), stored_ms, strict=False)
        if at_ms > since_ms
        for trace in trace_of
        if trace in text
    ]


async def test_no_byte_of_a_move_leaves_before_its_time_at_any_exit_even_over_a_failover() -> None:
    store = RoomsApart()
    node = await a_node(store)
    red, black = await node.guest(), await node.guest()
    async with node.running():
        room = await a_game(red, black, delay_ms=DELAY_MS)
        await node.settle()
        following = await followers(node, room, red)
        stored_ms: list[int] = []
        early: list[tuple[str, list[str]]] = []
        for ply, text in enumerate(MOVES):
            if ply == AWAY_AT:
                store.away = {0}
                await pass_ms(AWAY_MS)
                store.promote(0, 0)
            await pass_ms(THINK_MS)
            answer = await (black if ply % 2 else red).ask("move", room=room, ply=ply, text=text)
            assert answer["type"] == "done", answer
            stored_ms.append(store_ms())
            await pass_ms(1_000)
            seen = [("followed", str(peer.heard)) for peer in following]
            seen += [found async for found in exits(node, room)]
            early += [
                (where, found) for where, all_ in seen if (found := told_early(all_, stored_ms))
            ]
        await pass_ms(DELAY_MS + AWAY_MS)
        late = [trace for trace, _ in traces() if trace in str(following[0].heard)]

    assert early == []
    assert late == list(MOVES)
