"""Samples of what people are to each other, for `wire_samples`."""

from server.wire import client, parts, server
from server.wire.client import ClientMessage
from server.wire.limits import CURSOR_CHARS, LETTER_CHARS, REPORTS_AT_ONCE, TITLE_CHARS
from server.wire.server import ServerMessage
from tests.support.wire_samples.values import NOW_MS, OTHER, PLAYER

_ANN = parts.PlayerRef(PLAYER, "阿敏", guest=False)
_BEN = parts.PlayerRef(OTHER, "Guest b2c3")
_LETTER = parts.LetterLine(7, mine=False, at_ms=NOW_MS, text="Chào bạn! 你好")

CLIENT_SOCIAL: list[tuple[str, ClientMessage]] = [
    ("befriend", client.Befriend("50", OTHER)),
    ("befriend no more", client.Befriend("51", OTHER, on=False)),
    ("ignore", client.Ignore("52", OTHER)),
    ("ignore no more", client.Ignore("53", OTHER, on=False)),
    ("people who are here", client.People("54", "here")),
    ("people, the next page", client.People("55", "friends", "c" * CURSOR_CHARS)),
    ("write", client.Write("56", OTHER, "Good game, thanks.")),
    ("write at its limit", client.Write("57", OTHER, "棋" * LETTER_CHARS)),
    ("conversations", client.Conversations("58")),
    ("conversations, the next page", client.Conversations("59", 50)),
    ("letters", client.Letters("60", OTHER)),
    ("letters, the next page", client.Letters("61", OTHER, 12)),
    ("read_letters", client.ReadLetters("62", OTHER, 7)),
    ("drop_letters", client.DropLetters("63", OTHER)),
    ("report", client.Report("64", OTHER, "stalling")),
    (
        "report with everything",
        client.Report("65", OTHER, "abuse", "4k2m9x7q", "Rude all the time."),
    ),
    ("office", client.Office("66", "reports")),
    ("office, the next page", client.Office("67", "actions", 50)),
    ("act", client.Act("68", OTHER, "warn", text="Be kind.")),
    (
        "act at every limit",
        client.Act("69", OTHER, "ban", 2**53, "棋" * LETTER_CHARS, [2**53] * REPORTS_AT_ONCE),
    ),
    ("close_report", client.CloseReport("70", 3)),
    ("news", client.News("71")),
    ("news, the next page", client.News("72", 10)),
    ("post_news", client.PostNews("73", "We are open", "Come and play.")),
    (
        "post_news at every limit",
        client.PostNews("74", "新" * TITLE_CHARS, "棋" * LETTER_CHARS, "zh-Hans"),
    ),
    ("withdraw_news", client.WithdrawNews("75", "4k2m9x7q")),
]

SERVER_SOCIAL: list[tuple[str, ServerMessage]] = [
    (
        "people",
        server.People(
            "54",
            "here",
            [
                parts.PersonInfo(PLAYER, "阿敏", guest=False, online=True, games=["4k2m9x7q"]),
                parts.PersonInfo(OTHER, "Guest b2c3"),
            ],
            "MTpi",
        ),
    ),
    ("people, nobody", server.People("54", "ignored", [], None)),
    (
        "conversations",
        server.Conversations(
            "58",
            [parts.ConversationInfo(PLAYER, "阿敏", guest=False, unread=2, last=_LETTER)],
            5,
            50,
        ),
    ),
    ("letters", server.Letters("60", _ANN, [_LETTER], None)),
    ("letter", server.Letter(_ANN, _LETTER, 3)),
    ("unread", server.Unread(3)),
    ("notice", server.Notice("mute", NOW_MS, "Be kind.")),
    (
        "office, reports",
        server.Office(
            "66",
            "reports",
            [parts.ReportInfo(3, _ANN, _BEN, "abuse", "4k2m9x7q", "Rude.", NOW_MS)],
            [],
            None,
        ),
    ),
    (
        "office, actions",
        server.Office(
            "67",
            "actions",
            [],
            [
                parts.ActionInfo(_ANN, _BEN, "ban", NOW_MS, "Enough.", NOW_MS),
                parts.ActionInfo(_ANN, _BEN, None, 0, "", NOW_MS),
            ],
            50,
        ),
    ),
    (
        "news",
        server.News("71", [parts.NewsItem("4k2m9x7q", "We are open", "Come.", None, NOW_MS)], None),
    ),
]
