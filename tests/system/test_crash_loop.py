"""The only node is killed again and again, as soon as it serves: its players pay for none of it."""

import asyncio
import time
from pathlib import Path

import pytest

from tests.support.server_process import ServerProcess
from tests.support.wire_client import WireClient, open_game
from xiangqi_server.kernel.host.outages.store_parts import JOINED_MS

pytestmark = pytest.mark.system

CLOCK = {"type": "fischer", "main_ms": 600_000, "increment_ms": 0}
LIVES = 4
STARTS = 5
"""A busy machine may hold a node while it starts, which it does warn of: not each time."""
SLACK_MS = 50
"""By how much the store's time as a node tells it may be behind."""


def machine_ms() -> int:
    """The clock of this machine, which is the store's as well."""
    return time.time_ns() // 1_000_000


async def test_a_turn_over_many_kills_is_charged_while_the_server_listened(
    tmp_path: Path,
) -> None:
    with ServerProcess(tmp_path / "data") as server:
        async with WireClient(server.socket_url) as red, WireClient(server.socket_url) as black:
            room = await open_game(red, black, {"clock": CLOCK})
            for ply, (one, text) in enumerate(((red, "h2e2"), (black, "h9g7"))):
                began_ms = machine_ms()
                await one.ask({"type": "move", "room": room, "ply": ply, "text": text})
        server.kill()
        open_ms = machine_ms() - began_ms
        for _ in range(LIVES):
            spawned_ms = machine_ms()
            await asyncio.to_thread(server.start)
            server.kill()
            lived_ms = machine_ms() - spawned_ms
            open_ms += lived_ms if lived_ms > JOINED_MS else 0
        spawned_ms = machine_ms()
        await asyncio.to_thread(server.start)
        back = WireClient(server.socket_url, token=red.token)
        await back.open()
        await back.ask({"type": "join", "room": room})
        move = {"type": "move", "room": room, "ply": 2, "text": "h0g2"}
        answer = await back.ask(move)
        assert answer["type"] == "done", answer
        moved = next(message for message in back.heard if message["type"] == "moved")
        await back.close()
        log = server.log()

    assert moved["spent_ms"] <= open_ms + moved["at_ms"] - spawned_ms + SLACK_MS
    assert "Traceback" not in log


def warns_when_it_starts(data_dir: Path) -> bool:
    """Whether a node warns of anything when it starts for the first time."""
    with ServerProcess(data_dir, "--log-level", "info") as server:
        return " WARNING " in server.log()


def test_a_first_start_on_an_empty_machine_warns_of_nothing(tmp_path: Path) -> None:
    starts = (warns_when_it_starts(tmp_path / f"data{number}") for number in range(STARTS))

    assert not all(starts)
