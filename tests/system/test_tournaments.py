"""A tournament on a real node whose process and store are killed between its rounds."""

import asyncio
import json
import time
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.aggregates.tournaments.socket_rounds import FORMATS, play_rounds
from tests.aggregates.tournaments.sockets import SIGNED_UP_AT_ONCE, events_in, file_of, play_arena
from tests.support.command_line import run_command
from tests.support.patience import PATIENCE_S
from tests.support.server_process import ServerProcess
from tests.support.tournament_players import announce, sign_up
from tests.support.wire_client import Message, WireClient
from xiangqi_server.aggregates.tournaments.messages import RoundPaired

pytestmark = pytest.mark.system

NAMES = ("Anna", "Benno", "Carla", "Dario")
PASSWORD = "a horse and a cannon"
RETRY_S = 0.5
CROWD = 53


async def come_back(server: ServerProcess, clients: list[WireClient]) -> list[WireClient]:
    """Kill the node with its store, start it again, and connect everybody anew."""
    server.kill()
    await asyncio.to_thread(server.start)
    for client in clients:
        await client.close()
    again = [WireClient(server.socket_url, token=client.token) for client in clients]
    for client in again:
        await client.open()
    return again


async def room_of(client: WireClient, but: set[str]) -> str:
    """The room of the game that a player has now."""
    for game in client.welcome["games"]:
        if game["room"] not in but:
            return str(game["room"])
    while (opened := await client.expect("game_opened"))["room"] in but:
        pass
    return str(opened["room"])


async def play(clients: list[WireClient], but: set[str]) -> set[str]:
    """Play the games of a round, in which Red gives up; their rooms."""
    seats: dict[str, dict[str, WireClient]] = {}
    for client in clients:
        room = await room_of(client, but)
        await client.send({"type": "join", "room": room})
        side = (await client.expect("room", room=room))["you"]
        await client.ask({"type": "ready", "room": room})
        seats.setdefault(room, {})[str(side)] = client
    for room, sides in seats.items():
        move: Message = {"type": "move", "room": room}
        await sides["red"].ask(move | {"ply": 0, "text": "h2e2"})
        await sides["black"].ask(move | {"ply": 1, "text": "h9g7"})
        answer = await sides["red"].ask({"type": "resign", "room": room})
        assert answer["type"] == "done"
    return set(seats)


async def until_finished(client: WireClient, cup: str) -> Message:
    """Watch until the tournament is over; how it stands then."""
    await client.send({"type": "watch_tournament", "tournament": cup})
    shown = await client.expect("tournament")
    while shown["info"]["phase"] != "finished":
        shown = await client.expect("tournament_changed")
    return shown


async def a_tournament(server: ServerProcess) -> tuple[str, Message]:
    """Two rounds with a kill before each; the tournament, and how it stands at its end."""
    clients = [WireClient(server.socket_url) for _ in NAMES]
    for client, name in zip(clients, NAMES, strict=True):
        await client.open()
        await client.send({"type": "sign_up", "name": name, "password": PASSWORD})
        await client.expect("account")
    plan = {
        "name": "Kills",
        "format": {"type": "swiss", "rounds": 2, "break_s": 5},
        "terms": {"clock": {"type": "fischer", "main_ms": 600_000}},
        "starts_ms": await now_of(server) + 8_000,
    }
    await clients[0].send({"type": "announce_tournament", "plan": plan})
    cup = str((await clients[0].expect("tournament_announced"))["tournament"])
    for client in clients:
        await client.ask({"type": "enter_tournament", "tournament": cup})

    clients = await come_back(server, clients)
    first = await play(clients, set())
    clients = await come_back(server, clients)
    second = await play(clients, first)
    assert len(first) == len(second) == 2
    shown = await until_finished(clients[0], cup)
    for client in clients:
        await client.close()
    return cup, shown


async def now_of(server: ServerProcess) -> int:
    """The server's time."""
    async with WireClient(server.socket_url) as client:
        return int(client.welcome["now_ms"])


def test_a_tournament_goes_on_after_its_node_and_store_are_killed(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        cup, shown = asyncio.run(asyncio.wait_for(a_tournament(server), 4 * PATIENCE_S))
        with urlopen(f"{server.url.rstrip('/')}/tournament/{cup}.log") as answer:  # noqa: S310 - our own
            log = answer.read()

    ran = run_command("verify", "-", stdin=log)
    computed = json.loads(ran.out)
    assert ran.code == 0
    assert [(row["player"]["player"], row["score"]) for row in shown["rows"]] == [
        (row["player"], row["points"]) for row in computed["standings"]
    ]
    assert sum(row["score"] for row in shown["rows"]) == 8


def test_an_arena_of_many_connections_loses_nothing_by_a_kill(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        arena = play_arena(server, 40, kills=1, games=40, seed=1, patience_s=PATIENCE_S)
        figures = asyncio.run(arena)

    assert figures["games"] == figures["results"] >= 40
    assert figures["played"] >= 40 - 20


def test_every_format_of_rounds_loses_nothing_by_kills(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        rounds = play_rounds(server, 4, kills=3, seed=1, patience_s=4 * PATIENCE_S)
        figures = asyncio.run(rounds)

    assert figures["games"] == figures["results"] >= 2 * 4 * len(FORMATS) // 2
    assert figures["played"] >= figures["games"] - 4


async def entered(server: ServerProcess, plan: Message) -> str:
    """A tournament that more have entered than are paired on the loop, and that begins soon."""
    organiser = await sign_up(server.socket_url, "Organiser")
    cup = await announce(organiser, plan, in_ms=3_600_000)
    gate = asyncio.Semaphore(SIGNED_UP_AT_ONCE)

    async def enter(name: str) -> None:
        async with gate:
            client = await sign_up(server.socket_url, name)
            answer = await client.ask({"type": "enter_tournament", "tournament": cup})
            await client.close()
        assert answer["type"] == "done", answer

    await asyncio.gather(*(enter(f"crowd{number}") for number in range(CROWD)))
    soon = plan | {"starts_ms": await now_of(server) + 2_000}
    answer = await organiser.ask({"type": "amend_tournament", "tournament": cup, "plan": soon})
    assert answer["type"] == "done", answer
    await organiser.close()
    return cup


def is_thinking(server: ServerProcess) -> bool:
    """Whether the process that pairs was started: it answers nothing before all is imported."""
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children")
    commands = (Path(f"/proc/{child}/cmdline") for child in children.read_text().split())
    with suppress(OSError):
        return any(b"ruling_worker" in command.read_bytes() for command in commands)
    return False


def look_until_thinking(server: ServerProcess) -> None:
    """Look again until it was."""
    end_s = time.monotonic() + PATIENCE_S
    while not is_thinking(server):
        assert time.monotonic() < end_s
        time.sleep(0.01)


async def rounds_of(server: ServerProcess, cup: str) -> list[RoundPaired]:
    """The rounds that were paired, once there are any."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            log = await asyncio.to_thread(file_of, server, cup, "log")
            found = [event for event in events_in(log) if isinstance(event, RoundPaired)]
            if found:
                return found
            await asyncio.sleep(0.5)


async def looked_at(client: WireClient, room: str) -> Message:
    """A room, once its effect is carried out, as somebody sees it who comes and goes."""
    await until_done(client, {"type": "join", "room": room})
    told = await client.expect("room", room=room)
    await until_done(client, {"type": "leave", "room": room})
    return told


async def until_done(client: WireClient, message: Message) -> None:
    """Ask again as long as it is refused, as what comes too fast is."""
    while True:
        answer = await client.ask(message)
        if answer["type"] == "done":
            return
        await asyncio.sleep(RETRY_S)


async def paired_over_a_kill(server: ServerProcess) -> None:
    """A node is killed while a crowd is paired off its loop: each has one game with a room."""
    plan = {
        "name": "Crowd",
        "format": {"type": "swiss", "rounds": 2, "break_s": 5},
        "terms": {"clock": {"type": "fischer", "main_ms": 3_600_000}},
    }
    cup = await entered(server, plan)
    await asyncio.to_thread(look_until_thinking, server)
    server.kill()
    await asyncio.to_thread(server.start)

    (paired,) = await rounds_of(server, cup)
    players = [who for game in paired.games for who in (game.red, game.black)] + [*paired.byes]
    assert len(players) == len(set(players)) == CROWD
    assert len(paired.byes) == 1
    async with WireClient(server.socket_url) as client:
        for game in paired.games:
            told = await looked_at(client, game.room)
            assert (told["red"]["player"], told["black"]["player"]) == (game.red, game.black)


def test_a_crowd_is_paired_once_though_its_node_is_killed_while_it_is_thought_about(
    tmp_path: Path,
) -> None:
    with ServerProcess(tmp_path / "data") as server:
        asyncio.run(asyncio.wait_for(paired_over_a_kill(server), 4 * PATIENCE_S))
