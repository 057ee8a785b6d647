"""A tree of moves as the text of an address: squares without gaps, variations in brackets.

`h2e2h9g7(b9c7h0g2)h0g2` is 1. h2e2 h9g7 (1... b9c7 2. h0g2) 2. h0g2: a variation replaces the
move before it, as in PGN.
"""

from xiangqi_server.game.records.tree import MoveNode, steps
from xiangqi_server.game.rules.board.encoding import uci_of
from xiangqi_server.game.rules.board.position import Position


def line_of(root: MoveNode, start: Position) -> str:
    """A tree as such a text, without what is said in it."""
    return "".join(
        f"{'(' if step.opens else ''}{uci_of(step.node.move)}{')' * step.closes}"
        for step in steps(root, start)
    )
