"""One player as this node's connections see it: each of them hears of the player's new games."""

from typing import cast

from server.gateway.client import Client
from server.host.replica import Change, Replica
from server.players.circle import CircleEvent
from server.players.messages import Engaged
from server.players.restraint import Restricted
from server.players.state import Player
from server.session.social_views import notice_view
from server.session.views import side_name
from server.wire.server import Game, ServerMessage


class PlayerDesk:
    """The connections of one player on this node.

    Attributes:
        replica: the player as stored; None while nothing of a new guest need be known.
    """

    def __init__(self) -> None:
        self.replica: Replica | None = None
        self.clients: set[Client] = set()

    @property
    def is_registered(self) -> bool:
        """The store knows the player."""
        return self.replica is not None and self.player.is_registered

    @property
    def player(self) -> Player:
        """The player as stored; ask only when the replica is there."""
        if self.replica is None:
            raise AssertionError("a player nobody has loaded")
        return cast("Player", self.replica.state)

    @property
    def has_games(self) -> bool:
        """As far as is known here, the player has a game that is not over."""
        return self.replica is not None and bool(self.player.engagement.games)

    def changed(self, changes: tuple[Change, ...]) -> None:
        """Tell every connection of a game that begins."""
        for change in changes:
            event = change.stamped.event
            if isinstance(event, Engaged):
                self._tell(Game(event.room, side_name(event.side)))
            elif isinstance(event, CircleEvent):
                self.ignore()
            elif isinstance(event, Restricted):
                self._tell(notice_view(event))

    def ignore(self) -> None:
        """Let every connection know whose words its player does not want to read."""
        ignored = frozenset(self.player.circle.ignored)
        for client in self.clients:
            client.ignored = ignored

    def _tell(self, message: ServerMessage) -> None:
        for client in self.clients:
            client.send(message)

    def replaced(self, replica: Replica) -> None:
        """Take the other branch; `welcome` tells the games at the next `hello`."""
        self.replica = replica
