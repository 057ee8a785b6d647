"""What a side wins by force when it goes on capturing and checking (article 24.3).

The material solver is an alpha-beta search over captures, a few quiet checks and the ways out
of check. *We* are the side whose threat is weighed, *they* the other side.

* We may stop at any moment (what is won is won), capture, or check without capturing.
* They may stop too, capture, check, and in check they must get out of it. If they can mate
  as soon as we have taken something, that was no gain; what comes after this next move is not
  considered (24.3), so a longer mate of theirs is not looked for.
* Captures by our general or soldiers gain nothing, because these may chase for ever (26.1),
  unless they take back what has just taken, or open a check by another piece (26.8).
* A piece does not capture on the point of the like piece it offers to exchange (24.4).

Bounds are part of the ruling: a line is ten plies long and has at most three quiet checks
of ours and two of theirs. A search that looks at too many positions is given up, and the
ruling is then an arbiter's.

Source: Chinese Xiangqi Association, rules of 2020, articles 24.3, 26.1, 26.8.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from server.rules.board.attackers import attackers_of
from server.rules.board.check import general_square
from server.rules.board.encoding import OPPONENT, Board, Move, Side, Square
from server.rules.cxa.move_cache import Exchanges, MoveCache, Step, carried, still_offered
from server.rules.cxa.values import GAIN, MATE, NOTHING, WORTH, is_exempt

MOST_POSITIONS: Final = 20_000
NOTHING_TAKEN: Final = -1
"""The value of a line in which we took nothing, where one must be taken."""

_NOWHERE: Final = -1
_NOTHING_YET: Final = 0
_EARLIER: Final = 1
_JUST_NOW: Final = 2
_EXACT: Final = 0
_AT_LEAST: Final = 1
_AT_MOST: Final = 2


class TooManyPositions(Exception):
    """A search was given up."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far is looked: plies of a line, quiet checks of ours and of theirs, positions."""

    plies: int = 10
    our_checks: int = 3
    their_checks: int = 2
    positions: int = MOST_POSITIONS


class Answers(Enum):
    """What they may do on their turn, besides getting out of check."""

    ANYWHERE = "anywhere"
    ON_POINT = "on_point"
    """They capture only the piece we moved last, and give no quiet check."""


class Stake(Enum):
    """What a line is worth to us."""

    GAIN = "gain"
    """What we win, where captures by our general and soldiers gain nothing (26.1)."""
    GAIN_BY_ANY = "gain_by_any"
    """The same, where those count like others."""
    CAPTURE = "capture"
    """As `GAIN`, but a line in which we took nothing is worth `NOTHING_TAKEN`."""
    CAPTURE_BY_ANY = "capture_by_any"
    """As `GAIN_BY_ANY`, but a line in which we took nothing is worth `NOTHING_TAKEN`."""


_MUST_TAKE: Final = (Stake.CAPTURE, Stake.CAPTURE_BY_ANY)
_BY_ANY: Final = (Stake.GAIN_BY_ANY, Stake.CAPTURE_BY_ANY)


@dataclass(frozen=True, slots=True)
class SearchQuestion:
    """What is asked of the solver.

    Fields:
        worthless: squares of pieces that count nothing, as bits.
        exchanges: pairs of the square of a piece of ours and the point on which it may not
            capture.
        shield: the square on which they may not capture, -1 for none.
    """

    worthless: int = 0
    exchanges: Exchanges = ()
    answers: Answers = Answers.ANYWHERE
    shield: Square = _NOWHERE
    stake: Stake = Stake.GAIN


class _Node(NamedTuple):
    """A point of a line: all that the rest of the line depends on.

    Fields:
        balance: what we have won so far.
        plies, our_checks, their_checks: how many plies and quiet checks are left.
        spot: where they captured last, on our turn; where we moved last, on theirs.
        taken: whether we have taken something of worth, and whether with our last move.
    """

    board: Board
    worthless: int
    exchanges: Exchanges
    balance: int
    plies: int
    our_checks: int
    their_checks: int
    spot: Square
    taken: int


_Entry = tuple[int, int, Move | None]
"""What is known of a point: whether a value is exact or a bound, the value, the best move."""

_new: Final = tuple.__new__
"""Makes a node in half the time of its own call, and nodes are half of the search."""


class GainSolver:
    """Weighs the captures and checks of one side; remembers what it has seen.

    The remembered lines are shared by all questions of the same kind.
    """

    def __init__(self, cache: MoveCache, side: Side, bounds: Bounds) -> None:
        self._cache = cache
        self._side = side
        self._bounds = bounds
        self._tables: dict[tuple[Answers, Square, Stake], dict[_Node, _Entry]] = {}

    def of_capture(
        self, board: Board, step: Step, question: SearchQuestion, floor: int = -MATE
    ) -> int:
        """What we win by beginning with this capture; exact if it is more than `floor`."""
        search = self._search(question)
        return search.after(_root(board, question, self._bounds), step, floor, MATE)

    def wins_by_capture(self, board: Board, step: Step, question: SearchQuestion) -> bool:
        """Whether we win anything by beginning with this capture."""
        search = self._search(question)
        root = _root(board, question, self._bounds)
        return search.after(root, step, NOTHING, NOTHING + 1) > NOTHING

    def of_checks(self, board: Board, question: SearchQuestion, enough: int = MATE) -> int:
        """The most we win by beginning with a check that takes nothing of worth.

        Exact if it is less than `enough`. If everything counts, captures by our general and
        soldiers may begin as well.
        """
        search = self._search(question)
        root = _root(board, question, self._bounds)
        steps = search.quiet_checks(root)
        if question.stake in _BY_ANY:
            steps += search.exempt_captures(root)
        best = NOTHING_TAKEN
        for step in steps:
            best = max(best, search.after(root, step, best, enough))
            if best >= enough:
                break
        return best

    def wins_in_turn(
        self, board: Board, balance: int, spot: Square, question: SearchQuestion
    ) -> bool:
        """Whether we win anything on our turn, after they have captured on `spot`."""
        root = _root(board, question, self._bounds)
        node = root._replace(balance=balance, spot=spot)
        return self._search(question).ours(node, NOTHING, NOTHING + 1) > NOTHING

    def line_of_capture(
        self, board: Board, step: Step, question: SearchQuestion
    ) -> tuple[Move, ...]:
        """The capture and what follows when both sides do their best."""
        search = self._search(question)
        root = _root(board, question, self._bounds)
        return search.line(root, step)

    def line_of_checks(self, board: Board, question: SearchQuestion) -> tuple[Move, ...]:
        """One of the best lines that begin with a check that takes nothing of worth."""
        best = self.best_checks(board, question)
        if not best:
            return ()
        return self._search(question).line(_root(board, question, self._bounds), best[0])

    def best_checks(self, board: Board, question: SearchQuestion) -> list[Step]:
        """The checks that take nothing of worth and win the most; as much, if there are several."""
        search = self._search(question)
        root = _root(board, question, self._bounds)
        values = [
            (search.after(root, step, -MATE, MATE), step) for step in search.quiet_checks(root)
        ]
        most = max((value for value, _ in values), default=NOTHING_TAKEN)
        return [step for value, step in values if value == most]

    def _search(self, question: SearchQuestion) -> "_Search":
        kind = question.answers, question.shield, question.stake
        table = self._tables.setdefault(kind, {})
        return _Search(self._cache, self._side, question, table, self._bounds.positions)


def _root(board: Board, question: SearchQuestion, bounds: Bounds) -> _Node:
    """Our turn, with nothing won yet."""
    return _Node(
        board,
        question.worthless,
        question.exchanges,
        NOTHING,
        bounds.plies,
        bounds.our_checks,
        bounds.their_checks,
        _NOWHERE,
        _NOTHING_YET,
    )


class _Search:
    """One search of the lines that answer a question."""

    def __init__(
        self,
        cache: MoveCache,
        side: Side,
        question: SearchQuestion,
        table: dict[_Node, _Entry],
        positions: int,
    ) -> None:
        self._cache = cache
        self._us, self._them = side, OPPONENT[side]
        self._must_take = question.stake in _MUST_TAKE
        self._all_count = question.stake in _BY_ANY
        self._is_local = question.answers is Answers.ON_POINT
        self._shield = question.shield
        self._table = table
        self._positions_left = positions

    def ours(self, node: _Node, alpha: int, beta: int) -> int:
        """The value of our turn, exact if it lies between the bounds."""
        board, _, _, balance, plies, _, _, _, taken = node
        stop = NOTHING_TAKEN if self._must_take and not taken else GAIN[balance]
        if not plies:
            return stop
        known = self._known(node, alpha, beta)
        if known is not None:
            return known
        if self._cache.is_checked(board, self._us):
            best, steps = -MATE, self._cache.moves(board, self._us)
        else:
            best, steps = stop, self._our_steps(node)
        low, chosen = max(alpha, best), None
        if best < beta:
            for step in steps:
                if self._is_barred(node, step[0]):
                    continue
                value = self.after(node, step, low, beta)
                if value > best:
                    best, chosen = value, step[0]
                    low = max(low, best)
                    if best >= beta:
                        break
        return self._keep(node, alpha, beta, best, chosen)

    def after(self, node: _Node, step: Step, alpha: int, beta: int) -> int:
        """The value of one of our moves."""
        return self.theirs(self._played(node, step), alpha, beta)

    def quiet_checks(self, node: _Node) -> list[Step]:
        """Our checks that take nothing of worth."""
        board, worthless = node.board, node.worthless
        return [
            step
            for step in self._cache.checks(board, self._us)
            if not _worth(board, worthless, step[0] & 127) and not self._is_barred(node, step[0])
        ]

    def exempt_captures(self, node: _Node) -> list[Step]:
        """Our captures by general and soldiers."""
        board = node.board
        return [
            step
            for step in self._cache.captures(board, self._us)
            if is_exempt(board[step[0] >> 7]) and _worth(board, node.worthless, step[0] & 127)
        ]

    def theirs(self, node: _Node, alpha: int, beta: int) -> int:
        """The value of their turn to us, exact if it lies between the bounds."""
        board, _, _, balance, plies, _, _, _, taken = node
        stop = NOTHING_TAKEN if self._must_take and not taken else GAIN[balance]
        if not plies:
            return stop
        known = self._known(node, alpha, beta)
        if known is not None:
            return known
        checked = self._cache.is_checked(board, self._them)
        if checked:
            best, steps = MATE, self._ways_out(node)
        else:
            if stop <= alpha:
                return stop
            best, steps = stop, self._their_steps(node)
            if taken == _JUST_NOW and self._cache.mates_at_once(board, self._them):
                return self._keep(node, alpha, beta, -MATE, None)
        high, chosen = min(beta, best), None
        for step in steps:
            value = self.ours(self._answered(node, step), alpha, high)
            if value == -MATE and not checked and not self._cache.moves(step[1], self._us):
                continue  # a mate later than the next move
            if value < best:
                best, chosen = value, step[0]
                high = min(high, best)
                if best <= alpha:
                    break
        return self._keep(node, alpha, beta, best, chosen)

    def line(self, node: _Node, step: Step) -> tuple[Move, ...]:
        """A move of ours and the best play that follows, as far as anybody goes on."""
        self.after(node, step, -MATE, MATE)
        moves, node, is_ours = [step[0]], self._played(node, step), False
        while True:
            turn = self.ours if is_ours else self.theirs
            turn(node, -MATE, MATE)
            entry = self._table.get(node)
            _, _, best = entry or (_EXACT, NOTHING, None)
            if best is None:
                return tuple(moves)
            side = self._us if is_ours else self._them
            step = next(s for s in self._cache.moves(node.board, side) if s[0] == best)
            moves.append(step[0])
            node = self._played(node, step) if is_ours else self._answered(node, step)
            is_ours = not is_ours

    # What both sides may do.

    def _our_steps(self, node: _Node) -> list[Step]:
        board, worthless = node.board, node.worthless
        steps = [
            step
            for step in self._cache.captures(board, self._us)
            if _worth(board, worthless, step[0] & 127)
        ]
        if node.our_checks:
            steps += (
                step
                for step in self._cache.checks(board, self._us)
                if not _worth(board, worthless, step[0] & 127)
            )
        return steps

    def _their_steps(self, node: _Node) -> list[Step]:
        board, worthless, spot = node.board, node.worthless, node.spot
        local, shield = self._is_local, self._shield
        steps = [
            step
            for step in self._cache.captures(board, self._them)
            if _worth(board, worthless, step[0] & 127)
            and (not local or step[0] & 127 == spot)
            and step[0] & 127 != shield
        ]
        if node.their_checks and not local:
            steps += (
                step
                for step in self._cache.checks(board, self._them)
                if not _worth(board, worthless, step[0] & 127)
            )
        return steps

    def _ways_out(self, node: _Node) -> list[Step]:
        """Their moves out of check."""
        shield = self._shield
        steps = self._cache.moves(node.board, self._them)
        if shield == _NOWHERE:
            return steps
        return [step for step in steps if step[0] & 127 != shield]

    def _is_barred(self, node: _Node, move: Move) -> bool:
        """Whether the move captures a like piece that is offered for exchange (24.4)."""
        return (move >> 7, move & 127) in node.exchanges

    # What a move leads to.

    def _played(self, node: _Node, step: Step) -> _Node:
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
        fields = (
            after,
            _moved(worthless, origin, target),
            carried(exchanges, move) if exchanges else exchanges,
            balance,
            plies - 1,
            our_checks,
            their_checks,
            target,
            taken,
        )
        return _new(_Node, fields)

    def _answered(self, node: _Node, step: Step) -> _Node:
        """Our turn after a move of theirs."""
        board, worthless, exchanges, balance, plies, our_checks, their_checks, spot, taken = node
        move, after = step
        origin, target = move >> 7, move & 127
        lost = _worth(board, worthless, target)
        captured_at = _NOWHERE
        if lost:
            captured_at = target
            if not self._is_local or target == spot:
                balance -= lost
        elif their_checks and self._cache.is_checked(after, self._us):
            their_checks -= 1
        fields = (
            after,
            _moved(worthless, origin, target),
            still_offered(exchanges, move) if exchanges else exchanges,
            balance,
            plies - 1,
            our_checks,
            their_checks,
            captured_at,
            _EARLIER if taken else _NOTHING_YET,
        )
        return _new(_Node, fields)

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

    # What is known of a point of a line.

    def _known(self, node: _Node, alpha: int, beta: int) -> int | None:
        entry = self._table.get(node)
        if entry is None:
            self._positions_left -= 1
            if self._positions_left < 0:
                raise TooManyPositions
            return None
        kind, value, _ = entry
        if (
            kind == _EXACT
            or (kind == _AT_LEAST and value >= beta)
            or (kind == _AT_MOST and value <= alpha)
        ):
            return value
        return None

    def _keep(self, node: _Node, alpha: int, beta: int, value: int, move: Move | None) -> int:
        kind = _AT_MOST if value <= alpha else _AT_LEAST if value >= beta else _EXACT
        self._table[node] = (kind, value, move)
        return value


def opens_check(cache: MoveCache, after: Board, target: Square, side: Side) -> bool:
    """Whether a piece of `side` other than the one that moved to `target` checks (26.8)."""
    enemy = OPPONENT[side]
    if not cache.is_checked(after, enemy):
        return False
    checkers = attackers_of(after, general_square(after, enemy), side)
    return any(checker != target for checker in checkers)


def _worth(board: Board, worthless: int, square: Square) -> int:
    """What the piece on a square is worth, 0 for an empty one."""
    return 0 if worthless >> square & 1 else WORTH[board[square]]


def _moved(worthless: int, origin: Square, target: Square) -> int:
    """The worthless squares after a move."""
    if not worthless:
        return worthless
    kept = worthless & ~(1 << target)
    if kept >> origin & 1:
        kept ^= 1 << origin | 1 << target
    return kept
