"""Killed while somebody signs up: whoever asks again has one account."""

import asyncio
from pathlib import Path

import pytest

from tests.support.patience import PATIENCE_S
from tests.support.server_process import ServerProcess
from tests.support.wire_client import Message, WireClient

pytestmark = pytest.mark.system

PASSWORD = "correct horse battery"
DELAYS_S = (0.0, 0.05)
"""How long after the request is sent the server is killed; a hash takes some 30 ms."""


async def listed(client: WireClient, prefix: str) -> list[Message]:
    """The players whose names begin so, once there is one: lists follow a moment later."""
    while True:
        await client.send({"type": "find_players", "prefix": prefix})
        players = (await client.expect("players"))["players"]
        if players:
            return list(players)
        await asyncio.sleep(0.1)


async def test_who_signs_up_again_after_a_kill_has_exactly_one_account(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        async with asyncio.timeout(PATIENCE_S):
            for number, delay_s in enumerate(DELAYS_S):
                request = {"type": "sign_up", "name": f"Killed {number}", "password": PASSWORD}
                lost = WireClient(server.socket_url)
                await lost.open()
                await lost.send(request)
                await asyncio.sleep(delay_s)
                server.kill()
                await asyncio.to_thread(server.start)
                again = WireClient(server.socket_url, token=lost.token)
                await again.open()

                answer = await again.ask(request)
                found = await listed(again, f"killed {number}")
                await again.send(
                    {"type": "sign_in", "name": f"Killed {number}", "password": PASSWORD}
                )
                signed_in = await again.expect("signed_in")
                await again.close()

                assert answer["type"] == "done", answer
                assert [one["name"] for one in found] == [f"Killed {number}"]
                assert signed_in["player"] == found[0]["player"] == again.welcome["player"]
        log = server.log()

    assert "Traceback" not in log
