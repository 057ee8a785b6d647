"""The clients as libraries: what their examples promise, by processes that are not ours."""

import asyncio
import contextlib
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.patience import PATIENCE_S
from tests.support.server_process import ServerProcess
from tests.support.wire_client import WireClient, whole_room
from xiangqi_client import Session, commands

pytestmark = pytest.mark.system

CLIENT = Path(__file__).parents[2] / "client_js"
EXAMPLES = CLIENT / "examples"
NODE = ("node", "--experimental-websocket")
PROGRAMS = ("quickstart.py", "first_client.py")
"""One with our library and one without."""
PLIES_BEFORE_A_KILL = 4
PASSWORD = "correct horse battery"
FROM_OUTSIDE = """
import { openSession, type Game } from "xiangqi-client";
import type { XiangqiBoard } from "xiangqi-client/element";
import type { Moved } from "xiangqi-client/messages";
import { tokenFile } from "xiangqi-client/node";

const session = openSession("ws://localhost:8080/ws", { token: tokenFile("token") });
const told = session.events("moved");
const { rows } = await session.ask({ type: "my_games" });
const room: string = rows[0].room;
// @ts-expect-error there is no such request
void session.ask({ type: "my_gamez" });
for await (const game of session.games()) {
  const held: Game = game;
  console.log(held.moves, room);
}
for await (const message of told) { const moved: Moved = message; console.log(moved.ply); }
const board = document.querySelector<XiangqiBoard>("xiangqi-board");
if (board) board.scene = { last: "h2e2" };
"""
"""What a program in TypeScript takes of the package."""


async def a_bot_s_token(server: ServerProcess, name: str) -> str:
    """Make an account a bot's, and a token for its program."""
    async with Session(server.socket_url) as owner:
        await owner.ask(commands.SignUp(name=name, password=PASSWORD))
        await owner.ask(commands.BecomeBot(password=PASSWORD))
        created = await owner.ask(commands.CreateToken(scope="play", label="a test"))
    return created.token


@contextlib.contextmanager
def running(command: tuple[str | Path, ...], folder: Path) -> "Iterator[subprocess.Popen[str]]":
    """A program runs until it is killed."""
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


async def said(process: "subprocess.Popen[str]") -> str:
    """The next line that a program prints."""
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE_S):
        return await asyncio.to_thread(process.stdout.readline)


async def is_online(server: ServerProcess, name: str) -> None:
    """Wait until the bot of that name can be challenged."""
    async with asyncio.timeout(PATIENCE_S), Session(server.socket_url) as guest:
        asked = commands.PlayerList(of="bots")
        while all(row.name != name for row in (await guest.ask(asked)).rows):
            pass


@pytest.mark.asyncio
async def test_a_bot_in_python_and_one_in_javascript_play_to_the_end_and_agree(
    tmp_path: Path,
) -> None:
    with ServerProcess(tmp_path / "data") as server:
        (tmp_path / "bot.token").write_text(await a_bot_s_token(server, "Taker"))
        taker = (sys.executable, EXAMPLES / "bot.py", server.socket_url, "bot.token")
        caller = (*NODE, EXAMPLES / "bot.mjs", server.socket_url, "guest.token", "Taker")
        with running(taker, tmp_path) as python:
            await is_online(server, "Taker")
            with running(caller, tmp_path) as javascript:
                seen = await said(python)
                assert await said(javascript) == seen
        room, _, outcome = seen.strip().partition(": ")
        table = await whole_room(server.socket_url, room)

    assert outcome == table["outcome"]["text"]
    assert len(table["moves"]) > 1


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


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of somebody else's, with our package in it as npm packs and installs it."""
    folder = tmp_path_factory.mktemp("npm")
    leave_out = shutil.ignore_patterns("node_modules", "python")
    shutil.copytree(CLIENT, folder / "client_js", ignore=leave_out)
    shutil.copy(CLIENT.parent / "LICENSE", folder)
    (folder / "client_js" / "node_modules").symlink_to(CLIENT / "node_modules")
    npm(folder / "client_js", "pack", "--pack-destination", str(folder))
    (folder / "outside").mkdir()
    (folder / "outside" / "package.json").write_text('{"private": true, "type": "module"}')
    [packed] = folder.glob("*.tgz")
    npm(folder / "outside", "install", str(packed))
    return folder / "outside"


def npm(folder: Path, *words: str) -> None:
    """Run npm without the network."""
    quietly = ("--offline", "--silent", "--no-audit", "--no-fund")
    subprocess.run(["npm", *words, *quietly], cwd=folder, check=True, timeout=PATIENCE_S)


def test_the_package_brings_its_types_and_nothing_of_the_pages(outside: Path) -> None:
    (outside / "outside.mts").write_text(FROM_OUTSIDE)
    tsc = CLIENT / "node_modules" / "typescript" / "bin" / "tsc"
    words = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom"]
    ran = subprocess.run(
        ["node", tsc, *words, "--module", "nodenext", "outside.mts"],
        cwd=outside,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    package = outside / "node_modules" / "xiangqi-client"
    folders = {path.name for path in (package / "src").iterdir()}

    assert ran.stdout == ""
    assert folders == {"board", "models", "session", "text", "ui"}
    assert (package / "LICENSE").exists()
    server = (CLIENT.parent / "pyproject.toml").read_text()
    version = json.loads((package / "package.json").read_text())["version"]
    assert f'\nversion = "{version}"\n' in server


@pytest.mark.asyncio
async def test_the_quick_starts_play_each_other_outside_of_our_folders(
    tmp_path: Path, outside: Path
) -> None:
    for name in ("quickstart.mjs", "quickstart.py"):
        shutil.copy(EXAMPLES / name, outside)
    with ServerProcess(tmp_path / "data") as server, contextlib.ExitStack() as stack:
        async with WireClient(server.socket_url) as guest:
            (tmp_path / "xiangqi.token").write_text(str(guest.token))
            programs = (
                ((*NODE, outside / "quickstart.mjs", server.socket_url), outside),
                ((sys.executable, outside / "quickstart.py", server.socket_url), tmp_path),
            )
            javascript, python = (stack.enter_context(running(*one)) for one in programs)
            room = (await guest.expect("game_opened"))["room"]
            ended = [await said(javascript), await said(python)]
        table = await whole_room(server.socket_url, room)

    assert ended == [table["outcome"]["text"] + "\n"] * 2


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
