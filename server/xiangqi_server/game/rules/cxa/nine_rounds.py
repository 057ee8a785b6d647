"""Nine rounds of checks, kills and chases by one side, although no position recurs.

It is an option of the terms, because its wording is known from one program alone. A side may do
nothing but check, kill or chase for nine rounds on end, nothing being taken, against three points
or more. Then it has to deviate as in a cycle, unless the other side does so too. Players learn of
it from the seventh round.

It is asked after every move, so the cheap questions go first. Can nine rounds be reached at all,
and did a general answer a check in them (26.1.3)? Then come the newest plies: one idle ply settles
it.

Source: Chinese Xiangqi Association, rules of 2020, article 24.11, reference diagram 8; the
number of rounds and of points from a public implementation of the 2022 edition.
"""

from dataclasses import dataclass
from typing import Final

from xiangqi_server.game.rules.board.check import general_square, is_checked
from xiangqi_server.game.rules.board.encoding import GENERAL, Side, Square
from xiangqi_server.game.rules.cxa.classes import FORBIDDEN
from xiangqi_server.game.rules.cxa.cycle import CycleJudge, plies_of
from xiangqi_server.game.rules.cxa.ply_search import Ply
from xiangqi_server.game.rules.cxa.positions import TooManyPositions
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.window import Window, plies_since

ROUNDS: Final = 9
TOLD_AT: Final = 7
POINTS: Final = 3


@dataclass(frozen=True, slots=True)
class OneSidedRun:
    """The latest rounds in which one side alone did nothing but check, kill or chase."""

    side: Side
    rounds: int
    window: Window


def one_sided_run(game: Game, judge: CycleJudge, *, always: bool) -> OneSidedRun | None:
    """The series that one side is in, from the seventh round on; None without one.

    `always`: by the full reading alone; otherwise all cautious readings must agree.
    """
    most = min(ROUNDS, game.quiet_plies // 2, game.ply // 2)
    if most < TOLD_AT:
        return None
    judge.begin()
    window = plies_since(game, game.ply - 2 * most)
    plies = {side: plies_of(window, side)[::-1] for side in Side}
    runs = {side: _run(plies[side], judge) for side in Side}
    for side in Side:
        rounds = runs[side]
        points = _points(plies[side][:rounds], judge)
        reachable = points + ROUNDS - rounds
        if rounds < TOLD_AT or runs[side.opponent] >= rounds or reachable < POINTS:
            continue
        if always or all(judge.is_forbidden_beyond_doubt(ply) for ply in plies[side][:rounds]):
            part = window.since(2 * (most - rounds))
            return OneSidedRun(side, rounds, part)
    return None


def _run(newest_first: list[Ply], judge: CycleJudge) -> int:
    """How many of the latest plies of a side are checks, kills or chases without a gap."""
    if any(_answers_check_by_general(ply) for ply in newest_first[:TOLD_AT]):
        return 0
    count = 0
    for ply in newest_first:
        try:
            finding = judge.full.finding(ply)
        except TooManyPositions:
            break
        if finding.kind not in FORBIDDEN:
            break
        count += 1
    return count


def _answers_check_by_general(ply: Ply) -> bool:
    """Whether a general leaves a check without checking itself: idle, whatever comes of it."""
    return ply.before[ply.move >> 7] & 7 == GENERAL and is_checked(ply.before, ply.side)


def _points(plies: list[Ply], judge: CycleJudge) -> int:
    """How many points the plies are aimed at: the general's, or that of the piece to be won."""
    return len({_target(ply, judge) for ply in plies})


def _target(ply: Ply, judge: CycleJudge) -> Square:
    """The point a ply is aimed at; gains that begin with a check are aimed at the general."""
    threats = judge.full.finding(ply).threats
    return threats[0][0] & 127 if threats else general_square(ply.before, ply.side.opponent)
