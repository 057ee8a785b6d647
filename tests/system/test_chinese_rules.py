"""A game under the Chinese rules on a real server, with its thinking process."""

from pathlib import Path

import pytest

from tests.support.server_process import ServerProcess
from tests.support.wire_client import Message, WireClient, open_game, play_moves

pytestmark = pytest.mark.system

LOOP = ("a0a1", "a9a8", "a1a0", "a8a9")
TERMS = {"clock": {"type": "none"}, "rules": {"name": "cxa"}}


async def play(url: str) -> tuple[list[Message], Message]:
    """Play the loop until it is ruled on: what Red was warned of, and the end."""
    async with WireClient(url) as red, WireClient(url) as black:
        assert "cxa" in red.welcome["rules"]
        room = await open_game(red, black, TERMS)
        await play_moves(red, black, room, LOOP * 3)
        ended = await red.expect("ended")
        return [each for each in red.heard if each["type"] == "warned"], ended


async def test_a_repetition_is_thought_about_and_ruled_with_what_every_ply_was(
    tmp_path: Path,
) -> None:
    with ServerProcess(tmp_path / "data") as server:
        warned, ended = await play(server.socket_url)

    assert len(warned) == 8  # from the second occurrence of the start on
    ruling = ended["outcome"]["ruling"]
    assert (ruling["ending"], ruling["clause"]) == ("repetition", "25.2")
    assert [ply["kind"] for ply in ruling["plies"]] == ["idle"] * 12
    assert [told["plies"] for told in ruling["told"]] == [[n, n + 4, n + 8] for n in range(4)]
    assert all(told["text"] for told in ruling["told"])
