"""What one asks about other people: friends, who is here, letters, reports, the operators' work."""

from typing import Annotated

from msgspec import Meta

from server.wire.client.base import Request
from server.wire.limits import (
    REPORTS_AT_ONCE,
    Cursor,
    ItemId,
    LetterText,
    LongText,
    PlayerId,
    Position,
    RoomId,
    TitleText,
)
from server.wire.terms import (
    Language,
    MeasureName,
    OfficeListName,
    PeopleListName,
    ReasonName,
)


class Befriend(Request, tag="befriend", frozen=True):
    """List a player among one's friends, or take it off. Answer: `done`.

    A friend is not asked and not told; an ignored player is ignored no more.

    Fields:
        player: which.
        on: false takes the player off the list.
    """

    player: PlayerId
    on: bool = True


class Ignore(Request, tag="ignore", frozen=True):
    """Ignore a player, or ignore it no more. Answer: `done`.

    Nothing an ignored player says reaches one: no chat, letter or challenge; one is not
    paired with it either. A friend is a friend no more.

    Fields:
        player: which.
        on: false takes the player off the list.
    """

    player: PlayerId
    on: bool = True


class People(Request, tag="people", frozen=True):
    """Have a list of players. Answer: `people`.

    Fields:
        of: one's `friends` or `ignored`, the latest first, or all with an account who are
            `here` now.
        after: `next` of the page before.
    """

    of: PeopleListName
    after: Cursor | None = None


class Write(Request, tag="write", frozen=True):
    """Write a letter to a player; both need accounts. Answer: `done`, or `refused`.

    One's own connections and the other player's get `letter`.

    Fields:
        player: whom one writes to.
        text: cleaned as lines of chat are, and shown on one line.
    """

    player: PlayerId
    text: LetterText


class Conversations(Request, tag="conversations", frozen=True):
    """Have one's conversations, the latest first. Answer: `conversations`.

    Fields:
        after: `next` of the page before.
    """

    after: Position | None = None


class Letters(Request, tag="letters", frozen=True):
    """Have the letters of a conversation, the latest first. Answer: `letters`.

    Fields:
        player: the other one.
        after: `next` of the page before.
    """

    player: PlayerId
    after: Position | None = None


class ReadLetters(Request, tag="read_letters", frozen=True):
    """Say that one has read a conversation. Answer: `done`; one's connections get `unread`.

    Fields:
        player: the other one.
        number: of the last letter one has read.
    """

    player: PlayerId
    number: Position


class DropLetters(Request, tag="drop_letters", frozen=True):
    """Drop a conversation; the other player keeps theirs. Answer: `done`.

    Fields:
        player: the other one.
    """

    player: PlayerId


class Report(Request, tag="report", frozen=True):
    """Report a player to the operators. Answer: `done`.

    A second report about the same player and game replaces the first while that waits.

    Fields:
        player: whom.
        reason: what for.
        room: the game it is about, if any.
        text: what happened, in one's own words; may be empty.
    """

    player: PlayerId
    reason: ReasonName
    room: RoomId | None = None
    text: LongText = ""


class Office(Request, tag="office", frozen=True):
    """Have a list of the operators' work; operators only. Answer: `office`.

    Fields:
        of: `reports` that wait, the oldest first, or `actions`, the latest first.
        after: `next` of the page before.
    """

    of: OfficeListName
    after: Position | None = None


class Act(Request, tag="act", frozen=True):
    """Do something about a player; operators only. Answer: `done`; the player gets `notice`.

    Fields:
        player: to whom.
        measure: what to do; `lift` ends a mute and a ban.
        for_ms: how long a mute or a ban lasts; 0 for the other measures.
        text: what the player is told.
        reports: numbers of reports about the player that are closed by it.
    """

    player: PlayerId
    measure: MeasureName
    for_ms: Position = 0
    text: LongText = ""
    reports: Annotated[list[Position], Meta(max_length=REPORTS_AT_ONCE)] = []


class CloseReport(Request, tag="close_report", frozen=True):
    """Close a report without doing anything; operators only. Answer: `done`.

    Fields:
        report: its number.
    """

    report: Position


class News(Request, tag="news", frozen=True):
    """Have what the operators have to tell, the latest first. Answer: `news`.

    Fields:
        after: `next` of the page before.
    """

    after: Position | None = None


class PostNews(Request, tag="post_news", frozen=True):
    """Tell everybody something; operators only. Answer: `done`.

    Fields:
        title, text: in one's own words.
        language: of the item; null shows it to readers of all languages.
    """

    title: TitleText
    text: LongText
    language: Language | None = None


class WithdrawNews(Request, tag="withdraw_news", frozen=True):
    """Take an item of the news back; operators only. Answer: `done`, also if it was gone.

    Fields:
        item: its id.
    """

    item: ItemId
