"""Positions that neither side can win, whatever both play, though an attacking piece is left.

Neither side is mated or stalemated in any position of these materials, nor in what is left of them
after a capture. So they are drawn. `python -m tests.tools.unwinnable` has gone through them
all and writes `unwinnable_table`; what is not in it may still be a draw.
"""

from xiangqi_server.game.rules.adjudication.unwinnable_table import (
    SUNK_SOLDIER,
    UNWINNABLE,
    Force,
    is_within,
)
from xiangqi_server.game.rules.board.check import piece_of
from xiangqi_server.game.rules.board.encoding import (
    ADVISOR,
    CANNON,
    CHARIOT,
    ELEPHANT,
    FILES,
    HORSE,
    SOLDIER,
    SQUARES,
    Board,
    Side,
)


def cannot_be_won(board: Board) -> bool:
    """Whether a position is one of the table; what is bare of attacking pieces is in it too."""
    red, black = (_force_of(board, side) for side in Side)
    if red is None or black is None:
        return False
    return any(is_within((red, black), most) for most in UNWINNABLE)


def _force_of(board: Board, side: Side) -> Force | None:
    """What a side has beside its general; None if that is in no entry of the table."""
    cannons, soldiers, strong = (
        sum(board.count(piece_of(role, side)) for role in roles)
        for roles in ((CANNON,), (SOLDIER,), (CHARIOT, HORSE))
    )
    if strong or cannons + soldiers > 1:
        return None
    if soldiers and not _is_sunk(board.index(piece_of(SOLDIER, side)), side):
        return None
    attacker = CANNON if cannons else SUNK_SOLDIER if soldiers else 0
    guards = (board.count(piece_of(role, side)) for role in (ADVISOR, ELEPHANT))
    return Force(attacker, *guards)


def _is_sunk(square: int, side: Side) -> bool:
    """Whether a soldier stands on its last rank, where it goes sideways only."""
    return square >= SQUARES - FILES if side is Side.RED else square < FILES
