"""A mailbox as a value: the latest messages of each conversation, and how far they are read.

Beyond `MAX_CONVERSATIONS` a whole conversation is dropped, with the numbers by which repeats are
recognised: the oldest in which the owner never wrote, or else the oldest.

The messages of a conversation are numbered from 1 as they come here, from either side. A message
also has a number of its writer, by which a repeat is recognised: an effect may come twice, or late.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from msgspec import Struct, field

MAX_CONVERSATIONS: Final = 200
KEPT_MESSAGES: Final = 100
KEPT_BYTES: Final = 16_384
"""The most text kept of one conversation: a whole mailbox has to fit into one record."""


class DirectMessage(NamedTuple):
    """One message of a conversation.

    Fields:
        number: its place in the conversation, from 1.
        is_mine: the owner wrote it.
        serial: the writer's own number for it: 1 for the first message to the other player.
    """

    number: int
    is_mine: bool
    serial: int
    at_ms: int
    text: str


class Conversation(Struct, frozen=True):
    """What the owner and one other player wrote to each other.

    These are the last `KEPT_MESSAGES` messages, or fewer if those weigh more than `KEPT_BYTES`.

    Fields:
        last: the number of the last message.
        read_up_to: the number of the last message that is read.
        sent: how many messages the owner wrote.
        taken_up_to: every message of the other player with a serial up to this one was taken.
        taken: the serials above it that were taken.
    """

    messages: tuple[DirectMessage, ...] = field(default=(), name="letters")
    last: int = 0
    read_up_to: int = 0
    sent: int = 0
    taken_up_to: int = 0
    taken: frozenset[int] = frozenset()

    @property
    def unread(self) -> int:
        """How many messages of the other player are unread."""
        return sum(
            not message.is_mine and message.number > self.read_up_to for message in self.messages
        )

    @property
    def is_hidden(self) -> bool:
        """The owner deleted it: only what is needed to recognise repeats is left."""
        return not self.messages

    def has_taken(self, serial: int) -> bool:
        """Whether a message of the other player is here, or was."""
        return serial <= self.taken_up_to or serial in self.taken


class Mailbox(Struct, frozen=True):
    """The messages of one player.

    Fields:
        conversations: by the other player, the one with the latest message last.
        is_closed: its owner's account is deleted.
        is_shed: a snapshot has replaced the log since then, so the messages are gone from it too.
    """

    id: str
    conversations: Mapping[str, Conversation] = field(default_factory=dict)
    is_closed: bool = False
    is_shed: bool = False

    @classmethod
    def empty(cls, player: str) -> "Mailbox":
        """The mailbox of somebody who never wrote nor got a message."""
        return cls(player)

    def with_(self, other: str) -> Conversation:
        """The conversation with a player; an empty one before the first message."""
        return self.conversations.get(other, Conversation())

    @property
    def unread(self) -> int:
        """How many messages are unread in all."""
        return sum(conversation.unread for conversation in self.conversations.values())
