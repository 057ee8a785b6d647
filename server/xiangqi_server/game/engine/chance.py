"""Repeatable chance: the same seed and position always give the same numbers."""

from hashlib import blake2b
from typing import Final

from xiangqi_server.game.rules.board.encoding import Move
from xiangqi_server.game.rules.board.position import Position

_HALF: Final = 1 << 32


def drawn(seed: int, position: Position, move: Move | None = None) -> tuple[int, int]:
    """Two numbers from 0 to 2**32 - 1, each as likely as any other.

    `seed` is from 0 to 2**64 - 1.
    """
    hashed = blake2b(position.board, digest_size=8, key=seed.to_bytes(8, "big"))
    hashed.update(bytes((position.side,)) + (0 if move is None else move).to_bytes(2, "big"))
    return divmod(int.from_bytes(hashed.digest(), "big"), _HALF)


def swayed(seed: int, position: Position, move: Move, most: int) -> int:
    """A number from -most to most, those near 0 the likeliest."""
    first, other = drawn(seed, position, move)
    return (first + other - _HALF) * most // _HALF


def is_missed(seed: int, position: Position, move: Move, percent: int) -> bool:
    """Whether a move is one of so many in a hundred; how it is swayed has no part in that."""
    return drawn(seed ^ 1, position, move)[0] * 100 < percent << 32
