"""Letters between players, and telling the connections of a mailbox's owner what comes."""

from functools import partial
from typing import cast

from server.aggregate.refusal import Refused
from server.gateway.answers import have_decided, look_up
from server.gateway.client import Client
from server.gateway.names import Names
from server.host.aggregate_host import AggregateHost
from server.host.replica import Change, Replica
from server.mail.messages import Received, Sent, WasRead
from server.mail.state import Mailbox
from server.players.state import Player
from server.session.social import letter_command, reading
from server.session.social_views import (
    conversations_view,
    latest_first,
    letter_view,
    letters_view,
)
from server.store.base import AggregateId
from server.wire import client as wire
from server.wire.server import Unread


def mailbox_of(player: str) -> AggregateId:
    """The mailbox of a player."""
    return AggregateId("mailbox", player)


class _Reader:
    """A connection of a mailbox's owner; a watcher of the host."""

    __slots__ = ("_client", "_names", "replica")

    def __init__(self, client: Client, replica: Replica, names: Names) -> None:
        self._client = client
        self._names = names
        self.replica = replica

    def changed(self, changes: tuple[Change, ...]) -> None:
        """Tell letters, and how many are unread when some were read."""
        for change in changes:
            mailbox = cast("Mailbox", change.state)
            match change.stamped.event:
                case Sent(to=other) | Received(by=other):
                    self._names.when_known((other,), partial(self._tell, mailbox, other))
                case WasRead():
                    self._client.send(Unread(mailbox.unread))
                case _:
                    pass

    def replaced(self, replica: Replica) -> None:
        """Take the other branch; how many are unread is told anew."""
        self.replica = replica
        self._client.send(Unread(cast("Mailbox", replica.state).unread))

    def _tell(self, mailbox: Mailbox, other: str) -> None:
        if not self._client.is_gone:
            self._client.send(letter_view(mailbox, other, self._names))


class Letters:
    """The mailboxes as this node's connections see them. Owned by the gateway's social part."""

    def __init__(self, host: AggregateHost, names: Names) -> None:
        self._host = host
        self._names = names
        self._readers: dict[Client, _Reader] = {}

    def follow(self, client: Client) -> None:
        """Tell a connection what comes into its player's mailbox."""

        def seen(replica: Replica | None) -> None:
            if replica is None or client.is_gone or client in self._readers:
                return
            reader = self._readers[client] = _Reader(client, replica, self._names)
            self._host.watch(replica, reader)
            unread = cast("Mailbox", replica.state).unread
            if unread:
                client.send(Unread(unread))

        self._host.look(mailbox_of(client.player), seen)

    def forget(self, client: Client) -> None:
        """The connection is gone."""
        reader = self._readers.pop(client, None)
        if reader is not None:
            self._host.unwatch(reader.replica, reader)

    def write(self, client: Client, message: wire.Write, writer: Player, now_ms: int) -> None:
        """Have a letter sent, if its reader takes it."""

        def seen(replica: Replica) -> None:
            try:
                command = letter_command(message, writer, cast("Player", replica.state))
            except Refused as refused:
                client.refuse(message.id, refused.code, refused.detail)
            else:
                self._have_decided(client, message, command, now_ms)

        look_up(self._host, AggregateId("player", message.player), client, message, seen)

    def change(
        self, client: Client, message: wire.ReadLetters | wire.DropLetters, now_ms: int
    ) -> None:
        """Mark letters as read, or drop a conversation."""
        self._have_decided(client, message, reading(message), now_ms)

    def tell(self, client: Client, message: wire.Conversations | wire.Letters) -> None:
        """Send a page of conversations, or of letters."""

        def seen(replica: Replica) -> None:
            mailbox = cast("Mailbox", replica.state)
            if isinstance(message, wire.Conversations):
                self._tell_conversations(client, message, mailbox)
            else:
                self._tell_letters(client, message, mailbox)

        look_up(self._host, mailbox_of(client.player), client, message, seen)

    def _tell_conversations(
        self, client: Client, message: wire.Conversations, mailbox: Mailbox
    ) -> None:
        others = [other for other, _ in latest_first(mailbox)]
        self._names.when_known(
            others,
            lambda: client.send(
                conversations_view(message.id, mailbox, message.after, self._names)
            ),
        )

    def _tell_letters(self, client: Client, message: wire.Letters, mailbox: Mailbox) -> None:
        self._names.when_known(
            (message.player,),
            lambda: client.send(
                letters_view(message.id, mailbox, message.player, message.after, self._names)
            ),
        )

    def _have_decided(
        self, client: Client, message: wire.Request, command: object, now_ms: int
    ) -> None:
        have_decided(self._host, mailbox_of(client.player), command, client, message, now_ms)
