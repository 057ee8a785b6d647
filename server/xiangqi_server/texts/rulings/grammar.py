"""What a language brings along beside its sentences: names, numbers, and how moves are written."""

from collections.abc import Callable
from dataclasses import dataclass

from xiangqi_server.game.rules.board.encoding import Move
from xiangqi_server.game.rules.board.position import Position
from xiangqi_server.texts.worded import Worded
from xiangqi_server.wire.terms import Language


@dataclass(frozen=True, slots=True)
class Grammar:
    """One language.

    Fields:
        sides: red and black, as players.
        pieces: by side, the names of the roles 1 to 7.
        piece: how a side's piece is named, with {side} and {piece}.
        several: how two or more like pieces are named, with {count} too.
        counts: the words for two, three and so on up to five.
        comma, last_comma: between the items of a list, and before its last one.
        numerals: by side, how the files 1 to 9 are numbered; the first entry is unused.
        ordinals: "third" and so on from the first; the first entry is unused.
        later_ordinal: beyond them, with {n}.
        move: how a move of the side to move is named.
        gap: between two sentences.
    """

    language: Language
    sides: tuple[str, str]
    pieces: tuple[tuple[str, ...], tuple[str, ...]]
    piece: str
    several: str
    counts: tuple[str, ...]
    adjectives: tuple[str, str]
    comma: str
    last_comma: str
    numerals: tuple[tuple[str, ...], tuple[str, ...]]
    ordinals: tuple[str, ...]
    later_ordinal: str
    move: Callable[[Position, Move], str]
    gap: str

    def say(self, text: Worded, /, **parts: object) -> str:
        """A sentence with its parts filled in."""
        return text.in_language(self.language).format(**parts)

    def listed(self, items: list[str]) -> str:
        """Items as a list that reads well."""
        if len(items) < 2:
            return "".join(items)
        return self.comma.join(items[:-1]) + self.last_comma + items[-1]

    def ordinal(self, number: int) -> str:
        """The number as an ordinal, from 1."""
        if number < len(self.ordinals):
            return self.ordinals[number]
        return self.later_ordinal.format(n=number)
