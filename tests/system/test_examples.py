"""The client as a library: what its examples promise, by processes and pages that are not ours."""

import contextlib
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.patience import PATIENCE_S
from tests.support.server_process import ServerProcess
from tests.support.wire_client import WireClient, whole_room

EXAMPLES = Path(__file__).parents[2] / "client_js" / "examples"
BOT = EXAMPLES / "bot.mjs"
PROGRAMS = ("quickstart.py", "first_client.py")
"""One with our library and one without."""
PLIES_BEFORE_A_KILL = 4


def bot(server: ServerProcess, *room: str) -> "subprocess.Popen[str]":
    """Start the bot of thirty lines."""
    command = ["node", "--experimental-websocket", str(BOT), server.socket_url, *room]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.asyncio
async def test_two_bots_play_a_game_to_its_end_and_agree_on_it(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        with bot(server) as host, contextlib.ExitStack() as stack:
            stack.callback(host.kill)
            assert host.stdout is not None
            _, room, _, seat_key = host.stdout.readline().split()
            guest = stack.enter_context(bot(server, room, seat_key))
            stack.callback(guest.kill)
            seen_by_guest = guest.communicate(timeout=PATIENCE_S)
            seen_by_host = host.communicate(timeout=PATIENCE_S)
        async with WireClient(server.socket_url) as stranger:
            await stranger.send({"type": "join", "id": "j", "room": room})
            table = await stranger.expect("room")

    plies, text = len(table["moves"]), table["outcome"]["text"]
    assert plies > 1
    assert seen_by_host == seen_by_guest == (f"over after {plies} plies: {text}\n", "")


def program(
    name: str, server: ServerProcess, folder: Path, token: str
) -> "subprocess.Popen[bytes]":
    """Start a program that `protocol/play.md` begins with, as a guest that was here before."""
    folder.mkdir()
    (folder / "xiangqi.token").write_text(token)
    return subprocess.Popen([sys.executable, str(EXAMPLES / name), server.socket_url], cwd=folder)


async def hear_of_ply(client: WireClient, room: str, ply: int) -> None:
    """Look on as one of the players, until that ply is played."""
    await client.send({"type": "join", "room": room})
    table = await client.expect("room", room=room)
    while len(table["moves"]) <= ply:
        table["moves"].append(await client.expect("moved", room=room))


@pytest.mark.asyncio
async def test_two_first_clients_find_each_other_and_play_on_after_a_kill(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server, contextlib.ExitStack() as stack:
        async with WireClient(server.socket_url) as one, WireClient(server.socket_url) as other:
            for name, guest in zip(PROGRAMS, (one, other), strict=True):
                running = program(name, server, tmp_path / name, str(guest.token))
                stack.enter_context(running)
                stack.callback(running.kill)
            room = (await one.expect("game_opened"))["room"]
            await hear_of_ply(one, room, PLIES_BEFORE_A_KILL)
        server.kill()
        server.start()
        async with WireClient(server.socket_url, token=one.token) as again:
            played = len((await whole_room(server.socket_url, room))["moves"])
            await hear_of_ply(again, room, played + PLIES_BEFORE_A_KILL)
