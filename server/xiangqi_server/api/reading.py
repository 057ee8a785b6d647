"""Game files that somebody sends to have them read: nothing is kept.

A stranger chooses the bytes, so they are read in a process of their own (`node/ruling_worker`).
"""

from itertools import islice
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from xiangqi_server.aggregates.room.terms import RuleTerms
from xiangqi_server.aggregates.room.terms_text import rules_text, rules_told
from xiangqi_server.game.records.any_format import ENCODINGS, HEAD_BYTES, kind_of, read_records
from xiangqi_server.game.records.line_text import line_of
from xiangqi_server.game.records.record import Record, RecordCode, UnreadableRecord
from xiangqi_server.game.rules.board.fen import START_FEN, read_fen
from xiangqi_server.texts.records import tell_note, tell_refusal
from xiangqi_server.wire.terms import Language

MOST_MOVES: Final = 3_000
MOST_GAMES: Final = 1_000
_TAG_CHARS: Final = 120


class ReadQuestion(Struct, frozen=True):
    """What a file says.

    Fields:
        game: which of its games is wanted whole, from 1.
        encoding: of its words; "" to find it.
    """

    raw: bytes
    game: int
    encoding: str
    language: Language
    asked_by: str = ""

    def by_nobody(self) -> "ReadQuestion":
        """The same question without its asker."""
        return replace(self, asked_by="")


class ReadNote(Struct, frozen=True, omit_defaults=True):
    """What was read otherwise than it was written.

    Fields:
        code: for programs.
        text: for people, in the language of Accept-Language.
        line: of the file, from 1; left out where it is not known.
        ply: the number of the move, from 0; left out where it is about none.
    """

    code: str
    text: str
    line: int = 0
    ply: int = -1


class GameHead(Struct, frozen=True):
    """What a list says of a game.

    Fields:
        number: in the file, from 1.
        red: name of the player, as the file has it; "" for none.
        black: name of the player, as the file has it; "" for none.
        event: what it was played in; "" if the file does not say it.
        date: as the file has it.
        result: `1-0`, `0-1`, `1/2-1/2` or `*`.
        plies: how many moves it has.
        flaw: why it cannot be read; "" if it can.
    """

    number: int
    red: str
    black: str
    event: str
    date: str
    result: str
    plies: int
    flaw: str


class WholeGame(Struct, frozen=True):
    """A game with its variations.

    Fields:
        number: in the file, from 1.
        fen: the start; "" for the opening position.
        line: its moves as `line` takes them.
        tags: what the file says of it; 40 at most.
        result: `1-0`, `0-1`, `1/2-1/2` or `*`.
        notes: what was guessed, left out or cut.
        rules: by which it was played, where the file tells rules that are known here; else null.
        terms: these as one text, as `judge_line` takes them; else "".
    """

    number: int
    fen: str
    line: str
    tags: dict[str, str]
    result: str
    notes: list[ReadNote]
    rules: RuleTerms | None
    terms: str


class ReadRefusal(Struct, frozen=True):
    """Why a file, or the game that was wanted, cannot be read.

    Fields:
        code: for programs.
        text: for people, in the language of Accept-Language.
    """

    code: str
    text: str


class ReadAnswer(Struct, frozen=True):
    """What a game file says.

    Fields:
        format: of the file; "" for an unknown one.
        games: all of it in short, 1,000 at most.
        game: the one that was wanted; null if there is no such game.
        refused: why there is no such game; else null.
    """

    format: str
    games: list[GameHead]
    game: WholeGame | None
    refused: ReadRefusal | None


def read(asked: ReadQuestion) -> ReadAnswer:
    """Read a file."""
    encoding = asked.encoding if asked.encoding in ENCODINGS else None
    kind = kind_of(asked.raw[:HEAD_BYTES], encoding)
    if kind.format is None:
        text = tell_refusal(RecordCode.FORMAT, kind.name, asked.language)
        return ReadAnswer("", [], None, ReadRefusal(RecordCode.FORMAT, text))
    heads: list[GameHead] = []
    whole: WholeGame | None = None
    refused: ReadRefusal | None = None
    lines = asked.raw.splitlines(keepends=True)
    games = read_records(lines, kind.format, encoding, MOST_MOVES)
    for number, record in enumerate(islice(games, MOST_GAMES), 1):
        if isinstance(record, UnreadableRecord):
            text = tell_refusal(record.code, record.text, asked.language)
            heads.append(GameHead(number, "", "", "", "", "*", 0, text))
            refused = ReadRefusal(record.code, text) if number == asked.game else refused
            continue
        heads.append(_head(number, record))
        if number == asked.game:
            whole = _whole(number, record, asked.language)
    if whole is None and refused is None:
        text = tell_refusal(RecordCode.EMPTY, "", asked.language)
        refused = ReadRefusal(RecordCode.EMPTY, text)
    return ReadAnswer(kind.format, heads, whole, refused)


def written(answer: ReadAnswer) -> bytes:
    """An answer as JSON."""
    return msgspec.json.encode(answer)


def _head(number: int, record: Record) -> GameHead:
    tags = record.tags
    event, date = tags.get("Event") or tags.get("Title", ""), tags.get("Date", "")
    names = (record.red, record.black, event, date)
    red, black, event, date = (name[:_TAG_CHARS] for name in names)
    return GameHead(number, red, black, event, date, record.result, record.plies, "")


def _whole(number: int, record: Record, language: Language) -> WholeGame:
    start = read_fen(record.start, composed=True)
    rules = rules_told(record.tags)
    return WholeGame(
        number,
        "" if record.start == START_FEN else record.start,
        line_of(record.tree, start),
        {name[:_TAG_CHARS]: text[:_TAG_CHARS] for name, text in islice(record.tags.items(), 40)},
        record.result,
        [
            ReadNote(note.code, tell_note(note.code, note.text, language), note.line, note.ply)
            for note in record.notes
        ],
        rules,
        "" if rules is None else rules_text(rules),
    )
