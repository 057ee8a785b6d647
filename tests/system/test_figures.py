"""What an operator is told of a node: figures that are counted right, and one line at an end."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.support.patience import PATIENCE_S
from tests.support.server_process import ServerProcess
from tests.support.wire_client import WireClient, open_game, play_moves

pytestmark = pytest.mark.system

CLOCK = {"type": "fischer", "main_ms": 600_000, "increment_ms": 0}
MOVES = ("h2e2", "h9g7", "h0g2")


@asynccontextmanager
async def a_game(server: ServerProcess) -> AsyncIterator[tuple[WireClient, WireClient, str]]:
    async with WireClient(server.socket_url) as red, WireClient(server.socket_url) as black:
        room = await open_game(red, black, {"clock": CLOCK})
        await play_moves(red, black, room, MOVES)
        yield red, black, room


def half_a_handshake(url: str) -> None:
    client = HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE_S)
    client.request("GET", "/ws", headers={"Connection": "Upgrade", "Upgrade": "websocket"})
    client.getresponse().read()
    client.close()


async def test_figures_count_what_happened_and_a_line_tells_each_end(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data", "--log-format", "json") as server:
        before = await asyncio.to_thread(server.figures)
        async with asyncio.timeout(PATIENCE_S), a_game(server) as (red, black, room):
            stale = {"type": "move", "room": room, "ply": 0, "text": "h2e2"}
            wrong = {"type": "move", "room": room, "ply": 3, "text": "a0a1"}
            refused = [await red.ask(stale), await red.ask(stale), await black.ask(wrong)]
            during = await asyncio.to_thread(server.figures)
            await black.ask({"type": "resign", "room": room})
            await asyncio.to_thread(half_a_handshake, server.url)
            after = await asyncio.to_thread(server.figures)
            player = str(red.welcome["player"])
        server.stop()
        lines = [json.loads(line) for line in server.log().splitlines()]

    assert {answer["type"] for answer in refused} == {"refused"}
    for code in {str(answer["code"]) for answer in refused}:
        count = sum(answer["code"] == code for answer in refused)
        assert during[f'xiangqi_refusals_total{{code="{code}"}}'] == count
    assert (before["xiangqi_connections"], during["xiangqi_connections"]) == (0, 2)
    assert (before["xiangqi_tcp_connections"], during["xiangqi_tcp_connections"]) == (0, 2)
    assert 'xiangqi_peers_refused_total{reason="wrong_handshake"}' not in during
    assert after['xiangqi_peers_refused_total{reason="wrong_handshake"}'] == 1
    assert (before["xiangqi_rooms"], during["xiangqi_rooms"]) == (0, 1)
    assert (before["xiangqi_moves_total"], during["xiangqi_moves_total"]) == (0, len(MOVES))
    assert during["xiangqi_guests_stored_total"] - before["xiangqi_guests_stored_total"] == 2
    assert during["xiangqi_guests_forgotten_total"] == 0
    assert during["xiangqi_commit_seconds_count"] >= len(MOVES) + 2
    assert during['xiangqi_commit_seconds_bucket{le="+Inf"}'] >= len(MOVES) + 2
    quiet = ("commits_waiting", "commands_waiting", "conflicts_total", "paused")
    assert [during[f"xiangqi_{name}"] for name in quiet] == [0.0] * len(quiet)
    assert 0.0 < during["xiangqi_data_free_ratio"] <= 1.0
    assert during["xiangqi_data_free_bytes"] > 0
    (end,) = [line for line in lines if line["event"] == "room ended"]
    assert (end["room"], end["ending"], end["winner"], end["plies"]) == (room, "resign", "RED", 3)
    sessions = [line for line in lines if line["event"] == "session ended"]
    assert len(sessions) == 2
    assert player in {line["player"] for line in sessions}
