"""What one asks of direct messages."""

from server.wire.client.base import Request
from server.wire.limits import (
    MessageText,
    PlayerId,
    Position,
)


class SendMessage(Request, tag="send_message", frozen=True):
    """Write a message to a player; both need accounts. Answer: `done`, or `refused`.

    One's own connections and the other player's get `direct_message`.

    Fields:
        player: whom one writes to.
        text: cleaned as lines of chat are, and shown on one line.
    """

    player: PlayerId
    text: MessageText


class Conversations(Request, tag="conversations", frozen=True):
    """Have one's conversations, the latest first. Answer: `conversations`.

    Fields:
        after: `next` of the page before.
    """

    after: Position | None = None


class Conversation(Request, tag="conversation", frozen=True):
    """Have the messages of a conversation, the latest first. Answer: `conversation`.

    Fields:
        player: the other one.
        after: `next` of the page before.
    """

    player: PlayerId
    after: Position | None = None


class MarkRead(Request, tag="mark_read", frozen=True):
    """Say that one has read a conversation. Answer: `done`; one's connections get `unread`.

    Fields:
        player: the other one.
        number: of the last message one has read.
    """

    player: PlayerId
    number: Position


class DeleteConversation(Request, tag="delete_conversation", frozen=True):
    """Delete a conversation on one's own side; the other player keeps theirs. Answer: `done`.

    Fields:
        player: the other one.
    """

    player: PlayerId


AnyDirectMessagesMessage = (
    SendMessage | Conversations | Conversation | MarkRead | DeleteConversation
)
