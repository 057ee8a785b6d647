"""A crowd that never reads, and a crowd that comes back at once: nobody else is the worse.

The crowds are smaller here than what we promise; `CROWD=1000` in the environment makes them whole.
"""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from tests.support.crowd import Member, Message, allow_files
from tests.support.patience import PATIENCE_S
from tests.support.random_play import random_games
from tests.support.server_process import ServerProcess
from tests.support.wire_client import WireClient, open_game, whole_room
from xiangqi_server.game.rules.board.encoding import uci_of

pytestmark = pytest.mark.system

CROWD = int(os.environ.get("CROWD", "400"))
AT_ONCE = 50
LOOKS = 30
PLIES = 40
FILES = 4_096
CLOCK = {"type": "fischer", "main_ms": 600_000, "increment_ms": 5_000}
DEAF_BYTES = 100_000
"""More than one deaf connection may cost: what is unsent has a cap, and the kernel's part one."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One for both crowds."""
    with ServerProcess(tmp_path_factory.mktemp("crowds") / "data") as server:
        yield server
        log = server.log()
    assert "Traceback" not in log


def memory_bytes(process: int) -> int:
    """What a process holds."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1_024
    raise AssertionError("it is gone")


async def test_a_crowd_of_spectators_who_never_read_holds_nobody_up(server: ServerProcess) -> None:
    allow_files(FILES)
    gate = asyncio.Semaphore(AT_ONCE)

    async def sit_and_stare(room: str) -> Member:
        async with gate:
            member = await Member.connect(server.port, deaf=True)
            await member.hello()
            for number in range(LOOKS):
                member.send({"type": "join", "id": f"j{number}", "room": room})
            return member

    async with asyncio.timeout(PATIENCE_S):
        async with WireClient(server.socket_url) as red, WireClient(server.socket_url) as black:
            room = await open_game(red, black, {"clock": CLOCK})
            before = memory_bytes(server.pid)
            crowd = await asyncio.gather(*(sit_and_stare(room) for _ in range(CROWD)))
            answers = await play(red, black, room)
            seen = await asyncio.to_thread(server.figures)
            grown = memory_bytes(server.pid) - before
            record = await whole_room(server.socket_url, room)
            for member in crowd:
                member.hang_up()

    moved = [message for message in black.heard if message["type"] == "moved"]
    assert [answer["type"] for answer in answers] == ["done"] * PLIES
    assert [message["ply"] for message in moved] == list(range(PLIES))
    assert len(record["moves"]) == PLIES
    assert seen["xiangqi_connections"] <= CROWD + 2
    assert grown < CROWD * DEAF_BYTES


async def play(red: WireClient, black: WireClient, room: str) -> list[Message]:
    """The answers to the moves of a game, each played as soon as the one before is answered."""
    (game,) = random_games(1, seed=9, plies=PLIES)
    answers: list[Message] = []
    for ply, move in enumerate(map(uci_of, game.moves)):
        mover = black if ply % 2 else red
        command = {"type": "move", "room": room, "ply": ply, "text": move}
        answers.append(await mover.ask(command))
        await asyncio.sleep(0.06)  # the server's own limit of messages a second
    await black.expect("moved", ply=PLIES - 1)
    return answers


def time_left_ms(room: Message) -> object:
    """What Black has left, whose clock stands still."""
    return cast("dict[str, dict[str, object]]", room["clock"])["black"]["left_ms"]


async def test_a_crowd_that_comes_back_at_once_finds_everything_as_it_was(
    server: ServerProcess,
) -> None:
    allow_files(FILES)
    gate = asyncio.Semaphore(AT_ONCE)

    async def sit_down() -> list[tuple[str, str, Message]]:
        """Two guests begin a game: token, room and what each sees."""
        async with gate:
            pair = [await Member.connect(server.port) for _ in range(2)]
            tokens = [str((await member.hello())["token"]) for member in pair]
            red, black = pair
            terms = {"clock": CLOCK}
            red.send({"type": "invite", "id": "i", "terms": terms, "side": "red"})
            opened = await red.expect("done")
            room = str(opened["room"])
            for member in pair:
                member.send({"type": "join", "id": "j", "room": room})
                await member.expect("done")
            black.send({"type": "sit", "id": "s", "room": room, "seat_key": opened["seat_key"]})
            await black.expect("done")
            for ply, (member, text) in enumerate(((red, "h2e2"), (black, "h9g7"))):
                member.send({"type": "move", "id": "m", "room": room, "ply": ply, "text": text})
                await member.expect("done")
            black.send({"type": "offer", "id": "o", "room": room, "what": "draw", "ply": 2})
            await black.expect("done")
            places = []
            for member, token in zip(pair, tokens, strict=True):
                member.send({"type": "join", "id": "k", "room": room})
                places.append((token, room, await member.expect("room")))
                member.hang_up()
            return places

    async def come_back(token: str, room: str) -> Message:
        member = await Member.connect(server.port)
        await member.hello(token)
        member.send({"type": "join", "id": "j", "room": room})
        found = await member.expect("room")
        member.hang_up()
        return found

    async with asyncio.timeout(PATIENCE_S):
        pairs = await asyncio.gather(*(sit_down() for _ in range(CROWD // 2)))
        places = [place for pair in pairs for place in pair]
        server.kill()
        await asyncio.to_thread(server.start)
        found = await asyncio.gather(*(come_back(token, room) for token, room, _ in places))

    kept = ("status", "you", "red", "black", "fen", "moves", "offers", "outcome", "terms")
    for (_, _, left), back in zip(places, found, strict=True):
        assert {name: back[name] for name in kept} == {name: left[name] for name in kept}
        assert time_left_ms(back) == time_left_ms(left)
