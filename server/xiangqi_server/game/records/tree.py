"""Moves with their variations: a node for each move, and how a tree grows from what a file says.

Everything walks with a list of its own: files are deeper than Python's stack.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from types import MappingProxyType
from typing import Final, NamedTuple

from xiangqi_server.game.rules.board.encoding import Move, Side
from xiangqi_server.game.rules.board.position import Position

NO_MOVE: Final = Move(0)
NO_MARKS: Final[Mapping[int, str]] = MappingProxyType({})


class MoveNode:
    """A move, what is said about it, and what may follow: the first goes on with the line.

    Attributes:
        move: what was played; of a tree's root it is `NO_MOVE`.
        marks: its marks of quality, as PGN writes them: `!?`, `$14`.
    """

    __slots__ = ("_said", "marks", "move", "next")

    def __init__(self, move: Move = NO_MOVE) -> None:
        self.move = move
        self._said: list[str] = []
        self.marks: tuple[str, ...] = ()
        self.next: list[MoveNode] = []

    def say(self, text: str) -> None:
        """Add a comment to what is already said."""
        if text:
            self._said.append(text)

    @property
    def comment(self) -> str:
        """What is said after it."""
        return "\n".join(self._said)

    def __eq__(self, other: object) -> bool:
        """Whether two trees are alike."""
        if not isinstance(other, MoveNode):
            return NotImplemented
        waiting = [(self, other)]
        while waiting:
            one, two = waiting.pop()
            if one.own() != two.own() or len(one.next) != len(two.next):
                return False
            waiting += zip(one.next, two.next, strict=True)
        return True

    def own(self) -> tuple[Move, str, tuple[str, ...]]:
        """What the node has of its own."""
        return self.move, self.comment, self.marks

    __hash__ = None  # type: ignore[assignment]  # it grows


class Spot(NamedTuple):
    """A place in a growing tree.

    Attributes:
        ply: how many moves lead here.
    """

    node: MoveNode
    position: Position
    ply: int

    @property
    def side(self) -> Side:
        """The side to move."""
        return self.position.side


class GrowingTree:
    """A tree whose moves come one by one, from anywhere in it; it takes `most` of them.

    Attributes:
        root: the start, where the first move is played.
        is_full: whether a move was left out for want of room.
        room: how many more moves it takes.
    """

    def __init__(self, start: Position, most: int) -> None:
        self.root = Spot(MoveNode(), start, 0)
        self.is_full = False
        self.room = most

    def play(self, at: Spot, move: Move) -> Spot | None:
        """The spot after a legal move; a move that was played there already leads to the same.

        None if the tree is full, or if the move is not legal: `is_full` says which.
        """
        node = next((node for node in at.node.next if node.move == move), None)
        if node is None:
            if not at.position.is_legal(move):
                return None
            if self.room == 0:
                self.is_full = True
                return None
            self.room -= 1
            node = MoveNode(move)
            at.node.next.append(node)
        return Spot(node, at.position.after(move), at.ply + 1)


def line_tree(
    moves: Iterable[Move], comments: Sequence[str] = (), marks: Mapping[int, str] = NO_MARKS
) -> MoveNode:
    """The tree of one line of play; the comments stand behind its moves, one each.

    `marks` are those of some moves, by their place in the line.
    """
    root = last = MoveNode()
    for at, (move, comment) in enumerate(zip_longest(moves, comments)):
        if move is None:
            break
        node = MoveNode(move)
        node.marks = (marks[at],) if at in marks else ()
        node.say(comment or "")
        last.next.append(node)
        last = node
    return root


def principal(root: MoveNode) -> list[MoveNode]:
    """The nodes of the line that a tree goes on with, from the root on."""
    nodes = [root]
    while nodes[-1].next:
        nodes.append(nodes[-1].next[0])
    return nodes


class WrittenMove(NamedTuple):
    """One move of a walk in the order in which a tree is written.

    Attributes:
        before: the position it is played in.
        opens: whether it begins a variation.
        closes: how many variations end behind it.
        is_first: whether the moves before it stand directly before it in the text.
    """

    node: MoveNode
    before: Position
    ply: int
    opens: bool
    closes: int
    is_first: bool


def steps(root: MoveNode, start: Position) -> Iterator[WrittenMove]:
    """Every move in the order of PGN: the move of the line, its variations, and what follows."""
    waiting: list[tuple[MoveNode, MoveNode, Position, int, bool]] = []
    _push_line(waiting, root, start, 0)
    depth: list[int] = []
    is_first = True
    while waiting:
        parent, node, before, ply, opens = waiting.pop()
        after = before.after(node.move)
        if opens:
            depth.append(len(waiting))
            _push_line(waiting, node, after, ply + 1)
        else:
            _push_line(waiting, node, after, ply + 1)
            waiting += ((parent, other, before, ply, True) for other in reversed(parent.next[1:]))
        closes = 0
        while depth and depth[-1] == len(waiting):
            depth.pop()
            closes += 1
        yield WrittenMove(node, before, ply, opens, closes, is_first or opens)
        is_first = closes > 0


def _push_line(
    waiting: list[tuple[MoveNode, MoveNode, Position, int, bool]],
    node: MoveNode,
    after: Position,
    ply: int,
) -> None:
    if node.next:
        waiting.append((node, node.next[0], after, ply, False))
