"""Old versions: what one left behind is gone on with, and one serves a store beside this one."""

import asyncio
from pathlib import Path

import pytest

from tests.nemesis.checker import Row, check
from tests.nemesis.scene import Scene, a_scene
from tests.support.old_versions import BEFORE, BOTH, OPENING, checkout_of, data_of
from tests.support.patience import PATIENCE_S
from tests.support.resilient_players import Game
from tests.support.server_process import ServerProcess
from tests.support.wire_client import Message, WireClient, whole_room
from xiangqi_server.kernel.store.opening import open_store

pytestmark = pytest.mark.system

PLIES = 12


async def moves_of(server: ServerProcess, room: str) -> list[str]:
    return [move[0] for move in (await whole_room(server.socket_url, room))["moves"]]


async def play(player: WireClient, room: str, ply: int, text: str) -> Message:
    await player.ask({"type": "join", "room": room})
    return await player.ask({"type": "move", "room": room, "ply": ply, "text": text})


@pytest.mark.parametrize("version", ["4b31704", BEFORE, BOTH])
async def test_what_an_older_version_left_behind_is_opened_and_played_on(
    tmp_path: Path, version: str
) -> None:
    facts = data_of(version, tmp_path / "data")
    rooms, heads = facts["rooms"], facts["heads"]
    with ServerProcess(tmp_path / "data") as server:
        red, black = (WireClient(server.socket_url, token=token) for token in facts["tokens"])
        async with asyncio.timeout(PATIENCE_S), red, black:
            players = [one.welcome["player"] for one in (red, black)]
            over = await whole_room(server.socket_url, rooms["over"])
            before = {name: await moves_of(server, room) for name, room in rooms.items()}
            answers = [
                await play(red, rooms["under_way"], 4, "a0a1"),
                await play(black, rooms["under_way"], 5, "a9a8"),
                await play(red, rooms["by_days"], 2, "h0g2"),
            ]
            await black.ask({"type": "resign", "room": rooms["under_way"]})
            await red.send({"type": "games"})
            rows = (await red.expect("games"))["rows"]

    assert players == facts["players"]
    assert before == {"over": [*OPENING], "under_way": [*OPENING], "by_days": [*OPENING[:2]]}
    assert {"version": over["version"], "digest": over["digest"]} == heads["over"]
    assert [answer["type"] for answer in answers] == ["done"] * 3
    assert rooms["over"] in [row["room"] for row in rows]
    assert "Traceback" not in server.log()


async def meet(old: WireClient, new: WireClient, terms: Message) -> tuple[str, str]:
    """Somebody at the old node seeks, somebody at the new one takes: the room as each hears it."""
    await new.ask({"type": "watch_lobby"})
    await old.ask({"type": "seek", "terms": terms})
    lobby = await new.expect("lobby_changed")
    while not lobby["opened"]:
        lobby = await new.expect("lobby_changed")
    await new.ask({"type": "accept_seek", "seek": lobby["opened"][0]["id"]})
    return (await old.expect("game_opened"))["room"], (await new.expect("game_opened"))["room"]


async def serve_together(scene: Scene, row: Row) -> tuple[str, str]:
    """Play a game between the two nodes, and have two strangers meet at them."""
    terms = {"clock": {"type": "fischer", "main_ms": 600_000, "increment_ms": 0}}
    game = Game(scene.urls, 1, scene.up)
    await game.open()
    async with asyncio.TaskGroup() as group:
        for one in game.everybody:
            group.create_task(one.play(lambda: game.watcher.ply >= PLIES))
    old, new = map(WireClient, scene.urls)
    async with old, new:
        rooms = await meet(old, new, terms)
    assert scene.store is not None
    store = await open_store(scene.store.url)
    await check(store, game, row)
    await store.close()
    await game.close()
    return rooms


async def test_a_node_of_the_version_before_and_this_one_serve_one_store(tmp_path: Path) -> None:
    old, row = checkout_of(BEFORE, tmp_path / "before"), Row("none")
    if old is None:
        pytest.skip(f"no history to take {BEFORE} from; what both left behind is played on above")
    async with asyncio.timeout(PATIENCE_S), a_scene(tmp_path, 2, old) as scene:
        rooms = await serve_together(scene, row)
        log = scene.log()

    assert rooms[0] == rooms[1]
    assert row.acknowledged >= PLIES
    assert (row.lost, row.doubled, row.gaps, row.clock_error_ms) == (0, 0, 0, 0)
    assert "Traceback" not in log
