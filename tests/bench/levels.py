"""How often each level of the computer beats the one below, and beginners beat a level.

usage: python -m tests.bench.levels [--games 40] [--beginners] [LEVEL...]

One JSON line a pair of a named level (all of them by default) and the one below: what the higher
one scores of the games, a draw being half, and how long its moves take in ms: half of them, and
19 of 20, are done by then. The highest levels are played by Fairy-Stockfish. Each opening is taken
from the book and played twice, with the sides exchanged; the rules are `axf`, and nobody plays a
move that loses by repetition while there is another, as our bots do. With `--beginners` a row is of
a beginner of `tests.support.beginners` against a level, the first by default.
"""

import argparse
import asyncio
import itertools
import json
import random
import statistics
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from tests.support.beginners import BEGINNERS, Beginner
from tests.support.engine import engine_path
from xiangqi_server.computers.engine_process import EngineProcess
from xiangqi_server.computers.engines import choose, commands
from xiangqi_server.computers.levels import LEVEL_NUMBERS, ComputerLevel
from xiangqi_server.computers.uci import Search, SearchLimits
from xiangqi_server.game.engine.book_lines import BOOK_LINES
from xiangqi_server.game.rules.adjudication.adjudication import judge, warning
from xiangqi_server.game.rules.board.encoding import Side, move_from_uci, uci_of
from xiangqi_server.game.rules.board.fen import START_FEN
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.rulesets import RuleOptions

AXF: Final = RuleOptions("axf")
OPENING_PLIES: Final = 4
MOST_PLIES: Final = 300
"""A longer game is a draw here."""
NO_HURRY_MS: Final = 60_000
"""So that a busy machine does not weaken a level: its positions are what limits it."""


class LevelPlayer:
    """An engine process that plays at a level, and how long its moves took."""

    def __init__(self, level: ComputerLevel, engine: EngineProcess) -> None:
        self._level = level
        self._engine = engine
        self._took_ms: list[float] = []

    async def play(self, game: Game, name: str, seed: int) -> Game:
        """The game after its move."""
        legal = [uci_of(move) for move in game.legal_moves()]
        losing = _losing(game)
        limits = self._level.limits
        search = Search(
            game=name,
            start_fen=START_FEN,
            moves=tuple(map(uci_of, game.moves)),
            among=tuple(move for move in legal if move not in losing) or tuple(legal),
            excluded=tuple(losing & set(legal)),
            limits=SearchLimits(NO_HURRY_MS, limits.depth, limits.nodes),
            options={**self._level.options, "Seed": str(seed)},
        )
        began = time.monotonic()
        result = await self._engine.search(search)
        self._took_ms.append((time.monotonic() - began) * 1000)
        return game.play(move_from_uci(result.move))

    def times(self) -> list[int]:
        """The time of half of its moves, and of 19 of 20, in ms."""
        cuts = statistics.quantiles(self._took_ms, n=20)
        return [round(cuts[9]), round(cuts[18])]


def _losing(game: Game) -> frozenset[str]:
    """The moves that lose by repetition."""
    told = warning(game, AXF)
    if told is None:
        return frozenset()
    return frozenset(uci_of(losing.move) for losing in told.sides[game.to_move].losing)


class BeginnerPlayer:
    """A beginner who plays in this process."""

    def __init__(self, beginner: Beginner) -> None:
        self._beginner = beginner

    async def play(self, game: Game, name: str, seed: int) -> Game:
        """The game after a move."""
        return game.play(self._beginner(game, random.Random(f"{name} {seed} {game.ply}")))


Player = LevelPlayer | BeginnerPlayer


async def match(number: int, games: int) -> dict[str, object]:
    """Let a level play the one below."""
    async with _player(number) as higher, _player(number - 1) as lower:
        results = await _results(higher, lower, games, random.Random(number))
        times = {"higher_ms": higher.times(), "lower_ms": lower.times()}
    return _row(f"{number}_against_{number - 1}", results) | times


async def beginner_match(name: str, number: int, games: int) -> dict[str, object]:
    """Let a beginner play a level."""
    async with _player(number) as level:
        beginner = BeginnerPlayer(BEGINNERS[name])
        results = await _results(beginner, level, games, random.Random(number))
    return _row(f"{name}_against_{number}", results)


async def _results(one: Player, other: Player, games: int, rng: random.Random) -> Counter[float]:
    """How many games the one gets how much of."""
    openings = [row.split()[1 : 1 + OPENING_PLIES] for row in BOOK_LINES.splitlines()]
    results: Counter[float] = Counter()
    for seed in range(1, games + 1):
        if seed % 2:
            opening = rng.choice(openings)
        players = (one, other) if seed % 2 else (other, one)
        red = await _red_scores(players, opening, seed)
        results[red if seed % 2 else 1 - red] += 1
    return results


def _row(name: str, results: Counter[float]) -> dict[str, object]:
    return {
        "bench": "levels",
        "row": name,
        "score": round((results[1] + results[0.5] / 2) / results.total(), 3),
        "won": results[1],
        "drawn": results[0.5],
        "lost": results[0],
    }


@asynccontextmanager
async def _player(number: int) -> AsyncIterator[LevelPlayer]:
    name, level = choose((number,), (engine_path(),))[number]
    engine = await EngineProcess.start(commands((engine_path(),))[name])
    try:
        yield LevelPlayer(level, engine)
    finally:
        await engine.close()


async def _red_scores(players: tuple[Player, Player], opening: list[str], seed: int) -> float:
    """Let two players play a game; what Red gets of the point."""
    game = Game.start()
    for move in opening:
        game = game.play(move_from_uci(move))
    while (ruling := judge(game, AXF)) is None and game.ply < MOST_PLIES:
        game = await players[game.to_move].play(game, str(seed), seed)
    if ruling is None or ruling.winner is None:
        return 0.5
    return 1.0 if ruling.winner is Side.RED else 0.0


def main() -> None:
    """Print one JSON line a pair."""
    parser = argparse.ArgumentParser(prog="tests.bench.levels")
    parser.add_argument("levels", nargs="*", type=int, metavar="LEVEL")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--beginners", action="store_true", help="beginners against the levels")
    args = parser.parse_args()
    if args.beginners:
        for number, name in itertools.product(args.levels or LEVEL_NUMBERS[:1], BEGINNERS):
            print(json.dumps(asyncio.run(beginner_match(name, number, args.games))), flush=True)
        return
    for number in args.levels or LEVEL_NUMBERS[1:]:
        print(json.dumps(asyncio.run(match(number, args.games))), flush=True)


if __name__ == "__main__":
    main()
