"""Whether a chase needs two or more pieces (article 24.17), or meets an under-rooted one.

It matters only when both sides are forbidden (26.9.1 to 26.9.4), and is asked only then.

A capture of a piece that looks protected is joint when it pays only with the help of another. The
helper bears on the point when they take back (which bars a general from taking back, too). It may
be our own general, where nothing else bears on it, or any attacking piece without which nothing is
won on the point. So is a cannon's capture over its own piece that the victim attacks and a third
piece guards. So is a gain by check that needs another piece than the one that checks.

Source: Chinese Xiangqi Association, rules of 2020, articles 24.15, 24.17, 26.9.
"""

from collections.abc import Iterable
from typing import Final

from xiangqi_server.game.rules.board.attackers import attackers_of
from xiangqi_server.game.rules.board.check import squares_of
from xiangqi_server.game.rules.board.encoding import (
    CANNON,
    GENERAL,
    OPPONENT,
    SOLDIER,
    Board,
    Side,
    Square,
    make_move,
)
from xiangqi_server.game.rules.board.geometry import GAPS
from xiangqi_server.game.rules.board.moves import board_after
from xiangqi_server.game.rules.cxa.captures import CaptureBalance
from xiangqi_server.game.rules.cxa.classes import PlyFinding
from xiangqi_server.game.rules.cxa.new_threat import by_check, by_check_question, lifted
from xiangqi_server.game.rules.cxa.readings import Solvers
from xiangqi_server.game.rules.cxa.steps import Step
from xiangqi_server.game.rules.cxa.values import GAIN, STRONG_ROLES

_HELPERS: Final = (*STRONG_ROLES, SOLDIER)


def is_joint(solvers: Solvers, after: Board, side: Side, finding: PlyFinding) -> bool:
    """Whether all the strongest new threats of a chase need several pieces."""
    now = solvers.balance(after, side)
    if finding.by_check:
        return _needs_second_piece(solvers, now)
    best = now.worth(finding.threats[0])
    strongest = [step for step in finding.threats if now.worth(step) == best]
    return all(_capture_is_joint(solvers, now, step) for step in strongest)


def _needs_second_piece(solvers: Solvers, now: CaptureBalance) -> bool:
    """Whether a gain by check is gone without some piece beside the checking one.

    Where several checks win as much, beside each of those that give them.
    """
    needed = {
        helper
        for helper in _pieces(now.board, now.side, STRONG_ROLES)
        if by_check(solvers.balance(lifted(now.board, helper), now.side)) <= 0
    }
    checks = now.solver.best_checks(now.board, by_check_question(now))
    return all(needed - {move >> 7} for move, _ in checks)


def _capture_is_joint(solvers: Solvers, now: CaptureBalance, step: Step) -> bool:
    """Whether one capture needs another piece than the one that takes."""
    if solvers.reading.clauses.guarded_screen and _screen_is_guarded(now, step):
        return True
    move, after = step
    victim, enemy = move & 127, OPPONENT[now.side]
    roots = attackers_of(after, victim, enemy)
    if not roots:
        return False
    bearing = _bearing(now, step, roots)
    if _needs_general(now, step, bearing):
        return True
    others = (helper for helper in bearing if now.board[helper] & 7 != GENERAL)
    if any(_is_gone_without(solvers, now, step, helper) for helper in others):
        return True
    return not solvers.cache.is_checked(after, enemy) and any(
        _is_lost_without(solvers, now, step, by)
        for by in _pieces(now.board, now.side, _HELPERS)
        if by != move >> 7
    )


def _bearing(now: CaptureBalance, step: Step, roots: list[Square]) -> set[Square]:
    """The other pieces that bear on the point once one of the roots has taken back."""
    victim = step[0] & 127
    return {
        helper
        for root in roots
        for helper in attackers_of(board_after(step[1], make_move(root, victim)), victim, now.side)
    }


def _needs_general(now: CaptureBalance, step: Step, bearing: set[Square]) -> bool:
    """Whether our general alone bears on the point, and nothing is won there without it.

    No search can do without a general; what it adds is that they do not take back.
    """
    origin, victim = step[0] >> 7, step[0] & 127
    is_alone = {now.board[helper] & 7 for helper in bearing} == {GENERAL}
    return is_alone and GAIN[now.value_at(victim) - now.value_at(origin)] <= 0


def _is_gone_without(solvers: Solvers, now: CaptureBalance, step: Step, helper: Square) -> bool:
    """Whether a capture is impossible or wins nothing without a helper."""
    without = solvers.balance(lifted(now.board, helper), now.side)
    return step[0] not in without.captures or _is_lost_without(solvers, now, step, helper)


def _is_lost_without(solvers: Solvers, now: CaptureBalance, step: Step, helper: Square) -> bool:
    """Whether a capture that stays possible wins nothing on the point without a helper.

    A cannon's own screen does not make its capture joint.
    """
    without = solvers.balance(lifted(now.board, helper), now.side)
    capture = without.captures.get(step[0])
    return capture is not None and not without.wins_on_point(capture)


def _screen_is_guarded(now: CaptureBalance, step: Step) -> bool:
    """Whether a cannon takes over a piece of its own that stands under the victim's attack.

    And a third strong piece guards that screen.
    """
    board, move = now.board, step[0]
    origin, victim = move >> 7, move & 127
    if board[origin] & 7 != CANNON:
        return False
    screens = [square for square in _between(origin, victim) if board[square]]
    screen = screens[0]
    if screen not in set(_pieces(board, now.side, STRONG_ROLES)):
        return False
    if victim not in attackers_of(board, screen, OPPONENT[now.side]):
        return False
    taken = board_after(board, make_move(victim, screen))
    guards = attackers_of(taken, screen, now.side)
    return any(guard != origin and board[guard] & 7 in STRONG_ROLES for guard in guards)


def _between(origin: Square, target: Square) -> range:
    gap = GAPS[make_move(origin, target)]
    return range(gap.start, gap.stop, gap.step)


def _pieces(board: Board, side: Side, roles: Iterable[int]) -> list[Square]:
    """The squares of a side's pieces of these roles."""
    return [square for square in squares_of(board, side) if board[square] & 7 in roles]
