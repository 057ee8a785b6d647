"""The program that `protocol/play.md` begins with, against a page: it must play."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.support.browser import Crowd, Guest
from tests.support.server_process import ServerProcess
from tests.support.wire_client import WireClient, whole_room

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PROGRAM = Path(__file__).parents[2] / "client_js" / "examples" / "first_client.py"
POOL = "5+3"
# The page moves its general alone: the program plays any legal move, and takes what it can.


@contextmanager
def first_client(server: ServerProcess, folder: Path) -> Iterator[None]:
    """The program runs, with its token in a folder, until it is killed."""
    command = [sys.executable, str(PROGRAM), server.socket_url]
    with subprocess.Popen(command, cwd=folder) as process:
        try:
            yield
            assert process.poll() is None
        finally:
            process.kill()


async def token_of_one_who_had_red(server: ServerProcess) -> str:
    """A guest that was found a game as Red, so that its next one is as Black."""
    async with WireClient(server.socket_url) as one, WireClient(server.socket_url) as other:
        for guest in (one, other):
            await guest.ask({"type": "queue", "pool": "1+0"})
        games = [await guest.expect("game_opened") for guest in (one, other)]
        for guest in (one, other):
            await guest.ask({"type": "join", "room": games[0]["room"]})
        await one.expect("readied", ready=None)
        await one.ask({"type": "resign", "room": games[0]["room"]})
        return str((one if games[0]["side"] == "red" else other).token)


async def find_a_game(guest: Guest) -> str:
    """Look for an opponent on the page, as a person does; the room of the game that is found."""
    await guest.open("/")
    await guest.page.get_by_role("button", name=re.compile(f"^{re.escape(POOL)} ")).click()
    await guest.is_in_a_game()
    return guest.page.url.rpartition("/")[2]


async def has_moves(guest: Guest, n: int) -> None:
    """Wait until so many moves stand beside the board."""
    record = guest.page.get_by_role("region", name="Moves", exact=True)
    played = record.get_by_role("button", name=re.compile(r"^Move \d+, (Red|Black)"))
    await expect(played).to_have_count(n)


async def resign(guest: Guest) -> None:
    await guest.press("Resign")
    question = guest.page.get_by_role("group", name="Resign?")
    await question.get_by_role("button", name="Resign").click()


async def test_the_first_client_plays_black_against_a_page_comes_back_and_plays_again(
    crowd: Crowd, server: ServerProcess, tmp_path: Path
) -> None:
    token = await token_of_one_who_had_red(server)
    (tmp_path / "xiangqi.token").write_text(token)
    ann = await crowd.come()

    with first_client(server, tmp_path):
        first = await find_a_game(ann)
        await ann.play("e0e1")
        await has_moves(ann, 2)
    await ann.play("e1e0")
    await has_moves(ann, 3)
    with first_client(server, tmp_path):  # it finds the game it was in
        await has_moves(ann, 4)
        await ann.play("e0e1")
        await has_moves(ann, 6)
        await resign(ann)
        second = await find_a_game(ann)  # now the page has Black
        await has_moves(ann, 1)
        await ann.play("e9e8")
        await has_moves(ann, 3)
        await resign(ann)

    games = [await whole_room(server.socket_url, room) for room in (first, second)]
    async with WireClient(server.socket_url, token=token) as program:
        me = program.welcome["player"]
    assert [games[0]["black"]["player"], games[1]["red"]["player"]] == [me, me]
    assert [len(game["moves"]) for game in games] == [6, 3]
    assert {game["outcome"]["ending"] for game in games} == {"resign"}
