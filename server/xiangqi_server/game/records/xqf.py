"""XQF of XQStudio, versions 1.0 to 1.8: read, and written as 1.0.

Up to 1.0 nothing is ciphered. Later versions hide squares and moves behind numbers that four
bytes of the header give, which is no secret: everybody has the bytes. Text is in the code page of
the computer it was written on, nearly always GB18030.
"""

from collections.abc import Iterator
from functools import partial
from itertools import cycle, islice
from typing import Final, NamedTuple

from xiangqi_server.game.records.encodings import encoding_of
from xiangqi_server.game.records.men import MEN, NO_SQUARE, board_of, checked_start, squares_of
from xiangqi_server.game.records.pre_order import FileMove, grow, pre_order
from xiangqi_server.game.records.record import (
    UNKNOWN_RESULT,
    Note,
    NoteCode,
    Record,
    RecordCode,
    UnreadableRecord,
)
from xiangqi_server.game.records.results import BY_NUMBER, result_numbered
from xiangqi_server.game.records.tree import GrowingTree
from xiangqi_server.game.rules.board.encoding import (
    EMPTY,
    FILES,
    RANKS,
    SQUARES,
    Side,
    Square,
    origin_of,
    side_of,
    target_of,
)
from xiangqi_server.game.rules.board.fen import read_fen

MAGIC: Final = b"XQ"
_PLAIN: Final = 10
_SHUFFLED: Final = 12
_LAST: Final = 18
_HEAD_BYTES: Final = 0x400
_MEN_AT: Final = 16
_RESULT_AT: Final = 0x33
_NAMES: Final = (
    ("Title", 0x50, 63),
    ("Event", 0xD0, 63),
    ("Date", 0x110, 15),
    ("Site", 0x120, 15),
    ("Red", 0x130, 15),
    ("Black", 0x140, 15),
)
"""Tag, place of the length byte, and the bytes it may have."""
_SAMPLE_MOVES: Final = 2_000
"""So many comments are looked at for the encoding of all."""
_KEY_TEXT: Final = b"[(C) Copyright Mr. Dong Shiwei.]"
_FROM, _TO = 0x18, 0x20
_HAS_NEXT, _HAS_BROTHER, _HAS_COMMENT = 0x80, 0x40, 0x20


class _Cipher(NamedTuple):
    """The numbers of a file: of its men, origins, targets, lengths, and the bytes of its moves."""

    men: int
    origins: int
    targets: int
    lengths: int
    key: bytes


_NONE: Final = _Cipher(0, 0, 0, 0, b"\0")


def read_xqf(raw: bytes, encoding: str | None, most: int) -> Record:
    """The game of a file.

    Raises:
        UnreadableRecord: it is no such file, or its start is not possible.
    """
    if len(raw) < _HEAD_BYTES or not raw.startswith(MAGIC):
        raise UnreadableRecord(RecordCode.BROKEN, "the file ends before its moves begin")
    version = raw[2]
    if version > _LAST:
        raise UnreadableRecord(RecordCode.VERSION, f"XQF of version {version / 10}")
    cipher = _NONE if version <= _PLAIN else _cipher(raw)
    board, lost = board_of(_men(raw, version, cipher.men))
    body = _deciphered(raw, cipher)
    written = partial(_moves, body, cipher, is_plain=version <= _PLAIN)
    position, fen = checked_start(board, _begins(board, list(islice(written(), 2))))
    names = {tag: _name(raw, at, size) for tag, at, size in _NAMES}
    comments = (comment for _, comment in islice(written(), _SAMPLE_MOVES))
    words = b"\n".join([*names.values(), *comments])
    found = encoding or encoding_of(words)
    tree = GrowingTree(position, most)
    grown = grow(tree, (move._replace(comment=_text(text, found)) for move, text in written()))
    notes = _notes(words, found, is_named=encoding is not None)
    notes += [Note(NoteCode.MEN, text=str(len(lost)))] if lost else []
    notes += grown.notes
    notes += [] if grown.is_whole else [Note(NoteCode.ENDS_EARLY)]
    tags = {tag: _text(name, found) for tag, name in names.items() if name}
    return Record(tags, fen, tree.root.node, _result(raw, notes), 0, tuple(notes))


def _result(raw: bytes, notes: list[Note]) -> str:
    result = result_numbered(raw[_RESULT_AT])
    if result is None:
        notes.append(Note(NoteCode.RESULT, text=str(raw[_RESULT_AT])))
    return result or UNKNOWN_RESULT


def _notes(words: bytes, encoding: str, *, is_named: bool) -> list[Note]:
    """What there is to tell about how the words of a file became text."""
    if is_named or words.isascii():
        return []
    bad = words.decode(encoding, "replace").count("\ufffd")
    guessed = Note(NoteCode.ENCODING, text=encoding)
    return [guessed, Note(NoteCode.BYTES, text=str(bad))] if bad else [guessed]


def _text(raw: bytes, encoding: str) -> str:
    """A text of the file; its lines end as ours do."""
    text = raw.decode(encoding, "replace").rstrip("\0").replace("\r\n", "\n").replace("\r", "\n")
    return text.strip()


def _name(raw: bytes, at: int, size: int) -> bytes:
    return raw[at + 1 : at + 1 + min(raw[at], size)]


def _hashed(number: int) -> int:
    return (((3 * number * number + 9) * 3 + 8) * 2 + 1) * 3 + 8


def _cipher(raw: bytes) -> _Cipher:
    mask, ors = raw[3], raw[8:12]
    men_sum, men, origin, target = raw[12:16]
    squares = _hashed(men) * men % 256
    origins = _hashed(origin) * squares % 256
    targets = _hashed(target) * origins % 256
    lengths = 767 + (256 * men_sum + men) % 32_000
    parts = [byte & mask | more for byte, more in zip(raw[12:16], ors, strict=True)]
    key = bytes(letter & parts[index % 4] for index, letter in enumerate(_KEY_TEXT))
    return _Cipher(squares, origins, targets, lengths, key)


def _men(raw: bytes, version: int, shift: int) -> list[Square]:
    """The squares of the men, in their order."""
    found = [NO_SQUARE] * len(MEN)
    for index in range(len(MEN)):
        man = (shift + index + 1) % len(MEN) if version >= _SHUFFLED else index
        found[man] = _square((raw[_MEN_AT + index] - shift) % 256)
    return found


def _square(number: int) -> Square:
    """The square of `10 * file + rank`, `NO_SQUARE` above 89."""
    file, rank = divmod(number, RANKS)
    return rank * FILES + file if number < SQUARES else NO_SQUARE


def _number(square: Square) -> int:
    rank, file = divmod(square, FILES)
    return RANKS * file + rank


def _deciphered(raw: bytes, cipher: _Cipher) -> bytes:
    """What follows the header."""
    keys = cycle(cipher.key)
    return bytes((byte - key) % 256 for byte, key in zip(raw[_HEAD_BYTES:], keys, strict=False))


def _moves(body: bytes, cipher: _Cipher, *, is_plain: bool) -> Iterator[tuple[FileMove, bytes]]:
    """The records of the moves, each with its comment, as long as there are whole ones."""
    at = 0
    while at + 4 <= len(body):
        origin = _square((body[at] - _FROM - cipher.origins) % 256)
        target = _square((body[at + 1] - _TO - cipher.targets) % 256)
        flags = body[at + 2]
        at += 4
        if is_plain:
            has_next, has_brother = bool(flags & 0xF0), bool(flags & 0x0F)
        else:
            has_next, has_brother = bool(flags & _HAS_NEXT), bool(flags & _HAS_BROTHER)
        length = 0
        if is_plain or flags & _HAS_COMMENT:
            length = int.from_bytes(body[at : at + 4], "little") - cipher.lengths
            at += 4
        if length > len(body) - at:
            return
        comment = body[at : at + max(length, 0)]
        at += max(length, 0)
        yield FileMove(origin, target, has_next, has_brother, ""), comment


def _begins(board: bytes, written: list[tuple[FileMove, bytes]]) -> Side:
    """The side of the first man that moves: the header does not say it reliably."""
    if len(written) < 2 or not written[0][0].has_next:
        return Side.RED
    origin = written[1][0].origin
    piece = board[origin] if origin != NO_SQUARE else EMPTY
    return side_of(piece) if piece else Side.RED


def write_xqf(record: Record) -> tuple[bytes, list[Note]]:
    """A game as XQF 1.0 in GB18030, with a note for each name that had to be cut."""
    notes: list[Note] = []
    start = read_fen(record.start, composed=True)
    head = bytearray(_HEAD_BYTES)
    head[:3] = MAGIC + bytes([_PLAIN])
    for index, square in enumerate(squares_of(start.board)):
        head[_MEN_AT + index] = 0xFF if square == NO_SQUARE else _number(square)
    head[_RESULT_AT] = BY_NUMBER.index(record.result) if record.result in BY_NUMBER else 0
    tags = {**record.tags, "Red": record.red, "Black": record.black}
    for tag, at, size in _NAMES:
        name = _cut(tags.get(tag, ""), size)
        if name.decode("gb18030") != tags.get(tag, ""):
            notes.append(Note(NoteCode.NAME_CUT, text=tags[tag]))
        head[at] = len(name)
        head[at + 1 : at + 1 + len(name)] = name
    return bytes(head) + b"".join(_records(record)), notes


def _records(record: Record) -> Iterator[bytes]:
    for node, has_brother in pre_order(record.tree):
        comment = node.comment.replace("\n", "\r\n").encode("gb18030")
        flags = (0xF0 if node.next else 0) | (0x0F if has_brother else 0)
        squares = (_number(origin_of(node.move)) + _FROM, _number(target_of(node.move)) + _TO)
        yield bytes([*squares, flags, 0]) + len(comment).to_bytes(4, "little") + comment


def _cut(name: str, size: int) -> bytes:
    """The beginning of a name that has so many bytes, without half a character at its end."""
    return name.encode("gb18030")[:size].decode("gb18030", "ignore").encode("gb18030")
