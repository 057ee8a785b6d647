"""A tree of moves as the text of an address: squares without gaps, variations in brackets.

`h2e2h9g7(b9c7h0g2)h0g2` is 1. h2e2 h9g7 (1... b9c7 2. h0g2) 2. h0g2: a variation replaces the
move before it, as in PGN.
"""

import re
from typing import Final

from xiangqi_server.game.records.tree import GrowingTree, MoveNode, Spot, steps
from xiangqi_server.game.rules.board.encoding import move_from_uci, uci_of
from xiangqi_server.game.rules.board.position import Position

_PART: Final = re.compile(r"[a-i][0-9][a-i][0-9]|[()]")


class LineTextError(ValueError):
    """A text that is no line of moves; `at` is the character where it ends to be one."""

    def __init__(self, at: int, text: str) -> None:
        super().__init__(text)
        self.at = at


def line_of(root: MoveNode, start: Position) -> str:
    """A tree as such a text, without what is said in it."""
    return "".join(
        f"{'(' if step.opens else ''}{uci_of(step.node.move)}{')' * step.closes}"
        for step in steps(root, start)
    )


def read_line(text: str, start: Position, most: int) -> tuple[MoveNode, list[Spot]]:
    """The tree of such a text, and the spots of the line it goes on with, the start first.

    Raises:
        LineTextError: it is no such text, has more moves, or one of them is not legal.
    """
    tree = GrowingTree(start, most)
    line, waiting = [tree.root], list[list[Spot]]()
    end = 0
    while end < len(text):
        part = _PART.match(text, end)
        if part is None:
            raise LineTextError(end, f"{text[end : end + 4]!r} is no move")
        end = part.end()
        if part[0] == "(":
            if len(line) < 2:
                raise LineTextError(part.start(), "a variation needs a move that it replaces")
            waiting.append(line)
            line = line[-2:-1]
        elif part[0] == ")":
            if not waiting or len(line) < 2:
                raise LineTextError(part.start(), "a bracket closes nothing")
            line = waiting.pop()
        else:
            after = tree.play(line[-1], move_from_uci(part[0]))
            if after is None:
                why = f"a line has at most {most} moves" if tree.is_full else "is not legal here"
                raise LineTextError(part.start(), f"{part[0]}: {why}")
            line.append(after)
    if waiting:
        raise LineTextError(end, "a variation is not closed")
    return tree.root.node, line
