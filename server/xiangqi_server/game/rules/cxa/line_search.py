"""The lines of captures and checks that follow a move: an alpha-beta search.

*We* are the side whose threat is weighed, *they* the other side.

* We may stop at any moment (what is won is won), capture, or check without capturing.
* They may stop too, capture, check, and in check they must get out of it. If they can mate
  as soon as we have taken something, that was no gain. What comes after this next move is not
  considered (24.3), so a longer mate of theirs is not looked for.
* Captures by our general or soldiers gain nothing, because these may chase for ever (26.1).
  Exceptions take back what has just taken, or open a check by another piece (26.8).
* A piece does not capture on the point of the like piece it offers to exchange (24.4).

The last two plies of a line are most of all, and are weighed without a search. Nothing follows
them, so a capture wins what it takes and a quiet check only by mating.

Source: Chinese Xiangqi Association, rules of 2020, articles 24.3, 26.1, 26.8.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from xiangqi_server.game.rules.board.attackers import attackers_of
from xiangqi_server.game.rules.board.check import general_square
from xiangqi_server.game.rules.board.encoding import OPPONENT, Board, Move, Side, Square
from xiangqi_server.game.rules.cxa.gain_question import (
    BY_ANY,
    MUST_TAKE,
    NOTHING_TAKEN,
    NOWHERE,
    Answers,
    Bounds,
    SearchQuestion,
)
from xiangqi_server.game.rules.cxa.move_cache import Exchanges, MoveCache, carried, still_offered
from xiangqi_server.game.rules.cxa.positions import PositionCount
from xiangqi_server.game.rules.cxa.steps import Step
from xiangqi_server.game.rules.cxa.values import GAIN, MATE, NOTHING, WORTH, is_exempt

_NOTHING_YET: Final = 0
_EARLIER: Final = 1
_JUST_NOW: Final = 2
_EXACT: Final = 0
_AT_LEAST: Final = 1
_AT_MOST: Final = 2
_LAST_TWO: Final = 2

Node = tuple[Board, int, Exchanges, int, int, int, int, Square, int]
"""A point of a line: all that the rest of the line depends on.

First come the board, the worthless squares, the exchanges, and the balance of what we have won so
far. Then the plies and quiet checks of ours and theirs that are left. Then where they captured last
(on our turn) or where we moved last (on theirs). At last, whether we have taken something of worth,
and whether with our last move.
"""
Table = dict[Node, tuple[int, int]]
"""What is known of points: whether a value is exact or a bound, and the value."""


def root_of(
    board: Board,
    question: SearchQuestion,
    bounds: Bounds,
    balance: int = NOTHING,
    spot: Square = NOWHERE,
) -> Node:
    """Our turn, with nothing taken yet."""
    return (
        board,
        question.worthless,
        question.exchanges,
        balance,
        bounds.plies,
        bounds.our_checks,
        bounds.their_checks,
        spot,
        _NOTHING_YET,
    )


class LineSearch:
    """One search of the lines that answer a question.

    Args:
        table: what is known already from questions of the same kind.
    """

    def __init__(
        self,
        cache: MoveCache,
        side: Side,
        question: SearchQuestion,
        table: Table,
        positions: PositionCount,
    ) -> None:
        self._cache = cache
        self._us, self._them = side, OPPONENT[side]
        self._must_take = question.stake in MUST_TAKE
        self._all_count = question.stake in BY_ANY
        self._is_local = question.answers is Answers.ON_POINT
        self._shield = question.shield
        self._table = table
        self._positions = positions

    def ours(self, node: Node, alpha: int, beta: int) -> int:
        """The value of our turn, exact if it lies between the bounds."""
        board, _, exchanges, balance, plies, _, _, _, taken = node
        stop = NOTHING_TAKEN if self._must_take and not taken else GAIN[balance]
        if not plies:
            return stop
        entry = self._table.get(node)
        if entry is None:
            self._positions.add()
        elif _settles(entry, alpha, beta):
            return entry[1]
        steps: Iterable[Step]
        if self._cache.is_checked(board, self._us):
            best, steps = -MATE, self._cache.moves(board, self._us)
        else:
            best, steps = stop, self._our_steps(node) if stop < beta else ()
        low = max(alpha, best)
        for step in steps:
            if exchanges and _is_barred(exchanges, step[0]):
                continue
            value = self.after(node, step, low, beta)
            if value > best:
                best = value
                if best > low:
                    low = best
                    if best >= beta:
                        break
        self._table[node] = _bounded(best, alpha, beta)
        return best

    def after(self, node: Node, step: Step, alpha: int, beta: int) -> int:
        """The value of one of our moves."""
        if node[4] == _LAST_TWO:
            return self._last(node, step, alpha)
        return self.theirs(self._played(node, step), alpha, beta)

    def theirs(self, node: Node, alpha: int, beta: int) -> int:
        """The value of their turn to us, exact if it lies between the bounds."""
        board, _, _, balance, plies, _, _, _, taken = node
        stop = NOTHING_TAKEN if self._must_take and not taken else GAIN[balance]
        if not plies:
            return stop
        checked = self._cache.is_checked(board, self._them)
        if stop <= alpha and not checked:
            return stop
        entry = self._table.get(node)
        if entry is None:
            self._positions.add()
        elif _settles(entry, alpha, beta):
            return entry[1]
        steps: Iterable[Step]
        if checked:
            best, steps = MATE, self._ways_out(board)
        elif taken == _JUST_NOW and self._cache.mates_at_once(board, self._them):
            best, steps = -MATE, ()
        else:
            best, steps = stop, self._their_steps(node)
        high = min(beta, best)
        for step in steps:
            value = self.ours(self._answered(node, step), alpha, high)
            if value < best and not (value == -MATE and not checked and self._is_late(step)):
                best = value
                if best < high:
                    high = best
                if best <= alpha:
                    break
        self._table[node] = _bounded(best, alpha, beta)
        return best

    def _is_late(self, step: Step) -> bool:
        """Whether a move of theirs mates: later than on their next move, so it does not count."""
        return not self._cache.moves(step[1], self._us)

    def _last(self, node: Node, step: Step, alpha: int) -> int:
        """The value of a move of ours that one ply of theirs follows.

        Exact if it is more than `alpha`. What they have then is taken for good, and a quiet check
        that does not mate has gained nothing.
        """
        cache, enemy = self._cache, self._them
        board, worthless, _, balance, _, _, _, spot, taken = node
        move, after = step
        origin, target = move >> 7, move & 127
        won = 0 if worthless >> target & 1 else WORTH[board[target]]
        if won and self._counts(board, after, origin, target, spot):
            balance, taken = balance + won, _JUST_NOW
        best = NOTHING_TAKEN if self._must_take and not taken else GAIN[balance]
        checked = cache.is_checked(after, enemy)
        if best <= alpha and not checked:
            return best
        if best <= alpha and self._shield == NOWHERE:
            return MATE if cache.is_mated(after, enemy) else best
        node = self._played(node, step)
        if checked:
            best, answers = MATE, self._ways_out(after)
        elif taken == _JUST_NOW and cache.mates_at_once(after, enemy):
            return -MATE
        else:
            answers = self._their_captures(node)
        for answer in answers:
            value = self.ours(self._answered(node, answer), alpha, best)
            if value < best:
                best = value
                if best <= alpha:
                    break
        return best

    def line(self, node: Node, step: Step) -> tuple[Move, ...]:
        """A move of ours and the best play that follows, as far as anybody goes on.

        The value is the same at every point of it, so each move is the first that keeps it.
        """
        value = self.after(node, step, -MATE, MATE)
        moves, node, is_ours = [step[0]], self._played(node, step), False
        while (chosen := self._keeping(node, value, is_ours=is_ours)) is not None:
            moves.append(chosen[0])
            node = self._played(node, chosen) if is_ours else self._answered(node, chosen)
            is_ours = not is_ours
        return tuple(moves)

    def _keeping(self, node: Node, value: int, *, is_ours: bool) -> Step | None:
        """The first move that keeps the value; None if stopping keeps it, or nothing helps."""
        board, _, exchanges, balance, plies, _, _, _, taken = node
        if not plies:
            return None
        side = self._us if is_ours else self._them
        checked = self._cache.is_checked(board, side)
        stop = NOTHING_TAKEN if self._must_take and not taken else GAIN[balance]
        if value == ((-MATE if is_ours else MATE) if checked else stop):
            return None
        if is_ours:
            steps = self._cache.moves(board, side) if checked else self._our_steps(node)
            return next(
                step
                for step in steps
                if not _is_barred(exchanges, step[0])
                and self.after(node, step, value - 1, value) >= value
            )
        if not checked and taken == _JUST_NOW and self._cache.mates_at_once(board, side):
            return None
        return next(
            step
            for step in (self._ways_out(board) if checked else self._their_steps(node))
            if self.ours(self._answered(node, step), value, value + 1) <= value
            and (checked or not self._is_late(step))
        )

    # What both sides may do.

    def quiet_checks(self, node: Node) -> list[Step]:
        """Our checks that take nothing of worth."""
        board, worthless, exchanges, *_ = node
        return [
            step
            for step in self._cache.checks(board, self._us)
            if not _worth(board, worthless, step[0] & 127) and not _is_barred(exchanges, step[0])
        ]

    def exempt_captures(self, node: Node) -> list[Step]:
        """Our captures by general and soldiers."""
        board, worthless, *_ = node
        return [
            step
            for step in self._cache.captures(board, self._us)
            if is_exempt(board[step[0] >> 7]) and _worth(board, worthless, step[0] & 127)
        ]

    def _our_steps(self, node: Node) -> Sequence[Step]:
        board, worthless, _, _, _, our_checks, _, _, _ = node
        steps = [
            step
            for step in self._cache.captures(board, self._us)
            if WORTH[board[step[0] & 127]] and not worthless >> (step[0] & 127) & 1
        ]
        if our_checks:
            steps += (
                step
                for step in self._cache.checks(board, self._us)
                if not _worth(board, worthless, step[0] & 127)
            )
        return steps

    def _their_steps(self, node: Node) -> Sequence[Step]:
        board, worthless, _, _, _, _, their_checks, _, _ = node
        steps = self._their_captures(node)
        if their_checks and not self._is_local:
            steps += (
                step
                for step in self._cache.checks(board, self._them)
                if not _worth(board, worthless, step[0] & 127)
            )
        return steps

    def _their_captures(self, node: Node) -> list[Step]:
        board, worthless, _, _, _, _, _, spot, _ = node
        local, shield = self._is_local, self._shield
        return [
            step
            for step in self._cache.captures(board, self._them)
            if WORTH[board[step[0] & 127]]
            and not worthless >> (step[0] & 127) & 1
            and (not local or step[0] & 127 == spot)
            and step[0] & 127 != shield
        ]

    def _ways_out(self, board: Board) -> Sequence[Step]:
        """Their moves out of check."""
        shield = self._shield
        steps = self._cache.moves(board, self._them)
        if shield == NOWHERE:
            return steps
        return [step for step in steps if step[0] & 127 != shield]

    # What a move leads to.

    def _played(self, node: Node, step: Step) -> Node:
        """Their turn after a move of ours."""
        board, worthless, exchanges, balance, plies, our_checks, their_checks, spot, taken = node
        move, after = step
        origin, target = move >> 7, move & 127
        won = _worth(board, worthless, target)
        if won:
            if self._counts(board, after, origin, target, spot):
                balance += won
                taken = _JUST_NOW
        elif our_checks and self._cache.is_checked(after, self._them):
            our_checks -= 1
        return (
            after,
            _moved(worthless, origin, target) if worthless else worthless,
            carried(exchanges, move) if exchanges else exchanges,
            balance,
            plies - 1,
            our_checks,
            their_checks,
            target,
            taken,
        )

    def _answered(self, node: Node, step: Step) -> Node:
        """Our turn after a move of theirs."""
        board, worthless, exchanges, balance, plies, our_checks, their_checks, _, taken = node
        move, after = step
        origin, target = move >> 7, move & 127
        captured_at = NOWHERE
        if _worth(board, worthless, target):
            captured_at = target
            balance -= self._lost(node, target)
        elif their_checks and self._cache.is_checked(after, self._us):
            their_checks -= 1
        return (
            after,
            _moved(worthless, origin, target) if worthless else worthless,
            still_offered(exchanges, move) if exchanges else exchanges,
            balance,
            plies - 1,
            our_checks,
            their_checks,
            captured_at,
            _EARLIER if taken else _NOTHING_YET,
        )

    def _lost(self, node: Node, target: Square) -> int:
        """What a move of theirs to a square takes that counts."""
        board, worthless, _, _, _, _, _, spot, _ = node
        return _worth(board, worthless, target) if not self._is_local or target == spot else 0

    def _counts(
        self, board: Board, after: Board, origin: Square, target: Square, spot: Square
    ) -> bool:
        """Whether a capture of ours is a gain (26.1), though general or soldier make it."""
        return (
            self._all_count
            or not is_exempt(board[origin])
            or target == spot
            or opens_check(self._cache, after, target, self._us)
        )


def _settles(entry: tuple[int, int], alpha: int, beta: int) -> bool:
    """Whether what is known of a point is enough between these bounds."""
    kind, value = entry
    return (
        kind == _EXACT
        or (kind == _AT_LEAST and value >= beta)
        or (kind == _AT_MOST and value <= alpha)
    )


def _bounded(value: int, alpha: int, beta: int) -> tuple[int, int]:
    """What is known after a search between these bounds."""
    return (_AT_MOST if value <= alpha else _AT_LEAST if value >= beta else _EXACT), value


def opens_check(cache: MoveCache, after: Board, target: Square, side: Side) -> bool:
    """Whether a piece of `side` other than the one that moved to `target` checks (26.8)."""
    enemy = OPPONENT[side]
    if not cache.is_checked(after, enemy):
        return False
    checkers = attackers_of(after, general_square(after, enemy), side)
    return any(checker != target for checker in checkers)


def _is_barred(exchanges: Exchanges, move: Move) -> bool:
    """Whether a move captures a like piece that is offered for exchange (24.4)."""
    return (move >> 7, move & 127) in exchanges


def _worth(board: Board, worthless: int, square: Square) -> int:
    """What the piece on a square is worth, 0 for an empty one."""
    return 0 if worthless >> square & 1 else WORTH[board[square]]


def _moved(worthless: int, origin: Square, target: Square) -> int:
    """The worthless squares after a move."""
    kept = worthless & ~(1 << target)
    if kept >> origin & 1:
        kept ^= 1 << origin | 1 << target
    return kept
