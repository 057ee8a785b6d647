"""Where one game of a PGN file ends and the next begins.

A header after moves begins a game. A game may have no moves, and a header may have blank lines
within. So a header also begins a game if it repeats a name of the one before, or names a game when
the one before has its result.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

MAX_GAME_BYTES: Final = 1_000_000

_BOM: Final = b"\xef\xbb\xbf"
_TAG: Final = re.compile(rb'\[\s*([A-Za-z]\w*)\s*"')
_SIDELINE: Final = re.compile(rb"\s*(?:$|[;%])")
_COMMENT: Final = re.compile(rb"\{[^}]*(?:\}|$)")
_LEADERS: Final = frozenset({b"event", b"game"})
"""The headers that only stand first, and once, in a game."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """The bytes of one game, and the line they begin on."""

    raw: bytes
    line: int


def chunks(lines: Iterable[bytes]) -> Iterator[Chunk]:
    """The bytes of each game of a file. Past `MAX_GAME_BYTES` the rest of a game is let go."""
    splitter = _Splitter()
    for number, line in enumerate(lines, start=1):
        yield from splitter.take(number, line.removeprefix(_BOM) if number == 1 else line)
    yield from splitter.rest()


class _Splitter:
    """Keeps the lines of the game that is being read. Used once, by `chunks`.

    A block is header lines without another line between them.
    """

    def __init__(self) -> None:
        self._kept: list[bytes] = []
        self._size = 0
        self._first = 1
        self._block: tuple[int, int] | None = None
        """Which kept line the present block begins with, and its number in the file."""
        self._told: set[bytes] = set()
        self._told_in_block: set[bytes] = set()
        self._has_moves = False
        self._in_comment = False

    def take(self, number: int, line: bytes) -> Iterator[Chunk]:
        """Go on with a line; gives the game before it, if the line shows that it has ended."""
        is_header = self._is_header(line)
        if is_header:
            yield from self._begun_by(number, {told[1].lower() for told in _TAG.finditer(line)})
        else:
            self._block = None
        text = _behind_headers(line) if is_header else line
        self._has_moves = self._says_more(text) or self._has_moves
        if self._size <= MAX_GAME_BYTES:
            self._kept.append(line)
        self._size += len(line)

    def rest(self) -> Iterator[Chunk]:
        """The last game of the file."""
        if any(line.strip() for line in self._kept):
            yield Chunk(b"".join(self._kept), self._first)

    def _is_header(self, line: bytes) -> bool:
        """Whether a line is a header; one that is not well-formed is unknown in a comment."""
        if _TAG.match(line.lstrip()):
            self._in_comment = False
            return True
        return not self._in_comment and line.lstrip().startswith(b"[")

    def _begun_by(self, number: int, names: set[bytes]) -> Iterator[Chunk]:
        """The game that a header with these names ends, if it begins another one."""
        if self._has_moves or names & self._told_in_block & _LEADERS:
            yield from self._cut(len(self._kept), number)
        if self._block is None:
            self._told |= self._told_in_block
            self._told_in_block = set()
            self._block = (len(self._kept), number)
        if names & self._told or (names & _LEADERS and b"result" in self._told):
            yield from self._cut(*self._block)
            self._block = (0, self._first)
        self._told_in_block |= names

    def _cut(self, at: int, number: int) -> Iterator[Chunk]:
        """The game up to one of the kept lines, whose number it is; what follows is the next."""
        ended, self._kept = self._kept[:at], self._kept[at:]
        if any(line.strip() for line in ended):
            yield Chunk(b"".join(ended), self._first)
        self._size = sum(map(len, self._kept))
        self._first, self._has_moves, self._told = number, False, set()
        if not self._kept:
            self._block, self._told_in_block = None, set()

    def _says_more(self, text: bytes) -> bool:
        """Whether there is anything but comments in what follows the headers of a line."""
        if self._in_comment:
            _, is_closed, text = text.partition(b"}")
            if not is_closed:
                return False
        self._in_comment = text.rfind(b"{") > text.rfind(b"}")
        return _SIDELINE.match(_COMMENT.sub(b"", text)) is None


def _behind_headers(line: bytes) -> bytes:
    """What follows the headers of a line; of one that is not closed, nothing does."""
    _, bracket, text = line.rpartition(b"]")
    return text if bracket else b""
