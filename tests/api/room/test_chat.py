"""Who may say and hear what, and how a line is kept."""

import pytest

from tests.support.rooms import ANN, BEN, EVE, Story, a_story
from xiangqi_server.aggregates.room.messages import Open, Resign
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.terms import GameTerms, NoClock, Seats
from xiangqi_server.api.room.chat import (
    ChatMessage,
    can_read,
    chat_line,
    chat_message,
    read_message,
    write_message,
)
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.refusal import RefusalCode, Refused
from xiangqi_server.wire.client import Chat
from xiangqi_server.wire.parts import ChatLine
from xiangqi_server.wire.terms import AudienceName


def refusal(story: Story, player: str, message: Chat) -> RefusalCode | None:
    """Why a line is refused, or None."""
    try:
        chat_message(story.room, player, message)
    except Refused as refused:
        return refused.code
    return None


def hearing(story: Story) -> list[bool]:
    """Whether a player hears the players and the spectators, and whether a spectator does."""
    audiences: tuple[AudienceName, ...] = ("players", "spectators")
    return [can_read(story.room, seat, to) for seat in (Side.RED, None) for to in audiences]


def test_who_hears_what_before_and_after_the_end() -> None:
    story = a_story("h2e2")
    playing = hearing(story)

    story.tell(Resign(ANN))

    assert playing == [True, False, False, True]
    assert hearing(story) == [True, True, False, True]


def test_who_may_say_what() -> None:
    story = a_story("h2e2")

    to_players = Chat("1", "room1", "players", "Hi")
    to_spectators = Chat("1", "room1", "spectators", "Hi")
    refusals = [
        refusal(story, player, message)
        for player in (ANN, EVE)
        for message in (to_players, to_spectators)
    ]

    assert refusals == [None, RoomRefusal.GAME_NOT_OVER, RoomRefusal.NOT_SEATED, None]


def test_terms_without_talk_silence_the_players_alone() -> None:
    story = Story()
    story.tell(Open(GameTerms(NoClock(), chat=False), Seats(ANN, BEN)))

    by_ann = refusal(story, ANN, Chat("1", "room1", "players", phrase="hello"))
    by_eve = refusal(story, EVE, Chat("1", "room1", "spectators", phrase="hello"))

    assert (by_ann, by_eve) == (RoomRefusal.CHAT_OFF, None)


@pytest.mark.parametrize(
    "line",
    [
        ChatMessage(ANN, "red", "好棋 \U0001f409", None),
        ChatMessage(EVE, None, "", "good_luck"),
    ],
)
def test_a_line_is_kept_as_it_was_said(line: ChatMessage) -> None:
    assert read_message(write_message(line)) == line


def test_a_phrase_is_worded_for_its_reader() -> None:
    line = ChatMessage(BEN, "black", "", "bye")

    told = [chat_line(3, 7, line, "en"), chat_line(3, 7, line, "zh-Hant")]

    assert told == [
        ChatLine(3, 7, BEN, "Guest benb", "black", "Good-bye.", "bye"),
        ChatLine(3, 7, BEN, "Guest benb", "black", "再見。", "bye"),
    ]
