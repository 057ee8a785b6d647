"""A position is worth what its pieces are, and the same to both sides the other way round."""

from tests.support.random_play import random_positions
from xiangqi_server.game.engine.evaluation import VALUES, evaluate
from xiangqi_server.game.rules.board.encoding import (
    BLACK_BIT,
    CANNON,
    CHARIOT,
    HORSE,
    SOLDIER,
    SQUARES,
    Side,
)
from xiangqi_server.game.rules.board.fen import START_FEN, read_fen


def turned(board: bytes) -> bytes:
    """The board with the sides exchanged."""
    return bytes(piece ^ BLACK_BIT if piece else 0 for piece in reversed(board))


def test_neither_side_is_ahead_at_the_start() -> None:
    assert evaluate(read_fen(START_FEN).board, Side.RED) == 0


def test_what_one_side_is_ahead_the_other_is_behind() -> None:
    for position in random_positions(games=5, seed=1):
        ahead = evaluate(position.board, Side.RED)

        assert evaluate(position.board, Side.BLACK) == -ahead
        assert evaluate(turned(position.board), Side.BLACK) == ahead


def test_left_and_right_are_worth_the_same() -> None:
    for values in VALUES:
        for rank in range(0, SQUARES, 9):
            assert values[rank : rank + 9] == values[rank : rank + 9][::-1]


def test_pieces_are_worth_what_every_player_knows() -> None:
    mean = {role: sum(VALUES[role]) / SQUARES for role in (SOLDIER, HORSE, CANNON, CHARIOT)}

    assert mean[SOLDIER] < mean[HORSE] < mean[CHARIOT]
    assert mean[SOLDIER] < mean[CANNON] < mean[CHARIOT]
