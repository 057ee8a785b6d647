"""A player's notices as a value: which games by days wait, what else there is, and where.

Rooms tell it by effects, which come at least once and in any order. So the latest that is known of
each room is remembered with its place in the room's log, also where nothing waits.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, field

from xiangqi_server.aggregates.notices.channels import Channel
from xiangqi_server.aggregates.notices.news import Happening
from xiangqi_server.aggregates.notices.wishes import Wishes

KEPT_ROOMS: Final = 400
"""Of how many rooms the latest is remembered: twice as many as a player may have open."""
MOST_TRIES: Final = 3
"""How often a sending is tried again."""
BRANCH_MS: Final = 1_000
"""An event with an older number is newer if it came so much later: a failover of the store lost
the others. It takes longer than that, and the clocks of nodes differ by less."""


class Turn(Struct, frozen=True, array_like=True, gc=False):
    """The latest that is known of a room.

    Fields:
        at_ms, version: when and by which event of the room.
        ply: the number of the move that is waited for; None if it is not the player's.
        flag_at_ms: when the time for it is used up.
        told: how many notices there were: 1 for the turn, 2 with the reminder.
    """

    at_ms: int
    version: int
    ply: int | None = None
    flag_at_ms: int = 0
    told: int = 0

    def is_older_than(self, at_ms: int, version: int) -> bool:
        """Whether an event of the same room is news."""
        return version > self.version or at_ms > self.at_ms + BRANCH_MS


class Sending(Struct, frozen=True):
    """What is being sent, or waits to be sent again.

    Fields:
        number: of the sending.
        rooms, news: what it is about.
        begun_ms: since when it is under way.
        node, claimed_ms: the node that sends it, and since when.
        wait_ms: until when it waits; 0 while it is under way.
        tries: how often channels did not take it.
        looks: how often the player was there.
        channels: those it is still for; empty for all.
    """

    number: int
    rooms: tuple[str, ...] = ()
    news: tuple[str, ...] = ()
    begun_ms: int = 0
    node: str = ""
    claimed_ms: int = 0
    wait_ms: int = 0
    tries: int = 0
    looks: int = 0
    channels: tuple[str, ...] = ()

    @property
    def is_given_up(self) -> bool:
        """Nothing was heard of it this time either: it counts as sent."""
        return not self.wait_ms and self.tries >= MOST_TRIES


class Notices(Struct, frozen=True):
    """What waits for one player.

    Fields:
        rooms: the latest of each room, the one heard of last at the end.
        is_closed: the player's account is deleted.
        is_shed: a snapshot has replaced the log since then.
        channels: the browsers that get notices, the one renewed last at the end.
        wishes: what they are about, and when they come.
        news: what else waits for a notice, oldest first.
        sending: what is being sent; None if nothing is.
        sent: how many sendings there were.
        sent_ms: when the last one ended.
        day, of_day: the day of UTC of that one, and how many ended on it.
    """

    id: str
    rooms: Mapping[str, Turn] = field(default_factory=dict)
    is_closed: bool = False
    is_shed: bool = False
    channels: tuple[Channel, ...] = ()
    wishes: Wishes = field(default_factory=Wishes)
    news: tuple[Happening, ...] = ()
    sending: Sending | None = None
    sent: int = 0
    sent_ms: int = 0
    day: int = 0
    of_day: int = 0

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
