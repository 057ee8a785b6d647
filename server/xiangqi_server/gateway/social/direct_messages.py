"""Direct messages between players, and what the connections of a mailbox's owner get."""

from xiangqi_server.aggregates.direct_messages.kind import MAILBOX
from xiangqi_server.aggregates.direct_messages.messages import (
    Forget,
    MailEvent,
    Read,
    Received,
    Sent,
    WasRead,
)
from xiangqi_server.aggregates.direct_messages.state import Mailbox
from xiangqi_server.api.social import send_message_command
from xiangqi_server.api.views.direct_messages_views import (
    conversation_view,
    conversations_view,
    direct_message_view,
    latest_first,
)
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.online_players import OnlinePlayers
from xiangqi_server.gateway.connection.replies import have_decided
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused
from xiangqi_server.kernel.host.view import Change, Key, View, key
from xiangqi_server.limits import WRITTEN, WRITTEN_OF_ADDRESS, WRITTEN_PORTIONS_OF_ADDRESS, portions
from xiangqi_server.wire import client as wire
from xiangqi_server.wire.server import Unread


def mailbox_of(player: str) -> Key[Mailbox, MailEvent]:
    """The mailbox of a player."""
    return key(MAILBOX, player)


class _Reader:
    """A connection of a mailbox's owner; a watcher of the host."""

    __slots__ = ("_client", "_names", "_tasks", "view")

    def __init__(self, node: Node, client: Client, view: View[Mailbox, MailEvent]) -> None:
        self._client = client
        self._names = node.names
        self._tasks = node.tasks
        self.view = view

    def changed(self, changes: tuple[Change[Mailbox, MailEvent], ...]) -> None:
        """Tell each new message, and, once some were read, how many are unread."""
        for change in changes:
            mailbox = change.state
            match change.stamped.event:
                case Sent(to=other) | Received(by=other):
                    self._tell(mailbox, other)
                case WasRead():
                    self._client.send(Unread(mailbox.unread))
                case _:
                    pass

    def replaced(self) -> None:
        """Tell again how many messages are unread."""
        self._client.send(Unread(self.view.state.unread))

    def _tell(self, mailbox: Mailbox, other: str) -> None:
        """Tell the latest message of a conversation, once the other player's name is known."""
        if self._names.at_hand((other,)):
            self._tell_known(mailbox, other)
        else:
            self._tasks.start(self._tell_when_known(mailbox, other))

    async def _tell_when_known(self, mailbox: Mailbox, other: str) -> None:
        await self._names.learn((other,))
        self._tell_known(mailbox, other)

    def _tell_known(self, mailbox: Mailbox, other: str) -> None:
        if not self._client.is_gone:
            self._client.send(direct_message_view(mailbox, other, self._names))


class DirectMessages:
    """The mailboxes as this node's connections see them. Part of the social handler."""

    def __init__(self, node: Node, online_players: OnlinePlayers) -> None:
        self._node = node
        self._online_players = online_players
        self._host = node.host
        self._aggregates = node.aggregates
        self._tasks = node.tasks
        self._names = node.names
        self._limits = node.address_limits.senders(
            WRITTEN, WRITTEN_OF_ADDRESS, WRITTEN_PORTIONS_OF_ADDRESS
        )
        self._readers: dict[Client, _Reader] = {}

    def on_account(self, client: Client) -> None:
        """Tell a connection of what comes into its player's mailbox."""
        self._tasks.start(self._follow(client))

    async def _follow(self, client: Client) -> None:
        view = await self._host.view(mailbox_of(client.player))
        if client.is_gone or client in self._readers:
            return
        reader = self._readers[client] = _Reader(self._node, client, view)
        self._host.watch(view, reader)
        if view.state.unread:
            client.send(Unread(view.state.unread))

    def on_close(self, client: Client) -> None:
        """The connection is gone."""
        reader = self._readers.pop(client, None)
        if reader is not None:
            self._host.unwatch(reader.view, reader)

    async def send(self, client: Client, message: wire.SendMessage, now_ms: int) -> None:
        """Have a message sent, if its reader takes it.

        Raises:
            Refused: the reader does not take it, a player has no account, or there are too many.
            StoreUnavailable: there is no store.
        """
        sender = self._online_players.player(client.player)
        if sender is None:
            raise Refused(CommonRefusal.NO_ACCOUNT)
        reader = await self._aggregates.player(message.player)
        command = send_message_command(message, sender, reader)
        amount = portions(len(command.text.encode()))
        self._limits.count(client.player, client.address, now_ms, amount=amount)
        self._submit(client, message, command, now_ms)

    def mark_read(self, client: Client, message: wire.MarkRead, now_ms: int) -> None:
        """Mark messages as read."""
        self._submit(client, message, Read(message.player, message.number), now_ms)

    def forget(self, client: Client, message: wire.DeleteConversation, now_ms: int) -> None:
        """Delete a conversation for the player, not for the other."""
        self._submit(client, message, Forget(message.player), now_ms)

    async def show_all(self, client: Client, message: wire.Conversations) -> None:
        """Send a page of conversations.

        Raises:
            StoreUnavailable: there is no store.
        """
        mailbox = await self._aggregates.mailbox(client.player)
        await self._names.learn(other for other, _ in latest_first(mailbox))
        client.send(conversations_view(message.id, mailbox, message.after, self._names))

    async def show(self, client: Client, message: wire.Conversation) -> None:
        """Send a page of one conversation.

        Raises:
            StoreUnavailable: there is no store.
        """
        other, after = message.player, message.after
        mailbox = await self._aggregates.mailbox(client.player)
        await self._names.learn((other,))
        client.send(conversation_view(message.id, mailbox, other, after, self._names))

    def _submit(self, client: Client, message: wire.Request, command: object, now_ms: int) -> None:
        have_decided(self._host, mailbox_of(client.player), command, client, message, now_ms)
