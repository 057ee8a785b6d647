"""Moves as text: coordinates, ICCS, WXF and Chinese, written one way and read many ways.

Reading takes the notation from the text itself, full-width signs and every variant of a
character included, and gives legal moves only. The mark of tandem pieces may be missing where
only one of them can go. Coordinates have ranks 0 to 9; the ranks 1 to 10 of other programs look
alike and are never guessed.
"""

import re
import unicodedata
from enum import StrEnum
from functools import lru_cache
from typing import Final

from xiangqi_server.game.rules.board.encoding import (
    ADVISOR,
    CANNON,
    CHARIOT,
    ELEPHANT,
    FILES,
    GENERAL,
    HORSE,
    SOLDIER,
    SQUARES,
    Board,
    Move,
    Piece,
    Side,
    move_from_uci,
    origin_of,
    side_of,
    uci_of,
)
from xiangqi_server.game.rules.board.position import Position
from xiangqi_server.game.rules.game.move_phrase import (
    FRONT,
    MIDDLE,
    REAR,
    Direction,
    FullPhrase,
    Phrase,
    moves_told,
    origins_told,
    phrase_of,
)

MAX_MOVE_CHARS: Final = 16
_WRITTEN_MOVES: Final = 4_096
"""How many written moves are remembered; there are hardly more."""


class Notation(StrEnum):
    """How a move is written."""

    UCI = "uci"
    ICCS = "iccs"
    WXF = "wxf"
    CHINESE = "chinese"
    CHINESE_TRAD = "chinese_trad"


class NotationCode(StrEnum):
    """Why a text was not taken for a move."""

    UNREADABLE = "move_unreadable"
    NO_SUCH_PIECE = "move_no_such_piece"
    ILLEGAL = "move_illegal"
    AMBIGUOUS = "move_ambiguous"


class NotationError(ValueError):
    """A text that is no legal move; `code` says why for programs, `text` for people."""

    def __init__(self, code: NotationCode, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text


_WXF_LETTERS: Final = {
    GENERAL: "K",
    ADVISOR: "A",
    ELEPHANT: "E",
    HORSE: "H",
    CHARIOT: "R",
    CANNON: "C",
    SOLDIER: "P",
}
_ROLES: Final = {letter: role for role, letter in _WXF_LETTERS.items()}
_NAMES: Final = {
    (Notation.CHINESE, Side.RED): "帅仕相马车炮兵",
    (Notation.CHINESE, Side.BLACK): "将士象马车炮卒",
    (Notation.CHINESE_TRAD, Side.RED): "帥仕相傌俥炮兵",
    (Notation.CHINESE_TRAD, Side.BLACK): "將士象馬車砲卒",
}
"""The names of the roles 1 to 7."""

_DIRECTIONS: Final = {
    Notation.CHINESE: {
        Direction.FORWARD: "进",
        Direction.BACK: "退",
        Direction.SIDEWAYS: "平",
    },
    Notation.CHINESE_TRAD: {
        Direction.FORWARD: "進",
        Direction.BACK: "退",
        Direction.SIDEWAYS: "平",
    },
}
_RED_NUMERALS: Final = "〇一二三四五六七八九"
_BLACK_NUMERALS: Final = "0123456789"
_PLACES: Final = {
    Notation.CHINESE: {2: "前后", 3: "前中后", 4: "前二三后", 5: "前二三四后"},
    Notation.CHINESE_TRAD: {2: "前後", 3: "前中後", 4: "前二三後", 5: "前二三四後"},
}
"""The names of the places on a file, by how many share it, front first."""

# Reading turns every spelling into the letters of WXF, with f, m and r for the places.
_SPELLINGS: Final = {
    "K": "G帅帥将將",
    "A": "仕士",
    "E": "B相象",
    "H": "NM马馬傌",
    "R": "T车車俥",
    "C": "炮砲包",
    "P": "S兵卒",
    "+": "进進",
    "-": "退−–—‐‑",
    "=": "平.",
    "f": "前",
    "m": "中",
    "r": "后後",
}
_OTHER_READINGS: Final = {"G": "A", "M": "E"}
"""Letters that mean another piece in some books: guard and general, minister and horse (*mã*)."""
_TO_WXF: Final = str.maketrans(
    {
        **{sign: meaning for meaning, signs in _SPELLINGS.items() for sign in signs},
        **{sign: str(number) for number, sign in enumerate(_RED_NUMERALS) if number},
    }
)
_COORDINATES: Final = re.compile(r"([A-I][0-9])[-−–—‐‑]?([A-I][0-9])")
_WXF: Final = re.compile(
    r"(?:(?P<letter>[KAEHRCP])(?P<where>[1-9+\-fmr])"
    r"|(?P<place>[1-5+\-fmr])(?P<what>[KAEHRCP1-9]))"
    r"(?P<direction>[+\-=])(?P<value>[1-9])"
)
_PLACE_SIGNS: Final[dict[str, int]] = {
    "+": FRONT,
    "f": FRONT,
    "-": REAR,
    "r": REAR,
    "m": MIDDLE,
    **{str(index + 1): index for index in range(5)},
}


def write_move(position: Position, move: Move, notation: Notation) -> str:
    """A move of the side to move as text; it must have a piece to move."""
    match notation:
        case Notation.UCI:
            return uci_of(move)
        case Notation.ICCS:
            uci = uci_of(move).upper()
            return f"{uci[:2]}-{uci[2:]}"
        case Notation.WXF:
            return _wxf(phrase_of(position.board, position.side, move))
        case Notation.CHINESE | Notation.CHINESE_TRAD:
            phrase = phrase_of(position.board, position.side, move)
            return _chinese(phrase, position.side, notation)


def write_for_score(board: Board, side: Side, move: Move) -> tuple[str, str]:
    """A move of `side` as the score of a game has it: in WXF, and in simplified Chinese."""
    origin = move >> 7
    piece = board[origin]
    if board[origin % FILES :: FILES].count(piece) == 1:
        return _written_alone(piece, move)
    return _written(board, side, move)


@lru_cache(maxsize=_WRITTEN_MOVES)
def _written_alone(piece: Piece, move: Move) -> tuple[str, str]:
    """As `write_for_score`, where no like stands on its file: then no other piece matters."""
    cells = bytearray(SQUARES)
    cells[origin_of(move)] = piece
    return _written(bytes(cells), side_of(piece), move)


def _written(board: Board, side: Side, move: Move) -> tuple[str, str]:
    phrase = phrase_of(board, side, move)
    return _wxf(phrase), _chinese(phrase, side, Notation.CHINESE)


def _wxf(phrase: FullPhrase) -> str:
    letter = _WXF_LETTERS[phrase.role]
    if phrase.place is None:
        who = f"{letter}{phrase.file}"
    elif phrase.role == SOLDIER and (phrase.sharing > 2 or phrase.crowded_files > 1):
        who = f"{phrase.place + 1}{phrase.file}"
    else:
        who = f"{letter}{'-' if phrase.place else '+'}"
    return f"{who}{phrase.direction}{phrase.value}"


def _chinese(phrase: FullPhrase, side: Side, notation: Notation) -> str:
    name = _NAMES[notation, side][phrase.role - 1]
    numerals = _RED_NUMERALS if side is Side.RED else _BLACK_NUMERALS
    if phrase.place is None:
        who = name + numerals[phrase.file]
    else:
        place = _PLACES[notation][phrase.sharing][phrase.place]
        who = place + (numerals[phrase.file] if phrase.crowded_files > 1 else name)
    return who + _DIRECTIONS[notation][phrase.direction] + numerals[phrase.value]


def read_move(position: Position, text: str) -> Move:
    """The legal move a text means, in any notation.

    Raises:
        NotationError: the text is no move, names no piece, or means none or several of
            the legal moves.
    """
    spelled = _normalised(text)
    if coordinates := _COORDINATES.fullmatch(spelled):
        move = move_from_uci("".join(coordinates.groups()).lower())
        return _only([move], position, text)
    phrases = _phrases(spelled)
    if not phrases:
        raise NotationError(NotationCode.UNREADABLE, f"{text[:MAX_MOVE_CHARS]!r} is not a move")
    board, side = position.board, position.side
    if not any(origins_told(board, side, phrase) for phrase in phrases):
        raise NotationError(NotationCode.NO_SUCH_PIECE, f"{text!r} names no piece on the board")
    moves = [move for phrase in phrases for move in moves_told(board, side, phrase)]
    return _only(moves, position, text)


def _normalised(text: str) -> str:
    if len(text) > MAX_MOVE_CHARS:
        return ""
    return "".join(unicodedata.normalize("NFKC", text).split()).upper()


def _phrases(spelled: str) -> list[Phrase]:
    """What a text may mean: two things at most."""
    other = "".join(_OTHER_READINGS.get(sign, sign) for sign in spelled)
    readings = dict.fromkeys((spelled.translate(_TO_WXF), other.translate(_TO_WXF)))
    return [phrase for reading in readings if (phrase := _phrase(reading)) is not None]


def _phrase(spelled: str) -> Phrase | None:
    told = _WXF.fullmatch(spelled)
    if told is None:
        return None
    direction, value = Direction(told["direction"]), int(told["value"])
    if told["letter"]:
        role, where = _ROLES[told["letter"]], told["where"]
        if where.isdigit():
            return Phrase(role, int(where), None, direction, value)
        return Phrase(role, None, _PLACE_SIGNS[where], direction, value)
    place, what = _PLACE_SIGNS[told["place"]], told["what"]
    if what.isdigit():
        return Phrase(SOLDIER, int(what), place, direction, value)
    return Phrase(_ROLES[what], None, place, direction, value)


def _only(moves: list[Move], position: Position, text: str) -> Move:
    legal = [move for move in moves if position.is_legal(move)]
    if not legal:
        raise NotationError(NotationCode.ILLEGAL, f"{text!r} is not legal here")
    if len(legal) > 1:
        meanings = " or ".join(map(uci_of, legal))
        raise NotationError(NotationCode.AMBIGUOUS, f"{text!r} may mean {meanings}")
    return legal[0]
