"""What a player alone is told of its moves: the one that waits, and those it may play now."""

from collections.abc import Callable, Iterable

from server.aggregate.refusal import RefusalCode
from server.api.premove import Premove, dropped_view, premove_view
from server.api.room_views import legal_view
from server.gateway.connection.client import Client
from server.gateway.room.viewers import Viewers
from server.host.view import View
from server.room.messages import RoomEvent
from server.room.state import Room


class OwnMoves:
    """Part of the broadcaster of a room.

    Args:
        premove_of: the premove of a player that stands in a room.
    """

    def __init__(
        self,
        view: View[Room, RoomEvent],
        viewers: Viewers,
        premove_of: Callable[[str, str], Premove | None],
    ) -> None:
        self._view = view
        self._viewers = viewers
        self._premove_of = premove_of
        self._told_version = view.head.version

    def show(self, client: Client) -> None:
        """Send a connection what its player knows of its moves."""
        room = self._view.aggregate.id
        premove = self._premove_of(room, client.player)
        if premove is not None:
            client.send(premove_view(room, premove))
        self._show_legal((client,))

    def restart(self) -> None:
        """The room is about to be shown anew to everybody."""
        self._told_version = self._view.head.version

    def tell_turn(self, version: int) -> None:
        """Everybody was told what happened up to a version: tell the seat to move what it may play.

        What is not told yet, or a premove that is about to be played, brings it later.
        """
        self._told_version = version
        mover = self._mover
        if mover is not None and version == self._view.head.version:
            self._show_legal(self._viewers.of(mover))

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
        is_all_told = self._told_version == self._view.head.version
        if is_all_told and self._premove_of(room, player) is None:
            self._show_legal(clients)

    @property
    def _mover(self) -> str | None:
        room = self._view.state
        return room.seats.of(room.game.to_move)

    def _show_legal(self, clients: Iterable[Client]) -> None:
        room, mover = self._view.state, self._mover
        premove = None if mover is None else self._premove_of(room.id, mover)
        if premove is not None and premove.ply == room.game.ply:
            return
        for client in clients:
            if client.player == mover:
                legal = legal_view(room, self._view.head.version, client.language)
                if legal is not None:
                    client.send(legal)
