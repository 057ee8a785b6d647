"""The examples of `protocol/http.md`, run as they stand against a real server."""

import asyncio
import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import pytest

from tests.support.patience import PATIENCE_S
from tests.support.server_process import ServerProcess
from tests.tools.protocol_doc import START
from xiangqi_client import (
    CannotConnect,
    Reader,
    Refused,
    Session,
    TokenInMemory,
    commands,
    messages,
)
from xiangqi_client.parts import FischerClock, GameTerms, NoClock

pytestmark = pytest.mark.system

PAGE = (START.parent / "http.md").read_text()
XQF = Path(__file__).parents[1] / "data" / "formats" / "game2_v10.xqf"
EXAMPLES = tuple(
    line
    for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    for line in re.findall(r"(?:tag=[^\n]*\n)?[^\n]+", block)
)
LOOK_S = 0.05
MOVES = ("h2e2", "h9g7", "h0g2")


@dataclass
class Played:
    """A server, and a game on it that is over."""

    server: ServerProcess
    room: str
    player: str
    token: str

    def command(self, example: str) -> list[str]:
        """An example, of this server and this game."""
        text = (
            example.replace("http://localhost:8080", self.server.url.rstrip("/"))
            .replace("bifqydiob4ib", self.room)
            .replace("x5eglrpsud4s7enl", self.player)
            .replace("$TOKEN", self.token)
        )
        return ["sh", "-c", text]

    def run(self, example: str, folder: Path) -> str:
        """What an example prints."""
        (folder / "game.xqf").write_bytes(XQF.read_bytes())
        return subprocess.check_output(
            self.command(example), cwd=folder, text=True, timeout=PATIENCE_S
        )


@contextmanager
def following(
    command: list[str], folder: Path
) -> Iterator[tuple["subprocess.Popen[str]", IO[str]]]:
    """A program that runs, and what it prints."""
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout
        finally:
            process.kill()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    folder = tmp_path_factory.mktemp("http")
    with ServerProcess(folder / "data", "--computer", "off") as server:
        yield asyncio.run(a_game(server))


async def a_game(server: ServerProcess) -> Played:
    """Three moves, and Black resigns."""
    tokens = TokenInMemory()
    async with Session(server.socket_url, tokens) as red, Session(server.socket_url) as black:
        terms = GameTerms(clock=FischerClock(main_ms=600_000))
        opened = await red.ask(commands.Invite(terms=terms, side="red"))
        assert opened.room is not None
        games = [await one.join(opened.room) for one in (red, black)]
        await black.ask(commands.Sit(room=opened.room, seat_key=opened.seat_key))
        for ply, move in enumerate(MOVES):
            await games[ply % 2].play(move, ply=ply)
        await games[1].resign()
        await games[0].over()
        return Played(server, opened.room, red.player, tokens.read() or "")


def test_there_are_examples_of_everything() -> None:
    assert len(EXAMPLES) >= 10
    assert {"-sN", "Authorization", "If-None-Match"} <= set(
        re.findall(r"[\w-]+", "".join(EXAMPLES))
    )


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_of_the_page_prints_what_the_page_says(
    played: Played, example: str, tmp_path: Path
) -> None:
    printed = played.run(example, tmp_path)

    if example.startswith("tag="):
        assert printed == "304\n"
    elif "/stream" in example:
        told = [json.loads(line) for line in printed.splitlines() if line]
        if "version" in example:
            assert [one["uci"] for one in told if one["type"] == "moved"] == list(MOVES[1:])
        else:
            assert (told[0]["type"], len(told[0]["moves"])) == ("room", len(MOVES))
    elif "nosuchgame" in example:
        assert json.loads(printed)["code"] == "no_such_room"
    else:
        told = json.loads(printed)
        assert "code" not in told
        parts = ("rows", "ratings", "paths", "games")
        assert played.room in printed or any(part in told for part in parts)


@pytest.mark.asyncio
async def test_a_game_is_followed_while_it_is_played_and_the_stream_ends_with_it(
    played: Played, tmp_path: Path
) -> None:
    server = played.server
    async with Session(server.socket_url) as red, Session(server.socket_url) as black:
        opened = await red.ask(commands.Invite(terms=GameTerms(clock=NoClock()), side="red"))
        assert opened.room is not None
        games = [await one.join(opened.room) for one in (red, black)]
        await black.ask(commands.Sit(room=opened.room, seat_key=opened.seat_key))
        example = next(one for one in EXAMPLES if "/stream" in one)
        command = Played(server, opened.room, "", "").command(example)
        with following(command, tmp_path) as (curl, stdout):
            read = stdout.readline
            async with asyncio.timeout(PATIENCE_S):
                first = json.loads(await asyncio.to_thread(read))
                told: list[dict[str, Any]] = []
                for ply, move in enumerate(MOVES):
                    await games[ply % 2].play(move, ply=ply)
                    while not told or told[-1].get("ply") != ply:
                        line = (await asyncio.to_thread(read)).strip()
                        told += [json.loads(line)] if line else []
                await games[1].resign()
                rest = await asyncio.to_thread(stdout.read)
            code = await asyncio.to_thread(curl.wait)

    assert first["type"] == "room"
    assert [one["uci"] for one in told if one["type"] == "moved"] == list(MOVES)
    assert json.loads(rest.strip().splitlines()[-1])["type"] == "ended"
    assert code == 0


@pytest.mark.asyncio
async def test_the_python_reader_asks_and_follows_a_game_over_the_death_of_its_node(
    tmp_path: Path,
) -> None:
    with ServerProcess(tmp_path / "data", "--computer", "off") as server:
        reader = Reader(server.url)
        async with Session(server.socket_url) as red, Session(server.socket_url) as black:
            opened = await red.ask(commands.Invite(terms=GameTerms(clock=NoClock()), side="red"))
            assert opened.room is not None
            games = [await one.join(opened.room) for one in (red, black)]
            await black.ask(commands.Sit(room=opened.room, seat_key=opened.seat_key))
            told: list[messages.Message] = []
            async with asyncio.timeout(PATIENCE_S):
                following = asyncio.create_task(follow(reader, opened.room, told))
                while not told and not following.done():
                    await asyncio.wait([following], timeout=LOOK_S)
                await games[0].play(MOVES[0])
                while not (
                    any(isinstance(one, messages.Moved) for one in told) or following.done()
                ):
                    await asyncio.wait([following], timeout=LOOK_S)
                server.kill()
                await asyncio.to_thread(server.start)
                for ply, move in enumerate(MOVES[1:], start=1):
                    await games[ply % 2].play(move, ply=ply)
                await games[1].resign()
                await following
            found = [game async for game in reader.games(commands.Games(player=red.player))]
            shown = await reader.ask(commands.Ratings(player=red.player))
            with pytest.raises(Refused, match="no_such_room"):
                await reader.room("nosuchroom")
            with pytest.raises(ValueError, match="no address"):
                await reader.ask(commands.Resign(room=opened.room))

    versions = [one.version for one in told if isinstance(one, messages.Moved)]
    assert versions == sorted(set(versions))
    assert isinstance(told[-1], messages.Ended)
    assert [(game.room, game.clock) for game in found] == [(opened.room, "none")]
    assert (shown.player, shown.ratings) == (red.player, [])


async def follow(reader: Reader, room: str, told: list[messages.Message]) -> None:
    """Keep all that is told of a game."""
    async for message in reader.follow(room):
        told += [message]  # one by one: others look on


@pytest.mark.asyncio
async def test_the_python_reader_goes_on_when_a_proxy_answers_for_the_server_with_a_page() -> None:
    answers = [
        (b"502 Bad Gateway", b"<html>the server is away</html>"),
        (b"429 Too Many Requests", b"too many connections"),
        (b"200 OK", b'{"type":"paused","text":"Paused."}\n'),
        (b"404 Not Found", b"<html>no such page</html>"),
    ]

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        status, body = answers.pop(0)
        writer.write(b"HTTP/1.1 " + status + b"\r\nConnection: close\r\n\r\n" + body)
        await writer.drain()
        writer.close()

    told: list[messages.Message] = []
    async with await asyncio.start_server(answer, "127.0.0.1", 0) as proxy:
        host, port = proxy.sockets[0].getsockname()
        async with asyncio.timeout(PATIENCE_S):
            with pytest.raises(CannotConnect):
                await follow(Reader(f"http://{host}:{port}"), "bifqydiob4ib", told)

    assert told == [messages.Paused("Paused.")]
    assert answers == []
