"""What is told of people to each other: lists, letters, reports, news."""

from msgspec import Struct

from server.wire.parts.players import PlayerRef
from server.wire.terms import Language, MeasureName, ReasonName


class PersonInfo(PlayerRef, frozen=True):
    """A player in a list of people.

    Fields:
        guest: the player has no account.
        online: it has a connection now.
        games: its games that are not over, at most 3, the latest last.
    """

    online: bool = False
    games: list[str] = []


class LetterLine(Struct, frozen=True):
    """One letter.

    Fields:
        number: its place in the conversation, from 1.
        mine: one has written it oneself.
        at_ms: when it came, or was written.
        text: on one line.
    """

    number: int
    mine: bool
    at_ms: int
    text: str


class ConversationInfo(PlayerRef, frozen=True):
    """A conversation with a player, and its last letter.

    Fields:
        guest: the player has no account.
        unread: how many of its letters are unread.
        last: the latest letter.
    """

    unread: int = 0
    last: LetterLine | None = None


class ReportInfo(Struct, frozen=True):
    """A report that waits for an operator.

    Fields:
        number: of the report.
        by, about: who reports whom.
        reason: what for.
        room: the game it is about, or null.
        text: in the reporter's words; may be empty.
        at_ms: when.
    """

    number: int
    by: PlayerRef
    about: PlayerRef
    reason: ReasonName
    room: str | None
    text: str
    at_ms: int


class ActionInfo(Struct, frozen=True):
    """What an operator did.

    Fields:
        by, about: who did it to whom.
        measure: null if a report was closed without one.
        until_ms: when a mute or a ban ends, else 0.
        text: what the player was told.
        at_ms: when.
    """

    by: PlayerRef
    about: PlayerRef
    measure: MeasureName | None
    until_ms: int
    text: str
    at_ms: int


class NewsItem(Struct, frozen=True):
    """Something the operators tell.

    Fields:
        title, text: in the operators' words.
        language: of the item, null for readers of all languages.
        at_ms: when it was posted.
    """

    id: str
    title: str
    text: str
    language: Language | None
    at_ms: int
