"""Several workers behind one port: killed one by one, killed whole, and stopped."""

import asyncio
import json
import os
import signal
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.support.challenger import children_of, processes
from tests.support.command_line import run_command
from tests.support.patience import PATIENCE_S
from tests.support.resilient_players import LOST, Game
from tests.support.server_process import ServerProcess
from tests.support.valkey_process import ValkeyProcess
from tests.support.wire_client import WireClient, whole_room

pytestmark = pytest.mark.system

WORKERS = 2
ON_TWO = ("--workers", str(WORKERS))


def workers_of(server: ServerProcess) -> list[int]:
    """The processes that serve the port."""
    theirs = {pid for pid, _, words in processes() if " --worker " in words}
    return [pid for pid in children_of(server.pid) if pid in theirs]


def readiness(server: ServerProcess) -> dict[str, object]:
    """What `/ready` tells, whatever its status."""
    try:
        with urllib.request.urlopen(f"{server.health_url}ready") as answer:  # noqa: S310 - ours
            told: dict[str, object] = json.load(answer)
    except urllib.error.HTTPError as refused:
        told = json.load(refused)
    return told


async def test_games_go_on_while_each_worker_is_killed_and_started_again(tmp_path: Path) -> None:
    up, enough = asyncio.Event(), asyncio.Event()
    up.set()
    with ServerProcess(tmp_path / "data", *ON_TWO) as server:
        games = [Game(server.socket_url, 11 * number, up) for number in range(3)]
        async with asyncio.timeout(PATIENCE_S):
            for game in games:
                await game.open()
            async with asyncio.TaskGroup() as group:
                for game in games:
                    for one in game.everybody:
                        group.create_task(one.play(enough.is_set))
                for pid in workers_of(server):
                    os.kill(pid, signal.SIGKILL)
                    told: dict[str, object] = {}
                    while pid in workers_of(server) or told.get("workers") != ["ready"] * WORKERS:
                        await games[0].red.until_ply(games[0].red.ply + 1)
                        told = await asyncio.to_thread(readiness, server)
                for game in games:
                    await game.red.until_ply(game.red.ply + 2)
                enough.set()
            for game in games:
                game.check(await whole_room(server.socket_url, game.red.room))
                assert len(game.red.acknowledged) > 3
                await game.close()
        figures = await asyncio.to_thread(server.figures)
        code = await asyncio.to_thread(server.stop, signal.SIGTERM)
        log = server.log()

    assert figures["xiangqi_worker_ends_total"] == WORKERS
    assert figures["xiangqi_data_free_bytes"] > 0
    assert [name for name in figures if name.startswith("xiangqi_connections")] == [
        f'xiangqi_connections{{worker="{number}"}}' for number in range(1, WORKERS + 1)
    ]
    assert code == 0
    assert "Traceback" not in log
    assert " worker=2" in log


async def test_workers_end_with_whoever_keeps_them_and_the_next_start_has_their_games(
    tmp_path: Path,
) -> None:
    server = ServerProcess(tmp_path / "data", *ON_TWO)
    async with asyncio.timeout(PATIENCE_S):
        with server:
            red = WireClient(server.socket_url)
            await red.open()
            clock = {"type": "fischer", "main_ms": 600_000, "increment_ms": 0}
            invite = {"type": "invite", "terms": {"clock": clock}, "side": "red"}
            room = (await red.ask(invite))["room"]
            server.kill()
            while True:  # it ends with its worker
                try:
                    await red.receive()
                except LOST:
                    break
        with server:
            again = WireClient(server.socket_url, token=red.token)
            await again.open()
            games = again.welcome["games"]
            await again.close()

    assert [game["room"] for game in games] == [room]


def test_no_command_line_of_a_worker_has_the_address_of_an_operators_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "store"
    home.mkdir()
    with ValkeyProcess(home) as store:
        asyncio.run(store.until_it_answers())
        monkeypatch.setenv("XIANGQI_STORE", store.url)
        with ServerProcess(tmp_path / "data", *ON_TWO) as server:
            workers = workers_of(server)
            lines = [words for pid, _, words in processes() if pid in workers]
            told = readiness(server)

    assert told["workers"] == ["ready"] * WORKERS
    assert len(lines) == WORKERS
    assert not [line for line in lines if store.url in line]


def test_a_worker_that_cannot_start_says_why_and_so_does_whoever_keeps_it(tmp_path: Path) -> None:
    flags = (*ON_TWO, "--port", "0", "--data-dir", str(tmp_path), "--store", "redis://127.0.0.1:1")

    done = run_command("serve", *flags)

    assert done.code == 1
    assert "the store cannot be used" in done.err
    assert "ended with code 1: see above" in done.err
    assert "Traceback" not in done.err
