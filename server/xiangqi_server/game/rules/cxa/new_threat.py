"""Whether a threat was made by the ply, or was there before (24.8, 26.1.4).

* A threat is new when the ply wins more of the victim than the best capture of it before the ply. A
  capture that would have been answered by mate, and is so no more, was no capture. So a side that
  parries the mate, and thereby comes to threaten, has made the threat.
* A piece that only runs away creates no threat. Before the ply the capture may not have been worth
  while just because the moved piece hung or was offered for exchange. If the moved piece has no
  part in the capture, the capture is weighed again as if that piece had been worth nothing.
* What was won before by beginning with a check is weighed without regard to exchanges: the
  end of an exchange makes nothing new.
* A piece that answers a check (26.1.4) threatens only what it could not take, or not safely, while
  it stood in check. What the other side left hanging by checking is its own doing.

Source: Chinese Xiangqi Association, rules of 2020, articles 24.3, 24.8, 26.1.4.
"""

from dataclasses import replace
from typing import Final

from xiangqi_server.game.rules.board.attackers import attackers_of
from xiangqi_server.game.rules.board.check import is_checked
from xiangqi_server.game.rules.board.encoding import (
    EMPTY,
    OPPONENT,
    Board,
    Move,
    Side,
    Square,
    make_move,
)
from xiangqi_server.game.rules.board.moves import board_after
from xiangqi_server.game.rules.cxa.captures import UNREAL, CaptureBalance
from xiangqi_server.game.rules.cxa.gain_question import Answers, SearchQuestion, Stake
from xiangqi_server.game.rules.cxa.readings import Solvers
from xiangqi_server.game.rules.cxa.steps import Step
from xiangqi_server.game.rules.cxa.values import MATE

PIN_CHECKS: Final = 4
"""A piece is also pinned when its leaving would allow a mate within this many checks."""


def is_new(
    solvers: Solvers, before: CaptureBalance, now: CaptureBalance, played: Move, step: Step
) -> bool:
    """Whether the ply `played` has made the real threat `step`."""
    if solvers.cache.is_checked(before.board, before.side):
        return not _stood_in_check(before, played, step[0])
    return now.worth(step) > _worth_before(solvers, before, now, played, step)


def _stood_in_check(before: CaptureBalance, played: Move, capture: Move) -> bool:
    """Whether, leaving the check aside, the capture was there and could not be taken back."""
    origin = _origin_before(played, capture)
    victim, board = capture & 127, before.board
    if origin not in attackers_of(board, victim, before.side):
        return False
    return not _is_taken_back(board_after(board, make_move(origin, victim)), victim, before.side)


def _is_taken_back(board: Board, square: Square, side: Side) -> bool:
    """Whether the enemy of `side` can legally take what stands on a square."""
    enemy = OPPONENT[side]
    return any(
        not is_checked(board_after(board, make_move(root, square)), enemy)
        for root in attackers_of(board, square, enemy)
    )


def _worth_before(
    solvers: Solvers, before: CaptureBalance, now: CaptureBalance, played: Move, step: Step
) -> int:
    """The best worth of a capture of the same piece before the ply."""
    victim = step[0] & 127
    best = UNREAL
    for move, old in before.captures.items():
        if move & 127 != victim or _mate_is_over(solvers, old, step, OPPONENT[before.side]):
            continue
        worth = before.worth(old)
        if worth <= 0 and move == step[0] and _ran_away(solvers, before, now, played, step):
            alone = solvers.balance(before.board, before.side, 1 << (played >> 7))
            worth = max(worth, alone.worth(old))
        best = max(best, worth)
    return best


def _mate_is_over(solvers: Solvers, old: Step, step: Step, enemy: Side) -> bool:
    """Whether a capture before the ply would have been answered by mate, and is so no more."""
    return solvers.mates.mates(old[1], enemy) and not solvers.mates.mates(step[1], enemy)


def _ran_away(
    solvers: Solvers, before: CaptureBalance, now: CaptureBalance, played: Move, step: Step
) -> bool:
    """Whether the moved piece only escaped, with no part in the capture of another."""
    if step[0] >> 7 == played & 127:
        return False
    fled = _hung(solvers, before, played >> 7) or _was_offered(before, played >> 7)
    return fled and not _takes_part(solvers, now, played & 127, step)


def _was_offered(before: CaptureBalance, square: Square) -> bool:
    """Whether the piece on a square stood face to face with a like one (24.4)."""
    return any(at == square for at, _ in before.exchanges)


def _hung(solvers: Solvers, before: CaptureBalance, square: Square) -> bool:
    """Whether the other side could have won the piece on a square."""
    enemy = OPPONENT[before.side]
    question = SearchQuestion(before.worthless, answers=Answers.ON_POINT, stake=Stake.GAIN_BY_ANY)
    return any(
        solvers.solver(enemy).wins_by_capture(before.board, step, question)
        for step in solvers.cache.captures(before.board, enemy)
        if step[0] & 127 == square
    )


def _takes_part(solvers: Solvers, now: CaptureBalance, moved: Square, step: Step) -> bool:
    """Whether the moved piece supports the capture, or pins the victim."""
    without = solvers.balance(lifted(now.board, moved), now.side)
    capture = without.captures.get(step[0])
    if capture is None or not without.wins_on_point(capture):
        return True
    return _pins(solvers, now, moved, step[0] & 127)


def _pins(solvers: Solvers, now: CaptureBalance, moved: Square, victim: Square) -> bool:
    """Whether the victim cannot leave: the moved piece would check, or help to mate."""
    side, enemy = now.side, OPPONENT[now.side]
    gone = lifted(now.board, victim)
    if solvers.cache.is_checked(gone, enemy):
        return not solvers.cache.is_checked(lifted(gone, moved), enemy)
    if not solvers.mates.mates(gone, side, PIN_CHECKS, now.exchanges):
        return False
    return not solvers.mates.mates(lifted(gone, moved), side, PIN_CHECKS, now.exchanges)


def more_by_check(before: CaptureBalance, now: CaptureBalance) -> bool:
    """Whether the ply wins more by beginning with a check than before it (24.3)."""
    gain = by_check(now)
    if gain <= 0:
        return False
    if gain == EQUAL and any(before.worth(step) >= 0 for step in before.captures.values()):
        return False
    free = replace(before.question, exchanges=(), stake=Stake.CAPTURE)
    if by_check(before, free, enough=gain) >= gain:
        return False
    counted = replace(free, stake=Stake.CAPTURE_BY_ANY)
    return before.solver.of_checks(before.board, counted, enough=gain) < gain


EQUAL: Final = 1
"""An equal outcome by check that counts: less than every gain, which is at least 2."""


def by_check(
    balance: CaptureBalance, question: SearchQuestion | None = None, enough: int = MATE
) -> int:
    """The most that is won by beginning with a check that takes nothing (24.3).

    Exact if it is less than `enough`.
    """
    question = question or by_check_question(balance)
    gain = balance.solver.of_checks(balance.board, question, enough)
    if gain:
        return gain
    on_point = replace(question, answers=Answers.ON_POINT)
    local = balance.solver.of_checks(balance.board, on_point, enough=1)
    return EQUAL if local > 0 else 0


def by_check_question(balance: CaptureBalance) -> SearchQuestion:
    """What is asked of a line that begins with a check: something must be taken."""
    return replace(balance.question, stake=Stake.CAPTURE)


def _origin_before(played: Move, capture: Move) -> Square:
    """Where the capturing piece stood before the ply."""
    origin = capture >> 7
    return played >> 7 if origin == played & 127 else origin


def lifted(board: Board, square: Square) -> Board:
    """The board without the piece on a square."""
    cells = bytearray(board)
    cells[square] = EMPTY
    return bytes(cells)
