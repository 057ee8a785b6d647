"""The strategy of club play: perpetual check or chase loses, and checks may be counted.

The piecepack rules have one sentence on it. "Perpetually chases an unprotected piece" is taken
by its words, so a protected chariot is as safe from horses and cannons as anything else.
Everything else is as in the Asian rules. The count is the frequent addition: checks in a row
lose after six with one piece, twelve with two, eighteen with three, whether or not a position
recurs.

Source: piecepack rules of xiangqi 2.1, footnote 1; club rule as told by Wikipedia.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar, Final

from xiangqi_server.game.rules.board.check import is_checked
from xiangqi_server.game.rules.board.encoding import Move
from xiangqi_server.game.rules.board.moves import board_after
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.evidence_builder import evidence_of
from xiangqi_server.game.rules.repetition.inspector import Inspector
from xiangqi_server.game.rules.repetition.laps import RuledAt
from xiangqi_server.game.rules.repetition.ruling import Ending, Verdict
from xiangqi_server.game.rules.repetition.streaks import CheckTurn, checks_in_row, pieces_moved
from xiangqi_server.game.rules.repetition.window import plies_since
from xiangqi_server.game.rules.rulesets.by_cycle import ByLevel, LevelClauses

CHECKS_BY_PIECES: Final = {1: 6, 2: 12, 3: 18}


class ClubClause(StrEnum):
    """The clauses, by subject."""

    CHECKMATE = "mate"
    STALEMATE = "stalemate"
    DRAW = "draw"
    PERPETUAL_CHECK = "check"
    PERPETUAL_CHASE = "chase"
    CHECK_COUNT = "count"
    NATURAL_LIMIT = "N"


@dataclass(frozen=True, slots=True)
class ClubStrategy(ByLevel):
    """The guiltier side loses; with `counts`, so does a long series of checks."""

    clauses: ClassVar = LevelClauses(
        ClubClause.DRAW, ClubClause.PERPETUAL_CHECK, ClubClause.PERPETUAL_CHASE
    )

    counts: bool = False

    def inspector(self) -> Inspector:
        """One that takes "unprotected" by its word, for chariots too."""
        return Inspector(spare_chariot=False)

    def rule(self, game: Game, ruled_at: RuledAt) -> Verdict | None:
        """The verdict on a repetition, or on the number of checks."""
        ruled = ByLevel.rule(self, game, ruled_at)
        if ruled is not None:
            return ruled
        counted = self._count_of_checks(game) if self.counts else None
        return None if counted is None else self._with_evidence(counted, game)

    def losing_moves(self, game: Game) -> Mapping[Move, Verdict]:
        """The checks that complete a count, unless they mate."""
        if not self.counts:
            return {}
        turns = checks_in_row(game, game.to_move, max(CHECKS_BY_PIECES.values()))
        if len(turns) + 1 < min(CHECKS_BY_PIECES.values()):
            return {}
        board, enemy = game.position.board, game.to_move.opponent
        checks = (
            move for move in game.legal_moves() if is_checked(board_after(board, move), enemy)
        )
        games = ((move, game.play(move)) for move in checks)
        verdicts = (
            (move, self._count_of_checks(after)) for move, after in games if after.has_legal_move()
        )
        return {move: verdict for move, verdict in verdicts if verdict is not None}

    def _count_of_checks(self, game: Game) -> Verdict | None:
        """The loss of the side that has just moved, if its count is full."""
        side = game.to_move.opponent
        turns = checks_in_row(game, side, max(CHECKS_BY_PIECES.values()))
        if len(turns) < min(CHECKS_BY_PIECES.values()) or not _is_too_many(game, turns):
            return None
        window = (turns[-1].ply, game.ply - 1)
        return Verdict(side, Ending.CHECK_COUNT, ClubClause.CHECK_COUNT, window)

    def _with_evidence(self, counted: Verdict, game: Game) -> Verdict:
        """The verdict with what every ply of the series did."""
        first, _ = counted.window or (game.ply, game.ply)
        return replace(counted, evidence=evidence_of(plies_since(game, first), self.inspector()))


def _is_too_many(game: Game, turns: list[CheckTurn]) -> bool:
    """Whether the newest checks reach the number allowed to as many pieces."""
    pieces = pieces_moved(game, turns)
    return any(
        len(turns) >= checks and len(set(pieces[:checks])) <= count
        for count, checks in CHECKS_BY_PIECES.items()
    )
