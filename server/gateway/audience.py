"""How many watch each game, for lists: told to the shelf when it changes, now and then.

Nodes that show a game know how many watch it on all of them, and all write the same; what a
node that died left behind is ignored once its game is over.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from server.gateway.errands import Errands, nothing
from server.gateway.room_desk import RoomDesk
from server.host.timebase import StoreClock
from server.room.speed import speed_of
from server.room.state import Status
from server.store.shelf import Shelf

WATCHED: Final = "watched"
"""The collection: a row a game, and lists by how many watch it, of all and of each speed."""


async def watcher_counts(shelf: Shelf, rooms: Sequence[str]) -> Mapping[str, int]:
    """How many watch each of these games, of those that somebody watches."""
    bodies = await shelf.rows(WATCHED, rooms)
    return {room: int(body) for room, body in zip(rooms, bodies, strict=True) if body}


class AudienceCount:
    """What this node has told of the spectators of games. Owned by the gateway."""

    def __init__(self, shelf: Shelf, clock: StoreClock, errands: Errands) -> None:
        self._shelf = shelf
        self._clock = clock
        self._errands = errands
        self._told: dict[str, int] = {}

    def refresh(self, desks: Iterable[RoomDesk]) -> None:
        """Tell what is news; called now and then."""
        watched = {}
        for desk in desks:
            count = desk.crowd.spectators.total()
            if desk.room.status is Status.PLAYING and count:
                watched[desk.room.id] = (count, speed_of(desk.room.terms.clock).value)
        for room in self._told.keys() - watched.keys():
            del self._told[room]
            gone = self._shelf.remove(WATCHED, room, self._clock.now_ms())
            self._errands.start(gone, failed=nothing)
        for room, (count, speed) in watched.items():
            if count != self._told.get(room):
                self._told[room] = count
                self._errands.start(self._tell(room, count, speed), failed=nothing)

    async def _tell(self, room: str, count: int, speed: str) -> None:
        places = {"all": count, f"all.{speed}": count}
        body = b"%d" % count
        await self._shelf.put(WATCHED, room, self._clock.now_ms(), body, places=places, words={})
