"""What a client asks about direct messages."""

from xiangqi_server.wire.client.base import Request
from xiangqi_server.wire.limits import MessageText, PlayerId, Position


class SendMessage(Request, tag="send_message", frozen=True):
    """Write a message to a player; both need accounts. Answer: `done`, or `refused`.

    Your own connections and the other player's get `direct_message`.

    Fields:
        player: the one you write to.
        text: cleaned as lines of chat are, and shown on one line.
    """

    player: PlayerId
    text: MessageText


class Conversations(Request, tag="conversations", frozen=True):
    """Have your conversations, the latest first. Answer: `conversations`.

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
    """Say that you have read a conversation. Answer: `done`; your connections get `unread`.

    Fields:
        player: the other one.
        number: of the last message you have read.
    """

    player: PlayerId
    number: Position


class DeleteConversation(Request, tag="delete_conversation", frozen=True):
    """Delete a conversation on your own side; the other player keeps theirs. Answer: `done`.

    Fields:
        player: the other one.
    """

    player: PlayerId
