"""The client as a library: what its examples promise, by processes and pages that are not ours."""

import contextlib
import subprocess
from pathlib import Path

import pytest

from tests.support.server_process import ServerProcess
from tests.support.wire_client import WireClient

BOT = Path(__file__).parents[2] / "client_js" / "examples" / "bot.mjs"
LONGEST_S = 45.0


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
            room = host.stdout.readline().split()[-1]
            guest = stack.enter_context(bot(server, room))
            stack.callback(guest.kill)
            seen_by_guest = guest.communicate(timeout=LONGEST_S)
            seen_by_host = host.communicate(timeout=LONGEST_S)
        async with WireClient(server.socket_url) as stranger:
            await stranger.send({"type": "join", "id": "j", "room": room})
            table = await stranger.expect("room")

    plies, text = len(table["moves"]), table["outcome"]["text"]
    assert plies > 1
    assert seen_by_host == seen_by_guest == (f"over after {plies} plies: {text}\n", "")
