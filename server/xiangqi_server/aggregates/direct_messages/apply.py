"""What an event does to a mailbox; live play, rebuild and replay share it."""

from typing import assert_never

from msgspec.structs import replace

from xiangqi_server.aggregates.direct_messages.messages import (
    Emptied,
    Forgotten,
    HistoryPurged,
    MailEvent,
    Received,
    Sent,
    WasRead,
)
from xiangqi_server.aggregates.direct_messages.state import (
    KEPT_BYTES,
    KEPT_MESSAGES,
    MAX_CONVERSATIONS,
    Conversation,
    DirectMessage,
    Mailbox,
)
from xiangqi_server.kernel.aggregate.decision import Stamped


def apply(mailbox: Mailbox, stamped: Stamped[MailEvent]) -> Mailbox:
    """The mailbox after one accepted event."""
    match stamped.event:
        case Sent(to, serial, text):
            before = mailbox.with_(to)
            message = _next(before, serial, stamped.at_ms, text, is_mine=True)
            return _last(mailbox, to, replace(_grown(before, message), sent=serial))
        case Received(by, serial, text):
            before = mailbox.with_(by)
            message = _next(before, serial, stamped.at_ms, text, is_mine=False)
            return _last(mailbox, by, _taken(_grown(before, message), serial))
        case WasRead(other, number):
            read = replace(mailbox.with_(other), read_up_to=number)
            return replace(mailbox, conversations={**mailbox.conversations, other: read})
        case Forgotten(other):
            before = mailbox.with_(other)
            hidden = replace(before, messages=(), read_up_to=before.last)
            return replace(mailbox, conversations={**mailbox.conversations, other: hidden})
        case Emptied():
            return Mailbox(mailbox.id, is_closed=True)
        case HistoryPurged():
            return replace(mailbox, is_shed=True)
        case _:
            assert_never(stamped.event)


def _next(
    before: Conversation, serial: int, at_ms: int, text: str, *, is_mine: bool
) -> DirectMessage:
    return DirectMessage(before.last + 1, is_mine, serial, at_ms, text)


def _grown(before: Conversation, message: DirectMessage) -> Conversation:
    messages = (*before.messages, message)[-KEPT_MESSAGES:]
    too_much = sum(len(kept.text.encode()) for kept in messages) - KEPT_BYTES
    dropped = 0
    while too_much > 0:
        too_much -= len(messages[dropped].text.encode())
        dropped += 1
    return replace(before, messages=messages[dropped:], last=message.number)


def _taken(conversation: Conversation, serial: int) -> Conversation:
    """With one more serial taken; those that need not be listed any longer are dropped."""
    taken, up_to = conversation.taken | {serial}, conversation.taken_up_to
    while up_to + 1 in taken:
        up_to += 1
    return replace(
        conversation,
        taken_up_to=up_to,
        taken=frozenset(number for number in taken if number > up_to),
    )


def _last(mailbox: Mailbox, other: str, conversation: Conversation) -> Mailbox:
    """With a conversation as the latest one; if there are too many, one is dropped.

    The oldest of those in which the owner never wrote goes first, so that messages of strangers,
    however many, never push out a conversation in which the owner takes part.
    """
    others = {who: kept for who, kept in mailbox.conversations.items() if who != other}
    while len(others) >= MAX_CONVERSATIONS:
        unanswered = (who for who, kept in others.items() if not kept.sent)
        del others[next(unanswered, next(iter(others)))]
    return replace(mailbox, conversations={**others, other: conversation})
