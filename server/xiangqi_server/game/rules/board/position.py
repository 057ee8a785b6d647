"""A position as a value: the board and the side to move.

What may be asked of it needs no past; `moves` and `check` have the answers.
"""

from dataclasses import dataclass

from xiangqi_server.game.rules.board import moves
from xiangqi_server.game.rules.board.check import is_checked
from xiangqi_server.game.rules.board.encoding import OPPONENT, Board, Move, Side


@dataclass(frozen=True, slots=True)
class Position:
    """A board and the side to move: what repetition compares, and good as a key."""

    board: Board
    side: Side

    def after(self, move: Move) -> "Position":
        """The position once a move is played; whether it is legal is not asked."""
        return Position(moves.board_after(self.board, move), OPPONENT[self.side])

    def is_legal(self, move: Move) -> bool:
        """Whether the side to move may play a move."""
        return moves.is_legal(self.board, self.side, move)

    def legal_moves(self) -> list[Move]:
        """Every legal move, in a fixed order."""
        return moves.legal_moves(self.board, self.side)

    def has_legal_move(self) -> bool:
        """Whether there is any legal move; the side to move has lost without one."""
        return moves.has_legal_move(self.board, self.side, checked=self.in_check())

    def in_check(self) -> bool:
        """Whether the general of the side to move is attacked."""
        return is_checked(self.board, self.side)
