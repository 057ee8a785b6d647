"""The rooms that owe a player its list of legal moves, made when everything else has been sent.

Theory of operation. To find the legal moves costs more than to send a move, and a
person needs them only to pick up a piece. So a room that owes a list waits here for one turn of the
loop, so that everything else is on its way by then. Then a few rooms are served in each turn. A
room that has moved on by then owes one list, that of its latest position.
"""

import asyncio
from typing import Final, Protocol

from xiangqi_server.gateway.connection.background_tasks import BackgroundTasks
from xiangqi_server.kernel.faults import Faults

ROOMS_A_TURN: Final = 8
"""How many lists of legal moves are made in one turn of the loop: well under a millisecond."""


class Owing(Protocol):
    """A room that owes lists of moves."""

    def flush(self) -> None:
        """Make and send them."""


class LegalQueue:
    """Owned by the broadcasters of rooms.

    Args:
        faults: keep a bug in one room's list from the other rooms.
    """

    def __init__(self, tasks: BackgroundTasks, faults: Faults) -> None:
        self._tasks = tasks
        self._faults = faults
        self._rooms: dict[Owing, None] = {}
        self._is_serving = False

    def add(self, room: Owing) -> None:
        """Have a room tell soon what it then owes; a room that waits already keeps its place."""
        self._rooms[room] = None
        if not self._is_serving:
            self._is_serving = True
            self._tasks.start(self._serve())

    async def _serve(self) -> None:
        try:
            while self._rooms:
                await asyncio.sleep(0)
                for room in list(self._rooms)[:ROOMS_A_TURN]:
                    del self._rooms[room]
                    with self._faults.contained("legal"):
                        room.flush()
        finally:
            self._is_serving = False
