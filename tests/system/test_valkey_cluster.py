"""Two real nodes on a cluster of six real servers: a master is killed, and every game goes on."""

import asyncio
from contextlib import ExitStack
from pathlib import Path

import pytest

from server.store.cluster.slots import TAGS, slot_of
from server.store.keys import Keys
from server.store.values import AggregateId
from tests.support.clusters import start_all
from tests.support.patience import PATIENCE_S
from tests.support.resilient_players import Game
from tests.support.server_process import ServerProcess
from tests.support.valkey_cluster import a_valkey_cluster
from tests.support.wire_client import whole_room

pytestmark = pytest.mark.system

KEYS = Keys("xq:", len(TAGS), TAGS)
GAMES = 4
PLIES = 6


def slot_of_room(room: str) -> int:
    """Where a room lies."""
    return slot_of(KEYS.of(AggregateId("room", room))[0])


def test_games_on_two_nodes_go_on_when_a_master_is_killed(tmp_path: Path) -> None:
    with ExitStack() as stack:
        cluster = stack.enter_context(a_valkey_cluster(tmp_path / "store", replicas=2))
        flags = ("--store", cluster.url, "--log-level", "info")
        nodes = [ServerProcess(tmp_path / name, *flags) for name in ("north", "south")]
        for node in nodes:
            stack.callback(node.stop_if_running)
        start_all(nodes)
        north, south = nodes

        async def story() -> None:
            up, enough = asyncio.Event(), asyncio.Event()
            up.set()
            games = [Game(north.socket_url, 7 * number, up) for number in range(GAMES)]
            for game in games:
                game.know(south.socket_url)
                await game.open()
            async with asyncio.timeout(PATIENCE_S), asyncio.TaskGroup() as group:
                for game in games:
                    for one in game.everybody:
                        group.create_task(one.play(enough.is_set))
                for game in games:
                    await game.red.until_ply(PLIES)
                owners = {
                    game.red.room: await cluster.owner_of(slot_of_room(game.red.room))
                    for game in games
                }
                dying = await cluster.owner_of(slot_of_room(games[0].red.room))
                dying.process.kill()
                await cluster.until_promoted(dying)
                plies = [game.red.ply for game in games]
                for game, ply in zip(games, plies, strict=True):
                    await game.red.until_ply(ply + PLIES)
                enough.set()
            for game in games:
                await game.close()
                game.check(await whole_room(south.socket_url, game.red.room))
                assert len(game.red.acknowledged) >= PLIES
                was_hit = owners[game.red.room] is dying
                credited = [one.told.get("time_credited", 0) for one in game.everybody]
                assert (max(credited) > 0) is was_hit
                assert any("paused" in one.told for one in game.everybody) is was_hit

        asyncio.run(story())
        log = north.log() + south.log()
    assert "Traceback" not in log
    assert "primaries of the store" in log
