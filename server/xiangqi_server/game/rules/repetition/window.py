"""The reversible part of a game, with an identity for each piece.

A piece is not its twin: it is known by the square on which it stood when the window began.
Nothing is captured inside a repetition; what is taken in a longer window leaves its identity on
an empty square, where no code asks for it.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from xiangqi_server.game.rules.board.encoding import (
    EMPTY,
    SQUARES,
    Board,
    Move,
    Side,
    Square,
    make_move,
)
from xiangqi_server.game.rules.board.moves import board_after
from xiangqi_server.game.rules.game.game import Game

_START_IDS: Final = tuple(range(SQUARES))
_SIDES: Final = tuple(Side)


@dataclass(frozen=True)
class Window:
    """Some plies in a row; a repetition has no capture in it, a series of checks may.

    Fields:
        first_ply: number of the first ply inside, counted from the start of the game.
        boards: the board before each ply, and the one after the last.
        moves: the move of each ply.
        side: the side that plays the first ply.
        entered: the first ply is the move that entered a loop, and is counted as one of its
            first lap.
    """

    first_ply: int
    boards: tuple[Board, ...]
    moves: tuple[Move, ...]
    side: Side
    entered: bool = False

    def side_at(self, index: int) -> Side:
        """The side that plays the ply at this place of the window."""
        return _SIDES[self.side ^ index & 1]

    def plies_of(self, side: Side) -> range:
        """The places in the window of the plies that `side` plays."""
        return range(self.side ^ side, len(self.moves), 2)

    @property
    def to_move(self) -> Side:
        """The side to move after the last ply."""
        return self.side_at(len(self.moves))

    @cached_property
    def ids_after(self) -> tuple[tuple[Square, ...], ...]:
        """By ply: the pieces after it, as their identities by square."""
        ids = list(_START_IDS)
        found = []
        for move in self.moves:
            origin, target = move >> 7, move & 127
            ids[origin], ids[target] = ids[target], ids[origin]
            found.append(tuple(ids))
        return tuple(found)

    @cached_property
    def _counts(self) -> tuple[dict[Board, int], dict[Board, int]]:
        """How often each board occurred, by the side to move."""
        counts: tuple[dict[Board, int], dict[Board, int]] = ({}, {})
        for index, board in enumerate(self.boards):
            seen = counts[self.side_at(index)]
            seen[board] = seen.get(board, 0) + 1
        return counts

    def occurrences_of(self, board: Board, to_move: Side) -> int:
        """How often a position occurred in the window."""
        return self._counts[to_move].get(board, 0)

    def often(self, count: int, to_move: Side) -> list[Board]:
        """The boards that occurred at least `count` times with that side to move."""
        return [board for board, seen in self._counts[to_move].items() if seen >= count]

    @cached_property
    def most_occurrences(self) -> int:
        """How often the position occurred that occurred most."""
        return max(max(seen.values(), default=0) for seen in self._counts)

    @property
    def occurrences(self) -> int:
        """How often the last position occurred in the window, itself included."""
        return self.occurrences_of(self.boards[-1], self.to_move)

    def then(self, move: Move) -> "Window":
        """The window with one more ply, which takes nothing."""
        after = board_after(self.boards[-1], move)
        return Window(self.first_ply, (*self.boards, after), (*self.moves, move), self.side)

    def repeated(self, *, entering: bool = False) -> "Window":
        """The part since the first occurrence of the last position.

        With `entering` also the lap before it, if the move that entered the loop is all that
        differs from the lap after it: that move is then counted as one of the loop.
        """
        first, second = (*self.starts_of_laps, len(self.moves), len(self.moves))[:2]
        part, begin = self.since(first), 2 * first - second
        if not entering or begin == first or begin < 0:
            return part
        enters = self.boards[begin + 1 : first + 1] == self.boards[first + 1 : second + 1]
        return replace(self.since(begin), entered=True) if enters else part

    @property
    def loop(self) -> "Window":
        """The window without the position before the loop was entered."""
        return self.since(1) if self.entered else self

    @cached_property
    def starts_of_laps(self) -> tuple[int, ...]:
        """The places of the earlier occurrences of the last position, in the order of play."""
        last = self.boards[-1]
        return tuple(
            index
            for index in range(len(self.moves) & 1, len(self.moves), 2)
            if self.boards[index] == last or (self.entered and not index)
        )

    def since(self, start: int) -> "Window":
        """The part from a place in the window on."""
        if not start:
            return self
        return Window(
            self.first_ply + start,
            self.boards[start:],
            self.moves[start:],
            self.side_at(start),
        )

    def once_more(self) -> "Window":
        """The window with its last lap run a second time."""
        start = self.starts_of_laps[-1]
        return Window(
            self.first_ply,
            (*self.boards, *self.boards[start + 1 :]),
            (*self.moves, *self.moves[start:]),
            self.side,
            self.entered,
        )


def reversible_part(game: Game, *, entering: bool = False) -> Window:
    """The plies since the last irreversible move, up to the present.

    With `entering` that move is one of them, unless it was a capture: it may enter a loop.
    """
    first = game.reversible_since
    is_quiet = game.quiet_plies > game.ply - first
    return plies_since(game, first - 1 if entering and first and is_quiet else first)


def plies_since(game: Game, first: int) -> Window:
    """The plies from number `first` on, up to the present; captures are plies like others."""
    side = _SIDES[game.to_move ^ (game.ply - first) & 1]
    return Window(first, tuple(game.boards_since(first)), tuple(game.moves_since(first)), side)


def repeated_part(game: Game, *, entering: bool = False) -> Window:
    """The plies since the first occurrence of the present position; see `Window.repeated`."""
    return reversible_part(game, entering=entering).repeated(entering=entering)


def move_between(before: Board, after: Board) -> Move | None:
    """The quiet move that makes one board of the other, if a single one does."""
    difference = _difference(before, after)
    if difference.count(0) != SQUARES - 2:
        return None
    changed = len(difference) - len(difference.lstrip(b"\0")), len(difference.rstrip(b"\0")) - 1
    origin, target = changed if before[changed[0]] and not after[changed[0]] else changed[::-1]
    goes = before[origin] == after[target] and before[target] == after[origin] == EMPTY
    return make_move(origin, target) if goes else None


def _difference(before: Board, after: Board) -> bytes:
    """By square: 0 where two boards are alike."""
    return (int.from_bytes(before) ^ int.from_bytes(after)).to_bytes(SQUARES)


def changed_squares(before: Board, after: Board) -> list[Square]:
    """The squares on which two boards differ."""
    return [square for square, differs in enumerate(_difference(before, after)) if differs]
