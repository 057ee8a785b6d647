"""One player as this node's connections see it: its games, its account, devices signed out."""

from collections.abc import Iterable

from xiangqi_server.aggregates.players.challenges import Challenged, Unchallenged
from xiangqi_server.aggregates.players.deletion import Deleted, Expired
from xiangqi_server.aggregates.players.friends import Befriended, Ignored
from xiangqi_server.aggregates.players.identity import BecameBot, SignedOut
from xiangqi_server.aggregates.players.messages import PlayerEvent
from xiangqi_server.aggregates.players.naming import Named
from xiangqi_server.aggregates.players.open_games import Engaged
from xiangqi_server.aggregates.players.preferences import Preferred
from xiangqi_server.aggregates.players.sanctions import Restricted
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.messages import Challenge
from xiangqi_server.api.moments import earlier
from xiangqi_server.api.room.room_part_views import side_name
from xiangqi_server.api.views.account_views import account_view
from xiangqi_server.api.views.lobby_views import challenge_view
from xiangqi_server.api.views.moderation_views import notice_view
from xiangqi_server.gateway.connection.client import NOBODY, Client
from xiangqi_server.gateway.connection.closing import sign_out
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.kernel.host.view import Change, View, key
from xiangqi_server.wire import server
from xiangqi_server.wire.parts import GameRef
from xiangqi_server.wire.server import ChallengeOver, GameOpened, ServerMessage


class PlayerListener:
    """Hears of the players with a connection to this node; a subclass says what it does then."""

    def on_connect(self, player: str, games: tuple[str, ...]) -> None:
        """The first connection of a player with games has been opened."""

    def on_disconnect(self, player: str, games: tuple[str, ...]) -> None:
        """The last connection of such a player is closed."""

    def on_game_opened(self, player: str) -> None:
        """A game of the player has just begun, or waits for its opponent."""

    def on_renamed(self, client: Client) -> None:
        """The player of a welcomed connection has just got a name, or become a bot."""


class PlayerBroadcaster:
    """The connections of one player on this node.

    Args:
        listeners: hear of the player.

    Attributes:
        view: the player as stored; None while nothing of a new guest need be known.
        seen_in: the rooms in which the player was found to play, while there is no view.
    """

    __slots__ = ("_listeners", "_node", "clients", "seen_in", "view")

    def __init__(self, node: Node, listeners: Iterable[PlayerListener]) -> None:
        self._node = node
        self._listeners = listeners
        self.view: View[Player, PlayerEvent] | None = None
        self.clients: tuple[Client, ...] = ()
        self.seen_in: tuple[str, ...] = ()

    @property
    def is_registered(self) -> bool:
        """The store knows the player."""
        return self.view is not None and self.player.is_registered

    @property
    def player(self) -> Player:
        """The player as stored; ask only when the view is there."""
        if self.view is None:
            raise AssertionError("a player nobody has loaded")
        return self.view.state

    @property
    def rooms(self) -> tuple[str, ...]:
        """The rooms of the player's games that are not over, as far as is known here."""
        return self.seen_in if self.view is None else tuple(self.player.open_games.games)

    @property
    def games(self) -> list[GameRef]:
        """The player's games that are not over, oldest first."""
        open_games = self.player.open_games
        return [
            GameRef(room, side_name(side), live=room == open_games.live)
            for room, side in open_games.games.items()
        ]

    def show_challenges(self, client: Client) -> None:
        """Tell one connection of the challenges that wait for the player's answer."""
        if self.view is not None:
            for challenge in self.player.challenges.waiting.values():
                self._tell_challenge(challenge, (client,))

    def catch_up(self, client: Client) -> None:
        """Tell a connection that was welcomed as a new guest's what is stored of its player.

        It may have been stored because of another connection, here or at another node.
        """
        if not self.player.is_registered:
            return
        if self.player.identity.device(client.device) is None:
            sign_out(client)
            return
        self.tell_stored(client)
        for listener in self._listeners if self.player.identity.has_account else ():
            listener.on_renamed(client)

    def tell_stored(self, client: Client) -> None:
        """Tell one connection what `welcome` could not: its account, games and challenges."""
        if self.player.identity.has_account:
            client.send(account_view(self.player))
        for game in self.games:
            client.send(GameOpened(game.room, game.side, game.live))
        self.show_challenges(client)

    def changed(self, changes: tuple[Change[Player, PlayerEvent], ...]) -> None:
        """Tell every connection of games that begin, and of all that has changed for the player."""
        for change in changes:
            match change.stamped.event:
                case Engaged(room, side, live):
                    self._tell(GameOpened(room, side_name(side), live))
                    for listener in self._listeners:
                        listener.on_game_opened(self.player.id)
                case Challenged(challenge):
                    self._tell_challenge(challenge, self.clients)
                case Unchallenged(room):
                    self._tell(ChallengeOver(room))
                case SignedOut(devices):
                    self._close_signed_out(
                        [client for client in self.clients if client.device in devices]
                    )
                case Deleted() | Expired():
                    self._close_signed_out(self.clients)
                case Preferred():
                    self._tell(account_view(change.state))
                case Named() | BecameBot():
                    self._tell(account_view(change.state))
                    self._tell_named()
                case Befriended() | Ignored():
                    self.ignore()
                case Restricted() as restricted:
                    self._tell(notice_view(restricted))

    def _tell_named(self) -> None:
        for client in self.clients:
            for listener in self._listeners if client.is_welcomed else ():
                listener.on_renamed(client)

    def ignore(self) -> None:
        """Tell every client whose words its player does not want to read."""
        ignored = frozenset(self.player.friends.ignored) or NOBODY
        for client in self.clients:
            client.ignored = ignored

    def _tell(self, message: ServerMessage) -> None:
        for client in self.clients:
            client.send(message)

    def _close_signed_out(self, clients: Iterable[Client]) -> None:
        for client in clients:
            sign_out(client)

    def _tell_challenge(self, challenge: Challenge, clients: Iterable[Client]) -> None:
        """Tell of a challenge once its maker is known by name, if it still stands then."""
        if self._node.names.at_hand((challenge.by,)):
            self._tell_challenge_of_known(challenge, clients)
        else:
            self._node.tasks.start(self._tell_challenge_when_known(challenge, clients))

    async def _tell_challenge_when_known(
        self, challenge: Challenge, clients: Iterable[Client]
    ) -> None:
        await self._node.names.learn((challenge.by,))
        self._tell_challenge_of_known(challenge, clients)

    def _tell_challenge_of_known(self, challenge: Challenge, clients: Iterable[Client]) -> None:
        is_open = challenge.room in self.player.challenges.waiting
        for client in clients if is_open else ():
            if not client.is_gone:
                told = server.Challenged(challenge_view(challenge, self._node.names))
                ahead_ms = self._node.host.parts.clock_offset_ms(key(ROOM, challenge.room))
                client.send(earlier(told, ahead_ms))

    def replaced(self) -> None:
        """Nothing at once: `welcome` tells the games at the next `hello`."""
