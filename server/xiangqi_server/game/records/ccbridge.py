"""CBR and CBL of CCBridge: one game, and a library of them. Binary, text in UTF-16, no cipher.

What lies between the fields is old memory, so nothing is searched for: records of a library begin
on borders of 4,096 bytes.
"""

from collections.abc import Iterator
from typing import Final

from xiangqi_server.game.records.men import NO_SQUARE, checked_start, from_top
from xiangqi_server.game.records.pre_order import FileMove, grow
from xiangqi_server.game.records.record import (
    UNKNOWN_RESULT,
    Note,
    NoteCode,
    Record,
    RecordCode,
    UnreadableRecord,
)
from xiangqi_server.game.records.results import result_numbered
from xiangqi_server.game.records.tree import GrowingTree
from xiangqi_server.game.rules.board.check import piece_of
from xiangqi_server.game.rules.board.encoding import (
    ADVISOR,
    CANNON,
    CHARIOT,
    ELEPHANT,
    FILES,
    GENERAL,
    HORSE,
    SOLDIER,
    SQUARES,
    Side,
    Square,
)

RECORD_MAGIC: Final = b"CCBridge Record\0"
LIBRARY_MAGIC: Final = b"CCBridgeLibrary\0"
_NAMES: Final = (
    ("Title", 180, 128),
    ("Event", 692, 64),
    ("Round", 756, 64),
    ("Date", 884, 64),
    ("Site", 948, 64),
    ("Red", 1_076, 64),
    ("Black", 1_300, 64),
)
"""Tag, place and bytes of a field of UTF-16."""
_RESULT_AT: Final = 2_076
_SIDE_AT: Final = 2_112
_BOARD_AT: Final = 2_120
_MOVES_AT: Final = 2_214
_ROLES: Final = (CHARIOT, HORSE, ELEPHANT, ADVISOR, GENERAL, CANNON, SOLDIER)
_PIECES: Final = {
    first + index: piece_of(role, side)
    for first, side in ((0x11, Side.RED), (0x21, Side.BLACK))
    for index, role in enumerate(_ROLES)
}
_ENDS, _HAS_BROTHER, _HAS_COMMENT = 1, 2, 4
_LIBRARY_HEAD: Final = 66_624
_SLOT_BYTES: Final = 276
_BLOCK_BYTES: Final = 4_096


def read_cbr(raw: bytes, most: int) -> Record:
    """The game of a file.

    Raises:
        UnreadableRecord: it ends before its moves, or its start is not possible.
    """
    if len(raw) < _MOVES_AT or not raw.startswith(RECORD_MAGIC):
        raise UnreadableRecord(RecordCode.BROKEN, "the file ends before its moves begin")
    squares = [from_top(index % FILES, index // FILES) for index in range(SQUARES)]
    cells = bytearray(SQUARES)
    unknown = 0
    for index, square in enumerate(squares):
        byte = raw[_BOARD_AT + index]
        cells[square] = _PIECES.get(byte, 0)
        unknown += byte != 0 and byte not in _PIECES
    side = Side.BLACK if raw[_SIDE_AT] == 2 else Side.RED
    position, fen = checked_start(bytes(cells), side)
    tree = GrowingTree(position, most)
    grown = grow(tree, _moves(raw))
    notes = [Note(NoteCode.MEN, text=str(unknown))] if unknown else []
    notes += grown.notes
    notes += [] if grown.is_whole else [Note(NoteCode.ENDS_EARLY)]
    result = result_numbered(raw[_RESULT_AT])
    if result is None:
        notes.append(Note(NoteCode.RESULT, text=str(raw[_RESULT_AT])))
    tags = {tag: text for tag, at, size in _NAMES if (text := _text(raw[at : at + size]))}
    return Record(tags, fen, tree.root.node, result or UNKNOWN_RESULT, 0, tuple(notes))


def read_cbl(raw: bytes, most: int) -> Iterator[Record | UnreadableRecord]:
    """The games of a library in their order; one that was deleted as its error."""
    slots = int.from_bytes(raw[60:64], "little")
    first = _LIBRARY_HEAD + _SLOT_BYTES * slots
    starts = [at for at in range(first, len(raw), _BLOCK_BYTES) if raw.startswith(RECORD_MAGIC, at)]
    if not starts:
        yield UnreadableRecord(RecordCode.EMPTY, "the library has no game")
        return
    for start, end in zip(starts, [*starts[1:], len(raw)], strict=True):
        try:
            yield read_cbr(raw[start:end], most)
        except UnreadableRecord as error:
            yield error


def _moves(raw: bytes) -> Iterator[FileMove]:
    """The records of the moves, as long as there are whole ones."""
    at = _MOVES_AT
    while at + 4 <= len(raw):
        flags, _, origin, target = raw[at : at + 4]
        at += 4
        comment = ""
        if flags & _HAS_COMMENT:
            length = int.from_bytes(raw[at : at + 4], "little")
            at += 4
            if length > len(raw) - at:
                return
            comment = _text(raw[at : at + length])
            at += length
        has_next, has_brother = not flags & _ENDS, bool(flags & _HAS_BROTHER)
        yield FileMove(_square(origin), _square(target), has_next, has_brother, comment)


def _square(number: int) -> Square:
    return from_top(number % FILES, number // FILES) if number < SQUARES else NO_SQUARE


def _text(raw: bytes) -> str:
    """A text up to its first zero; behind that is old memory."""
    text = raw.decode("utf-16-le", "replace").partition("\0")[0]
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()
