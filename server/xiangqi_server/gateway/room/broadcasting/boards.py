"""One room as a whole position, for connections that watch several: its `board` frames.

A frame is made of what the spectators of the room know, so a game with a delay is seen late here as
well. It replaces the one before, so it may be missed; it is the same for all, and is kept for those
who come later.
"""

from xiangqi_server.api.moments import earlier
from xiangqi_server.api.views.boards import board_view
from xiangqi_server.gateway.connection.client import WIRE_FORMAT, Client
from xiangqi_server.gateway.connection.shared_frames import SharedFrames
from xiangqi_server.gateway.room.broadcasting.knowledge import RoomKnowledge
from xiangqi_server.kernel.host.aggregate_host import AggregateHost
from xiangqi_server.net.fanout import Subscribers
from xiangqi_server.wire.codec import encode
from xiangqi_server.wire.server import Board


class RoomBoard:
    """Part of the broadcaster of a room.

    Attributes:
        is_stale: spectators have learned something since the latest frame.
    """

    __slots__ = (
        "_board",
        "_frames",
        "_host",
        "_knowledge",
        "_subscribers",
        "_told",
        "_version",
        "is_stale",
    )

    def __init__(self, host: AggregateHost, knowledge: RoomKnowledge) -> None:
        self._host = host
        self._knowledge = knowledge
        self._subscribers = Subscribers(host.faults)
        self._frames = SharedFrames()
        self._board: Board | None = None
        self._told: Board | None = None
        self._version = -1
        self.is_stale = True

    def __len__(self) -> int:
        return len(self._subscribers)

    def add(self, client: Client) -> None:
        """Let a client watch from now on, and show it the board."""
        if not self._subscribers:
            self._told = self.now()  # nobody else has to be told that
        self._subscribers.add(client.connection, droppable=True)
        self.show(client)

    def discard(self, client: Client) -> None:
        """The client watches no longer."""
        self._subscribers.discard(client.connection)

    def show(self, client: Client) -> None:
        """Send a client the board as it stands, if that is known."""
        board = self.now()
        if board is not None:
            self._frames.send(client, self._version, None, lambda: (board,))

    def now(self) -> Board | None:
        """How the game stands as spectators know it; None while that is not known."""
        known = self._knowledge.of_spectators()
        if known is None:
            return None
        if self._board is None or known.head.version != self._version:
            board = board_view(known.room, known.head.at_ms)
            ahead_ms = self._host.parts.clock_offset_ms(self._knowledge.view.aggregate)
            self._board, self._version = earlier(board, ahead_ms), known.head.version
        return self._board

    def tell(self) -> None:
        """Send the board to all who watch it, if spectators have learned anything; every tick."""
        self.is_stale = False
        board = self.now()
        if board is not None and board is not self._told:
            self._told = board
            self._subscribers.send(lambda form: encode(board, WIRE_FORMAT[form]))

    def restart(self) -> None:
        """What was shown is not what the store holds: it is made again."""
        self._board, self.is_stale = None, True
        self._frames.clear()
