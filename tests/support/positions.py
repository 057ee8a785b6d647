"""Positions drawn for a test, possible in a game or not."""

from xiangqi_server.game.rules.board.encoding import Side, letter_of
from xiangqi_server.game.rules.board.position import Position

_PIECES = {letter_of(piece): piece for piece in range(16)}


def drawn(fen: str) -> Position:
    """The position of a FEN as it stands, possible or not."""
    placement, side = fen.split()[:2]
    for number in "123456789":
        placement = placement.replace(number, "." * int(number))
    cells = "".join(reversed(placement.split("/")))
    return Position(bytes(_PIECES[cell] for cell in cells), Side.BLACK if side == "b" else Side.RED)
