"""Two guests do their worst beside a game of others: ``python -m tests.strangers.worst``.

They look for the dearest thing that they are permitted: among many games the move whose ruling
searches most, under nine rounds of the Chinese rules (`nine`) and after a lap of them (`lap`). Each
room is played to there, and the move is then taken back and played again for as long as the attack
lasts. The same is done with a move that nothing has to be found out about (`plain`), so that the
price of a ruling can be told from that of so many messages. A probe plays an ordinary game
meanwhile; printed is how long its moves took alone and beside each, as one line of JSON.

`--against CHECKOUT` attacks the server of an older checkout, which needs a `.venv` of its own.
"""

import argparse
import asyncio
import contextlib
import itertools
import json
import random
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.support.server_process import ServerProcess
from tests.support.wire_client import WireClient, open_game
from xiangqi_server.aggregates.room.messages import Ended
from xiangqi_server.aggregates.room.ruling_request import RulingRequest, answer
from xiangqi_server.aggregates.room.terms import RuleTerms
from xiangqi_server.game.rules.board.encoding import Move, make_move, uci_of
from xiangqi_server.game.rules.cxa.move_cache import SEARCHED
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.rulesets import current_version

Fields = dict[str, Any]

ATTACKER: Final = "127.0.0.2"
PROBES: Final = (f"127.0.3.{number}" for number in itertools.cycle(range(1, 250)))
"""A guest is stored for each game of the probe, which has an address for each."""
VERSION: Final = current_version("cxa")
NINE: Final = RuleTerms("cxa", VERSION, nine_rounds=True)
LAP: Final = RuleTerms("cxa", VERSION)
RULES: Final[dict[str, Fields]] = {
    "plain": {"name": "axf"},
    "nine": {"name": "cxa", "nine_rounds": True},
    "lap": {"name": "cxa"},
}
LEAST_QUIET: Final = 14
PAUSE_S: Final = 0.05
PROBE_PLIES: Final = 200


class DearLine(NamedTuple):
    """A game whose last move is dear to rule on."""

    positions: int
    moves: tuple[str, ...]


def dearest(rules: RuleTerms, seed: int, tries: int) -> DearLine:
    """The dearest last move of that many random games, by the positions that are searched."""
    chance = random.Random(seed)
    return max(a_line(rules, chance) for _ in range(tries))


def a_line(rules: RuleTerms, chance: random.Random) -> DearLine:
    """A random game: some moves, and then attacks without captures, or a lap there and back."""
    game = Game.start()
    for _ in range(chance.choice((8, 14, 20, 26))):
        game = _played(game, chance, game.legal_moves())
    game = _attacked(game, chance) if rules.nine_rounds else _lapped(game, chance)
    before = SEARCHED.positions
    found = answer(RulingRequest(game.start_fen, game.moves, rules)).follows
    searched = 0 if isinstance(found, Ended) else SEARCHED.positions - before
    return DearLine(searched, tuple(uci_of(move) for move in game.moves))


def _attacked(game: Game, chance: random.Random) -> Game:
    """Moves that take nothing; checks where there are any."""
    first = game.ply
    while game.ply < first + LEAST_QUIET + 4 and game.has_legal_move():
        quiet = [move for move in game.legal_moves() if not game.board[move & 127]]
        checks = [move for move in quiet if game.play(move).in_check()]
        game = _played(game, chance, checks if checks and chance.random() < 0.8 else quiet)
    return game


def _lapped(game: Game, chance: random.Random) -> Game:
    """Two plies there and two back, if that can be."""
    there = []
    for _ in range(2):
        quiet = [move for move in game.legal_moves() if not game.board[move & 127]]
        if not quiet:
            return game
        there.append(chance.choice(quiet))
        game = game.play(there[-1])
    for move in there:
        back = make_move(move & 127, move >> 7)
        if not game.is_legal(back):
            return game
        game = game.play(back)
    return game


def _played(game: Game, chance: random.Random, moves: Sequence[Move]) -> Game:
    legal = moves or game.legal_moves()
    return game.play(chance.choice(legal)) if legal else game


class LogFull(Exception):
    """A game is so long that it takes nothing back any more."""


class Pair:
    """Two guests and their game."""

    def __init__(self, url: str, address: str) -> None:
        red, black = (WireClient(url, address=address) for _ in range(2))
        self._clients = red, black
        self._room = ""

    async def begin(self, rules: Fields) -> None:
        """Come, and begin a game without a clock."""
        for client in self._clients:
            await client.open()
        terms = {"clock": {"type": "none"}, "rules": rules, "takebacks": True}
        self._room = await open_game(*self._clients, terms)

    async def move(self, ply: int, text: str) -> float:
        """Play a move; for how long it was not answered, in seconds."""
        began_s = time.perf_counter()
        await self._ask(ply % 2, "move", ply=ply, text=text)
        return time.perf_counter() - began_s

    async def take_back(self, ply: int) -> None:
        """Take the move of that ply back."""
        await self._ask(ply % 2, "offer", what="takeback", ply=ply + 1)
        await self._ask(1 - ply % 2, "accept", what="takeback")

    async def close(self) -> None:
        """Go."""
        for client in self._clients:
            await client.close()

    async def _ask(self, side: int, kind: str, **fields: object) -> None:
        client = self._clients[side]
        message = {"type": kind, "room": self._room, **fields}
        while (answered := await client.ask(message))["type"] != "done":
            if answered["code"] == "log_full":
                raise LogFull
            if answered["code"] != "too_fast":
                raise RuntimeError(f"{kind} was refused: {answered}")
            await asyncio.sleep(answered["retry_ms"] / 1_000)
        for each in self._clients:
            each.forget()


async def _attack(url: str, rules: Fields, line: DearLine, until_s: float) -> int:
    """Play to the dear move, take it back, play it again, in one game after another; how often."""
    count = 0
    while time.perf_counter() < until_s:
        pair = Pair(url, ATTACKER)
        await pair.begin(rules)
        with contextlib.suppress(LogFull):
            async for _ in _again_and_again(pair, line, until_s):
                count += 1
        await pair.close()
    return count


async def _again_and_again(pair: Pair, line: DearLine, until_s: float) -> AsyncIterator[None]:
    last = len(line.moves) - 1
    for ply, text in enumerate(line.moves):
        await pair.move(ply, text)
    yield
    while time.perf_counter() < until_s:
        await pair.take_back(last)
        await pair.move(last, line.moves[-1])
        yield


async def _probe(url: str, until_s: float) -> list[float]:
    """An ordinary game by the default rules; how long its moves took."""
    chance, took = random.Random(7), list[float]()
    while time.perf_counter() < until_s:
        pair, game = Pair(url, next(PROBES)), Game.start()
        await pair.begin({"name": "axf"})
        while game.ply < PROBE_PLIES and time.perf_counter() < until_s:
            move = chance.choice(game.legal_moves())
            game = game.play(move)
            took.append(await pair.move(game.ply - 1, uci_of(move)))
            if not game.has_legal_move() or game.quiet_plies > 40 or game.occurrences > 2:
                break
            await asyncio.sleep(PAUSE_S)
        await pair.close()
    return took


def _told(what: str, took: list[float]) -> None:
    p95 = statistics.quantiles(took, n=20)[-1]
    facts = {"p50": statistics.median(took), "p95": p95, "most": max(took)}
    ms = {f"{name}_ms": round(1_000 * value, 1) for name, value in facts.items()}
    print(json.dumps({"what": what, "moves": len(took), **ms}), flush=True)


async def compare(url: str, seconds: float, rooms: int, lines: dict[str, DearLine]) -> None:
    """The probe alone, and beside each attack."""
    _told("alone", await _probe(url, time.perf_counter() + seconds))
    for name, line in lines.items():
        until_s = time.perf_counter() + seconds
        rules = RULES[name]
        async with asyncio.TaskGroup() as group:
            probe = group.create_task(_probe(url, until_s))
            attacks = [group.create_task(_attack(url, rules, line, until_s)) for _ in range(rooms)]
        times = sum(attack.result() for attack in attacks)
        _told(f"{name}, {rooms} rooms, {times} times {line.positions} positions", probe.result())


def main() -> None:
    """Attack a server."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--rooms", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tries", type=int, default=300)
    parser.add_argument("--against", type=Path)
    args = parser.parse_args()
    lines = {
        "plain": DearLine(0, ("h2e2", "h9g7", "h0g2")),
        "nine": dearest(NINE, args.seed, args.tries),
        "lap": dearest(LAP, args.seed, args.tries),
    }
    with (
        tempfile.TemporaryDirectory() as folder,
        ServerProcess(Path(folder) / "data", checkout=args.against) as server,
    ):
        asyncio.run(compare(server.socket_url, args.seconds, args.rooms, lines))


if __name__ == "__main__":
    main()
