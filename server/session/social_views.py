"""What a reader sees of other people: lists, letters, the operators' work, news. Pages as rows."""

from collections.abc import Sequence
from typing import Final, TypeVar

from server.mail.state import Conversation, Letter, Mailbox
from server.news.state import News
from server.office.state import Action, FiledReport, Office
from server.players.restraint import Restraint, Restricted
from server.session.naming import NameOf, player_ref
from server.wire import parts, server
from server.wire.terms import Language, MeasureName

ROWS: Final = 50
NEWS_ROWS: Final = 10
SHOWN_GAMES: Final = 3

T = TypeVar("T")


def page_of(items: Sequence[T], after: int | None, limit: int = ROWS) -> tuple[list[T], int | None]:
    """The items behind position `after`, and the position to go on from, None at the end."""
    start = after or 0
    end = start + limit
    return list(items[start:end]), end if end < len(items) else None


def conversations_view(
    id_: str, mailbox: Mailbox, after: int | None, names: NameOf
) -> server.Conversations:
    """A page of conversations, the latest first."""
    shown = latest_first(mailbox)
    page, next_ = page_of(shown, after)
    rows = [
        parts.ConversationInfo(
            other, *names(other), unread=one.unread, last=letter_line(one.letters[-1])
        )
        for other, one in page
    ]
    return server.Conversations(id_, rows, mailbox.unread, next_)


def latest_first(mailbox: Mailbox) -> list[tuple[str, Conversation]]:
    """The conversations that have letters, by the other player."""
    return [
        (who, one) for who, one in reversed(tuple(mailbox.conversations.items())) if one.letters
    ]


def letters_view(
    id_: str, mailbox: Mailbox, other: str, after: int | None, names: NameOf
) -> server.Letters:
    """A page of letters, the latest first; `after` is the number of the last one shown."""
    letters = [
        letter
        for letter in reversed(mailbox.with_(other).letters)
        if after is None or letter.number < after
    ]
    page, more = page_of(letters, None)
    next_ = page[-1].number if more is not None else None
    return server.Letters(
        id_, player_ref(other, names), [letter_line(letter) for letter in page], next_
    )


def letter_line(letter: Letter) -> parts.LetterLine:
    """A letter as its mailbox's owner reads it."""
    return parts.LetterLine(letter.number, letter.is_mine, letter.at_ms, letter.text)


def letter_view(mailbox: Mailbox, other: str, names: NameOf) -> server.Letter:
    """The latest letter of a conversation."""
    letter = letter_line(mailbox.with_(other).letters[-1])
    return server.Letter(player_ref(other, names), letter, mailbox.unread)


def notice_view(event: Restricted) -> server.Notice:
    """What the operators have done about the reader."""
    return server.Notice(event.measure.value, event.until_ms, event.text)


def standing_notices(restraint: Restraint, now_ms: int) -> list[server.Notice]:
    """The measures that hold now."""
    held = []
    if now_ms < restraint.muted_until_ms:
        held.append(server.Notice("mute", restraint.muted_until_ms, ""))
    if now_ms < restraint.banned_until_ms:
        held.append(server.Notice("ban", restraint.banned_until_ms, ""))
    return held


def reports_view(id_: str, office: Office, after: int | None, names: NameOf) -> server.Office:
    """A page of the reports that wait, the oldest first."""
    page, next_ = page_of(tuple(office.reports.values()), after)
    return server.Office(id_, "reports", [_report(one, names) for one in page], [], next_)


def actions_view(id_: str, office: Office, after: int | None, names: NameOf) -> server.Office:
    """A page of what operators did, the latest first."""
    page, next_ = page_of(office.actions[::-1], after)
    return server.Office(id_, "actions", [], [_action(one, names) for one in page], next_)


def _report(one: FiledReport, names: NameOf) -> parts.ReportInfo:
    by, about = player_ref(one.by, names), player_ref(one.about, names)
    return parts.ReportInfo(one.number, by, about, one.reason.value, one.room, one.text, one.at_ms)


def _action(one: Action, names: NameOf) -> parts.ActionInfo:
    by, about = player_ref(one.by, names), player_ref(one.about, names)
    measure: MeasureName | None = None if one.measure is None else one.measure.value
    return parts.ActionInfo(by, about, measure, one.until_ms, one.text, one.at_ms)


def people_of_office(office: Office) -> set[str]:
    """Everybody named in the office."""
    reported = {who for one in office.reports.values() for who in (one.by, one.about)}
    return reported | {who for one in office.actions for who in (one.by, one.about)}


def news_view(id_: str, news: News, after: int | None, language: Language) -> server.News:
    """A page of what is told to readers of `language`, the latest first."""
    items = [
        parts.NewsItem(one.id, one.title, one.text, _language(one.language), one.at_ms)
        for one in reversed(news.items)
        if one.language in (None, language)
    ]
    rows, next_ = page_of(items, after, NEWS_ROWS)
    return server.News(id_, rows, next_)


def _language(kept: str | None) -> Language | None:
    return next((one for one in _LANGUAGES if one == kept), None)


_LANGUAGES: Final[tuple[Language, ...]] = ("en", "zh-Hans", "zh-Hant", "vi")
