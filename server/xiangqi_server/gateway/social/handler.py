"""What players ask about each other: friends, direct messages, reports, operators, news."""

from xiangqi_server.aggregates.players.devices import Scope
from xiangqi_server.aggregates.players.friends import Befriend, Friends, Ignore
from xiangqi_server.aggregates.players.kind import PLAYER
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.api.views.moderation_views import notices_in_force
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.inbox import Coro
from xiangqi_server.gateway.connection.limits.address_tags import Tags
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.online_players import OnlinePlayers
from xiangqi_server.gateway.connection.player_broadcaster import PlayerListener
from xiangqi_server.gateway.connection.replies import have_decided
from xiangqi_server.gateway.social.direct_messages import DirectMessages
from xiangqi_server.gateway.social.fair_play import FairPlayHandler
from xiangqi_server.gateway.social.moderation import ModerationHandler
from xiangqi_server.gateway.social.news import NewsHandler
from xiangqi_server.gateway.social.operators import Operators
from xiangqi_server.gateway.social.player_lists import PlayerLists
from xiangqi_server.kernel.host.view import key
from xiangqi_server.wire import client as wire


class SocialHandler(PlayerListener):
    """Owned by the gateway.

    Attributes:
        direct_messages, moderation, fair_play, news: the handlers of these topics.
    """

    def __init__(
        self,
        node: Node,
        online_players: OnlinePlayers,
        player_lists: PlayerLists,
        operators: Operators,
        tags: Tags,
    ) -> None:
        self._host = node.host
        self._clock = node.clock
        self._online_players = online_players
        self._player_lists = player_lists
        self.direct_messages = DirectMessages(node, online_players)
        self.moderation = ModerationHandler(node, online_players, tags, operators)
        self.fair_play = FairPlayHandler(node, operators)
        self.news = NewsHandler(node, online_players, operators)
        online_players.listen(self)

    def welcomed(self, client: Client, player: Player) -> None:
        """A connection was welcomed: send what waits for its player, which is given as stored."""
        if not player.is_registered:
            return
        for notice in notices_in_force(player.sanctions, self._clock.now_ms()):
            client.send(notice)
        if player.identity.has_account:
            self.on_account(client)

    def on_account(self, client: Client) -> None:
        """The player of a connection has an account, perhaps only now, so others may write to it.

        A program with a token that only lets it look does not stand for the player, and no program
        gets what others write.
        """
        if client.scope >= Scope.PLAY:
            is_bot = self._online_players.own(client).identity.is_bot
            self._player_lists.on_account(client.player, is_bot=is_bot)
        if client.scope is Scope.OWN:
            self.direct_messages.on_account(client)

    def on_renamed(self, client: Client) -> None:
        """A guest has an account now, an account another name, or it has become a bot."""
        self.on_account(client)

    def on_close(self, client: Client) -> None:
        """A connection is gone, and counted out."""
        self.direct_messages.on_close(client)
        if not self._online_players.is_here(client.player):
            self._player_lists.on_disconnect(client.player)

    def renew(self) -> None:
        """Store again which players are here; called often."""
        self._player_lists.renew()

    # Messages.

    def befriend(self, client: Client, message: wire.Friend | wire.Unfriend, now_ms: int) -> None:
        """Put somebody on the player's list of friends, or take them off it."""
        command = Befriend(message.player, on=isinstance(message, wire.Friend))
        have_decided(self._host, key(PLAYER, client.player), command, client, message, now_ms)

    def ignore(self, client: Client, message: wire.Ignore | wire.Unignore, now_ms: int) -> None:
        """Show the player no words of somebody's, or show them again."""
        command = Ignore(message.player, on=isinstance(message, wire.Ignore))
        have_decided(self._host, key(PLAYER, client.player), command, client, message, now_ms)

    def list_players(self, client: Client, message: wire.PlayerList) -> Coro:
        """Send a page of friends, of ignored players, or of players online."""
        player = self._online_players.player(client.player)
        friends = Friends() if player is None else player.friends
        return self._player_lists.show(client, message, friends)
