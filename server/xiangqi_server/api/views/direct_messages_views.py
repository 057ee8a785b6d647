"""What a reader sees of direct messages."""

from xiangqi_server.aggregates.direct_messages.state import Conversation, DirectMessage, Mailbox
from xiangqi_server.api.names.naming import NameOf, player_ref
from xiangqi_server.api.views.pages import page_of
from xiangqi_server.wire import parts, server


def conversations_view(
    id_: str, mailbox: Mailbox, after: int | None, names: NameOf
) -> server.Conversations:
    """A page of conversations, the latest first."""
    shown = latest_first(mailbox)
    page, next_ = page_of(shown, after)
    rows = [
        parts.ConversationInfo(
            other,
            *names(other).told,
            unread=conversation.unread,
            last=message_info(conversation.messages[-1]),
        )
        for other, conversation in page
    ]
    return server.Conversations(id_, rows, mailbox.unread, next_)


def latest_first(mailbox: Mailbox) -> list[tuple[str, Conversation]]:
    """The conversations that have messages, by the other player."""
    return [
        (who, conversation)
        for who, conversation in reversed(tuple(mailbox.conversations.items()))
        if conversation.messages
    ]


def conversation_view(
    id_: str, mailbox: Mailbox, other: str, after: int | None, names: NameOf
) -> server.Conversation:
    """A page of messages, the latest first; `after` is the number of the last one shown."""
    messages = [
        message
        for message in reversed(mailbox.with_(other).messages)
        if after is None or message.number < after
    ]
    page, more = page_of(messages, None)
    next_ = page[-1].number if more is not None else None
    return server.Conversation(
        id_, player_ref(other, names), [message_info(message) for message in page], next_
    )


def message_info(message: DirectMessage) -> parts.MessageInfo:
    """A message as its mailbox's owner reads it."""
    return parts.MessageInfo(message.number, message.is_mine, message.at_ms, message.text)


def direct_message_view(mailbox: Mailbox, other: str, names: NameOf) -> server.DirectMessage:
    """The latest message of a conversation."""
    message = message_info(mailbox.with_(other).messages[-1])
    return server.DirectMessage(player_ref(other, names), message, mailbox.unread)
