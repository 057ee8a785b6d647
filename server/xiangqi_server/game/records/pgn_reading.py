"""Games of a PGN file, one after the other: each falls out of the file, is decoded, and is read.

A file may be long, so it is read by its lines. Each game has an encoding of its own: files are
put together from several sources.
"""

from collections.abc import Iterable, Iterator

from xiangqi_server.game.records.encodings import Decoded, decoded
from xiangqi_server.game.records.move_text import read_text
from xiangqi_server.game.records.pgn_chunks import MAX_GAME_BYTES, Chunk, chunks
from xiangqi_server.game.records.record import (
    MOST_MOVES,
    Note,
    NoteCode,
    Record,
    RecordCode,
    UnreadableRecord,
)


def read_games(
    lines: Iterable[bytes], encoding: str | None = None, most: int = MOST_MOVES
) -> Iterator[Record | UnreadableRecord]:
    """The games of a file, given by its lines, one at a time; a broken one as its error."""
    for chunk in chunks(lines):
        try:
            yield _read_chunk(chunk, encoding, most)
        except UnreadableRecord as error:
            yield error


def _read_chunk(chunk: Chunk, encoding: str | None, most: int) -> Record:
    if len(chunk.raw) > MAX_GAME_BYTES:
        text = f"a game has at most {MAX_GAME_BYTES} bytes"
        raise UnreadableRecord(RecordCode.TOO_LONG, text, chunk.line)
    read = decoded(chunk.raw, encoding)
    record = read_text(read.text, {}, chunk.line, most)
    return with_notes(record, encoding_notes(read, chunk.line))


def encoding_notes(text: Decoded, line: int = 0) -> list[Note]:
    """What there is to tell about how bytes became a text."""
    notes = [Note(NoteCode.ENCODING, line, -1, text.encoding)] if text.is_guess else []
    if text.bad:
        notes.append(Note(NoteCode.BYTES, line, -1, str(text.bad)))
    return notes


def with_notes(record: Record, notes: list[Note]) -> Record:
    """A record with some more notes, which go first."""
    if not notes:
        return record
    return Record(
        record.tags,
        record.start,
        record.tree,
        record.result,
        record.line,
        (*notes, *record.notes),
    )
