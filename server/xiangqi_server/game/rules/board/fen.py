"""Positions as FEN text, read strictly and written one way.

Elephants may be ``b`` or ``e`` and horses ``n`` or ``h``. Red to move may be ``w`` or ``r``, in
small or capital letters. The two unused fields and the counters may be missing, and an empty
holdings bracket may follow the board. Everything else, and every position that is not possible,
is refused with a code. We write ``b``, ``n`` and ``w``.
"""

import re
from enum import StrEnum
from functools import lru_cache
from typing import Final

from xiangqi_server.game.rules.board.check import piece_of
from xiangqi_server.game.rules.board.encoding import (
    ADVISOR,
    CANNON,
    CHARIOT,
    ELEPHANT,
    EMPTY,
    FILES,
    GENERAL,
    HORSE,
    RANKS,
    SOLDIER,
    SQUARES,
    Board,
    Piece,
    Side,
    letter_of,
)
from xiangqi_server.game.rules.board.position import Position
from xiangqi_server.game.rules.board.validation import Flaw, flaws

START_FEN: Final = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
MAX_FEN_CHARS: Final = 160
MAX_COUNTER_DIGITS: Final = 5
_TOP_DOWN: Final = range(SQUARES - FILES, -1, -FILES)
"""Where the ranks begin, in the order in which a FEN has them."""

_PIECES: Final[dict[str, Piece]] = {
    letter if side is Side.RED else letter.lower(): piece_of(role, side)
    for side in Side
    for letters, role in (
        ("K", GENERAL),
        ("A", ADVISOR),
        ("BE", ELEPHANT),
        ("NH", HORSE),
        ("R", CHARIOT),
        ("C", CANNON),
        ("P", SOLDIER),
    )
    for letter in letters
}
_SIDES: Final = {"w": Side.RED, "r": Side.RED, "b": Side.BLACK}
_UNUSED: Final = 2
_COUNTERS: Final = 2
_UCI_WORDS: Final = ("position", "fen", "startpos")
"""What a line of UCI begins with that tells a position and moves."""

_COUNTER: Final = re.compile(rf"[0-9]{{1,{MAX_COUNTER_DIGITS}}}")


class FenCode(StrEnum):
    """Why a text is no FEN."""

    LENGTH = "fen_length"
    FIELDS = "fen_fields"
    RANKS = "fen_ranks"
    WIDTH = "fen_width"
    LETTER = "fen_letter"
    HOLDINGS = "fen_holdings"
    SIDE = "fen_side"
    UNUSED = "fen_unused_field"
    COUNTER = "fen_counter"


class FenError(ValueError):
    """A text that is no possible position; `code` says why for programs, `text` for people."""

    def __init__(self, code: FenCode | Flaw, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text


def read_fen(text: str, *, composed: bool = False) -> Position:
    """Read a position.

    A `composed` one may have soldiers where none can have walked, as diagrams of the rule
    books have; everything else is asked of it too.

    Raises:
        FenError: the text is not a FEN, or no game can reach the position.
    """
    fields = _fields_of(text)
    position = Position(_read_board(fields[0]), _read_side(fields[1]))
    _counters_in(fields)
    for flaw, reason in flaws(position, composed=composed):
        raise FenError(flaw, reason)
    return position


def quiet_plies_told(text: str) -> int:
    """The plies since a capture that a FEN tells, 0 if it does not tell them.

    Raises:
        FenError: its fields are not those of a FEN.
    """
    told = _counters_in(_fields_of(text))
    return int(told[0]) if told else 0


def _fields_of(text: str) -> list[str]:
    """The fields of a FEN, if it has as many as one may have and nothing beside them."""
    head, *others = text[: 2 * MAX_FEN_CHARS].split(maxsplit=1) or [""]
    if head in _UCI_WORDS:
        raise FenError(FenCode.FIELDS, f"a FEN begins with the board, not with {head!r}")
    if any(" moves" in other for other in others):
        raise FenError(FenCode.FIELDS, "a FEN ends before 'moves': they are told apart from it")
    if len(text) > MAX_FEN_CHARS:
        raise FenError(FenCode.LENGTH, f"a FEN has at most {MAX_FEN_CHARS} characters")
    fields = text.split()
    if not 2 <= len(fields) <= 6:
        raise FenError(FenCode.FIELDS, "a FEN has two to six fields: board, side to move, ...")
    return fields


def write_fen(position: Position, *, quiet_plies: int = 0, move_number: int = 1) -> str:
    """The FEN of a position; if its past is known, with the plies since a capture and the move."""
    return f"{write_board_and_side(position)} - - {quiet_plies} {move_number}"


def write_board_and_side(position: Position) -> str:
    """The first two fields of the FEN of a position: all that one sees of it."""
    cells = position.board
    ranks = [_write_rank(cells[start : start + FILES]) for start in _TOP_DOWN]
    return f"{'/'.join(ranks)} {'b' if position.side is Side.BLACK else 'w'}"


@lru_cache(maxsize=1_024)
def _write_rank(cells: bytes) -> str:
    """The letters of nine squares; most ranks of most games are like those of others."""
    letters = "".join(letter_of(piece) for piece in cells)
    return re.sub(r"\.+", lambda gap: str(len(gap[0])), letters)


def _read_board(field: str) -> Board:
    placement, bracket, holdings = field.partition("[")
    if bracket and holdings not in ("]", "-]"):
        raise FenError(FenCode.HOLDINGS, "xiangqi has no pieces in hand")
    ranks = placement.split("/")
    if len(ranks) != RANKS:
        raise FenError(FenCode.RANKS, f"a board has {RANKS} ranks, not {len(ranks)}")
    return b"".join(bytes(_read_rank(rank)) for rank in reversed(ranks))


def _read_rank(rank: str) -> list[Piece]:
    cells: list[Piece] = []
    after_gap = False
    for letter in rank:
        is_gap = letter in "123456789"
        if is_gap and after_gap:
            raise FenError(FenCode.WIDTH, f"two numbers follow each other in rank {rank!r}")
        if not is_gap and letter not in _PIECES:
            raise FenError(FenCode.LETTER, f"{letter!r} is no piece of xiangqi")
        cells += [EMPTY] * int(letter) if is_gap else [_PIECES[letter]]
        after_gap = is_gap
    if len(cells) != FILES:
        raise FenError(FenCode.WIDTH, f"rank {rank!r} has {len(cells)} points, not {FILES}")
    return cells


def _read_side(field: str) -> Side:
    side = _SIDES.get(field.lower())
    if side is None:
        raise FenError(FenCode.SIDE, f"the side to move is w, r or b, not {field!r}")
    return side


def _counters_in(fields: list[str]) -> list[str]:
    """The counters behind the unused fields; some programs leave out one or both of these."""
    unused = next((n for n, field in enumerate(fields[2:4]) if field != "-"), len(fields[2:4]))
    counters = fields[2 + unused :]
    if len(counters) > _COUNTERS or (unused < _UNUSED and counters and not counters[0].isdigit()):
        raise FenError(FenCode.UNUSED, "the third and the fourth field of a xiangqi FEN are '-'")
    for field in counters:
        if not _COUNTER.fullmatch(field):
            raise FenError(
                FenCode.COUNTER,
                f"a move counter is a number of up to {MAX_COUNTER_DIGITS} digits, not {field!r}",
            )
    return counters
