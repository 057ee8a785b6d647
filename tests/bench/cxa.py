"""What a ruling under the Chinese rules costs, on the diagrams of the rule book.

usage: python -m tests.bench.cxa

One JSON line a row, in milliseconds of processor time; the goal and the prototype's figures
stand beside ours. `ruling` is what ends a game: all the readings, all the evidence with its
lines. `warning` is what the players are told before, every move looked at that may lose. The long
laps are random ones, in the middle of master games.
"""

import json
import random
import time
from collections.abc import Callable, Iterable
from itertools import islice

from tests.support.cxa_cases import diagrams
from tests.support.random_laps import random_laps
from tests.support.ruling_cases import played
from xiangqi_server.game.rules.adjudication.adjudication import judge, warning
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.game.rules.cxa.cycle import CycleJudge, plies_of
from xiangqi_server.game.rules.cxa.ply_search import answers_on
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.window import repeated_part
from xiangqi_server.game.rules.rulesets import RuleOptions

TERMS = RuleOptions("cxa")
GOAL = {"median_ms": 20, "worst_ms": 100}
SEED, LAPS, LAP_PLIES = 26, 60, (8, 10, 12)
PROTOTYPE = {"median_ms": 12, "p90_ms": 64, "worst_ms": 390}


def main() -> None:
    """Print every row."""
    games = [diagram.case.game() for diagram in diagrams()]
    print(json.dumps(_row("verdict, one reading", _verdict, games) | {"prototype": PROTOTYPE}))
    print(json.dumps(_row("verdict, all readings", _all_readings, games) | {"goal": GOAL}))
    print(json.dumps(_row("ruling", lambda game: judge(game, TERMS), games) | {"goal": GOAL}))
    warned = [
        played(diagram.case.fen, diagram.case.moves[: 2 * diagram.case.cycle_plies])
        for diagram in diagrams()
    ]
    print(json.dumps(_row("warning", lambda game: warning(game, TERMS), warned)))
    laps = islice(random_laps(random.Random(SEED), LAP_PLIES), LAPS)
    long = [lap.game() for lap in laps]
    print(json.dumps(_row("ruling, laps of 8 to 12 plies", lambda game: judge(game, TERMS), long)))


def _verdict(game: Game) -> None:
    window = repeated_part(game)
    CycleJudge().full.cycle_finding(*(plies_of(window, side) for side in Side))


def _all_readings(game: Game) -> None:
    CycleJudge().judge(repeated_part(game))


def _row(name: str, act: Callable[[Game], object], games: Iterable[Game]) -> dict[str, object]:
    times = sorted(_spent_ms(act, game) for game in games)
    return {
        "row": name,
        "positions": len(times),
        "median_ms": times[len(times) // 2],
        "p90_ms": times[len(times) * 9 // 10],
        "worst_ms": times[-1],
    }


def _spent_ms(act: Callable[[Game], object], game: Game) -> float:
    answers_on.cache_clear()
    started = time.process_time()
    act(game)
    return round((time.process_time() - started) * 1000, 1)


if __name__ == "__main__":
    main()
