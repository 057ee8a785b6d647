"""A mailbox as a value: the latest lines of each conversation, and how far they are read.

The oldest conversation beyond `MAX_CONVERSATIONS` is dropped whole, with what tells a repeat.

Lines of one conversation are numbered from 1 as they come here, whoever wrote them. A letter
also has its writer's number, which tells a repeat: an order may come twice, or late.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

MAX_CONVERSATIONS: Final = 200
KEPT_LETTERS: Final = 100


class Letter(NamedTuple):
    """One line of a conversation.

    Fields:
        number: its place in the conversation, from 1.
        is_mine: the owner wrote it.
        serial: the writer's own number for it: 1 for the first letter to the other one.
    """

    number: int
    is_mine: bool
    serial: int
    at_ms: int
    text: str


@dataclass(frozen=True, slots=True)
class Conversation:
    """What the owner and one other player wrote to each other; the last `KEPT_LETTERS` lines.

    Fields:
        last: the number of the last line there was.
        read_up_to: the number of the last line that is read.
        sent: how many letters the owner wrote.
        taken_up_to: every letter of the other one with a serial up to this one was taken.
        taken: the serials above it that were taken.
    """

    letters: tuple[Letter, ...] = ()
    last: int = 0
    read_up_to: int = 0
    sent: int = 0
    taken_up_to: int = 0
    taken: frozenset[int] = frozenset()

    @property
    def unread(self) -> int:
        """How many lines of the other one are unread."""
        return sum(not one.is_mine and one.number > self.read_up_to for one in self.letters)

    @property
    def is_hidden(self) -> bool:
        """The owner dropped it: only what tells a repeat is left."""
        return not self.letters

    def has_taken(self, serial: int) -> bool:
        """Whether a letter of the other one is here, or was."""
        return serial <= self.taken_up_to or serial in self.taken


@dataclass(frozen=True, slots=True)
class Mailbox:
    """The letters of one player.

    Fields:
        conversations: by the other player, the one with the latest line last.
        is_closed: its owner's account is deleted.
        is_shed: since then a snapshot has replaced the log with the letters.
    """

    id: str
    conversations: Mapping[str, Conversation] = field(default_factory=dict)
    is_closed: bool = False
    is_shed: bool = False

    @classmethod
    def empty(cls, player: str) -> "Mailbox":
        """The mailbox of somebody who never wrote nor got a letter."""
        return cls(player)

    def with_(self, other: str) -> Conversation:
        """The conversation with a player; an empty one if there is none."""
        return self.conversations.get(other, Conversation())

    @property
    def unread(self) -> int:
        """How many letters are unread in all."""
        return sum(one.unread for one in self.conversations.values())
