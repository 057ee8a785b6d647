"""What a game file says: a start, a tree of moves with comments, a result, and notes.

Nothing is skipped, cut or guessed without a note: a code, a place, and a few characters of the
file. The words for the codes are in `texts`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from xiangqi_server.game.records.tree import MoveNode, principal
from xiangqi_server.game.rules.board.fen import START_FEN, FenCode
from xiangqi_server.game.rules.board.validation import Flaw
from xiangqi_server.game.rules.game.game import Game

UNKNOWN_RESULT: Final = "*"
RESULTS: Final = ("1-0", "0-1", "1/2-1/2", UNKNOWN_RESULT)
MAX_PLIES: Final = 1_000
"""A longer game is not ruled on: it takes longer than anybody waits."""
MOST_MOVES: Final = 300_000
"""The moves of one game that are read, variations included, where nobody waits for them."""
NOTE_CHARS: Final = 60


class FileFormat(StrEnum):
    """What a file is."""

    PGN = "pgn"
    DHTMLXQ = "dhtmlxq"
    XQF = "xqf"
    CBR = "cbr"
    CBL = "cbl"
    CBF = "cbf"
    WXF = "wxf"
    MOVES = "moves"
    POSITIONS = "positions"


class NoteCode(StrEnum):
    """What was read otherwise than it was written, or not at all."""

    ENCODING = "encoding_guessed"
    BYTES = "bytes_unreadable"
    HEADER = "header_skipped"
    RESULT = "result_unknown"
    AFTER_RESULT = "text_after_result"
    BRACE = "brace_unpaired"
    VARIATION = "variation_broken"
    ILLEGAL = "move_illegal"
    UNREADABLE = "move_unreadable"
    AMBIGUOUS = "move_ambiguous"
    NO_SUCH_PIECE = "move_no_such_piece"
    RANKS = "ranks_from_one"
    SIDE = "side_to_move_guessed"
    MEN = "men_missing"
    CUT = "moves_cut"
    ENDS_EARLY = "file_ends_early"
    UNKNOWN_PART = "part_unknown"
    NAME_CUT = "name_cut"
    WORDS_LOST = "words_lost"


ENDS_A_LINE: Final = frozenset(
    {NoteCode.ILLEGAL, NoteCode.UNREADABLE, NoteCode.AMBIGUOUS, NoteCode.NO_SUCH_PIECE}
)
"""The notes on a move that was not played: the line it stands in ends before it."""


class RecordCode(StrEnum):
    """Why a file, or one of its games, was not read."""

    FORMAT = "format_not_read"
    TOO_LONG = "file_too_long"
    GAME_TOO_LONG = "pgn_too_long"
    BROKEN = "file_broken"
    EMPTY = "record_empty"
    VERSION = "version_unknown"
    DOCTYPE = "doctype_refused"
    START = "pgn_start"
    """The header tells of another position than the opening, and not of which one."""


@dataclass(frozen=True, slots=True)
class Note:
    """One thing to tell about the reading of a game.

    Attributes:
        line: where in a file of text, from 1; 0 where there are no lines.
        ply: how many moves stand before it in its line of play; -1 if it is no matter of moves.
        text: the characters in question.
    """

    code: NoteCode
    line: int = 0
    ply: int = -1
    text: str = ""


class UnreadableRecord(ValueError):
    """A game that cannot be read; `line` counts from 1 in the whole file, 0 without lines."""

    def __init__(self, code: RecordCode | FenCode | Flaw, text: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {text}" if line else text)
        self.code = code
        self.text = text
        self.line = line


@dataclass(frozen=True, slots=True)
class Record:
    """A game of a file.

    Attributes:
        tags: what the file says about it by PGN's names, as far as PGN has one.
        start: the FEN that it starts from.
        tree: the start as a node; the first move at each node is the game.
        result: one of `RESULTS`, or in a file that is written `0-0`, where neither has a point.
        line: where it begins in a file of text, from 1.
    """

    tags: Mapping[str, str]
    start: str = START_FEN
    tree: MoveNode = field(default_factory=MoveNode)
    result: str = UNKNOWN_RESULT
    line: int = 1
    notes: tuple[Note, ...] = ()

    @property
    def red(self) -> str:
        """The name of Red, called White by some programs; empty without one."""
        return self.tags.get("Red", self.tags.get("White", ""))

    @property
    def black(self) -> str:
        """The name of Black; empty without one."""
        return self.tags.get("Black", "")

    @property
    def plies(self) -> int:
        """How many moves the game has, without variations."""
        return len(principal(self.tree)) - 1

    @property
    def game(self) -> Game:
        """The moves of the game, without variations, up to `MAX_PLIES`."""
        game = Game.start(self.start, composed=True)
        for node in principal(self.tree)[1 : MAX_PLIES + 1]:
            game = game.play(node.move)
        return game

    @property
    def is_unread(self) -> bool:
        """Whether nothing of it could be read but that there are moves."""
        return not self.tree.next and any(note.code in ENDS_A_LINE for note in self.notes)


def quoted(text: str) -> str:
    """The beginning of a text in one line, as a note has it."""
    return " ".join(text[: 2 * NOTE_CHARS].split())[:NOTE_CHARS]
