"""Killed between the last move and the rating: every game is rated and told, and no game twice."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.clusters import Cluster, a_cluster
from tests.support.patience import PATIENCE_S
from tests.support.server_process import ServerProcess
from tests.support.wire_client import Message, WireClient, open_game

pytestmark = pytest.mark.system

CLOCK = {"type": "fischer", "main_ms": 600_000, "increment_ms": 5_000}
DELAYS_S = (0.0, 0.001, 0.003, 0.006, 0.012)
"""How long after the last move is sent the server is killed."""


async def an_account(server: ServerProcess, name: str) -> WireClient:
    """Somebody who has signed up, with no connection open."""
    client = WireClient(server.socket_url)
    await client.open()
    answer = await client.ask(
        {"type": "sign_up", "name": name, "password": "correct horse battery"}
    )
    assert answer["type"] == "done", answer
    await client.close()
    return client


async def begun(red: WireClient, black: WireClient) -> str:
    """A rated game of two moves; its room."""
    room = await open_game(red, black, {"clock": CLOCK, "rated": True})
    for ply, (one, text) in enumerate(((red, "h2e2"), (black, "h9g7"))):
        if ply > 0:
            await one.expect("moved")  # it may come from another node
        played = await one.ask({"type": "move", "room": room, "ply": ply, "text": text})
        assert played["type"] == "done", played
    return room


async def settled(client: WireClient, room: str) -> Message:
    """The room once both ratings have changed."""
    while True:
        await client.send({"type": "join", "room": room})
        seen = await client.expect("room")
        both = (seen["red_rating"], seen["black_rating"])
        is_known = all(one is not None and one["change"] is not None for one in both)
        if is_known and seen["room"] == room:
            return seen
        await asyncio.sleep(0.2)


async def ratings(client: WireClient) -> Message:
    """One's own rating at the speed that was played."""
    await client.send({"type": "ratings"})
    (rapid,) = (await client.expect("ratings"))["ratings"]
    return dict(rapid)


async def told_since(client: WireClient, entries: list[Message]) -> list[Message]:
    """The feed as a program has it that had these entries, and asks on."""
    since = entries[-1] if entries else {"number": 0, "room": None}
    await client.send({"type": "feed", "since": since["number"], "game": since["room"]})
    answer = await client.expect("feed")
    assert not answer["reset"]
    return [*entries, *answer["rows"]]


async def told_all(client: WireClient, entries: list[Message], rooms: list[str]) -> None:
    """Ask on until the beginning and the end of each game are told; each is told once."""
    while len(entries) < 2 * len(rooms):
        await asyncio.sleep(0.2)
        entries = await told_since(client, entries)
    assert [entry["number"] for entry in entries] == list(range(1, 2 * len(rooms) + 1))
    both = [(entry["room"], entry["what"]) for entry in entries]
    assert sorted(both) == sorted((room, what) for room in rooms for what in ("began", "over"))


async def test_every_game_is_rated_once_whenever_the_server_is_killed(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        async with asyncio.timeout(PATIENCE_S):
            red, black = [await an_account(server, name) for name in ("Red Ann", "Black Ben")]
            points, rooms = 1500, list[str]()
            entries: list[Message] = []
            for delay_s in DELAYS_S:
                await red.open()
                await black.open()
                room = await begun(red, black)
                rooms.append(room)
                entries = await told_since(red, entries)
                await black.send({"type": "resign", "room": room})
                await asyncio.sleep(delay_s)
                server.kill()
                await asyncio.to_thread(server.start)
                red, black = (
                    WireClient(server.socket_url, token=one.token) for one in (red, black)
                )
                await red.open()
                await black.open()
                await black.ask({"type": "join", "room": room})
                await black.ask({"type": "resign", "room": room})  # if the kill came first

                seen = await settled(red, room)

                assert seen["red_rating"]["points"] == points
                points += seen["red_rating"]["change"]
                for one in (red, black):
                    await one.close()
            await red.open()
            await black.open()
            mine, theirs = await ratings(red), await ratings(black)
            await told_all(red, entries, rooms)
            await red.close()
            await black.close()
        log = server.log()

    assert (mine["games"], theirs["games"]) == (len(DELAYS_S), len(DELAYS_S))
    assert mine["points"] == points > 1500 > theirs["points"]
    assert "Traceback" not in log


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """Two nodes of this test's own."""
    with a_cluster(tmp_path) as started:
        yield started


async def test_a_game_of_two_nodes_is_rated_once_when_the_losers_node_is_killed(
    cluster: Cluster,
) -> None:
    north, south = cluster.north, cluster.south
    async with asyncio.timeout(PATIENCE_S):
        red, black = await an_account(north, "Red Ann"), await an_account(south, "Black Ben")
        await red.open()
        points, rooms = 1500, list[str]()
        entries: list[Message] = []
        for delay_s in (0.0, 0.004):
            await black.open()
            room = await begun(red, black)
            rooms.append(room)
            entries = await told_since(black, entries)
            await black.send({"type": "resign", "room": room})
            await asyncio.sleep(delay_s)
            south.kill()
            black = WireClient(north.socket_url, token=black.token)
            await black.open()
            await black.ask({"type": "join", "room": room})
            await black.ask({"type": "resign", "room": room})  # if the kill came first

            seen = await settled(red, room)

            assert seen["red_rating"]["points"] == points
            points += seen["red_rating"]["change"]
            await black.close()
            await asyncio.to_thread(cluster.complete)
            black = WireClient(south.socket_url, token=black.token)
        await black.open()
        mine, theirs = await ratings(red), await ratings(black)
        await told_all(red, entries, rooms)
        for one in (red, black):
            await one.close()
    log = cluster.log()

    assert (mine["games"], mine["won"], theirs["games"], theirs["lost"]) == (2, 2, 2, 2)
    assert mine["points"] == points
    assert "Traceback" not in log
