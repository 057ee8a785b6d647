"""A game with a delay leaks nothing: every byte at every exit, over a failover of its store.

Nobody but the players may learn of a move before its time, whatever is asked and on whatever way,
at either node. What a stranger may look at is taken from the table of messages and their addresses,
so a new one is among it. The game belongs to a tournament, and one who follows it is a friend.
"""

import random
from collections.abc import AsyncIterator, Mapping
from typing import Final

import pytest

from tests.gateway.test_promotion import RoomsApart
from tests.strangers.actions import ACTIONS, Choice, Known
from tests.support.gateways import Message, Node, Peer, a_node
from tests.support.pages import Pages
from tests.support.programs import Program
from tests.support.tournament_peers import announce, members, until
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.api.policy import POLICY
from xiangqi_server.api.policy_row import Role, Route
from xiangqi_server.api.store_costs import NOTHING
from xiangqi_server.game.rules.board.encoding import move_from_uci
from xiangqi_server.game.rules.board.fen import write_board_and_side
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.game.notation import Notation, write_move
from xiangqi_server.wire import client as wire
from xiangqi_server.wire.client import ClientMessage

DELAY_MS: Final = 60_000
THINK_MS: Final = 8_000
AWAY_MS: Final = 4_000
CLOCK: Final[Message] = {"type": "fischer", "main_ms": 600_000, "increment_ms": 2_000}
MOVES: Final = (*("h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "g6g5", "h0h6", "h7i7", "i3i4", "g7h5"),)
"""None is of the signs of a digest alone, in which it would stand by chance."""
AWAY_AT: Final = 4
"""At this ply the primary dies and a replica takes its place."""
KNOW_NO_GAME: Final = (wire.Hello, wire.Pong, wire.Lesson, wire.Line, wire.JudgeLine)
"""They answer with what the asker has sent, or not at all."""

TELL_MOVES: Final = {
    *("followed", "join", "export", "log", "live_games", "watch_boards", "picture"),
    *("GET game", "GET game_stream", "GET live_games"),
    *("GET tv", "GET boards", "GET boards_stream"),
}
"""What has told moves in their time, at least: this test looks where there is something to see."""

Traces = list[tuple[int, tuple[str, ...]]]
"""For each move when it was stored, and the texts that would betray it."""
Found = tuple[str, str]
"""Where something was asked, and all that came."""


def traces_of_moves() -> list[tuple[str, ...]]:
    """For each move its texts in every notation, and the board after it."""
    game, found = Game.start(), []
    for uci in MOVES:
        move = move_from_uci(uci)
        texts = [write_move(game.position, move, notation) for notation in Notation]
        game = game.play(move)
        found.append((*texts, write_board_and_side(game.position).split()[0]))
    return found


def told(text: str, traces: Traces, *, early: bool) -> list[str]:
    """Of the moves that are not to be told yet, or of the others, those that a text betrays."""
    since_ms = store_ms() - DELAY_MS
    return [
        one for at_ms, all_ in traces if (at_ms > since_ms) is early for one in all_ if one in text
    ]


def address(route: Route, values: Mapping[str, str]) -> str:
    """The address of a route, with all that is known to be asked there."""
    query = "&".join(f"{name}={values[of]}" for name, of in route.query.items() if of in values)
    return route.path.format_map(values) + (f"?{query}" if query else "")


class Stranger:
    """Somebody who wants to know of a game, at one node, and asks for all there is."""

    def __init__(self, node: Node, room: str, cup: str, players: list[Peer]) -> None:
        self._node = node
        self._pages = Pages(node)
        self._program = Program(node)
        self._room = room
        self._cup = cup
        known = Known([room], [peer.player for peer in players], ["Ann", "Bea"], tournaments=[cup])
        self._choice = Choice(random.Random(1), known)
        self._choice.rush = room
        self._values = {
            "room": room,
            "game": room,
            "tournament": cup,
            "player": players[0].player,
            "name": "Ann",
            "prefix": "An",
            "speed": "rapid",
            "of": "now",
            "boards": f"room:{room},tv:top,tv:tournament,player:{players[1].player}",
        }

    async def follow(self, friend: str) -> list[Peer]:
        """All that is followed from the start, each on a way of its own."""
        watcher, reader, fan, visitor = [await self._node.guest() for _ in range(4)]
        await watcher.ask("join", room=self._room)
        await reader.ask("watch_boards", boards=[*self._values["boards"].split(",")])
        await fan.ask("friend", player=friend)
        await fan.ask("watch_boards")
        await visitor.ask("watch_lobby")
        await visitor.ask("watch_tournament", tournament=self._cup)
        streams = [
            await self._program.follow(address(route, self._values))
            for row in POLICY.values()
            for route in row.http
            if route.is_stream
        ]
        return [watcher, reader, fan, visitor, *streams]

    async def looks(self) -> AsyncIterator[Found]:
        """All messages that look, each on a connection of its own."""
        for kind, row in POLICY.items():
            if kind in KNOW_NO_GAME or row.adds != NOTHING:
                continue
            peer = await self._node.guest()
            if row.role >= Role.SPECTATOR:
                await peer.ask("join", room=self._room)
            name = _name(kind)
            await peer.ask(name, **ACTIONS[name](self._choice))
            yield name, str(peer.heard)
            peer.hang_up()

    async def reads(self) -> AsyncIterator[Found]:
        """All addresses for programs."""
        for kind, row in POLICY.items():
            for route in () if kind in KNOW_NO_GAME else row.http:
                target = address(route, self._values)
                if route.is_stream:
                    stream = await self._program.follow(target)
                    yield f"GET {route.name}", str(stream.heard)
                    stream.hang_up()
                else:
                    answer = await self._program.ask(target)
                    yield f"GET {route.name}", f"{answer.headers}{answer.body.decode()}"

    async def fetches(self) -> AsyncIterator[Found]:
        """All files and pages, and the pictures of all plies."""
        room, cup = self._room, self._cup
        files = [f"/game/{room}.pgn?notation={form}" for form in ("wxf", "iccs", "uci", "chinese")]
        files += [f"/game/{room}.pgn?evals=1", f"/game/{room}.log", f"/game/{room}.log?until=9"]
        files += [f"/tournament/{cup}.{form}" for form in ("log", "pgn", "trf", "json", "csv")]
        pages = [f"/game/{room}", *(f"/game/{room}?ply={ply}" for ply in range(len(MOVES) + 1))]
        pages += [f"/tournament/{cup}", f"/tournament/{cup}/hall", "/player/Ann", "/watch/tv"]
        pages += ["/", f"/embed/game/{room}", "/embed/tv", f"/review/{room}"]
        for path in (*files, *pages):
            answer = await self._pages.fetch(path)
            yield path, f"{answer.headers}{answer.body.decode()}"
        for ply in (None, *range(len(MOVES) + 1)):
            yield "picture", str(await self._node.gateway.previews.shown(room, ply))

    async def all(self) -> list[Found]:
        """All that a stranger can ask for just now."""
        ways = (self.looks(), self.reads(), self.fetches())
        return [found for way in ways async for found in way]


def _name(kind: type[ClientMessage]) -> str:
    return str(kind.__struct_config__.tag)


async def a_cup_game(near: Node, far: Node) -> tuple[str, str, Peer, Peer]:
    """A game of a tournament, of players at both nodes: the tournament, the game, Red and Black."""
    (ann,), (bea,) = await members(near, "Ann"), await members(far, "Bea")
    terms = {"clock": CLOCK, "delay_ms": DELAY_MS}
    cup = await announce(near, ann, terms=terms)
    for peer in (ann, bea):
        await peer.ask("enter_tournament", tournament=cup)
    room = str((await until(ann, "game_opened"))["room"])
    for peer in (ann, bea):
        await peer.ask("join", room=room)
        await peer.ask("ready", room=room)
    is_red = ann.told("room")[-1]["you"] == "red"
    return (cup, room, ann, bea) if is_red else (cup, room, bea, ann)


@pytest.mark.parametrize("lead_ms", [0, 3_000, -3_000])
async def test_no_byte_of_a_move_leaves_before_its_time_at_any_exit_even_over_a_failover(
    lead_ms: int,
) -> None:
    store = RoomsApart()
    near, far = await a_node(store), await a_node(store, "m")
    async with near.running(), far.running():
        await pass_ms(11_000)
        cup, room, *players = await a_cup_game(near, far)
        strangers = [Stranger(node, room, cup, players) for node in (near, far)]
        following = [peer for one in strangers for peer in await one.follow(players[0].player)]
        traces: Traces = []
        early: list[Found] = []
        in_time: set[str] = set()
        for ply, texts in enumerate(traces_of_moves()):
            if ply == AWAY_AT:
                store.away = {0}
                await pass_ms(AWAY_MS)
                store.promote(0, lead_ms)
            await pass_ms(THINK_MS)
            answer = await players[ply % 2].ask("move", room=room, ply=ply, text=MOVES[ply])
            assert answer["type"] == "done", answer
            traces.append((store_ms(), (*texts, answer["digest"])))
            await pass_ms(1_000)
            seen = [("followed", str(peer.heard)) for peer in following]
            for stranger in strangers:
                seen += await stranger.all()
            for where, text in seen:
                early += [(where, one) for one in told(text, traces, early=True)]
                in_time |= {where for _ in told(text, traces, early=False)}
        await pass_ms(DELAY_MS + AWAY_MS)
        heard = str(following[0].heard)

    assert early == []
    assert [uci for uci in MOVES if uci in heard] == list(MOVES)
    assert in_time >= TELL_MOVES
