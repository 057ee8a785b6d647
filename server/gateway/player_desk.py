"""One player as this node's connections see it: its games, its account, and who was signed out."""

from collections.abc import Callable, Iterable
from typing import cast

from server.gateway.client import Client
from server.gateway.names import Names
from server.gateway.partings import sign_out
from server.host.replica import Change, Replica
from server.players.challenges import Challenged, Unchallenged
from server.players.circle import Befriended, Ignored
from server.players.engagement import Engaged
from server.players.identity import SignedOut
from server.players.leaving import Deleted, Expired
from server.players.naming import Named
from server.players.preferences import Preferred
from server.players.restraint import Restricted
from server.players.state import Player
from server.room.messages import Challenge
from server.session.lobby_views import challenge_view
from server.session.part_views import side_name
from server.session.profiles import account_view
from server.session.social_views import notice_view
from server.wire import server
from server.wire.parts import GameRef
from server.wire.server import ChallengeOver, Game, ServerMessage


class PlayerDesk:
    """The connections of one player on this node.

    Args:
        named: hears of a connection whose player has just got its name.
        engaged: hears of the player when a game of its own has just begun, or waits.
        names: what others are called.

    Attributes:
        replica: the player as stored; None while nothing of a new guest need be known.
    """

    def __init__(
        self, named: Callable[[Client], None], engaged: Callable[[str], None], names: Names
    ) -> None:
        self._names = names
        self._named = named
        self._engaged = engaged
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

    @property
    def games(self) -> list[GameRef]:
        """The player's games that are not over, oldest first."""
        engagement = self.player.engagement
        return [
            GameRef(room, side_name(side), live=room == engagement.live)
            for room, side in engagement.games.items()
        ]

    def show_challenges(self, client: Client) -> None:
        """Tell one connection of everybody who waits for the player's answer."""
        if self.replica is not None:
            for challenge in self.player.challenges.waiting.values():
                self._tell_challenge(challenge, (client,))

    def changed(self, changes: tuple[Change, ...]) -> None:
        """Tell every connection of a game that begins, and of what is new about the player."""
        for change in changes:
            match change.stamped.event:
                case Engaged(room, side, live):
                    self._tell(Game(room, side_name(side), live))
                    self._engaged(self.player.id)
                case Challenged(challenge):
                    self._tell_challenge(challenge, tuple(self.clients))
                case Unchallenged(room):
                    self._tell(ChallengeOver(room))
                case SignedOut(devices):
                    self._turn_out([one for one in self.clients if one.device in devices])
                case Deleted() | Expired():
                    self._turn_out(list(self.clients))
                case Named() | Preferred() as event:
                    self._tell(account_view(cast("Player", change.state)))
                    for client in self.clients if isinstance(event, Named) else ():
                        self._named(client)
                case Befriended() | Ignored():
                    self.ignore()
                case Restricted() as restricted:
                    self._tell(notice_view(restricted))

    def ignore(self) -> None:
        """Let every connection know whose words its player does not want to read."""
        ignored = frozenset(self.player.circle.ignored)
        for client in self.clients:
            client.ignored = ignored

    def _tell(self, message: ServerMessage) -> None:
        for client in self.clients:
            client.send(message)

    def _turn_out(self, clients: list[Client]) -> None:
        for client in clients:
            sign_out(client)

    def _tell_challenge(self, challenge: Challenge, clients: Iterable[Client]) -> None:
        """Tell of a challenge that still stands, once its maker is known by name."""

        def known() -> None:
            is_open = challenge.room in self.player.challenges.waiting
            for client in clients if is_open else ():
                if not client.is_gone:
                    client.send(server.Challenged(challenge_view(challenge, self._names)))

        self._names.when_known((challenge.by,), known)

    def replaced(self, replica: Replica) -> None:
        """Take the other branch; `welcome` tells the games at the next `hello`."""
        self.replica = replica
