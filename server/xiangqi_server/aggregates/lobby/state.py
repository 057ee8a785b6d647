"""The lobby as a value: the players in search of a game, and their terms.

A player looks for a live game by one open seek at most and in several pools at once, and for a game
by days by another seek: neither takes the other away. A paired player leaves all that was for such
a game, and is remembered for a while: if the other one does not come, the place is given back with
the time waited. Thousands wait and most commands concern one of them, so the queues are persistent
maps: a change costs the same in any crowd.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, NamedTuple

from xiangqi_server.aggregates.lobby.messages import Seek
from xiangqi_server.aggregates.lobby.no_shows import NoShows
from xiangqi_server.aggregates.lobby.pools import QUEUES, Queue
from xiangqi_server.aggregates.room import messages
from xiangqi_server.aggregates.room.bars import Bars
from xiangqi_server.aggregates.room.terms import GameTerms
from xiangqi_server.aggregates.room.time_limits import ready_ms
from xiangqi_server.kernel.aggregate.persistent_map import PersistentMap
from xiangqi_server.limits import SEEKS_OF_ADDRESS

LOBBY_ID: Final = messages.LOBBY_ID
"""There is one lobby, and this is its id."""

MAX_SEEKS: Final = 200
MAX_SEEKS_OF_ADDRESS: Final = SEEKS_OF_ADDRESS.most
MAX_WAITING: Final = 24_000
"""The most places in all queues together."""
MAX_IGNORES: Final = 60_000
"""The most entries of ignore lists in all places together: a snapshot must fit into one record."""

MAX_REMEMBERED: Final = 60_000
"""What all pairs that are remembered may weigh together; see `Pair`. Beyond, the oldest is not."""

KEPT_PAIR_MS: Final = 5 * 60 * 1000
"""How long a pair is remembered: longer than it can take until a game to which neither came is
void, apart from outages."""


class QueueEntry(NamedTuple):
    """One player's place in one queue; the fields are those of `messages.Queued`."""

    player: str
    since_ms: int
    rating: int
    tilt: int
    last_opponent: str | None
    ignores: tuple[str, ...]
    room: str
    toss: int

    def again(self, absent: str) -> "QueueEntry":
        """The same place after a game that `absent` did not come to: as long as before.

        The room is another one, which is as hard to guess as the first.
        """
        room = sha256(f"again:{self.room}".encode()).hexdigest()[: len(self.room)]
        return self._replace(last_opponent=absent, room=room)


class QueuePlace(NamedTuple):
    """What a player gave up to be paired."""

    player: str
    seek: Seek | None
    waits: tuple[tuple[Queue, QueueEntry], ...]


class Pair(NamedTuple):
    """Two paired players, and the moment.

    Fields:
        weight: what it takes of a snapshot: one for each entry of an ignore list, a few for each
            place in a queue.
    """

    at_ms: int
    red: QueuePlace
    black: QueuePlace
    weight: int


def is_live(terms: GameTerms) -> bool:
    """Whether both come to a game at once: it is not by days."""
    return ready_ms(terms.clock) > 0


def pair_of(at_ms: int, red: QueuePlace, black: QueuePlace) -> Pair:
    """Two players that were paired at a time, by what they gave up."""
    lists = [wait.ignores for place in (red, black) for _, wait in place.waits]
    lists += [place.seek.ignores for place in (red, black) if place.seek is not None]
    return Pair(at_ms, red, black, sum(4 + len(ignores) for ignores in lists))


_NOBODY: Final[PersistentMap[str, QueueEntry]] = PersistentMap()


@dataclass(frozen=True, slots=True)
class Lobby:
    """All players in search of a game.

    Fields:
        seeks: open offers by id, oldest first.
        queues: the places in each queue, by player; every queue is there.
        tick_at_ms: when to look for pairs, None when there is nothing to hope for.
        pairs: by room, the pairs of the last minutes, oldest first.
        ignores: how many entries of ignore lists the queues hold.
        bars: players that are kept out.
        no_shows: players that have not come to games lately, oldest first.
    """

    seeks: Mapping[str, Seek] = field(default_factory=dict)
    queues: Mapping[Queue, PersistentMap[str, QueueEntry]] = field(
        default_factory=lambda: dict.fromkeys(QUEUES, _NOBODY)
    )
    tick_at_ms: int | None = None
    pairs: Mapping[str, Pair] = field(default_factory=dict)
    ignores: int = 0
    bars: Bars = field(default_factory=dict)
    no_shows: Mapping[str, NoShows] = field(default_factory=dict)

    @classmethod
    def empty(cls, _lobby: str) -> "Lobby":
        """The lobby before anybody came; being the only one, it does not keep its id."""
        return cls()

    def seeks_of(self, player: str) -> tuple[Seek, ...]:
        """The open seeks of `player`: one of a live game, one of a game by days, or fewer."""
        return tuple(seek for seek in self.seeks.values() if seek.player == player)

    def seek_of(self, player: str, *, live: bool) -> Seek | None:
        """The open seek of `player` of a live game, or of one by days, or None."""
        own = (seek for seek in self.seeks_of(player) if is_live(seek.terms) is live)
        return next(own, None)

    def waits_of(self, player: str) -> tuple[tuple[Queue, QueueEntry], ...]:
        """The places of `player` in queues."""
        return tuple(
            (queue, waits[player]) for queue, waits in self.queues.items() if player in waits
        )

    def waiting(self, pool: str, *, rated: bool) -> int:
        """How many wait in a queue."""
        return len(self.queues[Queue(pool, rated)])

    def place_of(self, player: str, *, live: bool) -> QueuePlace:
        """All that `player` would give up to be paired for a live game, or for one by days."""
        waits = self.waits_of(player) if live else ()
        return QueuePlace(player, self.seek_of(player, live=live), waits)

    def whole_place_of(self, player: str) -> QueuePlace:
        """What `player` gave up when one place was for games of all kinds."""
        return QueuePlace(player, next(iter(self.seeks_of(player)), None), self.waits_of(player))

    def players(self) -> frozenset[str]:
        """Everybody with a seek or a place in a queue."""
        seeking = frozenset(seek.player for seek in self.seeks.values())
        return seeking.union(*self.queues.values())
