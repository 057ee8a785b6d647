"""What players ask about each other: friends, direct messages, reports, operators, news."""

from typing import assert_never

from xiangqi_server.api.moderation_views import notices_in_force
from xiangqi_server.api.social import friends_command
from xiangqi_server.gateway.connection.address_tags import Tags
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.inbox import Coro
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.online_players import OnlinePlayers
from xiangqi_server.gateway.connection.player_broadcaster import PlayerListener
from xiangqi_server.gateway.connection.replies import have_decided
from xiangqi_server.gateway.social.direct_messages import DirectMessages
from xiangqi_server.gateway.social.moderation import ModerationHandler
from xiangqi_server.gateway.social.news import NewsHandler
from xiangqi_server.gateway.social.operators import Operators
from xiangqi_server.gateway.social.player_lists import PlayerLists
from xiangqi_server.host.view import key
from xiangqi_server.players.devices import Scope
from xiangqi_server.players.friends import Friends
from xiangqi_server.players.kind import PLAYER
from xiangqi_server.players.state import Player
from xiangqi_server.wire import client as wire

SocialMessage = (
    wire.AnyFriendsMessage
    | wire.AnyDirectMessagesMessage
    | wire.AnyModerationMessage
    | wire.AnyNewsMessage
)
"""The messages handled here."""


class SocialHandler(PlayerListener):
    """Owned by the gateway."""

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
        self._direct_messages = DirectMessages(node)
        self._moderation = ModerationHandler(node, tags, operators)
        self._news = NewsHandler(node, operators)
        online_players.listen(self)

    def welcomed(self, client: Client, player: Player) -> None:
        """A connection was welcomed: tell it what waits for its player, who is given as stored."""
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
            self._direct_messages.on_account(client)

    def on_renamed(self, client: Client) -> None:
        """A guest has an account now, an account another name, or it has become a bot."""
        self.on_account(client)

    def on_close(self, client: Client) -> None:
        """A connection is gone, and counted out."""
        self._direct_messages.on_close(client)
        if not self._online_players.is_here(client.player):
            self._player_lists.on_disconnect(client.player)

    def renew(self) -> None:
        """Store again who is here; called often."""
        self._player_lists.renew()

    def handle(self, client: Client, message: SocialMessage, now_ms: int) -> Coro | None:
        """Do what a message asks.

        Raises:
            Refused: the client may not do that.
        """
        player = self._online_players.player(client.player)
        match message:
            case wire.Friend() | wire.Unfriend() | wire.Ignore() | wire.Unignore():
                own = key(PLAYER, client.player)
                have_decided(self._host, own, friends_command(message), client, message, now_ms)
            case wire.PlayerList():
                friends = Friends() if player is None else player.friends
                return self._player_lists.show(client, message, friends)
            case wire.SendMessage():
                return self._direct_messages.send(client, message, player, now_ms)
            case wire.Conversations():
                return self._direct_messages.show_all(client, message)
            case wire.Conversation():
                return self._direct_messages.show(client, message)
            case wire.MarkRead() | wire.DeleteConversation():
                self._direct_messages.change(client, message, now_ms)
            case wire.Report():
                self._moderation.report(client, message, self._online_players.own(client), now_ms)
            case wire.Moderation():
                return self._moderation.show(client, message, player)
            case wire.Moderate() | wire.CloseReport():
                return self._moderation.act(client, message, player, now_ms)
            case wire.News():
                return self._news.show(client, message)
            case wire.PostNews() | wire.WithdrawNews():
                self._news.post(client, message, player, now_ms)
            case _:
                assert_never(message)
        return None
