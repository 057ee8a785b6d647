"""Games of masters, played again at the pace of people before a crowd, while all of it is killed::

    python -m tests.nemesis.replay --games 64 --sockets 5000 --seconds 1800 --kills 20
    python -m tests.nemesis.replay --games 16 --sockets 300 --seconds 120 --kills 4 --pace 2

Every other game is shown with a delay. A third of the sockets joins a room, two thirds watch
sixteen boards, and one reads the feed of games. Node, store or both are killed (-9) at random
moments; everybody comes back. Then the games are given up, and all must have seen all of them.

Each frame is held against what the players did: no ply is seen before its time, which is when it
was sent, and the delay; no ply is another one, comes twice, or is gone again; versions of a room
and numbers of the feed have no gaps. Prints one JSON line; exit code 1 if anything was broken.
"""

import argparse
import asyncio
import itertools
import json
import random
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from websockets.exceptions import WebSocketException

from tests.aggregates.tournaments.sockets import KILLS, kill
from tests.bench.archive import masters
from tests.support.crowd import allow_files
from tests.support.server_process import ServerProcess
from tests.support.wire_client import Message, WireClient, open_game, whole_room
from xiangqi_server.game.rules.board.encoding import uci_of
from xiangqi_server.game.rules.board.fen import write_board_and_side
from xiangqi_server.game.rules.game.game import Game

BOARDS: Final = 16
DELAY_MS: Final = 3_000
HOUR: Final[Message] = {"type": "fischer", "main_ms": 3_600_000, "increment_ms": 0}
ANSWER_S: Final = 15.0
OPENED_AT_ONCE: Final = 50
LOST: Final = (OSError, WebSocketException, TimeoutError)
"""How a connection ends whose node was killed."""


@dataclass
class Replayed:
    """One game: what is played, and what was done so far.

    Fields:
        moves, fens: of the whole game; `fens[n]` is the position after n plies.
        delay_s: how late spectators see it.
        sent_s: when each ply was sent for the first time.
        is_over: somebody has begun to give it up.
    """

    room: str
    moves: list[str]
    fens: list[str]
    delay_s: float
    sent_s: list[float] = field(default_factory=list)
    is_over: bool = False


@dataclass
class Score:
    """What was seen, and what should not have been."""

    counts: Counter[str] = field(default_factory=Counter)
    broken: Counter[str] = field(default_factory=Counter)
    waits_s: list[float] = field(default_factory=list)

    def see(self, game: Replayed, plies: int, now_s: float) -> None:
        """Somebody sees a game after so many plies."""
        if plies > len(game.sent_s):
            self.broken["never sent"] += 1
        elif plies and not game.is_over and now_s < game.sent_s[plies - 1] + game.delay_s:
            self.broken["early"] += 1


class Watcher:
    """A spectator that comes back after each kill, until it is stopped.

    Args:
        games: one that it joins, or several whose boards it watches.
        number: makes its address.
    """

    def __init__(self, run: "Run", games: Sequence[Replayed], number: int) -> None:
        self._run = run
        self._games = {game.room: game for game in games}
        self._joins = games[0].room if len(games) == 1 else None
        self._address = f"127.{1 + number // 62_500}.{number // 250 % 250}.{1 + number % 250}"
        self._version: int | None = None
        self.plies = dict.fromkeys(self._games, 0)

    async def watch(self) -> None:
        """Watch, for ever."""
        while True:
            await self._run.up.wait()
            client = WireClient(self._run.url, address=self._address)
            with suppress(*LOST):
                async with client:
                    await client.send(self._asked())
                    while True:
                        self._take(await client.receive())
                        client.forget()
            self._run.score.counts["reconnected"] += 1
            await asyncio.sleep(self._run.chance.uniform(0.1, 0.5))

    def _asked(self) -> Message:
        if self._joins is not None:
            return {"type": "join", "room": self._joins, "since": self._version}
        return {"type": "watch_boards", "boards": [f"room:{room}" for room in self._games]}

    def _take(self, message: Message) -> None:
        score, now_s = self._run.score, asyncio.get_running_loop().time()
        match message["type"]:
            case "board":
                game = self._games[message["game"]]
                self._show(game, message["ply"], now_s)
                is_same = message["fen"] == game.fens[message["ply"]]
                score.broken["other position"] += not is_same
                score.counts["boards"] += 1
            case "room":
                game = self._games[message["room"]]
                played = [line[0] for line in message["moves"]]
                score.broken["other moves"] += played != game.moves[: len(played)]
                score.broken["gone back"] += message["version"] < (self._version or 0)
                self._show(game, len(played), now_s)
                self._version = message["version"]
                score.counts["rooms"] += 1
            case kind if (
                kind != "done" and "digest" in message and message.get("room") == self._joins
            ):
                self._follow(message, now_s)

    def _follow(self, event: Message, now_s: float) -> None:
        """Take the next event of the room that was joined."""
        score, game = self._run.score, self._games[event["room"]]
        score.broken["gap"] += event["version"] != (self._version or 0) + 1
        self._version = event["version"]
        if event["type"] == "moved":
            ply = event["ply"]
            score.broken["other moves"] += event["uci"] != game.moves[ply]
            score.broken["doubled"] += ply + 1 <= self.plies[game.room]
            self._show(game, ply + 1, now_s)
            score.counts["moves"] += 1
            score.waits_s.append(now_s - game.sent_s[ply] - game.delay_s)

    def _show(self, game: Replayed, plies: int, now_s: float) -> None:
        self._run.score.see(game, plies, now_s)
        self._run.score.broken["gone back"] += plies < self.plies[game.room]
        self.plies[game.room] = max(plies, self.plies[game.room])


class Run:
    """All of it, on a server of its own."""

    def __init__(self, server: ServerProcess, args: argparse.Namespace) -> None:
        self.server = server
        self.url = server.socket_url
        self.chance = random.Random(args.seed)
        self.up = asyncio.Event()
        self.up.set()
        self.score = Score()
        self.games: list[Replayed] = []
        self._args = args
        self._players: list[list[WireClient]] = []
        self._is_ending = asyncio.Event()
        self._fed: Counter[tuple[str, str]] = Counter()

    async def run(self) -> int:
        """Play, watch, kill, and hold everything; the exit code."""
        await self._open_games()
        watchers = self._watchers()
        tasks = [asyncio.create_task(self._read_feed())]
        for at in range(0, len(watchers), OPENED_AT_ONCE):
            tasks += [asyncio.create_task(one.watch()) for one in watchers[at:][:OPENED_AT_ONCE]]
            await asyncio.sleep(0.2)
        played = [asyncio.create_task(self._play(at)) for at in range(len(self.games))]
        await self._kill()
        self._is_ending.set()
        await asyncio.gather(*played)
        await self._until_all_is_seen(watchers)
        for task in tasks:
            task.cancel()
        for failed in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(failed, Exception):
                raise failed
        for player in itertools.chain.from_iterable(self._players):
            await player.close()
        await self._hold_rooms()
        return self._tell(len(watchers))

    async def _open_games(self) -> None:
        long = sorted(masters(), key=lambda game: -len(game.game.moves))
        for number, record in enumerate(long[: self._args.games]):
            game, fens = Game.start(), [write_board_and_side(Game.start().position)]
            for move in record.game.moves:
                game = game.play(move)
                fens.append(write_board_and_side(game.position))
            pair = [WireClient(self.url, features=("rules",)) for _ in range(2)]
            for player in pair:
                await player.open()
            delay_ms = DELAY_MS * (number % 2)
            room = await open_game(pair[0], pair[1], {"clock": HOUR, "delay_ms": delay_ms})
            moves = [uci_of(move) for move in record.game.moves]
            self.games.append(Replayed(room, moves, fens, delay_ms / 1_000))
            self._players.append(pair)

    def _watchers(self) -> list[Watcher]:
        found = []
        for number in range(self._args.sockets):
            first = number % len(self.games)
            around = itertools.islice(itertools.cycle(self.games), first, first + BOARDS)
            boards = {game.room: game for game in around}
            games = self.games[first : first + 1] if number % 3 == 0 else list(boards.values())
            found.append(Watcher(self, games, number))
        return found

    # The players.

    async def _play(self, at: int) -> None:
        """Play one game until the run ends or the game does, and give it up."""
        game, pair = self.games[at], self._players[at]
        answering = [asyncio.create_task(_answer(player)) for player in pair]
        loop = asyncio.get_running_loop()
        for ply, text in enumerate(game.moves):
            with suppress(TimeoutError):
                pause_s = self.chance.expovariate(1 / self._args.pace)
                await asyncio.wait_for(self._is_ending.wait(), pause_s)
            if self._is_ending.is_set():
                break
            game.sent_s.append(loop.time())
            move = {"type": "move", "room": game.room, "ply": ply, "text": text}
            while not await self._said(pair, ply % 2, answering, move):
                pass
            self.score.counts["played"] += 1
        await self._is_ending.wait()
        await asyncio.sleep(game.delay_s)
        game.is_over = True
        while not await self._said(pair, 0, answering, {"type": "resign", "room": game.room}):
            pass
        for task in answering:
            task.cancel()

    async def _said(
        self,
        pair: list[WireClient],
        side: int,
        answering: list["asyncio.Task[None]"],
        message: Message,
    ) -> bool:
        """Have a player say something; whether it is done, if need be by an answer that got lost.

        False: it was not, and the player has come back.
        """
        player = pair[side]
        answering[side].cancel()
        await asyncio.gather(answering[side], return_exceptions=True)
        try:
            async with asyncio.timeout(ANSWER_S):
                answer = await player.ask(message)
            is_done = answer["type"] == "done" or answer["code"] in ("stale_ply", "game_over")
            is_done = is_done or (message["type"] == "move" and answer["code"] == "not_your_turn")
            player.forget()
        except LOST:
            is_done = False
            await self._come_back(player, str(message["room"]))
        if not is_done:
            await asyncio.sleep(0.2)
        answering[side] = asyncio.create_task(_answer(player))
        return is_done

    async def _come_back(self, player: WireClient, room: str) -> None:
        while True:
            await self.up.wait()
            with suppress(*LOST):
                await player.close()
                player.forget()
                async with asyncio.timeout(ANSWER_S):
                    await player.open()
                    await player.ask({"type": "join", "room": room})
                return
            await asyncio.sleep(0.2)

    # The rest.

    async def _kill(self) -> None:
        """Kill something at random moments, as long as the run lasts."""
        part_s = self._args.seconds / (self._args.kills + 1)
        for number in range(self._args.kills):
            await asyncio.sleep(part_s * self.chance.uniform(0.7, 1.2))
            await kill(self.server, KILLS[number % len(KILLS)], self.up)
        await asyncio.sleep(part_s)

    async def _read_feed(self) -> None:
        """Read the feed by its numbers, and hold that none is missing or comes twice."""
        last = 0
        while True:
            await self.up.wait()
            with suppress(*LOST):
                async with WireClient(self.url) as client:
                    while True:
                        id_ = await client.send({"type": "feed", "since": last})
                        answer = await client.expect("feed", id=id_)
                        numbers = [row["number"] for row in answer["rows"]]
                        wanted = list(range(last + 1, last + 1 + len(numbers)))
                        self.score.broken["feed"] += numbers != wanted or answer["reset"]
                        self.score.counts["feed"] += len(numbers)
                        self._fed.update((row["what"], row["room"]) for row in answer["rows"])
                        last += len(numbers)
                        client.forget()
                        await asyncio.sleep(1.0)
            await asyncio.sleep(0.2)

    async def _until_all_is_seen(self, watchers: Sequence[Watcher]) -> None:
        """Wait until all have seen all plies of their games, and the feed has told of each twice.

        What is missing after a minute is lost.
        """
        ends = {game.room: len(game.sent_s) for game in self.games}
        told = Counter((what, room) for what in ("began", "over") for room in ends)
        for _ in range(60):
            late = [one for one in watchers if any(n < ends[room] for room, n in one.plies.items())]
            if not late and self._fed == told:
                return
            await asyncio.sleep(1.0)
        self.score.broken["lost"] += len(late)
        self.score.broken["feed"] += self._fed != told

    async def _hold_rooms(self) -> None:
        """Every ply that was acknowledged is in its room."""
        for game in self.games:
            shown = await whole_room(self.url, game.room)
            played = [line[0] for line in shown["moves"]]
            self.score.broken["lost"] += played != game.moves[: len(game.sent_s)]
            self.score.broken["not over"] += shown["status"] != "over"

    def _tell(self, sockets: int) -> int:
        waits, broken = sorted(self.score.waits_s), +self.score.broken
        row: dict[str, object] = {"games": len(self.games), "sockets": sockets}
        row |= {"kills": self._args.kills, **self.score.counts, "broken": broken}
        if waits:
            row["median_wait_ms"] = round(1_000 * statistics.median(waits))
            row["longest_wait_ms"] = round(1_000 * waits[-1])
        sys.stdout.write(json.dumps(row) + "\n")
        return int(bool(broken))


async def _answer(player: WireClient) -> None:
    """Answer the pings of a player who thinks, until the connection is lost."""
    with suppress(*LOST):
        while True:
            await player.receive()
            player.forget()


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    """The options of a run; None for those of the command line."""
    parser = argparse.ArgumentParser(prog="tests.nemesis.replay", description=__doc__)
    parser.add_argument("--games", type=int, default=64)
    parser.add_argument("--sockets", type=int, default=5_000)
    parser.add_argument("--seconds", type=float, default=1_800.0)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--pace", type=float, default=10.0, help="seconds a move, on the average")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(given)


def main() -> int:
    """Run the command; the exit code."""
    args = arguments()
    allow_files(2 * args.sockets + 256)
    with tempfile.TemporaryDirectory() as home, ServerProcess(Path(home) / "data") as server:
        return asyncio.run(Run(server, args).run())


if __name__ == "__main__":
    sys.exit(main())
