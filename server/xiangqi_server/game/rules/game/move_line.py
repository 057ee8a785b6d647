"""A line of play: the moves behind a game, kept once for all games along it.

It has moves and captures in the order of play and counts of the positions that can still recur;
earlier positions are found by taking moves back. A line only grows, so a game that is a point
on it never changes. What is played from an earlier point gets a line of its own. Only `Game`
touches lines.
"""

from collections import Counter
from typing import Final

from xiangqi_server.game.rules.board.check import piece_of
from xiangqi_server.game.rules.board.encoding import (
    EMPTY,
    OPPONENT,
    SOLDIER,
    Board,
    Move,
    Piece,
    Side,
)
from xiangqi_server.game.rules.board.geometry import file_of
from xiangqi_server.game.rules.board.position import Position

_SOLDIERS: Final = tuple(piece_of(SOLDIER, side) for side in Side)
_NO_CAPTURE: Final = bytes((EMPTY,))


class LineOfPlay:
    """The moves from a start, growing at the end.

    `moves` is by ply from 0, and so is `captured`, the pieces they took. `seen` counts, by
    side to move, the positions at the end of the line since its last irreversible move;
    `most_seen` is the highest of these counts. `quiet_before` is how many plies without a
    capture led to the start.
    """

    __slots__ = ("captured", "most_seen", "moves", "quiet_before", "seen", "start_fen")

    def __init__(
        self, start_fen: str, quiet_before: int, moves: list[Move], captured: bytearray
    ) -> None:
        self.start_fen = start_fen
        self.quiet_before = quiet_before
        self.moves = moves
        self.captured = captured
        self.seen: tuple[dict[Board, int], dict[Board, int]] = ({}, {})
        self.most_seen = 0

    def append(self, move: Move, before: Board, after: Board, to_move: Side) -> int:
        """Put a legal move at the end; how often the position after it has occurred."""
        captured = before[move & 127]
        if captured or (before[move >> 7] in _SOLDIERS and _is_forward(move)):
            self.seen = ({}, {})
            self.most_seen = 0
        self.moves.append(move)
        self.captured.append(captured)
        seen = self.seen[to_move]
        seen[after] = occurrences = seen.get(after, 0) + 1
        if occurrences > self.most_seen:
            self.most_seen = occurrences
        return occurrences

    def note(self, position: Position) -> None:
        """Count a position that the line already leads through."""
        seen = self.seen[position.side]
        seen[position.board] = occurrences = seen.get(position.board, 0) + 1
        self.most_seen = max(self.most_seen, occurrences)

    def branch(self, position: Position, ply: int) -> "LineOfPlay":
        """A line of its own for what is played from a position of this one."""
        line = LineOfPlay(self.start_fen, self.quiet_before, self.moves[:ply], self.captured[:ply])
        for earlier in self.positions(position, ply, self.reversible_since(position.board, ply)):
            line.note(earlier)
        return line

    def positions(self, position: Position, ply: int, since: int) -> list[Position]:
        """The positions from the ply `since` up to a position at `ply`, in order of play."""
        sides = (position.side, OPPONENT[position.side])
        boards = self.boards(position.board, ply, since)
        return [
            Position(board, sides[ago & 1])
            for ago, board in zip(range(ply - since, -1, -1), boards, strict=True)
        ]

    def boards(self, board: Board, ply: int, since: int) -> list[Board]:
        """The boards from the ply `since` up to the one at `ply`, in order of play."""
        cells = bytearray(board)
        boards = [board]
        for index in range(ply - 1, since - 1, -1):
            _undo(cells, self.moves[index], self.captured[index])
            boards.append(bytes(cells))
        boards.reverse()
        return boards

    def occurrences(self, position: Position, ply: int) -> int:
        """How often a position at `ply` had occurred since the last irreversible move."""
        if ply == len(self.moves):
            return self.seen[position.side][position.board]
        since = self.reversible_since(position.board, ply)
        return self.positions(position, ply, since).count(position)

    def most_occurrences(self, position: Position, ply: int) -> int:
        """How often that position had occurred, up to `ply`, which could recur and did most."""
        since = self.reversible_since(position.board, ply)
        return max(Counter(self.positions(position, ply, since)).values())

    def reversible_since(self, board: Board, ply: int) -> int:
        """The ply of the earliest position that the board at `ply` could repeat."""
        cells = bytearray(board)
        for index in range(ply - 1, -1, -1):
            move, captured = self.moves[index], self.captured[index]
            if captured or (cells[move & 127] in _SOLDIERS and _is_forward(move)):
                return index + 1
            _undo(cells, move, captured)
        return 0

    def quiet_plies(self, ply: int) -> int:
        """How many plies had been played at `ply` since the last capture, before the start too."""
        until_capture = len(self.captured[:ply].rstrip(_NO_CAPTURE))
        return ply - until_capture if until_capture else ply + self.quiet_before


def _is_forward(move: Move) -> bool:
    """Whether a soldier's move is a step forward, which no later move undoes."""
    return file_of(move >> 7) == file_of(move & 127)


def _undo(cells: bytearray, move: Move, captured: Piece) -> None:
    target = move & 127
    cells[move >> 7] = cells[target]
    cells[target] = captured
