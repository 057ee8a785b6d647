"""CBF, the XML of CCBridge: names as elements, moves as pairs of squares, as DhtmlXQ counts them.

Read without a tree of its own, so a deep file is as harmless as a flat one. A file with a document
type is refused: that is where XML grows without bounds.
"""

import re
from dataclasses import dataclass, field
from typing import Final
from xml.parsers import expat

from xiangqi_server.game.records.dhtmlxq import move_of_digits
from xiangqi_server.game.records.men import checked_start
from xiangqi_server.game.records.record import (
    UNKNOWN_RESULT,
    Note,
    NoteCode,
    Record,
    RecordCode,
    UnreadableRecord,
    quoted,
)
from xiangqi_server.game.records.results import result_numbered, result_told
from xiangqi_server.game.records.tree import GrowingTree, Spot
from xiangqi_server.game.rules.board.encoding import EMPTY, Move, Side, origin_of, side_of, uci_of
from xiangqi_server.game.rules.board.fen import START_FEN, FenError, read_fen

_TAGS: Final = {
    "Title": "Title",
    "Event": "Event",
    "Match": "Event",
    "Round": "Round",
    "Date": "Date",
    "Place": "Site",
    "Red": "Red",
    "RedName": "Red",
    "Black": "Black",
    "BlackName": "Black",
    "Author": "Annotator",
    "ECCO": "ECCO",
    "Result": "Result",
    "RecordResult": "Result",
    "FEN": "FEN",
}
_SQUARES: Final = re.compile(r"\s*([0-8])([0-9])-([0-8])([0-9])\s*")
_THE_START: Final = "00-00"
_MOST_DEPTH: Final = 100


@dataclass(slots=True)
class _Found:
    """What the file says: names by tag, and each move's squares, comment and depth."""

    tags: dict[str, str] = field(default_factory=dict)
    moves: list[tuple[str, list[str], int]] = field(default_factory=list)


def read_cbf(text: str, most: int) -> Record:
    """The game of a file.

    Raises:
        UnreadableRecord: it is no XML, has a document type, or its start is not possible.
    """
    found = _parsed(text)
    fen = found.tags.pop("FEN", "") or START_FEN
    try:
        start = read_fen(fen, composed=True)
    except FenError as error:
        raise UnreadableRecord(error.code, error.text) from None
    notes: list[Note] = []
    side = _begins(found, start.board, start.side, notes)
    position, fen = checked_start(start.board, side)
    tree = GrowingTree(position, most)
    _play(tree, found, notes)
    told = found.tags.pop("Result", "")
    result = result_told(told) or (result_numbered(int(told)) if told.isdecimal() else None)
    if told and result is None:
        notes.append(Note(NoteCode.RESULT, text=quoted(told)))
    tags = {tag: value for tag, value in found.tags.items() if value}
    return Record(tags, fen, tree.root.node, result or UNKNOWN_RESULT, 1, tuple(notes))


def _parsed(text: str) -> _Found:
    found, path, words = _Found(), list[str](), list[str]()

    def opened(name: str, attributes: dict[str, str]) -> None:
        path.append(name)
        if len(path) > _MOST_DEPTH:
            raise UnreadableRecord(RecordCode.BROKEN, "its elements are too deep")
        words.clear()
        if name == "Move":
            found.moves.append((attributes.get("value", ""), [], path.count("Move")))

    def closed(name: str) -> None:
        path.pop()
        said = "".join(words).strip()
        if name == "Move" and said:
            found.moves[-1][1].append(said)
        elif name in _TAGS and said:
            found.tags.setdefault(_TAGS[name], said)
        words.clear()

    def refused(*_: object) -> None:
        raise UnreadableRecord(RecordCode.DOCTYPE, "a document type is not read")

    parser = expat.ParserCreate(encoding="utf-8")
    parser.StartElementHandler = opened
    parser.EndElementHandler = closed
    parser.CharacterDataHandler = words.append
    parser.StartDoctypeDeclHandler = refused
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)  # noqa: FBT003 - expat takes no name
    except expat.ExpatError as error:
        raise UnreadableRecord(RecordCode.BROKEN, str(error), error.lineno) from None
    return found


def _begins(found: _Found, board: bytes, side: Side, notes: list[Note]) -> Side:
    """The side that moves first: of the first man, if the FEN says the other one."""
    first = next((_move(value) for value, _, _ in found.moves if value.strip() != _THE_START), None)
    piece = EMPTY if first is None else board[origin_of(first)]
    if piece == EMPTY or side_of(piece) is side:
        return side
    notes.append(Note(NoteCode.SIDE))
    return side_of(piece)


def _play(tree: GrowingTree, found: _Found, notes: list[Note]) -> None:
    """Play the moves of the list; one within another is no part of a format that is known."""
    at: Spot = tree.root
    for value, comments, depth in found.moves:
        if depth > 1:
            notes.append(Note(NoteCode.UNKNOWN_PART, ply=at.ply, text=quoted(value)))
            continue
        if value.strip() != _THE_START:
            move = _move(value)
            after = None if move is None else tree.play(at, move)
            if after is None:
                notes.append(_refused(tree, move, value, at.ply))
                return
            at = after
        at.node.say("\n".join(comments))


def _refused(tree: GrowingTree, move: Move | None, value: str, ply: int) -> Note:
    if move is None:
        return Note(NoteCode.UNREADABLE, ply=ply, text=quoted(value))
    code = NoteCode.CUT if tree.is_full else NoteCode.ILLEGAL
    return Note(code, ply=ply, text=uci_of(move))


def _move(value: str) -> Move | None:
    squares = _SQUARES.fullmatch(value)
    return None if squares is None else move_of_digits("".join(squares.groups()))
