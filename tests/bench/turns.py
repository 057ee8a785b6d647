"""Which turns of the loop take longer than 5 ms on a real server, and what they did.

usage: python -m tests.bench.turns [evening|mixed]... [--entrants 200] [--rounds 9] [--seconds 60]

`evening` is one of a club over the board: its entrants are listed by name, paired by the Swiss
system, and their results written down while twenty look on; after each round every list, file and
page of it is read. `mixed` is all at once: a lobby of two hundred, fifty games of masters, a
hundred watchers, an arena and a Swiss of sixty programs, people who come and go, and programs that
read lists, files, pages and pictures. A turn is measured by the processor time of the loop's
thread (`tests.support.watched_server`), so a busy machine tells nearly the same. One JSON line for
each long turn, the longest first, with the part of the run it fell into; then a line that sums up.
"""

import argparse
import asyncio
import json
import os
import random
import secrets
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final
from urllib.error import HTTPError
from urllib.request import urlopen

from websockets.exceptions import ConnectionClosed

from tests.bench.archive import masters
from tests.support.server_process import ServerProcess
from tests.support.tournament_players import announce, play_on, sign_up
from tests.support.wire_client import Message, WireClient, open_game
from xiangqi_server.game.rules.board.encoding import uci_of

PROGRAM: Final = "tests.support.watched_server"
SHOWN: Final = 20
LISTED_AT_ONCE: Final = 20
WRITTEN_AT_ONCE: Final = 30
ONE_BY_ONE: Final = 15
"""How many results of a round are written down one after the other."""
LOOK_ON: Final = 20
LOOKS: Final = 300
"""How often it is looked whether a round is paired, five times a second."""
GAMES: Final = 50
LOBBY: Final = 200
SEEKS: Final = 60
WATCHERS: Final = 100
ENTRANTS: Final = 60
HOUR: Final[Message] = {"clock": {"type": "fischer", "main_ms": 3_600_000, "increment_ms": 0}}
MINUTE: Final[Message] = {"clock": {"type": "fischer", "main_ms": 60_000, "increment_ms": 0}}
FILES: Final = ("trf", "json", "csv", "pgn", "log")

Coro = Coroutine[Any, Any, None]


class Run:
    """One run on a server of its own.

    Attributes:
        parts: when each part of it began, and what that is called.
        answers: what was answered, by kind.
    """

    def __init__(self, server: ServerProcess, seed: int = 1) -> None:
        self.server = server
        self.base = server.url.rstrip("/")
        self.chance = random.Random(seed)
        self.parts: list[tuple[float, str]] = [(0.0, "start")]
        self.answers: Counter[str] = Counter()
        self._tasks: list[asyncio.Task[None]] = []
        self._last = 0

    def part(self, name: str) -> None:
        """A part of the run begins."""
        self.parts.append((time.monotonic(), name))

    def go(self, work: Coro) -> None:
        """Have something done until the run ends."""
        self._tasks.append(asyncio.create_task(work))

    async def end(self) -> None:
        """All of it ends."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def client(self, *features: str) -> WireClient:
        """A connection from an address of its own."""
        self._last += 1
        address = f"127.0.{1 + self._last // 250}.{2 + self._last % 250}"
        client = WireClient(self.server.socket_url, features=features, address=address)
        await client.open()
        return client

    async def listener(self, message: Message) -> WireClient:
        """A connection that sends one message and reads what comes."""
        client = await self.client()
        await client.send(message)
        self.go(listen(client))
        return client

    async def read(self, path: str) -> None:
        """Read a file or page."""
        status = await asyncio.to_thread(_status_of, self.base + path)
        self.answers[f"http {status}"] += 1

    async def ask(self, client: WireClient, kind: str, **fields: object) -> Message:
        """Send a message, and wait for its answer of whatever kind."""
        id_ = await client.send({"type": kind, **fields})
        answer = await client.expect(kind, "done", "refused", id=id_)
        self.answers[answer["type"] if answer["type"] in ("done", "refused") else "shown"] += 1
        client.forget()
        return answer


def _status_of(url: str) -> int:
    try:
        with urlopen(url, timeout=60) as answer:  # noqa: S310 - our own address
            answer.read()
            return int(answer.status)
    except HTTPError as error:
        return error.code


async def listen(client: WireClient) -> None:
    """Answer pings, and read the rest, until the connection is closed."""
    with suppress(ConnectionClosed):
        while True:
            await client.receive()
            client.forget()


async def evening(run: Run, args: argparse.Namespace) -> None:
    """A whole evening over the board."""
    organiser = await sign_up(run.server.socket_url, f"organiser{secrets.token_hex(2)}")
    format_ = {"type": "swiss", "rounds": args.rounds}
    plan: Message = {"name": "Club evening", "format": format_, "terms": MINUTE, "at_boards": True}
    cup = await announce(organiser, plan, in_ms=3_600_000)
    for _ in range(LOOK_ON):
        await run.listener({"type": "watch_tournament", "tournament": cup})
    run.part("entrants")
    for first in range(1, args.entrants + 1, LISTED_AT_ONCE):
        numbers = range(first, min(first + LISTED_AT_ONCE, args.entrants + 1))
        rows = [{"name": f"Nguyễn Văn 李明 {n}", "rating": 2_500 - n} for n in numbers]
        await run.ask(organiser, "list_entrants", tournament=cup, first=first, rows=rows)
    for number in range(1, args.rounds + 1):
        run.part(f"pairing {number}")
        boards = await _pair(run, organiser, cup, number)
        run.part(f"results {number}")
        await _write(run, organiser, cup, number, boards)
        run.part(f"reading {number}")
        await _read(run, organiser, cup, number)


async def _pair(run: Run, organiser: WireClient, cup: str, number: int) -> int:
    """Have a round paired; how many boards it has."""
    pair: Message = {"type": "round", "what": "pair"}
    await run.ask(organiser, "manage_tournament", tournament=cup, action=pair)
    for _ in range(LOOKS):
        shown = await run.ask(organiser, "tournament_round", tournament=cup)
        if shown["round"] == number:
            return len(shown["games"])
        await asyncio.sleep(0.2)
    raise AssertionError(f"round {number} is not paired")


async def _write(run: Run, organiser: WireClient, cup: str, number: int, boards: int) -> None:
    """Write all results of a round down, the last ones one after the other."""
    results = [
        {"board": at, "result": run.chance.choice(["red", "black", "draw"])}
        for at in range(1, boards + 1)
    ]
    alone = min(ONE_BY_ONE, boards)
    while results:
        count = max(1, min(WRITTEN_AT_ONCE, len(results) - alone))
        part, results = results[:count], results[count:]
        await run.ask(organiser, "enter_results", tournament=cup, round=number, results=part)
        await asyncio.sleep(0.25)  # one connection may not send more


async def _read(run: Run, organiser: WireClient, cup: str, number: int) -> None:
    """Read all that can be read of a tournament."""
    shown = await run.ask(organiser, "tournament_standings", tournament=cup, rank=1)
    player = shown["rows"][0]["player"]["player"]
    await run.ask(organiser, "tournament_entrants", tournament=cup)
    await run.ask(organiser, "tournament_round", tournament=cup, round=number)
    await run.ask(organiser, "tournament_player", tournament=cup, player=player)
    await run.ask(organiser, "tournament_notes", tournament=cup)
    for path in (*(f".{form}" for form in FILES), "", "/hall", "/paper"):
        await run.read(f"/tournament/{cup}{path}")


async def mixed(run: Run, args: argparse.Namespace) -> None:
    """All at once."""
    run.part("people come")
    rooms = await _play(run)
    for number in range(LOBBY):
        client = await run.listener({"type": "watch_lobby"})
        if number < SEEKS:
            run.go(_seek(run, client))
    for number in range(WATCHERS):
        boards = {"type": "watch_boards", "boards": [f"room:{room}" for room in rooms[:16]]}
        await run.listener(boards if number % 2 else {"type": "join", "room": rooms[number % 5]})
    cup = await _tournaments(run)
    run.part("all together")
    paths = [
        *("/", "/watch", "/masters/7", "/masters/12-40.png", "/api/live", "/api/tv", "/api/feed"),
        *(f"/game/{room}{end}" for room in rooms[:4] for end in ("", ".png", ".pgn", ".png?ply=3")),
        *("/api/tournaments", f"/tournament/{cup}", f"/embed/game/{rooms[0]}", f"/game/{rooms[0]}"),
        *(f"/tournament/{cup}.{form}" for form in FILES),
        *("/api/line?moves=h2e2", "/api/ruling?moves=h2e2h9g7", f"/api/game/{rooms[0]}"),
    ]
    for _ in range(8):
        run.go(_read_on(run, paths))
    for _ in range(10):
        run.go(_ask_on(run, rooms, cup))
    for _ in range(5):
        run.go(_come_and_go(run, rooms))
    await asyncio.sleep(args.seconds)


async def _play(run: Run) -> Sequence[str]:
    """Fifty games of masters, which go on; their rooms."""
    rooms, long = [], sorted(masters(), key=lambda game: -len(game.game.moves))
    for game in long[:GAMES]:
        pair = [await run.client("rules") for _ in range(2)]
        rooms.append(await open_game(pair[0], pair[1], HOUR))
        run.go(_play_on(run, rooms[-1], pair, [uci_of(move) for move in game.game.moves]))
    return rooms


async def _play_on(run: Run, room: str, pair: Sequence[WireClient], moves: Sequence[str]) -> None:
    for player in pair:
        run.go(listen(player))
    for ply, text in enumerate(moves):
        await asyncio.sleep(run.chance.uniform(0.5, 3.0))
        await pair[ply % 2].send({"type": "move", "room": room, "ply": ply, "text": text})


async def _seek(run: Run, client: WireClient) -> None:
    while True:
        clock = {"type": "fischer", "main_ms": 60_000 * run.chance.randint(1, 20)}
        await client.send({"type": "seek", "terms": {"clock": clock | {"increment_ms": 0}}})
        await asyncio.sleep(run.chance.uniform(5.0, 20.0))
        await client.send({"type": "unseek"})


async def _tournaments(run: Run) -> str:
    """An arena and a Swiss, which begin soon, and programs that play in them; the arena."""
    organiser = await sign_up(run.server.socket_url, f"organiser{secrets.token_hex(2)}")
    formats: list[Message] = [
        {"type": "arena", "minutes": 60},
        {"type": "swiss", "rounds": 5, "break_s": 5},
    ]
    cups = [
        await announce(organiser, {"name": "Cup", "format": one, "terms": MINUTE}, in_ms=20_000)
        for one in formats
    ]
    for number in range(ENTRANTS):
        client = await run.client("ready")
        name, password = f"program{secrets.token_hex(3)}", "correct horse battery"
        await client.ask({"type": "sign_up", "name": name, "password": password})
        await client.send({"type": "enter_tournament", "tournament": cups[number % 3 == 0]})
        run.go(play_on(client, gives_up=run.chance.choice(["red", "black"])))
    return cups[0]


async def _read_on(run: Run, paths: Sequence[str]) -> None:
    while True:
        await run.read(run.chance.choice(paths))
        await asyncio.sleep(run.chance.uniform(0.1, 0.5))


async def _ask_on(run: Run, rooms: Sequence[str], cup: str) -> None:
    client = await run.client()
    run.go(listen(client))
    asked: list[Message] = [
        *({"type": kind} for kind in ("live_games", "feed", "ladder", "news", "my_games")),
        *({"type": kind, "tournament": cup} for kind in ("tournament_notes", "watch_tournament")),
        *({"type": kind, "room": rooms[0]} for kind in ("join", "log", "export")),
        {"type": "tournament_standings", "tournament": cup, "rank": 1},
        {"type": "find_players", "text": "program"},
    ]
    while True:
        await client.send(dict(run.chance.choice(asked)))
        await asyncio.sleep(run.chance.uniform(0.2, 0.8))


async def _come_and_go(run: Run, rooms: Sequence[str]) -> None:
    while True:
        client = await run.client()
        await client.send({"type": "join", "room": run.chance.choice(rooms)})
        await asyncio.sleep(run.chance.uniform(0.5, 2.0))
        await client.close()


async def measured(work: Callable[[Run, argparse.Namespace], Coro], run: Run, args: Any) -> None:
    """One kind of load, from its beginning to its end."""
    try:
        await work(run, args)
        run.part("stop")
    finally:
        await run.end()


def main() -> None:
    """Measure and print."""
    loads = {"evening": evening, "mixed": mixed}
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("loads", nargs="*", metavar="|".join(loads))
    parser.add_argument("--entrants", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=60.0)
    args = parser.parse_args()
    for name in args.loads or loads:
        with tempfile.TemporaryDirectory() as home:
            turns = Path(home) / "turns"
            os.environ["TURNS"] = str(turns)
            with ServerProcess(Path(home) / "data", program=PROGRAM) as server:
                run = Run(server)
                asyncio.run(measured(loads[name], run, args))
            rows = [json.loads(line) for line in turns.read_text().splitlines()]
        for row in rows:
            at_s = row.pop("at_s")
            row["part"] = [part for begins_s, part in run.parts if begins_s <= at_s][-1]
        own = [row for row in rows if row["part"] not in ("start", "stop")]
        for row in sorted(own, key=lambda row: -row["ms"])[:SHOWN]:
            print(json.dumps({"bench": "turns", "load": name, **row}))
        longest_ms = max((row["ms"] for row in own), default=0.0)
        total = {"over_5_ms": len(own), "longest_ms": longest_ms, "answers": run.answers}
        print(json.dumps({"bench": "turns", "load": name, **total}), flush=True)


if __name__ == "__main__":
    main()
