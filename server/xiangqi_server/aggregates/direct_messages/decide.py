"""What a mailbox decides: a command becomes events, or is refused.

A mailbox knows only its own messages. Whether a player may write to another is decided where both
are known (`api.social`).
"""

from typing import assert_never

from xiangqi_server.aggregates.direct_messages.messages import (
    Deliver,
    Emptied,
    Empty,
    Forget,
    Forgotten,
    HistoryPurged,
    MailCommand,
    MailEvent,
    Read,
    Received,
    Send,
    Sent,
    WakeMail,
    WasRead,
)
from xiangqi_server.aggregates.direct_messages.state import Mailbox
from xiangqi_server.aggregates.notices.news import SOON_MS, Happening, Tell, Topic
from xiangqi_server.aggregates.refusals import SharedRefusal
from xiangqi_server.kernel.aggregate.decision import Decision, Effect
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, require

MailDecision = Decision[MailEvent]


def decide(mailbox: Mailbox, command: MailCommand, now_ms: int) -> MailDecision:
    """What `command` does to `mailbox`.

    Raises:
        Refused: nothing happened.
    """
    match command:
        case Send(to, text):
            return _send(mailbox, to, text)
        case Deliver(by, serial, text):
            if mailbox.is_closed or mailbox.with_(by).has_taken(serial):
                return Decision()
            effect = Effect(
                "notices", mailbox.id, Tell(Happening(Topic.LETTERS, by, now_ms + SOON_MS))
            )
            return Decision((Received(by, serial, text),), (effect,))
        case Read(other, number):
            conversation = mailbox.with_(other)
            up_to = min(number, conversation.last)
            is_news = up_to > conversation.read_up_to
            return Decision((WasRead(other, up_to),)) if is_news else Decision()
        case Forget(other):
            is_there = not mailbox.with_(other).is_hidden
            return Decision((Forgotten(other),)) if is_there else Decision()
        case Empty():
            return Decision() if mailbox.is_closed else Decision((Emptied(),))
        case WakeMail():
            return Decision() if due_at_ms(mailbox) is None else Decision((HistoryPurged(),))
        case _:
            assert_never(command)


def _send(mailbox: Mailbox, to: str, text: str) -> MailDecision:
    require(to != mailbox.id, CommonRefusal.NOT_YOURSELF)
    require(not mailbox.is_closed, SharedRefusal.NO_SUCH_PLAYER)
    serial = mailbox.with_(to).sent + 1
    effect = Effect("mailbox", to, Deliver(mailbox.id, serial, text))
    return Decision((Sent(to, serial, text),), (effect,))


def due_at_ms(mailbox: Mailbox) -> int | None:
    """When the mailbox wants to be woken, in store time: at once to shed its log, else never."""
    return 1 if forces_snapshot(mailbox) else None


def forces_snapshot(mailbox: Mailbox) -> bool:
    """The messages of a closed mailbox must go from the log too: a snapshot replaces it."""
    return mailbox.is_closed and not mailbox.is_shed
