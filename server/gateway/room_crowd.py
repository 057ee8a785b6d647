"""Who is at one room, as its readers are told: the players, how many watch, and some by name."""

from collections.abc import Callable, Collection, Mapping
from itertools import islice
from typing import Final

from server.gateway.client import Client
from server.gateway.counts import Counts
from server.gateway.names import Names
from server.room.terms import Seats
from server.store.base import AggregateId
from server.wire.server import Crowd

NAMED_SPECTATORS: Final = 20
THINNING: Final = ((10_000, 300), (1_000, 60), (100, 12))
"""From so many here on, who is here is told only every so many ticks."""


class RoomCrowd:
    """Part of the desk of a room.

    Args:
        room: whose crowd it is.
        seats: gives who sits there now.
        clients: of the room on this node.
        by_player: the same, by player, in the order in which they came.
        is_here: whether a player has a connection, to this room or elsewhere.

    Attributes:
        spectators: how many there are, on all nodes.
    """

    def __init__(
        self,
        room: AggregateId,
        seats: Callable[[], Seats],
        clients: Collection[Client],
        by_player: Mapping[str, Collection[Client]],
        is_here: Callable[[str], bool],
        names: Names,
        counts: Counts,
    ) -> None:
        self._room = room
        self._seats = seats
        self._clients = clients
        self._by_player = by_player
        self._is_here = is_here
        self._names = names
        self.spectators = counts.of(room, self._spectators_here)
        self._told: Crowd | None = None
        self._is_same = False

    def changed(self) -> None:
        """Somebody came, went, sat down, or has another name."""
        self._is_same = False

    def news(self, tick: int) -> Crowd | None:
        """Who is here, if it is to be told in this tick: less often to many, and only if new."""
        ticks = next((n for from_, n in THINNING if len(self._clients) >= from_), 1)
        told = self._told
        here = None if told is None else (told.red_here, told.black_here)
        is_same = self._is_same and here == self._players_here()
        if tick % ticks or (is_same and told and told.spectators == self.spectators.total()):
            return None
        crowd, self._is_same = self.view(), True
        if crowd == told:
            return None
        self._told = crowd
        return crowd

    def view(self) -> Crowd:
        """Who is here now."""
        red_here, black_here = self._players_here()
        return Crowd(
            room=self._room.id,
            spectators=self.spectators.total(),
            names=self._watching(),
            red_here=red_here,
            black_here=black_here,
        )

    def _spectators_here(self) -> int:
        players = self._seats().taken()
        return len(self._clients) - sum(len(self._by_player.get(one, ())) for one in players)

    def _players_here(self) -> tuple[bool, bool]:
        seats = self._seats()
        return (
            seats.red is not None and self._is_here(seats.red),
            seats.black is not None and self._is_here(seats.black),
        )

    def _watching(self) -> list[str]:
        """The names of those who have watched longest, as many as are told."""
        players = self._seats().taken()
        watching = (self._names(player).name for player in self._by_player if player not in players)
        return list(islice(watching, NAMED_SPECTATORS))
