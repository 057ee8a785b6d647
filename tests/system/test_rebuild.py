"""The command that makes the lists again, on the store of a node that serves."""

import asyncio
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.support.command_line import run_command
from tests.support.patience import PATIENCE_S
from tests.support.server_process import ServerProcess
from tests.support.wire_client import Message, WireClient, open_game, play_moves
from xiangqi_server.kernel.store.client.group_commit import GroupedConnection
from xiangqi_server.kernel.store.client.wires import wire_to
from xiangqi_server.kernel.store.embedded.process import StoreProcess

pytestmark = pytest.mark.system

CLOCK = {"type": "fischer", "main_ms": 600_000, "increment_ms": 5_000}


async def games(client: WireClient, count: int) -> list[Message]:
    """The games that are over, once they are so many."""
    while True:
        await client.send({"type": "games"})
        rows = (await client.expect("games"))["rows"]
        if len(rows) == count:
            return list(rows)
        await asyncio.sleep(0.05)


async def lose_lists(home: Path) -> int:
    """Take every row and list out of a store; how many keys that were."""
    process = StoreProcess(home)
    assert await process.answers()
    address = f"unix://{quote(str(process.socket))}"
    connection = GroupedConnection(wire_to(address), deadline_s=5.0)
    lost = 0
    for pattern in ("*:row:*", "*:list:*"):
        keys = await connection.call("KEYS", pattern)
        assert isinstance(keys, list)
        for key in keys:
            assert isinstance(key, bytes)
            await connection.call("DEL", key)
            lost += 1
    await connection.close()
    return lost


async def test_lost_lists_are_there_again_while_the_node_serves(tmp_path: Path) -> None:
    data_dir = tmp_path / "data"
    with ServerProcess(data_dir) as server:
        async with (
            asyncio.timeout(PATIENCE_S),
            WireClient(server.socket_url) as red,
            WireClient(server.socket_url) as black,
        ):
            room = await open_game(red, black, {"clock": CLOCK})
            await play_moves(red, black, room, ("h2e2",))
            await black.ask({"type": "resign", "room": room})
            before = await games(red, 1)
            lost = await lose_lists(data_dir / "store")
            without = await games(red, 0)

            ran = await asyncio.to_thread(run_command, "rebuild", "--data-dir", str(data_dir))

            assert lost > 0
            assert without == []
            assert (ran.code, ran.err) == (0, "")
            assert ran.out.startswith("1 rooms and ")
            assert await games(red, 1) == before


def test_a_store_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    ran = run_command("rebuild", "--data-dir", str(tmp_path))

    assert (ran.code, ran.err.count("\n")) == (2, 1)
