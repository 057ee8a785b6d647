"""What an event does to a mailbox; live play, rebuild and replay share it."""

from dataclasses import replace
from typing import assert_never

from server.aggregate.decision import Stamped
from server.mail.messages import Emptied, Forgotten, MailEvent, Received, Sent, Shed, WasRead
from server.mail.state import KEPT_LETTERS, MAX_CONVERSATIONS, Conversation, Letter, Mailbox


def apply(mailbox: Mailbox, stamped: Stamped[MailEvent]) -> Mailbox:
    """The mailbox after one accepted event."""
    match stamped.event:
        case Sent(to, serial, text):
            before = mailbox.with_(to)
            letter = _next(before, serial, stamped.at_ms, text, is_mine=True)
            return _last(mailbox, to, replace(_grown(before, letter), sent=serial))
        case Received(by, serial, text):
            before = mailbox.with_(by)
            letter = _next(before, serial, stamped.at_ms, text, is_mine=False)
            return _last(mailbox, by, _taken(_grown(before, letter), serial))
        case WasRead(other, number):
            read = replace(mailbox.with_(other), read_up_to=number)
            return replace(mailbox, conversations={**mailbox.conversations, other: read})
        case Forgotten(other):
            before = mailbox.with_(other)
            hidden = replace(before, letters=(), read_up_to=before.last)
            return replace(mailbox, conversations={**mailbox.conversations, other: hidden})
        case Emptied():
            return Mailbox(mailbox.id, is_closed=True)
        case Shed():
            return replace(mailbox, is_shed=True)
        case _:
            assert_never(stamped.event)


def _next(before: Conversation, serial: int, at_ms: int, text: str, *, is_mine: bool) -> Letter:
    return Letter(before.last + 1, is_mine, serial, at_ms, text)


def _grown(before: Conversation, letter: Letter) -> Conversation:
    letters = (*before.letters, letter)[-KEPT_LETTERS:]
    return replace(before, letters=letters, last=letter.number)


def _taken(conversation: Conversation, serial: int) -> Conversation:
    """With one serial more, and without those that need not be listed any longer."""
    taken, up_to = conversation.taken | {serial}, conversation.taken_up_to
    while up_to + 1 in taken:
        up_to += 1
    return replace(
        conversation, taken_up_to=up_to, taken=frozenset(one for one in taken if one > up_to)
    )


def _last(mailbox: Mailbox, other: str, conversation: Conversation) -> Mailbox:
    """With a conversation as the latest one; the oldest beyond the bound is dropped."""
    others = {who: one for who, one in mailbox.conversations.items() if who != other}
    while len(others) >= MAX_CONVERSATIONS:
        del others[next(iter(others))]
    return replace(mailbox, conversations={**others, other: conversation})
