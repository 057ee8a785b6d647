"""Two real nodes on one real store: killed, drained, made deaf, and nobody loses anything."""

import asyncio
import signal
from collections.abc import Iterator
from contextlib import suppress

import pytest

from tests.support.clusters import Cluster, a_cluster
from tests.support.patience import PATIENCE_S
from tests.support.resilient_players import LOST, Game
from tests.support.server_process import ServerProcess
from tests.support.stores import RETRY_S
from tests.support.wire_client import WireClient, open_game, whole_room
from xiangqi_server.kernel.store.client.group_commit import GroupedConnection
from xiangqi_server.kernel.store.client.wires import wire_to

pytestmark = pytest.mark.system

CLOCK = {"type": "fischer", "main_ms": 600_000, "increment_ms": 0}
STOPPED_S = 2.5


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """The nodes and the store of all tests of this module."""
    with a_cluster(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster
        log = cluster.log()
    assert "Traceback" not in log


@pytest.fixture
def cluster(both: Cluster) -> Cluster:
    """The same, complete again."""
    both.complete()
    return both


async def a_game(red: WireClient, black: WireClient) -> str:
    """A game of people on different nodes; Red to move."""
    room = await open_game(red, black, {"clock": CLOCK})
    await red.expect("seated")
    return room


async def opened_at(node: ServerProcess, token: str | None = None) -> WireClient:
    """A client that was welcomed at a node."""
    client = WireClient(node.socket_url, token=token)
    await client.open()
    return client


async def games_on(north: ServerProcess, south: ServerProcess, count: int) -> list[Game]:
    """Games under way, the players of each on different nodes."""
    up = asyncio.Event()
    up.set()
    games = [Game(north.socket_url, 7 * number, up) for number in range(count)]
    for game in games:
        game.know(south.socket_url)
        await game.open()
    return games


async def check_all(games: list[Game], node: ServerProcess) -> None:
    """Hold what everybody saw against the logs."""
    for game in games:
        game.check(await whole_room(node.socket_url, game.red.room))
        assert len(game.red.acknowledged) > 3


async def test_a_killed_node_costs_a_reconnect_and_nobody_any_time(cluster: Cluster) -> None:
    north, south = cluster.north, cluster.south
    async with asyncio.timeout(PATIENCE_S):
        red, black = await opened_at(north), await opened_at(south)
        room = await a_game(red, black)
        await red.ask({"type": "move", "room": room, "ply": 0, "text": "h2e2"})
        await black.ask({"type": "move", "room": room, "ply": 1, "text": "h9g7"})
        await red.expect("moved", ply=1)
        await asyncio.sleep(1.2)  # so that the nodes have heard of each other

        north.kill()
        with suppress(*LOST):
            await red.receive()
        again = await opened_at(south, red.token)
        back_games = again.welcome["games"]
        await again.ask({"type": "join", "room": room})
        credit = await black.expect("time_credited")
        await again.ask({"type": "move", "room": room, "ply": 2, "text": "h0g2"})
        moved = await black.expect("moved", ply=2)

        assert [game["room"] for game in back_games] == [room]
        assert (credit["reason"], credit["side"]) == ("failover", "red")
        assert moved["spent_ms"] >= 1_000
        assert not [
            m
            for m in black.heard
            if m["type"] in ("disconnected", "room") and m.get("version", 0) > 5
        ]
        for one in (again, black):
            await one.close()


async def test_a_node_that_was_stopped_gives_the_time_back_before_it_takes_a_move(
    cluster: Cluster,
) -> None:
    async with asyncio.timeout(PATIENCE_S):
        red, black = await opened_at(cluster.north), await opened_at(cluster.south)
        room = await a_game(red, black)
        began_s = asyncio.get_running_loop().time()
        await red.ask({"type": "move", "room": room, "ply": 0, "text": "h2e2"})
        await black.expect("moved", ply=0)
        while not any(m["type"] == "game_opened" for m in black.heard):
            await black.receive()  # so that its node knows whose game it is

        cluster.south.signal(signal.SIGSTOP)
        try:
            reply = {"type": "move", "id": "m", "room": room, "ply": 1, "text": "h9g7"}
            await black.send(reply)
            await asyncio.sleep(STOPPED_S)
        finally:
            cluster.south.signal(signal.SIGCONT)
        await red.expect("moved", ply=1)
        took_ms = 1_000 * (asyncio.get_running_loop().time() - began_s)
        for one in (red, black):
            await one.close()

    told = [m for m in red.heard if m["type"] in ("moved", "time_credited")]
    credits_ms = [m["ms"] for m in told if m["type"] == "time_credited"]
    assert told[-1]["type"] == "moved"
    assert sum(credits_ms) >= 1_000 * STOPPED_S - told[-1]["spent_ms"]
    assert sum(credits_ms) >= 1_000 * STOPPED_S / 2
    assert told[-1]["spent_ms"] + sum(credits_ms) <= took_ms


async def test_two_who_wait_at_different_nodes_are_paired(cluster: Cluster) -> None:
    north, south = cluster.north, cluster.south
    async with asyncio.timeout(PATIENCE_S):
        ann, ben = await opened_at(north), await opened_at(south)

        await ann.ask({"type": "queue", "pool": "5+3"})
        await ben.ask({"type": "queue", "pool": "5+3"})
        games = [await one.expect("game_opened") for one in (ann, ben)]

        assert games[0]["room"] == games[1]["room"]
        assert {game["side"] for game in games} == {"red", "black"}
        for one in (ann, ben):
            await one.close()


async def test_a_rolling_restart_under_load_loses_nothing(cluster: Cluster) -> None:
    enough = asyncio.Event()
    north, south = cluster.north, cluster.south
    async with asyncio.timeout(PATIENCE_S):
        games = await games_on(north, south, 3)
        async with asyncio.TaskGroup() as group:
            for game in games:
                for one in game.everybody:
                    group.create_task(one.play(enough.is_set))
            for node in (north, south):
                node.signal(signal.SIGTERM)
                assert await asyncio.to_thread(node.wait) == 0
                await asyncio.to_thread(node.start)
                plies = [game.red.ply for game in games]
                for game, ply in zip(games, plies, strict=True):
                    await game.red.until_ply(ply + 4)
            enough.set()
        for game in games:
            await game.close()
        await check_all(games, south)


async def test_a_second_sigterm_stops_at_once(cluster: Cluster) -> None:
    north = cluster.north
    async with asyncio.timeout(PATIENCE_S):
        ann = await opened_at(north)
        before = north.log().count("stopping")
        north.signal(signal.SIGTERM)
        while north.log().count("stopping") == before:  # noqa: ASYNC110 - a process tells nobody
            await asyncio.sleep(RETRY_S)

        north.signal(signal.SIGTERM)

        bye = await ann.expect("bye")
        assert await asyncio.to_thread(north.wait) == 0
        assert bye["code"] == "stopping"


async def test_lost_publications_are_made_up_for(cluster: Cluster) -> None:
    enough = asyncio.Event()
    north, south = cluster.north, cluster.south
    async with asyncio.timeout(PATIENCE_S):
        operator = GroupedConnection(wire_to(cluster.store_url), deadline_s=10.0)
        games = await games_on(north, south, 2)
        async with asyncio.TaskGroup() as group:
            for game in games:
                for one in game.everybody:
                    group.create_task(one.play(enough.is_set))
            for _ in range(8):
                await operator.call("CLIENT", "KILL", "TYPE", "pubsub")
                await asyncio.sleep(0.15)
            plies = [game.red.ply for game in games]
            for game, ply in zip(games, plies, strict=True):
                await game.red.until_ply(ply + 6)
            enough.set()
        for game in games:
            await game.close()
        await operator.close()
        await check_all(games, north)
