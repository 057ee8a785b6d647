"""Trees of XQF and CBR: moves one after the other, each with whether a move follows, or a brother.

What follows a move stands directly behind it, and its brother behind all of that.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from xiangqi_server.game.records.record import Note, NoteCode, quoted
from xiangqi_server.game.records.tree import GrowingTree, MoveNode, Spot
from xiangqi_server.game.rules.board.encoding import SQUARES, Square, make_move, uci_of

MOST_NOTES: Final = 100


class FileMove(NamedTuple):
    """One move as a file has it; the first is the start, whose squares mean nothing."""

    origin: Square
    target: Square
    has_next: bool
    has_brother: bool
    comment: str


class Grown(NamedTuple):
    """What became of the moves of a file."""

    notes: list[Note]
    is_whole: bool


def grow(tree: GrowingTree, moves: Iterable[FileMove]) -> Grown:
    """Play the moves of a file; False with its notes if the file ends before they do."""
    notes: list[Note] = []
    written = iter(moves)
    first = next(written, None)
    if first is None:
        return Grown(notes, is_whole=False)
    tree.root.node.say(first.comment)
    at: Spot | None = tree.root
    waiting: list[Spot | None] = []
    expects = first.has_next
    for move in written if expects else ():
        after = _played(tree, at, move, notes)
        if tree.is_full:
            return Grown(notes, is_whole=True)
        if after is not None:
            after.node.say(move.comment)
        if move.has_brother:
            waiting.append(at)
        if not move.has_next and not waiting:
            return Grown(notes, is_whole=True)
        at = after if move.has_next else waiting.pop()
    return Grown(notes, is_whole=not expects)


def _played(tree: GrowingTree, at: Spot | None, move: FileMove, notes: list[Note]) -> Spot | None:
    if at is None:
        return None
    after = None
    if move.origin < SQUARES and move.target < SQUARES:
        after = tree.play(at, make_move(move.origin, move.target))
    if after is None and len(notes) < MOST_NOTES:
        notes.append(_refused(tree, at, move))
    return after


def _refused(tree: GrowingTree, at: Spot, move: FileMove) -> Note:
    if move.origin >= SQUARES or move.target >= SQUARES:
        return Note(NoteCode.UNREADABLE, ply=at.ply, text=f"{move.origin}-{move.target}")
    code = NoteCode.CUT if tree.is_full else NoteCode.ILLEGAL
    return Note(code, ply=at.ply, text=quoted(uci_of(make_move(move.origin, move.target))))


class PreOrder(NamedTuple):
    """A node of a tree that is written, with what a file says of it."""

    node: MoveNode
    has_brother: bool


def pre_order(root: MoveNode) -> Iterator[PreOrder]:
    """The nodes of a tree in that order, the root first."""
    waiting = [PreOrder(root, has_brother=False)]
    while waiting:
        found = waiting.pop()
        yield found
        last = len(found.node.next) - 1
        waiting += (
            PreOrder(found.node.next[index], has_brother=index < last)
            for index in range(last, -1, -1)
        )
