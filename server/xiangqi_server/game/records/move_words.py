"""Words of a game's text as moves: every notation, glued moves, and the letters of WinBoard.

WXF, Chinese and squares are read by `rules`. Beside them stand algebraic moves (Che2) of
WinBoard and pychess: a letter, as much of the origin as is needed, and the square reached. Some
programs count the ranks from 1 to 10. That is a matter of the whole game, so a caller asks for it.
"""

import re
import unicodedata
from typing import Final

from xiangqi_server.game.rules.board.check import piece_of
from xiangqi_server.game.rules.board.encoding import (
    ADVISOR,
    CANNON,
    CHARIOT,
    ELEPHANT,
    GENERAL,
    HORSE,
    SOLDIER,
    SQUARE_NAMES,
    Move,
    origin_of,
    target_of,
)
from xiangqi_server.game.rules.board.geometry import file_of
from xiangqi_server.game.rules.board.position import Position
from xiangqi_server.game.rules.game.notation import NotationCode, NotationError, read_move

_MEN: Final = "帅帥将將仕士相象马馬傌车車俥炮砲包兵卒"
_NUMBERS: Final = "一二三四五六七八九1-9１-９"
_CHINESE: Final = (
    rf"(?:[{_MEN}][{_NUMBERS}]|[前中后後一二三四五1-5１-５][{_MEN}{_NUMBERS}])"
    rf"[进進退平][{_NUMBERS}]"
)
_COORDINATES: Final = r"[a-iA-I](?:10|[0-9])-?[a-iA-I](?:10|[0-9])(?![0-9])"
_WXF: Final = (
    r"(?:[KAEBHNRCPkaebhnrcp][1-9+\-][+\-=.][1-9]|[1-5+\-][KAEBHNRCPkaebhnrcp1-9][+\-=.][1-9])"
)
MOVE: Final = re.compile(rf"{_CHINESE}|{_COORDINATES}|{_WXF}")
"""What moves look like that may stand without a gap between them."""

_SQUARES: Final = re.compile(r"([a-i])(10|[0-9])[-x]?([a-i])(10|[0-9])", re.IGNORECASE)
_ALGEBRAIC: Final = re.compile(
    r"(?P<letter>[KGABEHNRCP])?(?P<file>[a-i])?(?P<rank>10|[0-9])?[x-]?"
    r"(?P<to_file>[a-i])(?P<to_rank>10|[0-9])(?:=?[A-Z])?"
)
_LETTERS: Final = {
    "K": GENERAL,
    "G": GENERAL,
    "A": ADVISOR,
    "B": ELEPHANT,
    "E": ELEPHANT,
    "H": HORSE,
    "N": HORSE,
    "R": CHARIOT,
    "C": CANNON,
    "P": SOLDIER,
}


def is_squares(word: str) -> bool:
    """Whether a word names squares, so that it matters how ranks are counted."""
    spelled = _plain(word)
    return bool(_SQUARES.fullmatch(spelled) or _ALGEBRAIC.fullmatch(spelled))


def glued(word: str) -> list[str]:
    """The moves that a word without gaps consists of; the word alone if it is something else."""
    moves = [found[0] for found in MOVE.finditer(word)]
    return moves if len(moves) > 1 and "".join(moves) == word else [word]


def move_of(position: Position, word: str, *, first_rank: int = 0) -> Move:
    """The legal move that a word means, with ranks counted from `first_rank`.

    Raises:
        NotationError: see `read_move`.
    """
    spelled = _plain(word)
    if squares := _SQUARES.fullmatch(spelled):
        return read_move(position, _from_zero(squares, first_rank))
    try:
        return read_move(position, word)
    except NotationError as error:
        told = _ALGEBRAIC.fullmatch(spelled)
        if error.code is not NotationCode.UNREADABLE or told is None:
            raise
        return _algebraic(position, word, told, first_rank)


def _plain(word: str) -> str:
    return unicodedata.normalize("NFKC", word[:16])


def _from_zero(squares: re.Match[str], first_rank: int) -> str:
    """Coordinates with ranks from 0; what is off the board stays unreadable."""
    file, rank, to_file, to_rank = squares.groups()
    return f"{file}{int(rank) - first_rank}{to_file}{int(to_rank) - first_rank}".lower()


def _algebraic(position: Position, word: str, told: re.Match[str], first_rank: int) -> Move:
    target = f"{told['to_file']}{int(told['to_rank']) - first_rank}"
    piece = piece_of(_LETTERS[told["letter"] or "P"], position.side)
    legal = [
        move
        for move in position.legal_moves()
        if position.board[origin_of(move)] == piece
        and SQUARE_NAMES[target_of(move)] == target
        and _leaves(move, told, first_rank)
    ]
    if not legal:
        raise NotationError(NotationCode.ILLEGAL, f"{word!r} is not legal here")
    if len(legal) > 1:
        raise NotationError(NotationCode.AMBIGUOUS, f"{word!r} may mean several moves")
    return legal[0]


def _leaves(move: Move, told: re.Match[str], first_rank: int) -> bool:
    """Whether a move leaves the square of which a word tells a part."""
    name = SQUARE_NAMES[origin_of(move)]
    if told["file"] and "abcdefghi"[file_of(origin_of(move))] != told["file"]:
        return False
    return not told["rank"] or int(name[1]) == int(told["rank"]) - first_rank
