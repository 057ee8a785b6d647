"""Vietnamese."""

from typing import Final

from xiangqi_server.game.rules.board.encoding import Move
from xiangqi_server.game.rules.board.position import Position
from xiangqi_server.game.rules.game.move_phrase import Direction, FullPhrase, phrase_of
from xiangqi_server.texts.rulings.grammar import Grammar

_ROLES: Final = ("", "Tướng", "Sĩ", "Tượng", "Mã", "Xe", "Pháo", "Tốt")
_FILES: Final = ("", "1", "2", "3", "4", "5", "6", "7", "8", "9")

_DIRECTIONS: Final = {
    Direction.FORWARD: "tấn",
    Direction.BACK: "thoái",
    Direction.SIDEWAYS: "bình",
}


def _move(position: Position, move: Move) -> str:
    """As Vietnamese players write it out: ``Pháo 2 bình 5``, ``Xe trước tấn 1``."""
    phrase = phrase_of(position.board, position.side, move)
    return f"{_ROLES[phrase.role]} {_which(phrase)} {_DIRECTIONS[phrase.direction]} {phrase.value}"


def _which(phrase: FullPhrase) -> str:
    """Which of its like: its file, or its place on it."""
    if phrase.place is None:
        return str(phrase.file)
    if phrase.place == 0:
        place = "trước"
    elif phrase.place == phrase.sharing - 1:
        place = "sau"
    else:
        place = "giữa" if phrase.sharing == 3 else f"thứ {phrase.place + 1}"
    return f"{phrase.file} {place}" if phrase.crowded_files > 1 else place


VIETNAMESE: Final = Grammar(
    language="vi",
    sides=("Đỏ", "Đen"),
    pieces=(_ROLES, _ROLES),
    piece="{piece} {side}",
    several="{count} {piece} {side}",
    counts=("hai", "ba", "bốn", "năm"),
    adjectives=("đỏ", "đen"),
    comma=", ",
    last_comma=" và ",
    numerals=(_FILES, _FILES),
    ordinals=("", "nhất", "hai", "ba", "tư", "năm", "sáu", "bảy", "tám", "chín", "mười"),
    later_ordinal="{n}",
    move=_move,
    gap=" ",
)
