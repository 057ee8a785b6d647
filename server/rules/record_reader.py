"""Warnings read back from plain data.

This module hides how a record is checked on the way: every field is asked for by its type,
so a record that is not of the form of `records` is refused instead of half understood.
"""

from typing import Final, Self

from server.rules.board import (
    SQUARE_NAMES,
    Move,
    Piece,
    Side,
    Square,
    letter_of,
    move_from_uci,
)
from server.rules.deeds import Deed, DeedKind
from server.rules.ledger import (
    Placed,
    Prey,
    Why,
)
from server.rules.repetition import Level
from server.rules.ruling import (
    BannedMove,
    BanReason,
    Ending,
    LosingMove,
    RepetitionWarning,
    SideWarning,
)

_PIECES: Final = {letter_of(piece): piece for piece in range(1, 16) if piece != 8}
_SQUARES: Final = {name: square for square, name in enumerate(SQUARE_NAMES)}
_LEVELS: Final = {level.name.lower(): level for level in Level}
_SIDES: Final = {side.name.lower(): side for side in Side}


class RecordReader:
    """Reads one record field by field; every wrong type is a TypeError."""

    def __init__(self, record: object) -> None:
        if not isinstance(record, dict):
            raise TypeError(f"not a record: {record!r}")
        self._record = record

    def prey(self) -> Prey:
        """One piece chased throughout."""
        return Prey(
            self.piece("piece"),
            self.square("id"),
            tuple(_SQUARES[name] for name in self.texts("squares")),
        )

    def warning(self) -> RepetitionWarning:
        """The record as a warning."""
        sides = self.inner("sides")
        return RepetitionWarning(
            rule_set=self.text("rule_set"),
            version=self.number("version"),
            to_move=_SIDES[self.text("to_move")],
            occurrences=self.number("occurrences"),
            left=self.number("left"),
            bans=self.flag("bans"),
            window=self.window(),
            sides=(sides.inner("red").side(), sides.inner("black").side()),
        )

    def side(self) -> SideWarning:
        """One side's part of a warning."""
        return SideWarning(
            level=_LEVELS[self.text("level")],
            at_fault=self.flag("at_fault"),
            ending=Ending(self.text("ending")) if "ending" in self._record else None,
            clause=self.text("clause"),
            deed=self.inner("deed").deed() if "deed" in self._record else None,
            losing=tuple(
                LosingMove(
                    reader.move("move"),
                    reader.piece("piece"),
                    after_reply=reader.flag("after_reply"),
                    ending=Ending(reader.text("ending")),
                    clause=reader.text("clause"),
                )
                for reader in self.each("losing")
            ),
            banned=self.bans("banned"),
            soon=self.bans("soon") if "soon" in self._record else (),
            restricting=self.bans("restricting") if "restricting" in self._record else (),
            breaking=tuple(move_from_uci(text) for text in self.texts("breaking")),
        )

    def bans(self, key: str) -> tuple[BannedMove, ...]:
        """A list of banned moves."""
        return tuple(
            BannedMove(
                reader.move("move"),
                reader.piece("piece"),
                BanReason(reader.text("reason")),
                reader.text("clause"),
            )
            for reader in self.each(key)
        )

    def deed(self) -> Deed:
        """What a side does in the cycle."""
        return Deed(
            kind=DeedKind(self.text("kind")),
            doers=tuple(reader.prey() for reader in self.each("doers")),
            victim=self.inner("victim").prey() if "victim" in self._record else None,
            why=Why(self.text("why")) if "why" in self._record else None,
            root=self.optional_placed("root"),
            bar=self.optional_placed("bar"),
        )

    def window(self) -> tuple[int, int] | None:
        """First and last ply, where there are any."""
        if "window" not in self._record:
            return None
        first, last = self._record["window"]
        if not (isinstance(first, int) and isinstance(last, int)):
            raise TypeError("a window is two numbers")
        return first, last

    def placed(self) -> Placed:
        """A piece on a square."""
        return Placed(self.piece("piece"), self.square("square"))

    def optional_placed(self, key: str) -> Placed | None:
        """A piece on a square, where there is one."""
        return self.inner(key).placed() if key in self._record else None

    def inner(self, key: str) -> Self:
        """A record inside this one."""
        return type(self)(self._record[key])

    def line(self) -> tuple[Move, ...]:
        """The moves of a line, where there is one."""
        texts = self.texts("line") if "line" in self._record else ()
        return tuple(move_from_uci(text) for text in texts)

    def each(self, key: str) -> list[Self]:
        """A list of records inside this one."""
        return [type(self)(item) for item in self._list(key)]

    def texts(self, key: str) -> list[str]:
        """A list of texts."""
        found = self._list(key)
        if not all(isinstance(item, str) for item in found):
            raise TypeError(f"{key} is a list of texts")
        return [str(item) for item in found]

    def text(self, key: str) -> str:
        """A text."""
        value = self._record[key]
        if not isinstance(value, str):
            raise TypeError(f"{key} is a text")
        return value

    def number(self, key: str) -> int:
        """A whole number."""
        value = self._record[key]
        if not isinstance(value, int):
            raise TypeError(f"{key} is a number")
        return value

    def flag(self, key: str) -> bool:
        """A yes or no."""
        value = self._record[key]
        if not isinstance(value, bool):
            raise TypeError(f"{key} is true or false")
        return value

    def square(self, key: str) -> Square:
        """A square by its name."""
        return _SQUARES[self.text(key)]

    def piece(self, key: str) -> Piece:
        """A piece by its letter."""
        return _PIECES[self.text(key)]

    def move(self, key: str) -> Move:
        """A move by its four characters."""
        return move_from_uci(self.text(key))

    def _list(self, key: str) -> list[object]:
        value = self._record[key]
        if not isinstance(value, list):
            raise TypeError(f"{key} is a list")
        return value
