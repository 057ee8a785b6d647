"""What every capture of a side amounts to on one board (articles 24.3 to 24.5 and 26.5).

A capture that could be made is a *real* threat only under these conditions.

* General and soldiers may chase (26.1), so their captures are no threats, unless a soldier's
  capture opens a check by another piece (26.8).
* A like piece that could take first, without our winning anything by it, is offered for
  exchange (24.4): the offer itself is no threat, though the piece may threaten others.
* What the capture wins is what is left after both sides have done their best. Another piece
  of theirs that hangs anyway is not counted in: a gain is not borrowed.
* After a complete series of captures, better or equal is a chase, worse is idle (26.5). Equal
  means that each takes his own: they win back elsewhere what they lost here. Simply
  taking back the piece that took is an exchange, and idle.

Source: Chinese Xiangqi Association, rules of 2020, articles 24.3-24.5, 26.1, 26.5, 26.8.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from xiangqi_server.game.rules.board.attackers import attackers_of
from xiangqi_server.game.rules.board.encoding import (
    GENERAL,
    OPPONENT,
    SOLDIER,
    Board,
    Move,
    Side,
    Square,
    make_move,
)
from xiangqi_server.game.rules.board.moves import board_after
from xiangqi_server.game.rules.cxa.gain_question import Answers, SearchQuestion
from xiangqi_server.game.rules.cxa.line_search import opens_check
from xiangqi_server.game.rules.cxa.material_search import GainSolver
from xiangqi_server.game.rules.cxa.move_cache import Exchanges, MoveCache
from xiangqi_server.game.rules.cxa.steps import Step
from xiangqi_server.game.rules.cxa.values import STRONG_ROLES, WORTH, worthless_squares

UNREAL: Final = -1
"""The worth of a capture that is no real threat."""


@dataclass(frozen=True, slots=True)
class Clauses:
    """Which of the finer clauses are applied; a cautious ruling tries doing without each.

    Fields:
        separate: a gain is not borrowed from another hanging piece.
        guarded_screen: 24.17, a cannon over its own guarded piece chases jointly.
        weigh_joint: 26.9, of two sides that chase jointly the shares are compared.
    """

    separate: bool = True
    guarded_screen: bool = True
    weigh_joint: bool = True


class CaptureBalance:
    """One board, as if it were the turn of `side`; every answer is worked out once.

    `worthless` are squares of pieces that count nothing beside the soldiers at home.
    """

    def __init__(
        self,
        board: Board,
        side: Side,
        cache: MoveCache,
        solver: GainSolver,
        clauses: Clauses,
        worthless: int = 0,
    ) -> None:
        self.board = board
        self.side = side
        self.cache = cache
        self.solver = solver
        self.clauses = clauses
        self.worthless = worthless_squares(board) | worthless
        self._local: dict[Move, bool] = {}
        self._worth: dict[Move, int] = {}

    @cached_property
    def captures(self) -> dict[Move, Step]:
        """The captures that may be threats, by move."""
        return {
            step[0]: step
            for step in self.cache.captures(self.board, self.side)
            if self.value_at(step[0] & 127)
            and self._may_threaten(step)
            and (step[0] >> 7, step[0] & 127) not in self.exchanges
        }

    def value_at(self, square: Square) -> int:
        """What the piece on a square is worth."""
        return 0 if self.worthless >> square & 1 else WORTH[self.board[square]]

    def _may_threaten(self, step: Step) -> bool:
        move, after = step
        role = self.board[move >> 7] & 7
        if role == SOLDIER:
            return opens_check(self.cache, after, move & 127, self.side)
        return role != GENERAL

    @cached_property
    def exchanges(self) -> Exchanges:
        """The pairs of like pieces that may take each other without gain (24.4)."""
        return tuple(
            (move >> 7, move & 127)
            for move, _ in self.cache.captures(self.board, self.side)
            if self._is_exchange(move >> 7, move & 127)
        )

    def _is_exchange(self, ours: Square, theirs: Square) -> bool:
        board, enemy = self.board, OPPONENT[self.side]
        role = board[ours] & 7
        if role != board[theirs] & 7 or role not in STRONG_ROLES:
            return False
        if theirs not in attackers_of(board, ours, enemy):
            return False
        after = board_after(board, make_move(theirs, ours))
        if self.cache.is_checked(after, enemy):
            return False
        balance = -self.value_at(ours)
        question = SearchQuestion(self.worthless & ~(1 << ours))
        return not self.solver.wins_in_turn(after, balance, ours, question)

    @cached_property
    def question(self) -> SearchQuestion:
        """What is asked of the solver when nothing more is said."""
        return SearchQuestion(self.worthless, exchanges=self.exchanges)

    def wins_on_point(self, step: Step) -> bool:
        """Whether a capture wins anything if they only take back what has just taken."""
        wins = self._local.get(step[0])
        if wins is None:
            question = replace(self.question, answers=Answers.ON_POINT)
            wins = self.solver.wins_by_capture(self.board, step, question)
            self._local[step[0]] = wins
        return wins

    @cached_property
    def hanging(self) -> frozenset[Square]:
        """The squares of their pieces that some capture wins on the point."""
        return frozenset(
            step[0] & 127 for step in self.captures.values() if self.wins_on_point(step)
        )

    def asked(self, step: Step) -> SearchQuestion:
        """The question of a capture: their other hanging pieces count nothing."""
        if not self.clauses.separate:
            return self.question
        others = sum(1 << square for square in self.hanging if square != step[0] & 127)
        return replace(self.question, worthless=self.worthless | others)

    def worth(self, step: Step) -> int:
        """What a capture wins, 0 for an equal outcome that counts, `UNREAL` for no threat."""
        value = self._worth.get(step[0])
        if value is None:
            value = self._worth[step[0]] = self._weigh(step)
        return value

    def _weigh(self, step: Step) -> int:
        question = self.asked(step)
        full = self.solver.of_capture(self.board, step, question, floor=UNREAL)
        if full > 0:
            return full
        if full < 0:
            return UNREAL
        on_point = replace(question, answers=Answers.ON_POINT)
        if not self.solver.wins_by_capture(self.board, step, on_point):
            return UNREAL
        shielded = replace(question, shield=step[0] & 127)
        return UNREAL if self.solver.wins_by_capture(self.board, step, shielded) else 0
