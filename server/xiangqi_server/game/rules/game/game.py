"""A game as a value: a start, the moves from it, and what the rules of repetition need to know.

Games share their past. A `Game` is a point on a `LineOfPlay`; to play on from the end of the line
costs the same at move 10 and at move 400. To play another move where the line already goes on
copies the past once, so a game never changes, whatever is played from it. To play again the move
that the line already holds, as `apply` does after `decide`, gives the very same game.
"""

from functools import lru_cache
from typing import Final

from xiangqi_server.game.rules.board.check import piece_of
from xiangqi_server.game.rules.board.encoding import (
    CANNON,
    CHARIOT,
    HORSE,
    OPPONENT,
    SOLDIER,
    Board,
    Move,
    Side,
    uci_of,
)
from xiangqi_server.game.rules.board.fen import START_FEN, quiet_plies_told, read_fen
from xiangqi_server.game.rules.board.moves import board_if_legal, gives_check, has_legal_move
from xiangqi_server.game.rules.board.position import Position
from xiangqi_server.game.rules.game.move_line import LineOfPlay

_ATTACKERS: Final = tuple(
    tuple(piece_of(role, side) for role in (SOLDIER, CHARIOT, CANNON, HORSE)) for side in Side
)

_NOTHING_TRIED: Final = (None, None)


@lru_cache(maxsize=64)
def _position_of(fen: str, composed: bool) -> Position:
    """A start, read once: nearly all games have one of a few starts."""
    return read_fen(fen, composed=composed)


class IllegalMove(ValueError):
    """The move is not legal in the position it was played in."""

    def __init__(self, move: Move) -> None:
        super().__init__(f"{uci_of(move)} is not legal here")
        self.move = move


class Game:
    """The moves of a game so far and the position they led to; nothing changes it.

    It remembers which move was asked about last, and which game was last played on from it.

    Two games are equal if they started alike and the same moves were played. (It is not a
    dataclass: to make a frozen one would take a tenth of the time of a move.)

    Attributes:
        board: the current board.
        to_move: the side to move.
        ply: how many moves were played.
        checked: whether the side to move is in check.
        quiet_plies: how many plies were played since the last capture; without one, since the
            start, and before it as many as its FEN tells.
        occurrences: how often the position has occurred since the last irreversible move.
    """

    __slots__ = (
        "_line",
        "_next",
        "_tried",
        "board",
        "checked",
        "occurrences",
        "ply",
        "quiet_plies",
        "to_move",
    )

    def __init__(
        self,
        board: Board,
        to_move: Side,
        line: LineOfPlay,
        *,
        ply: int,
        checked: bool,
        quiet_plies: int,
        occurrences: int,
    ) -> None:
        self.board: Final = board
        self.to_move: Final = to_move
        self.ply: Final = ply
        self.checked: Final = checked
        self.quiet_plies: Final = quiet_plies
        self.occurrences: Final = occurrences
        self._line: Final = line
        self._next: Game | None = None
        self._tried: tuple[Move | None, Board | None] = _NOTHING_TRIED

    @staticmethod
    def start(fen: str = START_FEN, *, composed: bool = False) -> "Game":
        """The game before its first move; of the FEN's counters the number of the move is ignored.

        A `composed` position may have soldiers on impossible points, see `read_fen`.

        Raises:
            FenError: the start is no possible position.
        """
        position = _position_of(fen, composed)
        line = LineOfPlay(fen, quiet_plies_told(fen), [], bytearray())
        line.note(position)
        return _rebuilt(position, line, 0)

    def play(self, move: Move) -> "Game":
        """The game after one more move.

        Raises:
            IllegalMove: the move is not legal in the current position.
        """
        following = self._next
        if following is not None and following._line.moves[self.ply] == move:
            return following
        self._next = following = self._played(move)
        return following

    def _played(self, move: Move) -> "Game":
        line, ply, before, side = self._line, self.ply, self.board, self.to_move
        if ply < len(line.moves):
            if line.moves[ply] == move:
                return _rebuilt(self.position.after(move), line, ply + 1)
            line = line.branch(self.position, ply)
        tried, after = self._tried
        if tried != move:
            after = self.after(move)
        if after is None:
            raise IllegalMove(move)
        to_move = OPPONENT[side]
        return Game(
            after,
            to_move,
            line,
            ply=ply + 1,
            checked=gives_check(after, to_move, move),
            quiet_plies=0 if before[move & 127] else self.quiet_plies + 1,
            occurrences=line.append(move, before, after, to_move),
        )

    def back_to(self, ply: int) -> "Game":
        """The game as it was when `ply` moves had been played."""
        return _rebuilt(self.position_at(ply), self._line, ply)

    @property
    def position(self) -> Position:
        """The current position."""
        return Position(self.board, self.to_move)

    @property
    def start_fen(self) -> str:
        """The FEN the game began with, as it was given."""
        return self._line.start_fen

    @property
    def move_number(self) -> int:
        """The number of the move being played, from 1; it counts on after each move of Black."""
        black_began = (self.ply % 2 == 0) == (self.to_move is Side.BLACK)
        return 1 + (self.ply + black_began) // 2

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played, oldest first; the cost grows with the game."""
        return tuple(self._line.moves[: self.ply])

    def move_at(self, ply: int) -> Move:
        """The move with this number, from 0."""
        self._require(ply, self.ply - 1)
        return self._line.moves[ply]

    @property
    def most_occurrences(self) -> int:
        """How often the most frequent position has occurred, of those that can still recur."""
        line = self._line
        if self.ply == len(line.moves):
            return line.most_seen
        return line.most_occurrences(self.position, self.ply)

    @property
    def reversible_since(self) -> int:
        """The ply of the earliest position that the current one could repeat."""
        return self._line.reversible_since(self.board, self.ply)

    def position_at(self, ply: int) -> Position:
        """The position when `ply` moves had been played."""
        return self.positions_since(ply)[0]

    def positions_since(self, ply: int) -> list[Position]:
        """The positions from `ply` moves played up to now, in the order of play."""
        self._require(ply, self.ply)
        return self._line.positions(self.position, self.ply, ply)

    def boards_since(self, ply: int) -> list[Board]:
        """The boards from `ply` moves played up to now, in the order of play."""
        self._require(ply, self.ply)
        return self._line.boards(self.board, self.ply, ply)

    def moves_since(self, ply: int) -> list[Move]:
        """The moves played from number `ply` on, oldest first."""
        self._require(ply, self.ply)
        return self._line.moves[ply : self.ply]

    def is_legal(self, move: Move) -> bool:
        """Whether the side to move may play a move."""
        return self.after(move) is not None

    def after(self, move: Move) -> Board | None:
        """The board after a move, None if it is not legal; the last answer is remembered."""
        tried, after = self._tried
        if tried != move:
            after = board_if_legal(self.board, self.to_move, move, checked=self.checked)
            self._tried = (move, after)
        return after

    def legal_moves(self) -> list[Move]:
        """Every legal move, in a fixed order."""
        return self.position.legal_moves()

    def has_legal_move(self) -> bool:
        """Whether there is any legal move; without one the side to move has lost."""
        return has_legal_move(self.board, self.to_move, checked=self.checked)

    def in_check(self) -> bool:
        """Whether the side to move is in check."""
        return self.checked

    def has_attackers(self, side: Side) -> bool:
        """Whether a side has a chariot, horse, cannon or soldier left to win with."""
        board = self.board
        soldier, chariot, cannon, horse = _ATTACKERS[side]
        return soldier in board or chariot in board or cannon in board or horse in board

    def _require(self, ply: int, last: int) -> None:
        if not 0 <= ply <= last:
            raise IndexError(f"ply {ply} of a game of {self.ply} plies")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (
            self.position == other.position
            and self.start_fen == other.start_fen
            and self.moves == other.moves
        )

    def __hash__(self) -> int:
        return hash((self.position, self.ply))

    def __repr__(self) -> str:
        moves = " ".join(map(uci_of, self.moves))
        return f"<Game {self.start_fen!r} {moves or 'unplayed'}>"


def _rebuilt(position: Position, line: LineOfPlay, ply: int) -> Game:
    """A game at a ply that its line has already reached."""
    return Game(
        position.board,
        position.side,
        line,
        ply=ply,
        checked=position.in_check(),
        quiet_plies=line.quiet_plies(ply),
        occurrences=line.occurrences(position, ply),
    )
