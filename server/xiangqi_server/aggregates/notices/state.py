"""A player's notices as a value: which games by days wait for the player's move.

Rooms tell it by effects, which come at least once and in any order. So the latest that is known of
each room is remembered with its place in the room's log, also where nothing waits.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, field

KEPT_ROOMS: Final = 400
"""Of how many rooms the latest is remembered: twice as many as a player may have open."""
BRANCH_MS: Final = 1_000
"""An event with an older number is newer if it came so much later: a failover of the store lost
the others. It takes longer than that, and the clocks of nodes differ by less."""


class Turn(Struct, frozen=True, array_like=True, gc=False):
    """The latest that is known of a room.

    Fields:
        at_ms, version: when and by which event of the room.
        ply: the number of the move that is waited for; None if it is not the player's.
        flag_at_ms: when the time for it is used up.
    """

    at_ms: int
    version: int
    ply: int | None = None
    flag_at_ms: int = 0

    def is_older_than(self, at_ms: int, version: int) -> bool:
        """Whether an event of the same room is news."""
        return version > self.version or at_ms > self.at_ms + BRANCH_MS


class Notices(Struct, frozen=True):
    """What waits for one player.

    Fields:
        rooms: the latest of each room, the one heard of last at the end.
        is_closed: the player's account is deleted.
    """

    id: str
    rooms: Mapping[str, Turn] = field(default_factory=dict)
    is_closed: bool = False

    @classmethod
    def empty(cls, player: str) -> "Notices":
        """The notices of a player who has never played by days."""
        return cls(player)

    @property
    def waiting(self) -> list[str]:
        """The rooms that wait for the player's move, the least time left first."""
        mine = [
            (turn.flag_at_ms, room) for room, turn in self.rooms.items() if turn.ply is not None
        ]
        return [room for _, room in sorted(mine)]
