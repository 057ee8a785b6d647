"""What happened in one room and waits until the names of new players are known."""

from collections.abc import AsyncIterator

from xiangqi_server.aggregates.room.messages import RoomEvent, Seated
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.gateway.connection.display_names import DisplayNames
from xiangqi_server.kernel.host.view import Change

RoomChanges = tuple[Change[Room, RoomEvent], ...]
"""Changes that were stored together, oldest first."""


class PendingChanges:
    """Part of the broadcaster of a room, which delivers the changes in their order."""

    __slots__ = ("_names", "_waiting")

    def __init__(self, names: DisplayNames) -> None:
        self._names = names
        self._waiting: list[RoomChanges] = []

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def keep(self, changes: RoomChanges) -> bool:
        """Keep changes if a name is unknown, or others wait; returns whether it keeps them."""
        newcomers = _newcomers(changes)
        if not (self._waiting or (newcomers and not self._names.at_hand(newcomers))):
            return False
        self._waiting.append(changes)
        return True

    def clear(self) -> None:
        """Drop what waits: the store has lost it."""
        self._waiting.clear()

    async def named(self) -> AsyncIterator[RoomChanges]:
        """Each of the changes that wait, once its names are known; several tasks may take them."""
        while self._waiting:
            changes = self._waiting[0]
            await self._names.learn(_newcomers(changes))
            if (
                self._waiting and self._waiting[0] is changes
            ):  # no other task has taken it meanwhile
                del self._waiting[0]
                yield changes


def _newcomers(changes: RoomChanges) -> list[str]:
    """The players that take a seat by these changes."""
    return [
        change.stamped.event.player
        for change in changes
        if isinstance(change.stamped.event, Seated)
    ]
