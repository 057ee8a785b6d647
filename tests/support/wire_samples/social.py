"""Samples of what people are to each other, for `wire_samples`."""

from tests.support.wire_samples.values import NOW_MS, OTHER, PLAYER
from xiangqi_server.aggregates.moderation.messages import Reason, Sanction
from xiangqi_server.aggregates.room.speed import Speed
from xiangqi_server.wire import client, parts, server
from xiangqi_server.wire.client import ClientMessage
from xiangqi_server.wire.limits import CURSOR_CHARS, MESSAGE_CHARS, REPORTS_AT_ONCE, TITLE_CHARS
from xiangqi_server.wire.server import ServerMessage

_ANN = parts.PlayerRef(PLAYER, "阿敏", guest=False)
_BEN = parts.PlayerRef(OTHER, "Guest b2c3")
_MESSAGE = parts.MessageInfo(7, mine=False, at_ms=NOW_MS, text="Chào bạn! 你好")

CLIENT_SOCIAL: list[tuple[str, ClientMessage]] = [
    ("friend", client.Friend("50", OTHER)),
    ("unfriend", client.Unfriend("51", OTHER)),
    ("ignore", client.Ignore("52", OTHER)),
    ("unignore", client.Unignore("53", OTHER)),
    ("players who are online", client.PlayerList("54", "online")),
    ("friends, the next page", client.PlayerList("55", "friends", "c" * CURSOR_CHARS)),
    ("send_message", client.SendMessage("56", OTHER, "Good game, thanks.")),
    ("write at its limit", client.SendMessage("57", OTHER, "棋" * MESSAGE_CHARS)),
    ("conversations", client.Conversations("58")),
    ("conversations, the next page", client.Conversations("59", 50)),
    ("conversation", client.Conversation("60", OTHER)),
    ("conversation, the next page", client.Conversation("61", OTHER, 12)),
    ("mark_read", client.MarkRead("62", OTHER, 7)),
    ("delete_conversation", client.DeleteConversation("63", OTHER)),
    ("report", client.Report("64", OTHER, Reason.STALLING)),
    (
        "report with everything",
        client.Report("65", OTHER, Reason.ABUSE, "4k2m9x7q", "Rude all the time."),
    ),
    ("moderation", client.Moderation("66", "reports")),
    ("moderation, the next page", client.Moderation("67", "actions", 50)),
    ("moderate", client.Moderate("68", OTHER, Sanction.WARN, text="Be kind.")),
    (
        "act at every limit",
        client.Moderate(
            "69", OTHER, Sanction.BAN, 2**53, "棋" * MESSAGE_CHARS, [2**53] * REPORTS_AT_ONCE
        ),
    ),
    ("close_report", client.CloseReport("70", 3)),
    ("fair_play", client.FairPlay("78", OTHER)),
    ("fair_play of a speed", client.FairPlay("79", OTHER, Speed.BLITZ)),
    ("news", client.News("71")),
    ("news, the next page", client.News("72", 10)),
    ("post_news", client.PostNews("73", "We are open", "Come and play.")),
    (
        "post_news at every limit",
        client.PostNews("74", "新" * TITLE_CHARS, "棋" * MESSAGE_CHARS, "zh-Hans"),
    ),
    ("withdraw_news", client.WithdrawNews("75", "4k2m9x7q")),
    ("feed", client.Feed("76")),
    ("feed, from an entry on", client.Feed("77", 41, "4k2m9x7q")),
]

SERVER_SOCIAL: list[tuple[str, ServerMessage]] = [
    (
        "friends",
        server.PlayerList(
            "54",
            "online",
            [
                parts.ListedPlayer(PLAYER, "阿敏", guest=False, online=True, games=["4k2m9x7q"]),
                parts.ListedPlayer(OTHER, "Guest b2c3"),
            ],
            "MTpi",
        ),
    ),
    ("ignored players, none", server.PlayerList("54", "ignored", [], None)),
    (
        "conversations",
        server.Conversations(
            "58",
            [parts.ConversationInfo(PLAYER, "阿敏", guest=False, unread=2, last=_MESSAGE)],
            5,
            50,
        ),
    ),
    ("conversation", server.Conversation("60", _ANN, [_MESSAGE], None)),
    ("direct_message", server.DirectMessage(_ANN, _MESSAGE, 3)),
    ("unread", server.Unread(3)),
    ("sanctioned", server.Sanctioned(Sanction.MUTE, NOW_MS, "Be kind.")),
    (
        "moderation, reports",
        server.Moderation(
            "66",
            "reports",
            [parts.ReportInfo(3, _ANN, _BEN, Reason.ABUSE, "4k2m9x7q", "Rude.", NOW_MS)],
            [],
            None,
        ),
    ),
    (
        "moderation, actions",
        server.Moderation(
            "67",
            "actions",
            [],
            [
                parts.ActionInfo(_ANN, _BEN, Sanction.BAN, NOW_MS, "Enough.", NOW_MS),
                parts.ActionInfo(_ANN, _BEN, None, 0, "", NOW_MS),
            ],
            50,
        ),
    ),
    (
        "fair_play",
        server.FairPlay(
            "78",
            OTHER,
            Speed.BLITZ,
            1_650,
            40,
            [
                parts.FairPlayGame(
                    "4k2m9x7q",
                    "black",
                    _ANN,
                    NOW_MS,
                    "done",
                    [
                        parts.FairPlayFigure("time_spread", 240, 3, 40),
                        parts.FairPlayFigure("best_moves", 710, None, 4),
                    ],
                )
            ],
        ),
    ),
    ("fair_play of nobody", server.FairPlay("79", OTHER, None, 0, 0, [])),
    (
        "news",
        server.News("71", [parts.NewsItem("4k2m9x7q", "We are open", "Come.", None, NOW_MS)], None),
    ),
    (
        "feed",
        server.Feed(
            "77",
            [
                parts.FeedEntry(
                    42,
                    NOW_MS,
                    "began",
                    "4k2m9x7q",
                    _ANN,
                    _BEN,
                    None,
                    "cxa",
                    Speed.BLITZ,
                    rated=True,
                ),
                parts.FeedEntry(
                    43,
                    NOW_MS,
                    "over",
                    "4k2m9x7q",
                    _ANN,
                    _BEN,
                    "cup1",
                    result="red",
                    ending="checkmate",
                    plies=61,
                ),
            ],
            43,
            reset=False,
        ),
    ),
]
