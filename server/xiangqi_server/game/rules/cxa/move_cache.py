"""What a side can do on a board: its captures, its checks, its ways out of check.

The solvers ask about the same boards again and again, so every answer is kept with the board
that follows each move. All moves are legal.
"""

from typing import Final

from xiangqi_server.game.rules.board.check import is_checked
from xiangqi_server.game.rules.board.encoding import OPPONENT, Board, Move, Side, Square
from xiangqi_server.game.rules.cxa.steps import Steps, active_steps, is_mated, legal_steps

Exchanges = tuple[tuple[Square, Square], ...]
"""Pieces of a side, each with the point of a like piece that it is offered to for exchange.

Such an offer is neither chase nor kill (24.4), so the piece does not capture on that point
in any line that is to prove one.
"""

_FORGET_AT: Final = 60_000


class Searched:
    """How much was searched.

    Attributes:
        positions: boards of which moves were worked out.
    """

    def __init__(self) -> None:
        self.positions = 0


SEARCHED: Final = Searched()
"""What this process has searched for rulings: nothing, if it serves (`ruling_worker` does it)."""


class MoveCache:
    """Answers about boards, kept in memory; one cache serves one ruling.

    Args:
        searched: counts the boards.
    """

    def __init__(self, searched: Searched | None = None) -> None:
        self._searched = searched or Searched()
        self._checked: tuple[dict[Board, bool], dict[Board, bool]] = ({}, {})
        self._active: tuple[dict[Board, _Active], dict[Board, _Active]] = ({}, {})
        self._all: tuple[dict[Board, Steps], dict[Board, Steps]] = ({}, {})
        self._mates: tuple[dict[Board, bool], dict[Board, bool]] = ({}, {})
        self._mated: tuple[dict[Board, bool], dict[Board, bool]] = ({}, {})

    def is_checked(self, board: Board, side: Side) -> bool:
        """Whether the general of `side` is attacked."""
        known = self._checked[side]
        answer = known.get(board)
        if answer is None:
            if len(known) > _FORGET_AT:
                known.clear()
            answer = known[board] = is_checked(board, side)
        return answer

    def captures(self, board: Board, side: Side) -> Steps:
        """The legal captures of `side`, the most valuable victims first."""
        return self._active_moves(board, side)[0]

    def checks(self, board: Board, side: Side) -> Steps:
        """The legal moves of `side` that check, captures among them."""
        return self._active_moves(board, side)[1]

    def moves(self, board: Board, side: Side) -> Steps:
        """Every legal move of `side`, captures first."""
        known = self._all[side]
        steps = known.get(board)
        if steps is None:
            if len(known) > _FORGET_AT:
                known.clear()
            self._searched.positions += 1
            steps = known[board] = legal_steps(board, side, checked=self.is_checked(board, side))
        return steps

    def mates_at_once(self, board: Board, side: Side) -> bool:
        """Whether some move of `side`, which is not in check, mates."""
        known = self._mates[side]
        answer = known.get(board)
        if answer is None:
            if len(known) > _FORGET_AT:
                known.clear()
            enemy = OPPONENT[side]
            answer = known[board] = any(
                self.is_mated(after, enemy) for _, after in self.checks(board, side)
            )
        return answer

    def is_mated(self, board: Board, side: Side) -> bool:
        """Whether `side`, which is in check, has no legal move."""
        known = self._mated[side]
        answer = known.get(board)
        if answer is None:
            if len(known) > _FORGET_AT:
                known.clear()
            answer = known[board] = is_mated(board, side)
        return answer

    def _active_moves(self, board: Board, side: Side) -> "_Active":
        known = self._active[side]
        active = known.get(board)
        if active is None:
            if len(known) > _FORGET_AT:
                known.clear()
            self._searched.positions += 1
            active = known[board] = active_steps(board, side, checked=self.is_checked(board, side))
        return active


_Active = tuple[Steps, Steps]


def carried(exchanges: Exchanges, move: Move) -> Exchanges:
    """The exchanges after a move of the side they belong to: a piece takes its own along."""
    origin, target = move >> 7, move & 127
    return tuple((target if at == origin else at, point) for at, point in exchanges)


def still_offered(exchanges: Exchanges, answer: Move) -> Exchanges:
    """The exchanges after a move of the other side: a piece that is taken offers nothing."""
    return tuple(pair for pair in exchanges if pair[0] != answer & 127)
