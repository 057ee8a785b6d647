"""What a player alone learns of its moves: its premove, and the moves it may play now."""

from collections.abc import Callable, Iterable

from xiangqi_server.aggregates.room.decisions.preconditions import require_on
from xiangqi_server.aggregates.room.messages import RoomEvent
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.api.room.premove import Premove, dropped_view, premove_view
from xiangqi_server.api.room.room_views import legal_view
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.room.broadcasting.legal_queue import LegalQueue
from xiangqi_server.gateway.room.broadcasting.viewers import Viewers
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, RefusalCode, require
from xiangqi_server.kernel.host.view import View


class OwnMoves:
    """Part of the broadcaster of a room.

    Args:
        premove_of: gives the premove of a player that waits in a room.
        queue: tells the legal moves when nothing more urgent is left.
    """

    def __init__(
        self,
        view: View[Room, RoomEvent],
        viewers: Viewers,
        premove_of: Callable[[str, str], Premove | None],
        queue: LegalQueue,
    ) -> None:
        self._view = view
        self._viewers = viewers
        self._premove_of = premove_of
        self._queue = queue
        self._delivered_version = view.head.version
        self._sent_game: Game | None = None
        self._sent_turn: object = None
        self._owed: tuple[Client, ...] = ()

    def show(self, client: Client) -> None:
        """Send a connection what its player knows of its moves, and soon what it may play."""
        room = self._view.aggregate.id
        premove = self._premove_of(room, client.player)
        if premove is not None:
            client.send(premove_view(room, premove))
        if client.player == self._mover:
            self._owe((client,))

    def restart(self) -> None:
        """The room is about to be shown to everybody again."""
        self._delivered_version = self._view.head.version

    def tell_turn(self, version: int) -> None:
        """Everything up to a version is delivered: send the seat to move what it may play.

        But only if that may have changed; after an offer, for instance, it has not. If something is
        pending, or a premove is about to be played, it is sent after that.
        """
        self._delivered_version = version
        room = self._view.state
        mover = room.seats.of(room.game.to_move)
        turn = (room.warning, room.status, mover)
        if room.game is not self._sent_game or turn != self._sent_turn:
            self._sent_game, self._sent_turn = room.game, turn
            self._owe(() if mover is None else self._viewers.of(mover))
        elif self._owed:
            self._queue.add(self)

    def tell_premove(
        self, player: str, premove: Premove | None, dropped: RefusalCode | None
    ) -> None:
        """Tell a player which premove stands, or why it was `dropped`."""
        room = self._view.aggregate.id
        clients = self._viewers.of(player)
        for client in clients:
            if premove is None or dropped is None:
                client.send(premove_view(room, premove))
            else:
                client.send(dropped_view(room, premove, dropped, client.language))
        if self._premove_of(room, player) is None:
            self._owe(clients)

    def flush(self) -> None:
        """Tell the clients that wait for it what they may play; the queue calls this."""
        if self._delivered_version != self._view.head.version:
            return  # the events come first, and bring it
        room, mover = self._view.state, self._mover
        owed, self._owed = self._owed, ()
        premove = None if mover is None else self._premove_of(room.id, mover)
        is_played_soon = premove is not None and premove.ply == room.game.ply
        if mover is None or not room.is_on or is_played_soon:
            return
        for client in self._viewers.of(mover):
            if client in owed:
                client.send(legal_view(room, self._view.head.version, client.language))

    def answer(self, client: Client, id_: str) -> None:
        """Answer a player's question what it may play.

        Raises:
            Refused: it is not its turn, there is no game, or its latest event is pending.
        """
        room, version = self._view.state, self._view.head.version
        require_on(room)
        require(client.player == self._mover, RoomRefusal.NOT_YOUR_TURN)
        require(self._delivered_version == version, CommonRefusal.UNAVAILABLE)
        client.send(legal_view(room, version, client.language, id_))

    @property
    def _mover(self) -> str | None:
        room = self._view.state
        return room.seats.of(room.game.to_move)

    def _owe(self, clients: Iterable[Client]) -> None:
        """Have these connections told what they may play, unless their programs know that."""
        for client in clients:
            if not client.knows_rules:
                if client not in self._owed:
                    self._owed += (client,)
                self._queue.add(self)
