"""What a player may miss besides turns: challenges, events that start, letters."""

from enum import StrEnum
from typing import Final

from msgspec import Struct

from xiangqi_server.kernel.aggregate.spans import MINUTE_MS

MOST_HAPPENINGS: Final = 20
"""How many of these wait for a notice; a further one replaces the oldest."""
SOON_MS: Final = MINUTE_MS
"""A player who sees it on the page within that needs no notice."""
EVENT_AHEAD_MS: Final = 10 * MINUTE_MS
"""How long before its start an event is worth a notice."""


class Topic(StrEnum):
    """What notices are about; events keep the names."""

    TURNS = "turns"
    CHALLENGES = "challenges"
    EVENTS = "events"
    LETTERS = "letters"


class Happening(Struct, frozen=True, array_like=True, gc=False):
    """One of these.

    Fields:
        topic: what it is.
        ref: the room of a challenge, or of an own offer that was taken; the tournament, or the
            writer of a letter.
        at_ms: the earliest moment of its notice, in store time.
    """

    topic: Topic
    ref: str
    at_ms: int

    @property
    def key(self) -> str:
        """Two of the same key need one notice."""
        return f"{self.topic}:{self.ref}"


class Tell(Struct, frozen=True, tag="tell"):
    """An effect of a player, a mailbox or a tournament: this is worth a notice."""

    news: Happening
