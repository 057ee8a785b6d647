"""What a mailbox can be asked, and what can happen in it. All texts have been cleaned."""

from msgspec import Struct


class Send(Struct, frozen=True, tag="send"):
    """Write to another player; a copy stays here."""

    to: str
    text: str


class Deliver(Struct, frozen=True, tag="deliver"):
    """Take a message of another player: an effect of that player's mailbox.

    Fields:
        serial: the writer's own number for it: 1 for the first message to this player.
    """

    by: str
    serial: int
    text: str


class Read(Struct, frozen=True, tag="read"):
    """The owner has read the conversation with a player up to a message."""

    other: str
    number: int


class Forget(Struct, frozen=True, tag="forget"):
    """Delete the conversation with a player; the other player keeps theirs."""

    other: str


class Empty(Struct, frozen=True, tag="empty"):
    """Delete everything, because the owner's account is deleted: an effect of the player."""


class WakeMail(Struct, frozen=True, tag="wake_mail"):
    """Do what is due."""


MailCommand = Send | Deliver | Read | Forget | Empty | WakeMail

# Events.


class Sent(Struct, frozen=True, tag="sent"):
    """The owner wrote a message, the first one to this player with serial 1."""

    to: str
    serial: int
    text: str


class Received(Struct, frozen=True, tag="received"):
    """A message of `by` came; `serial` is the writer's own number for it."""

    by: str
    serial: int
    text: str


class WasRead(Struct, frozen=True, tag="was_read"):
    """The messages of a conversation up to `number` are read."""

    other: str
    number: int


class Forgotten(Struct, frozen=True, tag="forgotten"):
    """A conversation is gone."""

    other: str


class Emptied(Struct, frozen=True, tag="emptied"):
    """All conversations are gone, and no message is taken any more."""


class HistoryPurged(Struct, frozen=True, tag="shed"):
    """The messages are gone from the log too."""


MailEvent = Sent | Received | WasRead | Forgotten | Emptied | HistoryPurged
