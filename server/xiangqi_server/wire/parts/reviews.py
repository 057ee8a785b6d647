"""Parts of messages about reviews."""

from msgspec import Struct

from xiangqi_server.wire.limits import Moves, Ply
from xiangqi_server.wire.terms import MarkName


class ReviewedLine(Struct, frozen=True):
    """How a game should have gone on instead of a move.

    Fields:
        ply: the number of the move, from 0.
        moves: four characters each.
    """

    ply: Ply
    moves: Moves


class ReviewMark(Struct, frozen=True):
    """A move that lost much.

    Fields:
        ply: its number, from 0.
        mark: how much.
        loss: by how many hundredths the chance to win fell.
        line: how the game should have gone on instead, four characters a move.
    """

    ply: int
    mark: MarkName
    loss: int
    line: str
