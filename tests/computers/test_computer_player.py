"""A computer player at a server that says what no server should."""

import asyncio
import json
import random

import pytest
from websockets.asyncio.server import ServerConnection, serve

from tests.support.fake_lines import WELCOME, Fields
from tests.support.patience import PATIENCE_S
from xiangqi_client.line import SUBPROTOCOL
from xiangqi_server.computers.capacity import Capacity
from xiangqi_server.computers.computer_player import ComputerPlayer
from xiangqi_server.computers.engines import OTHER
from xiangqi_server.computers.levels import ENGINE_LEVELS
from xiangqi_server.computers.move_chooser import MoveChooser
from xiangqi_server.computers.pool import EnginePool
from xiangqi_server.kernel.faults import Faults


def a_challenge(room: str) -> Fields:
    by = {"player": "ann", "name": "Ann", "guest": False}
    terms = {"clock": {"type": "none"}, "rated": False, "rules": {"name": "axf"}}
    challenge = {"room": room, "by": by, "side": "red", "terms": terms, "until_ms": 0}
    return {"type": "challenged", "challenge": challenge}


@pytest.mark.makes_faults
async def test_a_challenge_that_cannot_be_answered_leaves_the_next_one_to_be() -> None:
    answered: asyncio.Queue[Fields] = asyncio.Queue()

    async def talk(socket: ServerConnection) -> None:
        hello = json.loads(await socket.recv())
        for told in (
            {"type": "welcome", **WELCOME, "id": hello["id"]},
            a_challenge("x" * 100_000),
            a_challenge("abcd"),
        ):
            await socket.send(json.dumps(told))
        async for message in socket:
            answered.put_nowait(json.loads(message))

    faults = Faults()
    pool, capacity = EnginePool({}, 1, faults), Capacity(9)
    chooser = MoveChooser(pool, OTHER, ENGINE_LEVELS[8], random.Random(1))
    async with (
        asyncio.timeout(PATIENCE_S),
        serve(talk, "127.0.0.1", 0, subprotocols=[SUBPROTOCOL]) as server,
    ):
        port = server.sockets[0].getsockname()[1]
        player = ComputerPlayer(f"ws://127.0.0.1:{port}", "t", chooser, capacity, faults)
        running = asyncio.create_task(player.run())
        answer = await answered.get()
        is_running = not running.done()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    assert (answer["type"], answer["room"], is_running) == ("accept_challenge", "abcd", True)
    assert faults.counts["challenge"] == 1
    assert capacity.playing == 1
