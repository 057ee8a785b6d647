"""A value of Red and the same of Black, as one value."""

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from xiangqi_server.game.rules.board.encoding import Side

T = TypeVar("T")


class BySide(NamedTuple, Generic[T]):
    """Two values of a kind; `pair[side]` is that of a side. It is written as an array of two."""

    red: T
    black: T

    @classmethod
    def both(cls, value: T) -> "BySide[T]":
        """The same value for both sides."""
        return BySide(value, value)

    @classmethod
    def of(cls, make: Callable[[Side], T]) -> "BySide[T]":
        """What `make` gives for each side."""
        return BySide(make(Side.RED), make(Side.BLACK))

    def replace(self, side: Side, value: T) -> "BySide[T]":
        """The pair with another value for `side`."""
        return BySide(value, self.black) if side is Side.RED else BySide(self.red, value)

    def update(self, side: Side, change: Callable[[T], T]) -> "BySide[T]":
        """The pair with what `change` makes of the value of `side`."""
        return self.replace(side, change(self[side]))
