"""English."""

from typing import Final

from xiangqi_server.game.rules.board.encoding import Move
from xiangqi_server.game.rules.board.position import Position
from xiangqi_server.game.rules.game.notation import Notation, write_move
from xiangqi_server.texts.rulings.grammar import Grammar

_ROLES: Final = (
    "",
    "general",
    "advisor",
    "elephant",
    "horse",
    "chariot",
    "cannon",
    "soldier",
)
_FILES: Final = ("", "1", "2", "3", "4", "5", "6", "7", "8", "9")


def _move(position: Position, move: Move) -> str:
    """In WXF notation, as the pages in English write moves unless another one is chosen."""
    return write_move(position, move, Notation.WXF)


ENGLISH: Final = Grammar(
    language="en",
    sides=("Red", "Black"),
    pieces=(_ROLES, _ROLES),
    piece="{side} {piece}",
    several="{count} {side} {piece}s",
    counts=("two", "three", "four", "five"),
    adjectives=("red", "black"),
    comma=", ",
    last_comma=" and ",
    numerals=(_FILES, _FILES),
    ordinals=(
        "",
        "first",
        "second",
        "third",
        "fourth",
        "fifth",
        "sixth",
        "seventh",
        "eighth",
        "ninth",
        "tenth",
    ),
    later_ordinal="{n}th",
    move=_move,
    gap=" ",
)
