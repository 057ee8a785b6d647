"""What the server sends about direct messages."""

from xiangqi_server.wire.parts import ConversationInfo, MessageInfo, PlayerRef
from xiangqi_server.wire.server.base import ServerMessage


class Conversations(ServerMessage, tag="conversations", frozen=True):
    """The answer to `conversations`.

    Fields:
        rows: at most 50.
        unread: how many messages are unread in all conversations.
        next: to send as `after` for the next page, null if this is the last.
    """

    id: str
    rows: list[ConversationInfo]
    unread: int
    next: int | None


class Conversation(ServerMessage, tag="conversation", frozen=True):
    """The answer to `conversation`.

    Fields:
        player: the other one.
        rows: the latest first, at most 50.
        next: to send as `after` for the next page, null if this is the last.
    """

    id: str
    player: PlayerRef
    rows: list[MessageInfo]
    next: int | None


class DirectMessage(ServerMessage, tag="direct_message", frozen=True):
    """A message of a player was sent or came.

    Fields:
        player: the other one.
        message: the new one.
        unread: how many messages are unread in all conversations.
    """

    player: PlayerRef
    message: MessageInfo
    unread: int


class Unread(ServerMessage, tag="unread", frozen=True):
    """How many of your messages are unread now.

    It comes after `welcome` if there are any, and when you have read some.

    Fields:
        count: in all conversations.
    """

    count: int
