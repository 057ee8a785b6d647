"""What is told about other people: lists, letters, the operators' work and news."""

from server.wire.parts import (
    ActionInfo,
    ConversationInfo,
    LetterLine,
    NewsItem,
    PersonInfo,
    PlayerRef,
    ReportInfo,
)
from server.wire.server.base import ServerMessage
from server.wire.terms import MeasureName, OfficeListName, PeopleListName


class People(ServerMessage, tag="people", frozen=True):
    """The answer to `people`.

    Fields:
        of: as asked.
        rows: at most 50.
        next: to send as `after` for the next page, null if this is the last.
    """

    id: str
    of: PeopleListName
    rows: list[PersonInfo]
    next: str | None


class Conversations(ServerMessage, tag="conversations", frozen=True):
    """The answer to `conversations`.

    Fields:
        rows: at most 50.
        unread: how many letters are unread in all conversations.
        next: to send as `after` for the next page, null if this is the last.
    """

    id: str
    rows: list[ConversationInfo]
    unread: int
    next: int | None


class Letters(ServerMessage, tag="letters", frozen=True):
    """The answer to `letters`.

    Fields:
        player: the other one.
        rows: the latest first, at most 50.
        next: to send as `after` for the next page, null if this is the last.
    """

    id: str
    player: PlayerRef
    rows: list[LetterLine]
    next: int | None


class Letter(ServerMessage, tag="letter", frozen=True):
    """A letter was written or came.

    Fields:
        player: the other one.
        letter: the new one.
        unread: how many letters are unread in all conversations.
    """

    player: PlayerRef
    letter: LetterLine
    unread: int


class Unread(ServerMessage, tag="unread", frozen=True):
    """How many of one's letters are unread now; comes after `welcome` if there are any.

    Fields:
        count: in all conversations.
    """

    count: int


class Notice(ServerMessage, tag="notice", frozen=True):
    """The operators have done something about the reader.

    Fields:
        measure: a warning, a mute, a ban, or that both are lifted.
        until_ms: the server's time at which a mute or a ban ends, else 0.
        text: in the operators' own words; may be empty.
    """

    measure: MeasureName
    until_ms: int
    text: str


class Office(ServerMessage, tag="office", frozen=True):
    """The answer to `office`.

    Fields:
        of: as asked.
        reports, actions: the one asked for, at most 50; the other is empty.
        next: to send as `after` for the next page, null if this is the last.
    """

    id: str
    of: OfficeListName
    reports: list[ReportInfo]
    actions: list[ActionInfo]
    next: int | None


class News(ServerMessage, tag="news", frozen=True):
    """The answer to `news`.

    Fields:
        rows: those in the language of `hello` and those for all, the latest first, at most 10.
        next: to send as `after` for the next page, null if this is the last.
    """

    id: str
    rows: list[NewsItem]
    next: int | None
