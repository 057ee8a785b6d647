"""What a ruling costs: the verdict on a repeated cycle, and with all its evidence.

usage: python -m tests.bench.rulings

One JSON line a row; times are medians in microseconds of one process. `verdict_us` is what
a warning asks of every move it looks at; `ruling_us` is what ends a game, evidence included.
"""

import json
import statistics
import time
from collections.abc import Callable

from tests.support.ruling_cases import played, settled_cases
from xiangqi_server.game.rules.adjudication.adjudication import banned_moves, judge, warning
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.window import repeated_part
from xiangqi_server.game.rules.rulesets import RULE_SET_NAMES, RuleOptions, rule_set

RUNS = 15
CHASE = "4k4/9/9/9/c8/9/9/9/1R7/5K3 w"
CHASE_LAP = ("b1a1", "a5b5", "a1b1", "b5a5")
FULL_BOARD = "r1b1kabr1/4a1c2/1cn6/p1p1pR2p/3NP2n1/9/P1P3p1P/1C2C4/4A4/RNBAK1B2 w"
FULL_BOARD_LAP = ("f6g6", "h5g7", "g6f6", "g7h5")
QUIET_FEN = "r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1C4NC1/9/RNBAKAB1R w"


def main() -> None:
    """Print every row."""
    for name, game in _windows().items():
        print(json.dumps(_ruling_row(name, game)))
    for name in RULE_SET_NAMES:
        print(json.dumps(_quiet_row(RuleOptions(name))))
    print(json.dumps(_quiet_row(RuleOptions("axf", forbid=True))))


def _windows() -> dict[str, Game]:
    """Games that end in a window of the plies named."""
    longest = max(
        (case for case in settled_cases() if case.rule_set == "axf"),
        key=lambda case: (case.cycle_plies == 12, case.cycle_plies),
    )
    return {
        "20 plies, cycle of 4, few pieces": played(CHASE, CHASE_LAP * 5),
        "20 plies, cycle of 4, full board": played(FULL_BOARD, FULL_BOARD_LAP * 5),
        "12 plies, cycle of 4, full board": played(FULL_BOARD, FULL_BOARD_LAP * 3),
        f"{longest.id}, cycle of {longest.cycle_plies}": longest.game(),
    }


def _ruling_row(name: str, game: Game) -> dict[str, object]:
    terms = RuleOptions("axf", rule_at=3)
    strategy, window = rule_set(terms).strategy, repeated_part(game)
    return {
        "row": name,
        "verdict_us": _median_us(lambda: strategy.verdict(window, strategy.inspector())),
        "ruling_us": _median_us(lambda: judge(game, terms)),
        "warning_us": _median_us(lambda: warning(game, terms)),
    }


def _quiet_row(terms: RuleOptions) -> dict[str, object]:
    game = Game.start(QUIET_FEN)
    return {
        "row": f"a move that repeats nothing, {terms.name}" + (", forbid" * terms.forbid),
        "judge_us": _median_us(lambda: judge(game, terms)),
        "bans_us": _median_us(lambda: banned_moves(game, terms)),
        "warning_us": _median_us(lambda: warning(game, terms)),
    }


def _median_us(act: Callable[[], object]) -> float:
    act()
    times = []
    for _ in range(RUNS):
        started = time.perf_counter()
        act()
        times.append(time.perf_counter() - started)
    return round(statistics.median(times) * 1e6, 1)


if __name__ == "__main__":
    main()
