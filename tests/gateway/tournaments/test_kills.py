"""Tournaments whose nodes are killed again and again: every pair has one room, every result counts.

In virtual time, on two nodes and one store. Nodes die between an append and its effects, between
the last result and the end of a round, and both at once; answers and finished effects get lost.
"""

import random
from typing import Any, cast

import pytest

from tests.support.gateways import Node, Peer, a_node
from tests.support.memory_store import MemoryStore
from tests.support.tournament_peers import announce, members
from tests.support.two_nodes import die
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.messages import Ended, Opened, PlayMove, Ready, Resign
from xiangqi_server.aggregates.room.terms import Seats
from xiangqi_server.aggregates.tournaments.kind import TOURNAMENT
from xiangqi_server.aggregates.tournaments.messages import (
    ArenaPaired,
    GameSettled,
    MatchesPaired,
    MatchGame,
    PairedGame,
    RoundOver,
    RoundPaired,
    TournamentEvent,
    TournamentFinished,
)
from xiangqi_server.kernel.host.journal import read_fact
from xiangqi_server.kernel.host.view import key
from xiangqi_server.kernel.store.port import StoreUnavailable

EVERY_TURNS = 7
"""In each of these a node is killed; in others by chance. Ids of rooms, which differ with the tests
before, decide how long a tournament is, and chance alone killed too few in a short one."""
NAMES = ("Ann", "Ben", "Cai", "Dan", "Eva", "Fay", "Gus", "Hoa")


class Scene:
    """Two nodes on one store, their players, and what is done to them."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.store = MemoryStore(store_ms)
        self.nodes: list[Node] = []
        self.tokens: list[str] = []
        self.peers: list[Peer] = []
        self.turns = 0
        self.kills = 0

    async def begin(self, **plan: Any) -> str:
        """Start both nodes, and announce a tournament that everybody enters."""
        await self.start()
        await self.start()
        peers = await members(self.nodes[0], *NAMES)
        self.tokens = [peer.token for peer in peers]
        cup = await announce(self.nodes[0], peers[0], **plan)
        are_teams = "teams" in plan["format"]
        for number, peer in enumerate(peers):
            team = number % 2 if are_teams else None
            entered = await peer.ask("enter_tournament", tournament=cup, team=team)
            assert entered["type"] == "done"
        self.peers = peers
        return cup

    async def start(self) -> None:
        """One more node."""
        node = await a_node(self.store, f"n{len(self.nodes) + self.kills}")
        node.go_on()
        self.nodes.append(node)

    async def kill(self, node: Node) -> None:
        """A node is gone; another takes its place, and its players come back to either."""
        self.kills += 1
        await die(node)
        await node.stand_still()
        self.nodes.remove(node)
        await self.start()

    async def return_all(self) -> None:
        """Everybody whose connection was to a node that is gone has another one."""
        for number, peer in enumerate(self.peers):
            if peer.node not in self.nodes:
                node = self.chance.choice(self.nodes)
                self.peers[number] = await node.guest(token=self.tokens[number])

    async def play_on(self, cup: str) -> bool:
        """Play some of the games that are open, by any node; False when the tournament is over."""
        node = self.chance.choice(self.nodes)
        try:
            state = (await node.host.view(key(TOURNAMENT, cup), anew=True)).state
        except StoreUnavailable:  # an answer was lost: the node looks for its store
            return True
        for room, game in sorted(state.games.items()):
            if self.chance.random() < 0.3:
                loser = self.chance.choice([game.red, game.black])
                for command in (
                    Ready(game.red),
                    Ready(game.black),
                    PlayMove(game.red, 0, "h2e2"),
                    PlayMove(game.black, 1, "h9g7"),
                    Resign(loser),
                ):
                    now_ms = node.clock.now_ms()
                    node.host.submit(key(ROOM, room), command, arrived_ms=now_ms)
        return not state.ended_ms

    async def harm(self) -> None:
        """Do something to a node, or to both."""
        node = self.chance.choice(self.nodes)
        what = self.chance.random()
        self.turns += 1
        if what < 0.08 or self.turns % EVERY_TURNS == 0:
            await self.kill(node)
        elif what < 0.11:
            for one in tuple(self.nodes):
                await self.kill(one)
        elif what < 0.3:
            node.store.finishes_to_lose += 2
        elif what < 0.4:
            node.store.answers_to_lose += 1
        await self.return_all()

    async def log_of(self, cup: str) -> list[TournamentEvent]:
        """The events of the tournament, as stored."""
        events = await self.store.read(key(TOURNAMENT, cup), 0)
        return [cast("TournamentEvent", read_fact(TOURNAMENT, one.body).event) for one in events]

    async def room_log(self, room: str) -> list[object]:
        """The events of a room, as stored."""
        return [
            read_fact(ROOM, one.body).event for one in await self.store.read(key(ROOM, room), 0)
        ]


async def hold_the_laws(scene: Scene, cup: str) -> list[TournamentEvent]:
    """Every pair has exactly one room, every result counts once; the events."""
    events = await scene.log_of(cup)
    playing: dict[str, PairedGame | MatchGame] = {}
    settled: set[str] = set()
    for event in events:
        if isinstance(event, ArenaPaired | RoundPaired | MatchesPaired):
            for game in event.games:
                assert game.room not in settled | playing.keys()
                busy = {who for one in playing.values() for who in (one.red, one.black)}
                assert not {game.red, game.black} & busy
                playing[game.room] = game
                opened = [e for e in await scene.room_log(game.room) if isinstance(e, Opened)]
                assert [one.seats for one in opened] == [Seats(game.red, game.black)]
        elif isinstance(event, GameSettled):
            over = playing.pop(event.room)
            settled.add(event.room)
            (ended,) = [e for e in await scene.room_log(event.room) if isinstance(e, Ended)]
            winner = None if ended.winner is None else (over.red, over.black)[ended.winner]
            assert event.winner == winner
        elif isinstance(event, RoundOver):
            assert not playing
    assert isinstance(events[-1], TournamentFinished)
    return events


async def played_out(scene: Scene, cup: str) -> list[TournamentEvent]:
    """The events of a tournament that was played, while nodes were harmed, and held to the laws."""
    for _ in range(600):
        await pass_ms(1_000)
        await scene.harm()
        if not await scene.play_on(cup):
            break
    return await hold_the_laws(scene, cup)


@pytest.mark.parametrize("seed", range(2))
async def test_a_swiss_tournament_loses_nothing(seed: int) -> None:
    scene = Scene(seed)
    cup = await scene.begin(format={"type": "swiss", "rounds": 5, "break_s": 5})

    events = await played_out(scene, cup)

    rounds = [event for event in events if isinstance(event, RoundPaired)]
    assert [event.round for event in rounds] == [1, 2, 3, 4, 5]
    assert all(len(event.games) == 4 for event in rounds)
    assert sum(isinstance(event, GameSettled) for event in events) == 20
    assert scene.kills > 3


@pytest.mark.parametrize("seed", range(2))
async def test_an_arena_loses_nothing(seed: int) -> None:
    scene = Scene(seed)
    cup = await scene.begin(format={"type": "arena", "minutes": 5})

    events = await played_out(scene, cup)

    assert sum(isinstance(event, GameSettled) for event in events) > 20
    assert scene.kills > 3


@pytest.mark.parametrize("seed", range(2))
async def test_a_knockout_loses_nothing(seed: int) -> None:
    scene = Scene(seed)
    cup = await scene.begin(format={"type": "knockout", "games": 2})

    events = await played_out(scene, cup)

    matches = {
        game.match for event in events if isinstance(event, MatchesPaired) for game in event.games
    }
    assert matches == set(range(8))
    assert scene.kills > 3


async def test_matches_of_teams_lose_nothing() -> None:
    scene = Scene(1)
    format_ = {"type": "team_robin", "teams": ["East", "West"], "double": True, "break_s": 5}
    cup = await scene.begin(format=format_)

    events = await played_out(scene, cup)

    assert [len(one.games) for one in events if isinstance(one, RoundPaired)] == [4, 4]
    assert sum(isinstance(event, GameSettled) for event in events) == 8
    assert scene.kills > 0
