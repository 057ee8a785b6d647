"""What happened in one room and waits until the names of new players are known."""

from collections.abc import AsyncIterator

from xiangqi_server.aggregates.room.messages import RoomEvent, Seated
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.gateway.connection.display_names import DisplayNames
from xiangqi_server.kernel.host.view import Change

RoomChanges = tuple[Change[Room, RoomEvent], ...]
"""Changes that were stored together, oldest first."""


class PendingChanges:
    """Part of the broadcaster of a room, which delivers the changes in their order.

    Attributes:
        waiting: the changes that wait.
    """

    __slots__ = ("_names", "waiting")

    def __init__(self, names: DisplayNames) -> None:
        self._names = names
        self.waiting: list[RoomChanges] = []

    def keep(self, changes: RoomChanges) -> bool:
        """Keep changes if a name is unknown, or others wait; returns whether it keeps them."""
        is_kept = bool(self.waiting)
        for change in changes:
            event = change.stamped.event
            is_kept |= isinstance(event, Seated) and not self._names.at_hand((event.player,))
        if is_kept:
            self.waiting.append(changes)
        return is_kept

    def clear(self) -> None:
        """Drop what waits: the store has lost it."""
        self.waiting.clear()

    async def named(self) -> AsyncIterator[RoomChanges]:
        """Each of the changes that wait, once its names are known; several tasks may take them."""
        while self.waiting:
            changes = self.waiting[0]
            await self._names.learn(_newcomers(changes))
            if self.waiting and self.waiting[0] is changes:  # no other task has taken it meanwhile
                del self.waiting[0]
                yield changes


def _newcomers(changes: RoomChanges) -> list[str]:
    """The players that take a seat by these changes."""
    return [
        change.stamped.event.player
        for change in changes
        if isinstance(change.stamped.event, Seated)
    ]
