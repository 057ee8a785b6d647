"""Why a move is not legal: the first thing a teacher would say about it."""

from enum import StrEnum

from xiangqi_server.game.rules.board.check import general_square
from xiangqi_server.game.rules.board.encoding import (
    ADVISOR,
    CANNON,
    CHARIOT,
    ELEPHANT,
    GENERAL,
    HORSE,
    SOLDIER,
    Move,
    Side,
    origin_of,
    role_of,
    side_of,
    target_of,
)
from xiangqi_server.game.rules.board.geometry import (
    GENERAL_POINTS,
    RIVER_RANK,
    file_of,
    is_across_river,
    rank_of,
)
from xiangqi_server.game.rules.board.moves import board_after
from xiangqi_server.game.rules.board.position import Position
from xiangqi_server.game.rules.board.reach import reaches

_PALACE_PIECES = (GENERAL, ADVISOR)


class Obstacle(StrEnum):
    """What stands against a move."""

    NOT_YOURS = "not_yours"
    OWN_PIECE = "own_piece"
    LEG = "leg"
    EYE = "eye"
    RIVER = "river"
    PALACE = "palace"
    BLOCKED = "blocked"
    SCREEN = "screen"
    BACKWARDS = "backwards"
    SIDEWAYS = "sideways"
    SHAPE = "shape"
    GENERAL = "general"
    FACING = "facing"
    CHECK = "check"


def obstacle(position: Position, move: Move) -> Obstacle | None:
    """What stands against a move, None if it is legal.

    A general is not taken, even where its side did not answer a check.
    """
    is_general = role_of(position.board[target_of(move)]) == GENERAL
    if position.is_legal(move):
        return Obstacle.GENERAL if is_general else None
    board, origin, target = position.board, origin_of(move), target_of(move)
    if not board[origin] or side_of(board[origin]) is not position.side:
        return Obstacle.NOT_YOURS
    if board[target] and side_of(board[target]) is position.side:
        return Obstacle.OWN_PIECE
    if not reaches(board, move):
        return _out_of_reach(position, move)
    return Obstacle.FACING if _would_face(position, move) else Obstacle.CHECK


def _out_of_reach(position: Position, move: Move) -> Obstacle:
    board, origin, target = position.board, origin_of(move), target_of(move)
    files = file_of(target) - file_of(origin)
    ranks = rank_of(target) - rank_of(origin)
    span = sorted((abs(files), abs(ranks)))
    role = role_of(board[origin])
    if role in _PALACE_PIECES and target not in GENERAL_POINTS[position.side]:
        return Obstacle.PALACE
    if role == HORSE and span == [1, 2]:
        return Obstacle.LEG
    if role == ELEPHANT and span == [2, 2]:
        return Obstacle.RIVER if is_across_river(target, position.side) else Obstacle.EYE
    if role in (CHARIOT, CANNON) and span[0] == 0:
        is_capture = role == CANNON and bool(board[target])
        return Obstacle.SCREEN if is_capture else Obstacle.BLOCKED
    if role == SOLDIER and span == [0, 1]:
        return Obstacle.SIDEWAYS if files else Obstacle.BACKWARDS
    return Obstacle.SHAPE


def _would_face(position: Position, move: Move) -> bool:
    """Whether the generals would stand face to face after a move."""
    after = board_after(position.board, move)
    red, black = (general_square(after, side) for side in Side)
    if file_of(red) != file_of(black) or rank_of(red) >= RIVER_RANK:
        return False
    step = 9
    return not any(after[square] for square in range(red + step, black, step))
