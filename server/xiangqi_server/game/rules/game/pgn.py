"""Games as PGN text with the headers of xiangqi programs.

A long file falls into games, each in an encoding of its own (UTF-8, or the GBK of old Chinese
files). Comments, variations and marks of quality are skipped. Moves may be in any notation,
whatever the `Format` header says. A broken game is reported with its line, and the next one is
read.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.game.rules.board.fen import START_FEN, FenCode, FenError, read_fen
from xiangqi_server.game.rules.board.validation import Flaw
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.game.notation import (
    Notation,
    NotationCode,
    NotationError,
    read_move,
    write_move,
)
from xiangqi_server.game.rules.game.pgn_chunks import MAX_GAME_BYTES, Chunk, chunks

MAX_PLIES: Final = 1_000
"""A longer game is not read: ruling on it takes longer than anybody waits."""
LINE_CHARS: Final = 80
UNKNOWN_RESULT: Final = "*"
RESULTS: Final = ("1-0", "0-1", "1/2-1/2", UNKNOWN_RESULT)

_ENCODINGS: Final = ("utf-8", "gb18030")
_TOKEN: Final = re.compile(
    r"""
    \[\s*(?P<tag>[A-Za-z]\w*)\s*"(?P<value>(?:[^"\\\n]|\\.|"(?!\s*\]))*)"\s*\]
    | (?P<odd>\[(?:"[^"\n]*"|[^\]"\n])*(?:\]|[^\n]*))
    | (?P<skipped>\{[^}]*\} | ;[^\n]* | ^%[^\n]* | \$\d+ | [!?]+)
    | (?P<open>[(（])
    | (?P<close>[)）])
    | (?P<result>1-0|0-1|1/2-1/2|\*)(?=[\s{;(]|$)
    | (?P<number>[0-9０-９]+(?:[.．。、…]+|(?=\s|$)))
    | (?P<word>[^\s{}()（）\[\];]+)
    | (?P<stray>\S)
    """,
    re.MULTILINE | re.VERBOSE,
)
_BRACES: Final = str.maketrans("{}", "()")
_LEADING_TAGS: Final = ("Event", "Site", "Date", "Round", "Red", "Black")
_OWN_TAGS: Final = ("Game", "Result", "FEN", "SetUp", "Variant", "Format", "White")
_USUAL_NAMES: Final = {name.lower(): name for name in (*_LEADING_TAGS, *_OWN_TAGS)}
_ODD_FEN: Final = re.compile(r"\[\W*fen\b", re.IGNORECASE)
_ALGEBRAIC: Final = re.compile(r"[KABEHNRCP]?[a-i]?(?:10|[0-9])?x?[a-i](?:10|[0-9])")
_NOTE_CHARS: Final = 60
_FORMATS: Final = {
    Notation.UCI: "UCI",
    Notation.ICCS: "ICCS",
    Notation.WXF: "WXF",
    Notation.CHINESE: "Chinese",
    Notation.CHINESE_TRAD: "Chinese",
}


class PgnCode(StrEnum):
    """Why a game was not read, when neither its FEN nor a move is to blame."""

    TOO_LONG = "pgn_too_long"
    ENCODING = "pgn_encoding"
    TAG = "pgn_tag"
    COMMENT = "pgn_comment"
    VARIATION = "pgn_variation"
    AFTER_RESULT = "pgn_move_after_result"
    START = "pgn_start"
    """The header tells of another position than the opening, and not of which one."""
    ALGEBRAIC = "pgn_algebraic"


class PgnError(ValueError):
    """A game that cannot be read; `line` counts from 1 in the whole file."""

    def __init__(self, code: PgnCode | FenCode | Flaw | NotationCode, text: str, line: int) -> None:
        super().__init__(f"line {line}: {text}")
        self.code = code
        self.text = text
        self.line = line


@dataclass(frozen=True, slots=True)
class PgnGame:
    """A game with its headers.

    Attributes:
        tags: the headers by name; the names that we know in our letters, whatever they were.
        game: the start and the moves.
        result: one of `RESULTS`, or in a file that is written `0-0`, where neither has a point.
        line: where the game begins in its file, from 1.
        notes: what was read otherwise than it was written, or not at all.
    """

    tags: Mapping[str, str]
    game: Game
    result: str = UNKNOWN_RESULT
    line: int = 1
    notes: tuple[str, ...] = ()

    @property
    def red(self) -> str:
        """The name of Red, called White by some programs; empty without one."""
        return self.tags.get("Red", self.tags.get("White", ""))

    @property
    def black(self) -> str:
        """The name of Black; empty without one."""
        return self.tags.get("Black", "")


def read_games(lines: Iterable[bytes]) -> Iterator[PgnGame | PgnError]:
    """The games of a file, given by its lines, one at a time; a broken one as its error."""
    for chunk in chunks(lines):
        try:
            yield _read_chunk(chunk)
        except PgnError as error:
            yield error


def _read_chunk(chunk: Chunk) -> PgnGame:
    if len(chunk.raw) > MAX_GAME_BYTES:
        text = f"a game has at most {MAX_GAME_BYTES} bytes"
        raise PgnError(PgnCode.TOO_LONG, text, chunk.line)
    return _Reader(_decoded(chunk), chunk.line).read()


def _decoded(chunk: Chunk) -> str:
    for encoding in _ENCODINGS:
        try:
            return chunk.raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise PgnError(PgnCode.ENCODING, "the game is neither UTF-8 nor GBK", chunk.line)


class _Reader:
    """Goes through the words of one game. Used once, by `_read_chunk`."""

    def __init__(self, text: str, line: int) -> None:
        self._text = text
        self._first_line = line
        self._tags: dict[str, str] = {}
        self._game: Game | None = None
        self._result: str | None = None
        self._open: list[int] = []
        self._notes: list[str] = []

    def read(self) -> PgnGame:
        """The game, or its `PgnError`."""
        for token in _TOKEN.finditer(self._text):
            self._take(token)
        if self._open:
            raise self._error(PgnCode.VARIATION, "a variation is not closed", self._open[-1])
        result = self._result or self._result_told()
        game = self._started(0)
        return PgnGame(self._tags, game, result, self._first_line, tuple(self._notes))

    def _result_told(self) -> str:
        """The result by the header."""
        told = self._tags.get("Result", UNKNOWN_RESULT)
        if told in RESULTS:
            return told
        self._notes.append(f"the result {told[:_NOTE_CHARS]!r} is not one of {', '.join(RESULTS)}")
        return UNKNOWN_RESULT

    def _take(self, token: re.Match[str]) -> None:
        match token.lastgroup:
            case "open":
                self._open.append(token.start())
            case "close":
                self._close(token)
            case "stray":
                self._refuse(token)
            case "value" if not self._open:
                self._head(token["tag"], re.sub(r"\\(.)", r"\1", token["value"]), token.start())
            case "odd":
                self._skip_header(token)
            case "result" if not self._open:
                self._result = token[0]
            case "word" if not self._open:
                self._play(token)

    def _head(self, name: str, value: str, at: int) -> None:
        """Take a header; of two positions neither is the one to judge from."""
        if self._game is not None:
            raise self._error(PgnCode.TAG, f"the header {name} stands among the moves", at)
        name = _USUAL_NAMES.get(name.lower(), name)
        if name == "FEN" and self._tags.get(name, value) != value:
            raise self._error(PgnCode.START, "two FEN headers tell two positions", at)
        self._tags[name] = value

    def _skip_header(self, token: re.Match[str]) -> None:
        """Skip a header that is not valid, with a note; one of the position must be read."""
        if self._game is not None or self._open or _ODD_FEN.match(token[0]):
            self._refuse(token)
        line = self._first_line + self._text.count("\n", 0, token.start())
        self._notes.append(
            f'line {line}: {token[0][:_NOTE_CHARS]} is not [Name "value"], so it is skipped'
        )

    def _close(self, token: re.Match[str]) -> None:
        if not self._open:
            raise self._error(PgnCode.VARIATION, "a variation ends that never began", token.start())
        self._open.pop()

    def _refuse(self, token: re.Match[str]) -> None:
        if token[0] in "{}":
            raise self._error(PgnCode.COMMENT, "a comment has only one brace", token.start())
        raise self._error(PgnCode.TAG, 'a header is not [Name "value"]', token.start())

    def _play(self, token: re.Match[str]) -> None:
        word = token[0].rstrip("!?+#")
        if not word:
            return
        if self._result is not None:
            raise self._error(PgnCode.AFTER_RESULT, f"{word!r} follows the result", token.start())
        game = self._started(token.start())
        if game.ply == MAX_PLIES:
            text = f"a game has at most {MAX_PLIES} plies"
            raise self._error(PgnCode.TOO_LONG, text, token.start())
        try:
            self._game = game.play(read_move(game.position, word))
        except NotationError as error:
            raise self._unplayed(error, word, token.start()) from None

    def _unplayed(self, error: NotationError, word: str, at: int) -> PgnError:
        """Why a move was not played."""
        if error.code is NotationCode.UNREADABLE and _ALGEBRAIC.fullmatch(word):
            text = (
                f"{word!r} is an algebraic move, as WinBoard and pychess write them; "
                "this notation is not read"
            )
            return self._error(PgnCode.ALGEBRAIC, text, at)
        ply = 0 if self._game is None else self._game.ply
        return self._error(error.code, f"ply {ply}: {error.text}", at)

    def _started(self, at: int) -> Game:
        if self._game is None:
            if "FEN" not in self._tags and self._tags.get("SetUp", "0").strip() == "1":
                raise self._error(PgnCode.START, "SetUp is 1, but no FEN tells the position", at)
            fen = self._tags.get("FEN", START_FEN)
            try:
                self._game = Game.start(fen, composed=True)
            except FenError as error:
                raise self._error(error.code, error.text, at) from None
        return self._game

    def _error(self, code: PgnCode | FenCode | Flaw | NotationCode, text: str, at: int) -> PgnError:
        return PgnError(code, text, self._first_line + self._text.count("\n", 0, at))


def game_lines(pgn: PgnGame, notation: Notation, comments: Sequence[str] = ()) -> Iterator[str]:
    """The lines of a game as PGN without their ends, each made when it is asked for.

    `comments` stand behind the moves, one each; one more stands before the result. An empty
    one is left out.
    """
    for name, value in _written_tags(pgn, notation):
        yield f'[{name} "{_escaped(value)}"]'
    yield ""
    yield from _wrapped(_words(pgn, notation, comments))


def _written_tags(pgn: PgnGame, notation: Notation) -> Iterator[tuple[str, str]]:
    yield "Game", "Chinese Chess"
    known = {**pgn.tags, "Red": pgn.red, "Black": pgn.black}
    for name in _LEADING_TAGS:
        yield name, known.get(name) or "?"
    yield "Result", pgn.result
    for name, value in pgn.tags.items():
        if name not in _LEADING_TAGS and name not in _OWN_TAGS:
            yield name, value
    if pgn.game.position_at(0) != read_fen(START_FEN):
        yield "SetUp", "1"
        yield "FEN", pgn.game.start_fen
    yield "Format", _FORMATS[notation]


def _escaped(value: str) -> str:
    return " ".join(value.replace("\\", "\\\\").replace('"', '\\"').splitlines())


def _words(pgn: PgnGame, notation: Notation, comments: Sequence[str]) -> Iterator[str]:
    """The move numbers, the moves with their comments, and the result."""
    positions = pgn.game.positions_since(0)
    black_began = positions[0].side is Side.BLACK
    for ply, move in enumerate(pgn.game.moves):
        position = positions[ply]
        number = (ply + black_began) // 2 + 1
        if position.side is Side.RED:
            yield f"{number}."
        elif ply == 0:
            yield f"{number}..."
        yield write_move(position, move, notation)
        yield from _comment(comments, ply)
    yield from _comment(comments, len(pgn.game.moves))
    yield pgn.result if pgn.result in RESULTS else UNKNOWN_RESULT


def _comment(comments: Sequence[str], ply: int) -> list[str]:
    """The words of one comment with its braces; a brace within would end it."""
    text = comments[ply] if ply < len(comments) else ""
    return f"{{{text.translate(_BRACES)}}}".split() if text else []


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > LINE_CHARS:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line
