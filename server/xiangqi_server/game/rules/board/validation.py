"""What makes a position possible.

Three things occur in no game. A piece stands where its like never goes; a side has too many of a
kind; or the side that has just moved left its general to be taken.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from xiangqi_server.game.rules.board.check import general_square, is_checked, piece_of
from xiangqi_server.game.rules.board.encoding import (
    ADVISOR,
    CANNON,
    CHARIOT,
    ELEPHANT,
    EMPTY,
    GENERAL,
    HORSE,
    SOLDIER,
    SQUARE_NAMES,
    Board,
    Piece,
    Side,
    Square,
)
from xiangqi_server.game.rules.board.geometry import (
    ADVISOR_POINTS,
    ELEPHANT_POINTS,
    FILE_LINES,
    GENERAL_POINTS,
    SOLDIER_POINTS,
    file_of,
    is_across_river,
)
from xiangqi_server.game.rules.board.position import Position

_MOST: Final = {ADVISOR: 2, ELEPHANT: 2, HORSE: 2, CHARIOT: 2, CANNON: 2, SOLDIER: 5}
_POINTS: Final = {
    GENERAL: GENERAL_POINTS,
    ADVISOR: ADVISOR_POINTS,
    ELEPHANT: ELEPHANT_POINTS,
    SOLDIER: SOLDIER_POINTS,
}
_NAMES: Final = {
    GENERAL: "general",
    ADVISOR: "advisor",
    ELEPHANT: "elephant",
    HORSE: "horse",
    CHARIOT: "chariot",
    CANNON: "cannon",
    SOLDIER: "soldier",
}


class Flaw(StrEnum):
    """Why a position is impossible."""

    GENERALS = "fen_generals"
    TOO_MANY = "fen_too_many_pieces"
    PLACE = "fen_impossible_place"
    SOLDIERS = "fen_soldiers_on_one_file"
    FACING = "fen_facing_generals"
    CHECK = "fen_opponent_in_check"


def flaws(position: Position, *, composed: bool) -> Iterator[tuple[Flaw, str]]:
    """What is impossible about a position, each with its reason in words.

    The soldiers of a `composed` one may stand anywhere. The answer may be asked for its
    first flaw only; a later one takes for granted that there was no flaw before.
    """
    board = position.board
    for side in Side:
        yield from _flaws_of_numbers(board, side)
    for side in Side:
        for role in (GENERAL, ADVISOR, ELEPHANT):
            yield from _flaws_of_places(board, side, role)
        if not composed:
            yield from _flaws_of_places(board, side, SOLDIER)
            yield from _flaws_of_soldiers(board, side)
    yield from _flaws_of_generals(position)


def _flaws_of_numbers(board: Board, side: Side) -> Iterator[tuple[Flaw, str]]:
    generals = board.count(piece_of(GENERAL, side))
    if generals != 1:
        yield Flaw.GENERALS, f"{_name(side)} has {generals} generals, not one"
    for role, most in _MOST.items():
        count = board.count(piece_of(role, side))
        if count > most:
            yield Flaw.TOO_MANY, f"{_name(side)} has {count} {_NAMES[role]}s, more than {most}"


def _flaws_of_places(board: Board, side: Side, role: int) -> Iterator[tuple[Flaw, str]]:
    for square in _squares_of(board, piece_of(role, side)):
        if square not in _POINTS[role][side]:
            text = f"a {_name(side)} {_NAMES[role]} never stands on {SQUARE_NAMES[square]}"
            yield Flaw.PLACE, text


def _flaws_of_soldiers(board: Board, side: Side) -> Iterator[tuple[Flaw, str]]:
    """A soldier keeps its file until it has crossed the river, so no two share one there."""
    soldiers = _squares_of(board, piece_of(SOLDIER, side))
    files = [file_of(square) for square in soldiers if not is_across_river(square, side)]
    if len(files) != len(set(files)):
        yield Flaw.SOLDIERS, f"two {_name(side)} soldiers share a file before the river"


def _flaws_of_generals(position: Position) -> Iterator[tuple[Flaw, str]]:
    board, side = position.board, position.side
    line = FILE_LINES[Side.RED][general_square(board, Side.RED)]
    ahead = next((board[square] for square in line if board[square]), EMPTY)
    if ahead == piece_of(GENERAL, Side.BLACK):
        yield Flaw.FACING, "the generals face each other on an open file"
    if is_checked(board, side.opponent):
        text = f"{_name(side.opponent)} is in check, but it is {_name(side)}'s move"
        yield Flaw.CHECK, text


def _squares_of(board: Board, piece: Piece) -> list[Square]:
    return [square for square, here in enumerate(board) if here == piece]


def _name(side: Side) -> str:
    return side.name.lower()
