"""Two real nodes on a cluster of six real servers: a master is killed, and every game goes on."""

import asyncio
import json
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.support.clusters import start_all
from tests.support.patience import PATIENCE_S
from tests.support.resilient_players import Game
from tests.support.server_process import ServerProcess
from tests.support.stores import RETRY_S
from tests.support.valkey_cluster import Member, ValkeyCluster, a_valkey_cluster
from tests.support.wire_client import whole_room
from xiangqi_server.kernel.store.client.cluster.slots import TAGS, slot_of
from xiangqi_server.kernel.store.keys import Keys
from xiangqi_server.kernel.store.values import AggregateId

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


def test_a_node_starts_while_a_primary_is_away_and_takes_its_games_up_when_it_is_back(
    tmp_path: Path,
) -> None:
    with ExitStack() as stack:
        cluster = stack.enter_context(a_valkey_cluster(tmp_path / "store", replicas=0))
        flags = ("--store", cluster.url, "--acknowledge", "primary", "--log-level", "info")
        elder, younger = (ServerProcess(tmp_path / name, *flags) for name in ("elder", "younger"))
        for node in (elder, younger):
            stack.callback(node.stop_if_running)
        elder.start()

        async def story() -> None:
            up, enough = asyncio.Event(), asyncio.Event()
            up.set()
            games: list[Game] = []
            while (found := await chosen(cluster, games)) is None:
                games.append(Game(elder.socket_url, 7 * len(games), up))
                await games[-1].open()
                for one in games[-1].everybody:
                    one.elsewhere.append(younger.socket_url)
            dying, hit, spared = found
            async with asyncio.timeout(PATIENCE_S), asyncio.TaskGroup() as group:
                for game in games:
                    for one in game.everybody:
                        group.create_task(one.play(enough.is_set))
                for game in games:
                    await game.red.until_ply(PLIES)
                dying.process.kill()
                await asyncio.to_thread(elder.stop)
                await asyncio.to_thread(younger.start)
                ply = hit.red.ply
                ready = readiness_of(younger)
                await spared.red.until_ply(spared.red.ply + PLIES)
                assert hit.red.ply == ply

                cluster.start_member(dying)
                await hit.red.until_ply(ply + PLIES)
                enough.set()
            assert ready["state"] == "partial"
            assert f":{dying.process.port}" in ready["reason"]
            assert max(one.told.get("time_credited", 0) for one in hit.everybody) > 0
            for game in games:
                await game.close()
                game.check(await whole_room(younger.socket_url, game.red.room))

        asyncio.run(story())
    assert "Traceback" not in elder.log() + younger.log()
    assert "part of the store unavailable" in younger.log()


async def chosen(cluster: ValkeyCluster, games: Sequence[Game]) -> tuple[Member, Game, Game] | None:
    """A primary with one of the games, and with nothing of another one but a player."""
    for dying in cluster.members:
        there = [[await cluster.owner_of(slot) is dying for slot in slots_of(g)] for g in games]
        hit = [game for game, lies in zip(games, there, strict=True) if lies[0]]
        spared = [
            game for game, lies in zip(games, there, strict=True) if any(lies) and not lies[0]
        ]
        if hit and spared:
            return dying, hit[0], spared[0]
    return None


def slots_of(game: Game) -> list[int]:
    """Where a game lies, and its players."""
    players = (
        AggregateId("player", one.client.welcome["player"]) for one in (game.red, game.black)
    )
    return [slot_of_room(game.red.room), *(slot_of(KEYS.of(player)[0]) for player in players)]


def readiness_of(node: ServerProcess) -> dict[str, str]:
    """What `/ready` says."""
    with urlopen(f"{node.health_url}ready") as answer:  # noqa: S310 - our own, by HTTP
        return dict(json.load(answer))


def test_a_node_starts_while_a_primary_has_no_replica_left_and_takes_its_part_in_later(
    tmp_path: Path,
) -> None:
    with ExitStack() as stack:
        cluster = stack.enter_context(a_valkey_cluster(tmp_path / "store", replicas=1))
        elder, younger = (
            ServerProcess(tmp_path / name, "--store", cluster.url) for name in ("elder", "younger")
        )
        for node in (elder, younger):
            stack.callback(node.stop_if_running)
        elder.start()
        primary = cluster.members[0]
        for member in cluster.members:
            asyncio.run(member.process.tell("CONFIG", "SET", "min-replicas-to-write", "1"))

        primary.process.kill()
        promoted = asyncio.run(cluster.until_promoted(primary))
        younger.start()
        started = readiness_of(younger)
        cluster.start_member(primary)
        until_ready(younger)
        later = readiness_of(younger)

    assert started["state"] == "partial"
    assert f":{promoted.process.port}" in started["reason"]
    assert later["state"] == "ready"


def until_ready(node: ServerProcess) -> None:
    """Wait until no part of the store is away."""
    last_s = time.monotonic() + PATIENCE_S
    while readiness_of(node)["state"] != "ready":
        assert time.monotonic() < last_s, readiness_of(node)
        time.sleep(RETRY_S)


def test_an_operator_is_told_which_replica_is_missing(tmp_path: Path) -> None:
    with ExitStack() as stack:
        cluster = stack.enter_context(a_valkey_cluster(tmp_path / "store", replicas=1))
        node = ServerProcess(tmp_path / "node", "--store", cluster.url)
        stack.callback(node.stop_if_running)
        node.start()
        primary = cluster.members[0]
        (replica,) = cluster.replicas_of(primary)
        gone = f"127.0.0.1:{replica.process.port} gone"

        replica.process.kill()

        last_s = time.monotonic() + PATIENCE_S
        while gone not in (ready := readiness_of(node)).get("reason", ""):
            assert time.monotonic() < last_s, ready
            time.sleep(RETRY_S)
    assert ready["state"] == "partial"
    assert f"0 of 1 replicas of 127.0.0.1:{primary.process.port} have it in time" in ready["reason"]
