"""The strategy of ItsYourTurn: two narrow bans, and no ruling on repetition.

The check limit follows the piece that
*moves*, so a discovered check counts for the mover. The chase limit is one single return
move: chaser R goes r0-r1 against B on p1, B goes to p2, R goes to r2 against it, B goes
back to p1, and now R may not go back to r1. No piece is exempt from chasing, and every
piece but the general can be chased.

Source: ItsYourTurn.com help, "Limit on Perpetual Check", "Limit on Perpetual Chasing".
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from xiangqi_server.game.rules.board.check import is_checked
from xiangqi_server.game.rules.board.encoding import (
    GENERAL,
    Move,
    Side,
    make_move,
    origin_of,
    target_of,
)
from xiangqi_server.game.rules.board.moves import board_after
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.inspector import Inspector
from xiangqi_server.game.rules.repetition.laps import RuledAt
from xiangqi_server.game.rules.repetition.ruling import Ban, BanReason
from xiangqi_server.game.rules.repetition.streaks import checks_in_row, same_piece
from xiangqi_server.game.rules.repetition.threats import can_take, is_protected
from xiangqi_server.game.rules.repetition.window import Window
from xiangqi_server.game.rules.rulesets.base import Strategy

CHECKS_ALLOWED: Final = 3
_CHASE_PLIES: Final = 4


class ItsYourTurnClause(StrEnum):
    """The clauses of the help page, by subject."""

    CHECKMATE = "mate"
    STALEMATE = "stalemate"
    BARE_MATERIAL = "bare"
    CHECK_LIMIT = "check-limit"
    CHASE_LIMIT = "chase-limit"
    NATURAL_LIMIT = "N"


class ItsYourTurnStrategy(Strategy):
    """Bans only; a side without an allowed move is stalemated, and has lost."""

    __slots__ = ()

    def at_fault(self, window: Window, inspector: Inspector) -> Side | None:
        """Neither: a repetition alone ends no game here."""
        del window, inspector
        return None

    def verdict(self, window: Window, inspector: Inspector) -> None:
        """None: see `at_fault`."""
        del window, inspector

    def forecast(self, window: Window, inspector: Inspector) -> None:
        """Nothing: to go on is banned by other patterns than a cycle."""
        del window, inspector

    def rule(self, game: Game, ruled_at: RuledAt) -> None:
        """Nothing, for the same reason."""
        del game, ruled_at

    def bans(self, game: Game) -> Mapping[Move, Ban]:
        """The fourth check in a row by one piece, and the chaser's return."""
        return _fourth_checks(game) | _return_of_chaser(game)


def _fourth_checks(game: Game) -> dict[Move, Ban]:
    """Every check by the piece that has just checked three turns in a row."""
    turns = same_piece(checks_in_row(game, game.to_move, CHECKS_ALLOWED))
    if len(turns) < CHECKS_ALLOWED:
        return {}
    piece, board = target_of(turns[0].move), game.position.board
    ban = Ban(BanReason.FOURTH_CHECK, ItsYourTurnClause.CHECK_LIMIT)
    return {
        move: ban
        for move in game.legal_moves()
        if origin_of(move) == piece and is_checked(board_after(board, move), game.to_move.opponent)
    }


def _return_of_chaser(game: Game) -> dict[Move, Ban]:
    """The chaser's move back to its first point, when all the text asks for is there."""
    if game.ply < _CHASE_PLIES:
        return {}
    first, flight, second, back = (
        game.move_at(game.ply - ago) for ago in range(_CHASE_PLIES, 0, -1)
    )
    to_and_fro = (
        origin_of(second) == target_of(first)
        and origin_of(back) == target_of(flight)
        and target_of(back) == origin_of(flight)
    )
    again = make_move(target_of(second), target_of(first))
    flees = game.position.board[target_of(back)] & 7 != GENERAL
    if not (to_and_fro and flees and game.is_legal(again)):
        return {}
    past = [position.board for position in game.positions_since(game.ply - 3)]
    threats = (
        (past[0], target_of(first), origin_of(flight)),
        (past[2], target_of(second), target_of(flight)),
        (board_after(past[3], again), target_of(first), origin_of(flight)),
    )
    side = game.to_move
    if all(
        can_take(board, side, chaser, victim) and not is_protected(board, side, chaser, victim)
        for board, chaser, victim in threats
    ):
        return {again: Ban(BanReason.RETURN_CHASE, ItsYourTurnClause.CHASE_LIMIT)}
    return {}
