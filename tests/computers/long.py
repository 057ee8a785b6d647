"""Games of engines against the computer players, while bot, engines and node are killed.

    python -m tests.computers.long --games 200 --levels 1-5 --rules axf,cxa --together 4 --seed 1

Our own engine challenges each level in turn, on a real node with a real bot beside it. Every few
seconds one of the three is killed and, where it does not come back by itself, started again. At the
end one JSON line tells how the games ended, how many were lost by a clause of the rules on
repetition, how many stood still for longer than `STUCK_S`, and what was killed how often. The exit
code is 1 if a game was lost by a clause or on time, or got stuck.
"""

import argparse
import asyncio
import itertools
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from tests.support.challenger import challenge, children_of, create_tokens, start_bot
from tests.support.engine import engine_path
from tests.support.server_process import ServerProcess
from xiangqi_client import Game, Session
from xiangqi_client.commands import SidePreference
from xiangqi_server.computers.computer_game import ComputerGame
from xiangqi_server.computers.engines import OWN, OWN_COMMAND
from xiangqi_server.computers.levels import OWN_LEVELS
from xiangqi_server.computers.move_chooser import MoveChooser
from xiangqi_server.computers.pool import EnginePool
from xiangqi_server.kernel.faults import Faults

STUCK_S: Final = 120.0
KILL_AFTER_S: Final = (4.0, 12.0)
BY_CLAUSE: Final = frozenset(
    {"perpetual_check", "perpetual_chase", "perpetual_attack", "check_count", "ban_stalemate"}
)


class Scene:
    """A node, a bot beside it, and what happened to them."""

    def __init__(self, server: ServerProcess, tokens: Path, levels: str, seed: int) -> None:
        self._server = server
        self._tokens = tokens
        self._levels = levels
        self._random = random.Random(seed)
        self._bot: subprocess.Popen[bytes] | None = None
        self.kills: Counter[str] = Counter()

    def start_bot(self) -> None:
        """Have the levels played."""
        self._bot = start_bot(self._server, self._tokens, self._levels, engine_path())

    def end_bot(self) -> None:
        """Have them played no longer."""
        if self._bot is not None:
            self._bot.kill()
            self._bot.wait()

    async def harm(self) -> None:
        """Kill one of the three again and again, until cancelled."""
        while True:
            await asyncio.sleep(self._random.uniform(*KILL_AFTER_S))
            kind = self._random.choice(("bot", "engine", "node"))
            self.kills[kind] += 1
            if kind == "bot":
                self.end_bot()
                self.start_bot()
            elif kind == "node":
                self._server.kill()
                await asyncio.to_thread(self._server.start)
            elif self._bot is not None:
                for engine in children_of(self._bot.pid):
                    with suppress(ProcessLookupError):
                        os.kill(engine, signal.SIGKILL)


async def play(session: Session, game: Game, chooser: MoveChooser) -> None:
    """Play a game by our own engine."""
    await ComputerGame(session, game, chooser).play()


async def challenge_in_turn(
    url: str,
    pool: EnginePool,
    pairs: Iterator[tuple[int, tuple[int, str]]],
    found: list[dict[str, object]],
    chance: random.Random,
) -> None:
    """Play one game after the other, as a guest, until there are no more."""
    async with Session(url) as session:
        for number, (level, rules) in pairs:
            side: SidePreference = "red" if number % 2 else "black"
            game = await challenge(session, f"Computer {level}", side, rules)
            is_stuck = False
            by = chance.choice(list(OWN_LEVELS))
            chooser = MoveChooser(pool, OWN, OWN_LEVELS[by], chance, is_paced=False)
            playing = asyncio.create_task(play(session, game, chooser))
            while not playing.done() and not is_stuck:
                ply = game.ply
                done, _ = await asyncio.wait((playing,), timeout=STUCK_S)
                is_stuck = not done and game.ply == ply
            if is_stuck:
                playing.cancel()
            else:
                playing.result()
            outcome = game.outcome
            winner = outcome.winner if outcome else None
            ending = outcome.ending if outcome else "stuck"
            won = "nobody" if winner is None else "us" if winner == side else "computer"
            found.append({"level": level, "by": by, "rules": rules, "ending": ending, "won": won})
            print(json.dumps({"game": number, **found[-1], "plies": game.ply}), flush=True)
            await session.leave(game)


async def play_all(args: argparse.Namespace, server: ServerProcess, scene: Scene) -> bool:
    """Play all games; whether none went wrong."""
    began_s = time.monotonic()
    first, _, last = args.levels.partition("-")
    kinds = itertools.product(range(int(first), int(last or first) + 1), args.rules.split(","))
    pairs = enumerate(itertools.islice(itertools.cycle(kinds), args.games))
    found: list[dict[str, object]] = []
    pool = EnginePool({OWN: OWN_COMMAND}, 1, Faults())
    thinking, harming = asyncio.create_task(pool.run()), asyncio.create_task(scene.harm())
    try:
        async with asyncio.TaskGroup() as group:
            for number in range(args.together):
                chance = random.Random(f"{args.seed} {number}")
                url = server.socket_url
                group.create_task(challenge_in_turn(url, pool, pairs, found, chance))
    finally:
        for task in (harming, thinking):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
    by_clause = [one for one in found if one["ending"] in BY_CLAUSE]
    endings = Counter(str(one["ending"]) for one in found)
    told = {
        "games": len(found),
        "endings": dict(endings),
        "won": dict(Counter(str(one["won"]) for one in found)),
        "lost_by_clause": len(by_clause),
        "lost_on_time": endings["time"],
        "stuck": endings["stuck"],
        "kills": dict(scene.kills),
        "seconds": round(time.monotonic() - began_s),
    }
    print(json.dumps(told), flush=True)
    wrong = len(by_clause) + endings["time"] + endings["stuck"]
    return len(found) == args.games and not wrong


def main() -> int:
    """Play; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--levels", default="1-5")
    parser.add_argument("--rules", default="axf,cxa")
    parser.add_argument("--together", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder) / "data", "--log-level", "warning")
        with server:
            tokens = Path(folder) / "tokens"
            create_tokens(server, tokens, args.levels)
            scene = Scene(server, tokens, args.levels, args.seed)
            scene.start_bot()
            try:
                is_good = asyncio.run(play_all(args, server, scene))
            finally:
                scene.end_bot()
                log = server.log()
    if "fault" in log:
        print(log, file=sys.stderr)
        return 1
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
