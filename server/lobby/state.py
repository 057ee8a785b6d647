"""The lobby as a value: who looks for a game, and on which terms.

A player has at most one open seek and may wait in several pools at once. Whoever enters
a pool is paired with the one who waits there, so at most one player waits in each.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from server.lobby.messages import Seek

LOBBY_ID: Final = "main"
"""There is one lobby, and this is its id."""

MAX_SEEKS: Final = 500


@dataclass(frozen=True, slots=True)
class Lobby:
    """Everybody who looks for a game.

    Fields:
        seeks: open offers by id, oldest first.
        waiting: pool -> the player who waits there; a pool nobody waits in is not listed.
    """

    seeks: Mapping[str, Seek] = field(default_factory=dict)
    waiting: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def empty(cls, _lobby: str) -> "Lobby":
        """The lobby before anybody came; being the only one, it does not keep its id."""
        return cls()

    def seek_of(self, player: str) -> Seek | None:
        """The open seek of `player`, or None."""
        return next((seek for seek in self.seeks.values() if seek.player == player), None)

    def pools_of(self, player: str) -> tuple[str, ...]:
        """The pools `player` waits in."""
        return tuple(pool for pool, waiting in self.waiting.items() if waiting == player)

    def players(self) -> frozenset[str]:
        """Everybody with a seek or a place in a queue."""
        return frozenset(seek.player for seek in self.seeks.values()) | set(self.waiting.values())
