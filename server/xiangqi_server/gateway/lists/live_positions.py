"""How games that are played stand, for lists: as spectators of each know it, never earlier."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress

from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.api.moments import earlier
from xiangqi_server.api.views.boards import board_view
from xiangqi_server.gateway.room.broadcasters import RoomBroadcasters
from xiangqi_server.kernel.host.aggregate_host import AggregateHost
from xiangqi_server.kernel.host.view import key
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.wire.server import Board


class LivePositions:
    """Part of the lists of games."""

    def __init__(self, host: AggregateHost, rooms: RoomBroadcasters) -> None:
        self._host = host
        self._rooms = rooms

    async def of(self, rooms: Sequence[str]) -> Mapping[str, Board]:
        """The boards of these games; those of which nothing may be known are left out."""
        boards = await asyncio.gather(*map(self._board, rooms))
        return {board.game: board for board in boards if board is not None}

    async def _board(self, room: str) -> Board | None:
        broadcaster = self._rooms.loaded(room)
        if broadcaster is not None:
            return broadcaster.board.now()
        with suppress(StoreUnavailable):
            view = await self._host.view(key(ROOM, room))
            if view.head.version and not view.state.terms.delay_ms:
                board = board_view(view.state, view.head.at_ms)
                return earlier(board, self._host.parts.clock_offset_ms(view.aggregate))
        return None
