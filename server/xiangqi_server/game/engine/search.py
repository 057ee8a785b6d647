"""The search: alpha-beta with narrow windows, deepened until a limit, captures to their end.

Theory of operation. `AlphaBeta.deepen` looks one ply deeper in each round and yields what it has
found. A round visits the best move of the round before first, so that most others need only the
proof that they are no better. Boards are values that hash quickly, so what is known of a position
is kept under the board itself, and no two positions are ever taken for one. A position that occurs
again on the way, or occurred in the game, is not searched but ruled. A side that gave check with
each of its moves in between loses, else it is a draw.

The search counts positions and knows no time, so that it finds the same on every machine. A caller
that wants it to end earlier gives it a `SearchStop`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from xiangqi_server.game.engine.evaluation import VALUES, evaluate
from xiangqi_server.game.rules.board.check import is_checked, piece_of
from xiangqi_server.game.rules.board.encoding import (
    CANNON,
    CHARIOT,
    HORSE,
    OPPONENT,
    SQUARES,
    Board,
    Move,
    Side,
)
from xiangqi_server.game.rules.board.moves import board_after, legal_moves, reachable_captures
from xiangqi_server.game.rules.board.position import Position

MATE: Final = 30_000
"""The score of a mate on the board; a mate some plies away scores that much less."""
RULED: Final = 20_000
"""The score of a game that the other side loses by perpetual check."""
LONGEST: Final = 120
"""At this many plies from the first position no more moves are looked at."""
LOOK_EVERY: Final = 64
"""How many positions are searched between two looks at `SearchStop`."""
PASS_DEPTH: Final = 3
"""From this depth on a side that is ahead may show it by not moving at all."""
LATE_DEPTH: Final = 3
LATE_MOVES: Final = 5
"""From this depth and this move on a quiet move is first looked at one ply less deep."""
HOPE: Final = 120
"""A capture that leaves its side more than this below what it needs is left out."""

_AT_MOST, _EXACT, _AT_LEAST = range(3)
_IS_FIGHTER: Final = tuple(
    bytes(
        piece in [piece_of(role, side) for role in (HORSE, CHARIOT, CANNON)] for piece in range(256)
    )
    for side in Side
)


class SearchStop(Protocol):
    """What may end a search before it has looked at all its positions."""

    def is_due(self) -> bool:
        """Whether to end now; asked now and then."""
        ...


class _Ended(Exception):
    """The search has used up its positions, or was asked to stop."""


class _Known(NamedTuple):
    """What a search found of a position: how deep it looked, a score or its bound, a move."""

    depth: int
    bound: int
    score: int
    move: Move


@dataclass(frozen=True, slots=True)
class Thought:
    """What the search thinks after a round.

    Attributes:
        depth: plies looked ahead, captures and answers to checks not counted.
        score: for the side to move; `MATE` less the plies when it mates.
        nodes: positions looked at so far.
        line: the moves both sides are expected to play; the first is the one to choose.
    """

    depth: int
    score: int
    nodes: int
    line: tuple[Move, ...]

    @property
    def mate_in(self) -> int | None:
        """Moves to the mate, 0 or less when the side to move is mated; None if none is seen."""
        plies = MATE - abs(self.score)
        if plies > LONGEST:
            return None
        return (plies + 1) // 2 if self.score > 0 else -(plies // 2)


class AlphaBeta:
    """One search from one position; used once.

    Args:
        positions: those since the last capture, the one to think about at the end.
        bonuses: the moves to choose from, each with what is added to its score.
        nodes: how many positions it looks at, at most.
    """

    def __init__(
        self,
        positions: Sequence[Position],
        bonuses: Mapping[Move, int],
        nodes: int,
        stop: SearchStop | None = None,
    ) -> None:
        *past, self._root = positions
        self._bonuses = bonuses
        self._limit = nodes
        self._stop = stop
        self._nodes = 0
        self._look_at = min(LOOK_EVERY, nodes)
        self._known: tuple[dict[Board, _Known], dict[Board, _Known]] = ({}, {})
        self._history = [0] * (SQUARES << 7)
        self._killers: list[Move | None] = [None] * (LONGEST + 1)
        self._plies: tuple[dict[Board, int], dict[Board, int]] = ({}, {})
        self._checked: list[bool] = []
        for position in past:
            self._enter(position.board, position.side, checked=position.in_check())

    def deepen(self, depth: int) -> Iterator[Thought]:
        """A thought after each round up to a depth; the last round may be cut short.

        There is at least one thought; there must be a move to choose.
        """
        board, side = self._root.board, self._root.side
        total = evaluate(board, side)
        order = sorted(self._bonuses, key=lambda move: self._bonuses[move] + _gain(board, move))
        order.reverse()
        yield Thought(0, total, 0, (order[0],))
        self._enter(board, side, checked=is_checked(board, side))
        for plies in range(1, depth + 1):
            thought = None
            try:
                for thought in self._round(tuple(order), total, plies):
                    order.remove(thought.line[0])
                    order.insert(0, thought.line[0])
            except _Ended:
                depth = 0
            if thought is not None:
                yield thought
            if depth == 0 or thought is None or abs(thought.score) >= MATE - plies:
                return

    def _round(self, order: tuple[Move, ...], total: int, depth: int) -> Iterator[Thought]:
        """Each move that is better than those before it, as a thought."""
        board, side = self._root.board, self._root.side
        best = -2 * MATE
        for move in order:
            bonus = self._bonuses[move]
            after, enemy = board_after(board, move), OPPONENT[side]
            ahead = -(total + _gain(board, move))
            low = max(best - bonus, -MATE)
            score = low + 1
            if best > -2 * MATE:
                score = -self._value(after, enemy, ahead, depth - 1, -low - 1, -low, 1)
            if score > low:
                score = -self._value(after, enemy, ahead, depth - 1, -MATE, -low, 1)
            if score > low or best == -2 * MATE:
                best = score + bonus
                yield Thought(depth, score, self._nodes, (move, *self._line(after, enemy, depth)))

    def _line(self, board: Board, side: Side, depth: int) -> Iterator[Move]:
        """The best moves that are known from a position on."""
        for _ in range(depth - 1):
            known = self._known[side].get(board)
            if known is None:
                return
            yield known.move
            board, side = board_after(board, known.move), OPPONENT[side]

    def _value(
        self, board: Board, side: Side, total: int, depth: int, alpha: int, beta: int, ply: int
    ) -> int:
        """The score of a position of `side`, which is ahead by `total` on the board.

        Between `alpha` and `beta` it is exact; from `beta` on, and down from `alpha`, a bound.
        """
        checked = is_checked(board, side)
        earlier = self._plies[side].get(board)
        if earlier is not None:
            return self._ruled(earlier, checked=checked)
        if checked:
            depth += 1
        if depth <= 0 or ply >= LONGEST:
            return self._quiescence(board, side, total, alpha, beta)
        self._count()
        known = self._known[side].get(board)
        if known is not None and known.depth >= depth:
            score = _from_here(known.score, ply)
            if _settles(known.bound, score, alpha, beta):
                return score
        self._enter(board, side, checked=checked)
        if not checked and self._may_pass(board, side, total, depth, beta, ply):
            self._leave(board, side)
            return beta
        first = None if known is None else known.move
        moves = self._ordered(board, legal_moves(board, side), first, ply)
        score = self._best(board, side, total, depth, alpha, beta, ply, moves)
        self._leave(board, side)
        return score

    def _may_pass(
        self, board: Board, side: Side, total: int, depth: int, beta: int, ply: int
    ) -> bool:
        """Whether `side` has `beta` even without a move, so that none need be looked at."""
        is_ahead = depth >= PASS_DEPTH and total >= beta > -RULED
        if not is_ahead or sum(board.translate(_IS_FIGHTER[side])) <= 1:
            return False
        theirs, rest = OPPONENT[side], depth - PASS_DEPTH
        return -self._value(board, theirs, -total, rest, -beta, 1 - beta, ply + 1) >= beta

    def _best(
        self,
        board: Board,
        side: Side,
        total: int,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        moves: list[Move],
    ) -> int:
        """The score of the best of these moves; what was found is kept."""
        if not moves:
            return ply - MATE
        enemy = OPPONENT[side]
        best, best_move, low = -MATE, moves[0], alpha
        late_from = LATE_MOVES if depth >= LATE_DEPTH and not self._checked[-1] else len(moves)
        for number, move in enumerate(moves):
            after = board_after(board, move)
            ahead = -(total + _gain(board, move))
            if number == 0:
                score = -self._value(after, enemy, ahead, depth - 1, -beta, -low, ply + 1)
            else:
                less = 1 if number >= late_from and not board[move & 127] else 0
                score = -self._value(after, enemy, ahead, depth - 1 - less, -low - 1, -low, ply + 1)
                if score > low and (less or score < beta):
                    score = -self._value(after, enemy, ahead, depth - 1, -beta, -low, ply + 1)
            if score > best:
                best, best_move = score, move
                low = max(low, score)
                if score >= beta:
                    if not board[move & 127]:
                        self._killers[ply] = move
                        self._history[move] += depth * depth
                    break
        bound = _AT_LEAST if best >= beta else _EXACT if best > alpha else _AT_MOST
        self._known[side][board] = _Known(depth, bound, _as_kept(best, ply), best_move)
        return best

    def _ordered(self, board: Board, moves: list[Move], first: Move | None, ply: int) -> list[Move]:
        """The move known as best, captures of the most by the least, then the quiet ones."""
        quiet: list[Move] = []
        captures: list[Move] = []
        for move in moves:
            (captures if board[move & 127] else quiet).append(move)
        quiet.sort(key=self._history.__getitem__, reverse=True)
        killer = self._killers[ply]
        if killer in quiet:
            quiet.remove(killer)
            quiet.insert(0, killer)
        ordered = [move for _, move in _captures(board, captures)] + quiet
        if first is not None:
            ordered.remove(first)
            ordered.insert(0, first)
        return ordered

    def _quiescence(self, board: Board, side: Side, total: int, alpha: int, beta: int) -> int:
        """The score when both sides only take, or stop taking: the search for a quiet position."""
        self._count()
        if total >= beta:
            return total
        best, low, enemy = total, max(alpha, total), OPPONENT[side]
        for taken, move in _captures(board, reachable_captures(board, side)):
            after = board_after(board, move)
            if total + taken + HOPE <= low or is_checked(after, side):
                continue
            score = -self._quiescence(after, enemy, -(total + _gain(board, move)), -beta, -low)
            if score > best:
                best = score
                low = max(low, score)
                if score >= beta:
                    break
        return best

    def _ruled(self, earlier: int, *, checked: bool) -> int:
        """The score of a position that occurred before, at an earlier ply."""
        checks = [*self._checked[earlier + 1 :], checked]
        if all(checks[1::2]):
            return RULED
        return -RULED if all(checks[0::2]) else 0

    def _enter(self, board: Board, side: Side, *, checked: bool) -> None:
        self._plies[side][board] = len(self._checked)
        self._checked.append(checked)

    def _leave(self, board: Board, side: Side) -> None:
        del self._plies[side][board]
        self._checked.pop()

    def _count(self) -> None:
        self._nodes += 1
        if self._nodes >= self._look_at:
            if self._nodes >= self._limit or (self._stop is not None and self._stop.is_due()):
                raise _Ended
            self._look_at = min(self._nodes + LOOK_EVERY, self._limit)


def _gain(board: Board, move: Move) -> int:
    """What a move adds to the sum of its side, less what it takes from the other."""
    origin, target = move >> 7, move & 127
    values = VALUES[board[origin]]
    return values[target] - values[origin] + VALUES[board[target]][target]


def _captures(board: Board, moves: list[Move]) -> list[tuple[int, Move]]:
    """Captures with what they take, the most by the least first."""
    found = []
    for move in moves:
        origin, target = move >> 7, move & 127
        taken = VALUES[board[target]][target]
        found.append((8 * taken - VALUES[board[origin]][origin], taken, move))
    found.sort(reverse=True)
    return [(taken, move) for _, taken, move in found]


def _as_kept(score: int, ply: int) -> int:
    """A score as it is kept: a mate counted from the position, not from the first one."""
    if abs(score) < MATE - LONGEST:
        return score
    return score + ply if score > 0 else score - ply


def _settles(bound: int, score: int, alpha: int, beta: int) -> bool:
    """Whether a kept score is as good as a new one between `alpha` and `beta`."""
    return (
        bound == _EXACT
        or (bound == _AT_LEAST and score >= beta)
        or (bound == _AT_MOST and score <= alpha)
    )


def _from_here(score: int, ply: int) -> int:
    """A kept score as it is at a ply."""
    if abs(score) < MATE - LONGEST:
        return score
    return score - ply if score > 0 else score + ply
