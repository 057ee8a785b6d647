"""A player as a value: what proves who it is, and the games it can come back to.

The open games are how a player finds a game again after a crash of anything: rooms write
them here by order when a game begins, and remove them when it is over.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from server.rules.board import Side

MAX_OPEN_GAMES: Final = 64
"""How many games one player may have open; a room beyond that is not listed."""
KEPT_RELEASES: Final = 64
"""So many of the latest games that are over are remembered, see `Player.released`."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player.

    Fields:
        token_hash: whoever shows a token with this hash is this player; None for one that
            was never registered.
        games: room -> the player's side, for each game that is not over, oldest first.
        released: rooms whose games are over, the latest last. After a crash the order that
            begins a game may come once more, or for the first time, after the one that ends it.
    """

    id: str
    token_hash: bytes | None = None
    games: Mapping[str, Side] = field(default_factory=dict)
    released: tuple[str, ...] = ()

    @classmethod
    def empty(cls, player: str) -> "Player":
        """A player nobody has written anything about."""
        return cls(player)
