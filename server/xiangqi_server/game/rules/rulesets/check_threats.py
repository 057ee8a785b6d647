"""What a side threatens by beginning with a check: mate, or a piece it cannot take at once.

Under the Asian rules neither is a chase, so neither changes the loser; both are named as the
reason why a repetition is a draw. That is all this is asked for, so it looks no further
than that: one check for a mate, two in a row for a piece, and never at more than
`MOST_BOARDS` boards.

Source: Asian Xiangqi Federation rules, clauses 10, 37 and 38.
"""

from typing import Final

from xiangqi_server.game.rules.board.encoding import Board, Move, Side, Square
from xiangqi_server.game.rules.board.moves import has_legal_move
from xiangqi_server.game.rules.cxa.move_cache import MoveCache
from xiangqi_server.game.rules.repetition.inspector import Inspector
from xiangqi_server.game.rules.repetition.threats import AttackKind, may_chase
from xiangqi_server.game.rules.rulesets.base import NeedsSearch

MOST_CHECKS: Final = 2
MOST_BOARDS: Final = 100

_Prey = frozenset[Square]


class CheckThreats:
    """Answers for one cycle, and remembers them: laps have the same boards."""

    def __init__(self, inspector: Inspector, *, may_search: bool = True) -> None:
        self._inspector = inspector
        self._may_search = may_search
        self._cache = MoveCache()
        self._mates: dict[tuple[Board, Side], bool] = {}
        self._wins: dict[tuple[Board, Side], bool] = {}
        self._boards_left = 0

    def mates(self, board: Board, side: Side) -> bool:
        """Whether `side`, if the other passed, could mate by its next move."""
        key = board, side
        found = self._mates.get(key)
        if found is None:
            found = self._mates[key] = any(
                not has_legal_move(after, side.opponent, checked=True)
                for _, after in self._cache.checks(board, side)
            )
        return found

    def wins_after_check(self, board: Board, side: Side) -> bool:
        """Whether `side`, if the other passed, could win by a check what it cannot take at once.

        Raises:
            NeedsSearch: nothing may be searched.
        """
        key = board, side
        found = self._wins.get(key)
        if found is None:
            self._boards_left = MOST_BOARDS
            may_check = any(not board[move & 127] for move, _ in self._cache.checks(board, side))
            if may_check and not self._may_search:
                raise NeedsSearch
            found = self._wins[key] = may_check and self._wins_by_checks(
                board, side, MOST_CHECKS, self._takes(board, side)
            )
        return found

    def _wins_by_checks(self, board: Board, side: Side, checks: int, hanging: _Prey) -> bool:
        """Whether some check that takes nothing wins more than what hangs anyway."""
        return any(
            self._wins_whatever_is_answered(after, side, checks - 1, hanging)
            for move, after in self._cache.checks(board, side)
            if not board[move & 127]
        )

    def _wins_whatever_is_answered(
        self, board: Board, side: Side, checks: int, hanging: _Prey
    ) -> bool:
        """Whether every answer to a check loses a piece; a mate is no such gain."""
        answers = self._cache.moves(board, side.opponent)
        return bool(answers) and all(
            self._wins_after_answer(answer, after, side, checks, hanging)
            for answer, after in answers
        )

    def _wins_after_answer(
        self, answer: Move, board: Board, side: Side, checks: int, hanging: _Prey
    ) -> bool:
        """Whether an answer to a check loses a piece, at once or by the next check."""
        self._boards_left -= 1
        if self._boards_left < 0:
            return False
        origin, target = answer >> 7, answer & 127
        hanging = frozenset(target if square == origin else square for square in hanging)
        if self._takes(board, side) - hanging:
            return True
        return checks > 0 and self._wins_by_checks(board, side, checks, hanging)

    def _takes(self, board: Board, side: Side) -> _Prey:
        """The pieces that `side` could take as the rules on chases count it."""
        ask = self._inspector
        return frozenset(
            victim
            for victim in ask.attacked_by(board, side)
            if any(
                may_chase(board[attacker] & 7)
                and ask.weigh(board, side, attacker, victim)[0] >= AttackKind.FREE
                for attacker in ask.attackers_of(board, victim, side)
            )
        )
