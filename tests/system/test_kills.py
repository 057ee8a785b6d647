"""Whatever is killed, what was acknowledged stands, in order, and every game goes on."""

import asyncio
import random
from contextlib import suppress
from pathlib import Path

import pytest

from tests.support.patience import PATIENCE_S
from tests.support.resilient_players import LOST, Game
from tests.support.server_process import PATIENT, ServerProcess
from tests.support.wire_client import Message, WireClient, open_game, whole_room

pytestmark = pytest.mark.system

GAMES = 5
KILLS = ("server", "store", "both", "store", "server", "both")
ENOUGH_PLIES = 2 * len(KILLS) + 4
"""A game of this length has more moves of Red than it met kills, however slow the machine is."""
CLOCK = {"type": "fischer", "main_ms": 600_000, "increment_ms": 5_000}


async def kill(server: ServerProcess, what: str, up: asyncio.Event) -> None:
    """Kill -9, and start again what does not start by itself."""
    if what == "store":
        server.kill_store()
        return
    up.clear()
    server.kill()
    if what == "both":
        server.kill_store()
    await asyncio.to_thread(server.start)
    up.set()


@pytest.mark.parametrize("seed", [1])
async def test_games_survive_the_killing_of_anything_under_load(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    up = asyncio.Event()
    up.set()
    enough = asyncio.Event()
    with ServerProcess(tmp_path / "data") as server:
        games = [Game(server.socket_url, seed * 100 + n, up) for n in range(GAMES)]
        for game in games:
            await game.open()

        async with asyncio.timeout(PATIENCE_S), asyncio.TaskGroup() as group:
            for game in games:
                for one in game.everybody:
                    group.create_task(one.play(enough.is_set))
            for what in KILLS:
                await asyncio.sleep(chance.uniform(0.3, 1.2))
                await kill(server, what, up)
            plies = [game.red.ply for game in games]
            for game, ply in zip(games, plies, strict=True):
                await game.red.until_ply(max(ply + 4, ENOUGH_PLIES))
            enough.set()
        for game in games:
            await game.close()
        server.kill()
        await asyncio.to_thread(server.start)
        records = [await whole_room(server.socket_url, game.red.room) for game in games]
        log = server.log()

    for game, record in zip(games, records, strict=True):
        game.check(record)
        assert len(game.red.acknowledged) > len(KILLS)
    assert "Traceback" not in log


async def room_of(client: WireClient, up: asyncio.Event) -> str:
    """Wait in the queue, whatever happens, until there is a game; its room."""
    games: list[Message] = []
    while not games:
        try:
            answer = await client.ask({"type": "queue", "id": "m1", "pool": "5+3"})
            if answer["type"] == "done":
                return str((await client.expect("game_opened"))["room"])
            assert answer["code"] == "unavailable", answer
            await client.expect("resumed")
        except LOST:
            await up.wait()
            with suppress(*LOST):
                games = (await client.open())["games"]
    return str(games[0]["room"])


async def test_nobody_is_paired_twice_or_forgotten_whatever_is_killed(tmp_path: Path) -> None:
    chance = random.Random(7)
    up = asyncio.Event()
    up.set()
    with ServerProcess(tmp_path / "data") as server:
        clients = [WireClient(server.socket_url) for _ in range(10)]
        for client in clients:
            await client.open()

        async with asyncio.timeout(PATIENCE_S), asyncio.TaskGroup() as group:
            waiting = [group.create_task(room_of(client, up)) for client in clients[:5]]
            for what in ("server", "both", "store", "server"):
                await asyncio.sleep(chance.uniform(0.0, 0.05))
                await kill(server, what, up)
                late = clients[len(waiting) : len(waiting) + 2]
                waiting += [group.create_task(room_of(client, up)) for client in late]
            waiting += [group.create_task(room_of(c, up)) for c in clients[len(waiting) :]]
        rooms = [task.result() for task in waiting]
        records = {room: await whole_room(server.socket_url, room) for room in rooms}
        for client in clients:
            await client.close()

    seated = {
        room: {record["red"]["player"], record["black"]["player"]}
        for room, record in records.items()
    }
    assert sorted(rooms.count(room) for room in records) == [2] * 5
    for client, room in zip(clients, rooms, strict=True):
        assert client.welcome["player"] in seated[room]


async def a_game(server: ServerProcess) -> tuple[WireClient, WireClient, str]:
    """Red, Black and their room; it is Red's turn."""
    red, black = WireClient(server.socket_url), WireClient(server.socket_url, form="msgpack")
    for one in (red, black):
        await one.open()
    return red, black, await open_game(red, black, {"clock": CLOCK})


async def test_a_game_pauses_while_its_store_is_killed_and_resumes(tmp_path: Path) -> None:
    move: Message = {"type": "move", "id": "m1", "ply": 0, "text": "h2e2"}
    with ServerProcess(tmp_path / "data") as server:
        red, black, room = await a_game(server)

        async with asyncio.timeout(PATIENCE_S):
            server.kill_store()
            refused = await red.ask({**move, "room": room})
            for one in (red, black):
                await one.expect("paused")
                await one.expect("resumed")
            done = await red.ask({**move, "room": room})
            moved = await black.expect("moved")
            record = await whole_room(server.socket_url, room)
        for one in (red, black):
            await one.close()

    assert (refused["type"], refused["code"]) == ("refused", "unavailable")
    assert (done["type"], done["version"]) == ("done", moved["version"])
    assert [line[0] for line in record["moves"]] == ["h2e2"]


async def test_a_pair_that_was_found_is_asked_again_whether_it_is_ready(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data", program=PATIENT) as server:
        pair = [
            WireClient(server.socket_url, form=form, features=("ready",))
            for form in ("json", "msgpack")
        ]
        for one in pair:
            await one.open()
            await one.ask({"type": "queue", "pool": "5+3"})
        rooms = {(await one.expect("game_opened"))["room"] for one in pair}
        (room,) = rooms

        server.kill()
        await asyncio.to_thread(server.start)
        welcomes = [await one.open() for one in pair]
        for one in pair:
            await one.ask({"type": "join", "room": room})
        before = await whole_room(server.socket_url, room)
        answers = [await one.ask({"type": "ready", "room": room}) for one in pair]
        record = await whole_room(server.socket_url, room)
        for one in pair:
            await one.close()

    assert [[game["room"] for game in welcome["games"]] for welcome in welcomes] == [[room]] * 2
    assert before["status"] == "readying"
    assert [answer["type"] for answer in answers] == ["done", "done"]
    assert (record["status"], record["moves"]) == ("playing", [])
