"""The strategy of chessvariants.com: bans on a recurring check and on driving a piece.

The two short texts are read like this. Rule 3: after three checks in a row by one piece, it may
not check into a position of that same series. Rule 4: when the position stands for the third
time, every move of one side may have attacked the one enemy piece that stepped to and fro between
two points, protected or not. Then that side may not go on. If both sides drive one another neither
"forces", and the position is a draw.

Source: chessvariants.com/xiangqi.html, "Other rules" 2 to 5.
"""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Final

from xiangqi_server.game.rules.board.attackers import attackers_of
from xiangqi_server.game.rules.board.by_side import BySide
from xiangqi_server.game.rules.board.encoding import (
    GENERAL,
    Move,
    Side,
    Square,
    origin_of,
    target_of,
)
from xiangqi_server.game.rules.board.moves import board_after
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.evidence import CyclePiece, Evidence, SideEvidence
from xiangqi_server.game.rules.repetition.evidence_builder import cycle_piece, evidence_of
from xiangqi_server.game.rules.repetition.inspector import Inspector
from xiangqi_server.game.rules.repetition.laps import RuledAt
from xiangqi_server.game.rules.repetition.ruling import Ban, BanReason, Ending, Verdict
from xiangqi_server.game.rules.repetition.streaks import checks_in_row, same_piece
from xiangqi_server.game.rules.repetition.threats import can_take
from xiangqi_server.game.rules.repetition.window import Window
from xiangqi_server.game.rules.rulesets.base import Strategy, draw_of_a_loop, laps_to_rule_on

CHECKS_ALLOWED: Final = 3
DRIVEN_AT: Final = 3


class ChessVariantsClause(StrEnum):
    """The clauses by the numbers of the page."""

    WIN = "2"
    CHECKS = "3"
    DRIVEN_PIECE = "4"
    DRAW = "5"
    NATURAL_LIMIT = "N"


class ChessVariantsStrategy(Strategy):
    """Bans, and a draw where both sides force; by rule 2 a side without a move has lost."""

    __slots__ = ()

    def at_fault(self, window: Window, inspector: Inspector) -> Side | None:
        """The one side that drives a piece to and fro."""
        del inspector
        drivers = [side for side in Side if _driven_by(window, side) is not None]
        return drivers[0] if len(drivers) == 1 else None

    def verdict(self, window: Window, inspector: Inspector) -> Verdict | None:
        """Neither loses by a repetition here; two sides that drive each other draw."""
        del inspector
        if all(_driven_by(window, side) is not None for side in Side):
            return Verdict(None, Ending.REPETITION, ChessVariantsClause.DRIVEN_PIECE)
        return None

    def forecast(self, window: Window, inspector: Inspector) -> Verdict | None:
        """Which side drives a piece to and fro, and the evidence."""
        drivers = [side for side in Side if _driven_by(window, side) is not None]
        if not drivers:
            return None
        loser = drivers[0] if len(drivers) == 1 else None
        evidence = self.evidence(window, inspector)
        clause = ChessVariantsClause.DRIVEN_PIECE
        return Verdict(loser, Ending.REPETITION, clause, evidence=evidence)

    def evidence(self, window: Window, inspector: Inspector) -> Evidence:
        """What the plies did, and what each side drove: rule 4 is against nothing else."""
        found = evidence_of(window, inspector)
        sides = BySide.of(lambda side: _with_driven(found.sides[side], window, side))
        return replace(found, sides=sides)

    def rule(self, game: Game, ruled_at: RuledAt) -> Verdict | None:
        """The draw of mutual driving, when the ban would begin."""
        del ruled_at
        return draw_of_a_loop(self, game, DRIVEN_AT)

    def bans(self, game: Game) -> Mapping[Move, Ban]:
        """Recurring checks by one piece, and the moves that go on driving."""
        return _recurring_checks(game) | self._driving_moves(game)

    def _driving_moves(self, game: Game) -> dict[Move, Ban]:
        """The moves back into the laps in which the side to move drives a piece."""
        inspector, side = self.inspector(), game.to_move
        window = laps_to_rule_on(self, game, RuledAt.at(DRIVEN_AT), inspector)
        if window is None or self.at_fault(window, inspector) is not side:
            return {}
        ban = Ban(BanReason.DRIVEN_PIECE, ChessVariantsClause.DRIVEN_PIECE)
        return {
            move: ban
            for move in game.legal_moves()
            if window.occurrences_of(board_after(game.position.board, move), side.opponent)
        }


def _recurring_checks(game: Game) -> dict[Move, Ban]:
    """Checks by the piece that checked three times, into a position of the series."""
    turns = same_piece(checks_in_row(game, game.to_move, game.quiet_plies // 2))
    if len(turns) < CHECKS_ALLOWED:
        return {}
    piece, board = target_of(turns[0].move), game.position.board
    series = {turn.after for turn in turns}
    ban = Ban(BanReason.REPEATED_CHECK, ChessVariantsClause.CHECKS)
    return {
        move: ban
        for move in game.legal_moves()
        if origin_of(move) == piece and board_after(board, move) in series
    }


def _driven_by(window: Window, side: Side) -> Square | None:
    """The piece that every move of `side` attacks and every answer moves, if one is.

    It must step between two points only. Told by where it stood when the window began.
    """
    answers = window.plies_of(side.opponent)
    squares = {square for index in answers for square in _ends(window.moves[index])}
    if len(squares) != 2:
        return None
    identities = {window.ids_after[index][target_of(window.moves[index])] for index in answers}
    if len(identities) != 1:
        return None
    victim = identities.pop()
    if window.boards[0][victim] & 7 == GENERAL:
        return None
    attacked = all(
        _attackers(window.boards[index + 1], side, window.ids_after[index].index(victim))
        for index in window.plies_of(side)
    )
    return victim if attacked else None


def _with_driven(found: SideEvidence, window: Window, side: Side) -> SideEvidence:
    """The evidence of a side, with the piece that it drives and those by which it does."""
    victim = _driven_by(window, side)
    if victim is None:
        return found
    squares: dict[Square, dict[Square, None]] = {}
    for index in window.plies_of(side):
        board, ids = window.boards[index + 1], window.ids_after[index]
        for attacker in _attackers(board, side, ids.index(victim)):
            squares.setdefault(ids[attacker], {})[attacker] = None
    drivers = tuple(
        CyclePiece(window.boards[0][identity], identity, tuple(at))
        for identity, at in squares.items()
    )
    return replace(found, driven=cycle_piece(window, victim), drivers=drivers)


def _ends(move: Move) -> tuple[Square, Square]:
    """Both squares of a move."""
    return origin_of(move), target_of(move)


def _attackers(board: bytes, side: Side, victim: Square) -> list[Square]:
    """The pieces of `side` that could take on `victim`."""
    return [
        attacker
        for attacker in attackers_of(board, victim, side)
        if can_take(board, side, attacker, victim)
    ]
