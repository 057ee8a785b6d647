"""Every code has its text in every language."""

import re

import pytest

from xiangqi_server.aggregates.room.decisions.endings import RoomEnding
from xiangqi_server.aggregates.room.messages import DeclineReason
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.game.rules.repetition.ruling import Ending as RulesEnding
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, RefusalCode
from xiangqi_server.texts.byes import bye_text, paused_text
from xiangqi_server.texts.endings import ENDINGS, ending_text
from xiangqi_server.texts.refusals import REFUSALS, refusal_text
from xiangqi_server.texts.worded import LANGUAGES
from xiangqi_server.wire.server import ByeCode
from xiangqi_server.wire.terms import Language

ALL_ENDINGS = [*RoomEnding, *RulesEnding]
HAN = re.compile(r"[\u4e00-\u9fff]")


def test_every_code_of_every_topic_has_words_and_no_two_topics_share_one() -> None:
    codes = [code for topic in RefusalCode.__subclasses__() for code in topic]

    assert len(set(codes)) == len(codes)
    assert set(codes) == set(REFUSALS)


def every_text(language: Language) -> list[str]:
    """All texts of a language."""
    return [
        *(refusal_text(code, language) for code in REFUSALS),
        *(ending_text(ending, winner, language) for ending in ALL_ENDINGS for winner in Side),
        *(bye_text(code, language) for code in ByeCode),
        paused_text(language),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_text_that_is_a_sentence(language: Language) -> None:
    texts = every_text(language)

    assert all(text.endswith("。" if language.startswith("zh") else ".") for text in texts)
    assert not [text for text in texts if re.search(r"[!！{}]|[Pp]lease|请您", text)]


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant"])
def test_chinese_texts_have_full_width_punctuation(language: Language) -> None:
    texts = every_text(language)

    assert all(HAN.search(text) for text in texts)
    assert not [text for text in texts if re.search(r"[\u4e00-\u9fff][,.;:?]", text)]


def test_the_two_chinese_scripts_are_not_mixed() -> None:
    simplified = "".join(every_text("zh-Hans"))
    traditional = "".join(every_text("zh-Hant"))

    assert not set("無這們對開將紅棄勝時") & set(simplified)
    assert not set("无这们对开将红弃胜时") & set(traditional)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_refusals_say_the_same(language: Language) -> None:
    texts = [refusal_text(code, language) for code in REFUSALS]

    assert len(set(texts)) == len(texts)


def test_the_endings_are_those_of_the_room_and_those_of_the_rules() -> None:
    assert set(ENDINGS) == set(ALL_ENDINGS)


def test_an_ending_names_who_won() -> None:
    assert ending_text("resign", Side.BLACK, "en") == "Red resigned. Black wins."
    assert ending_text("checkmate", Side.RED, "zh-Hans") == "黑方被将死，红方胜。"
    assert ending_text("time", Side.RED, "vi") == "Bên Đen hết giờ. Bên Đỏ thắng."
    assert ending_text("agreement", None, "zh-Hant") == "雙方同意和棋。"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_without_a_winner_ends_in_words_that_name_none(language: Language) -> None:
    without_winner = [
        ending
        for ending, worded in ENDINGS.items()
        if "{winner}" not in worded.in_language(language)
    ]

    assert set(without_winner) == {
        RoomEnding.AGREEMENT,
        RoomEnding.ABORTED,
        RoomEnding.EXPIRED,
        RoomEnding.VOID,
        RoomEnding.DECLINED,
        RulesEnding.BARE_MATERIAL,
        RulesEnding.NATURAL_LIMIT,
        RulesEnding.REPETITION,
        RulesEnding.BAN_STALEMATE,
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_declined_challenge_says_why_in_words_of_its_own(language: Language) -> None:
    texts = {ending_text("declined", None, language, reason) for reason in DeclineReason}

    assert len(texts) == len(DeclineReason)


def test_a_detail_is_for_readers_of_english() -> None:
    detail = "Expected `int`, got `str` - at `$.n`"

    english = refusal_text(CommonRefusal.BAD_MESSAGE, "en", detail)
    vietnamese = refusal_text(CommonRefusal.BAD_MESSAGE, "vi", detail)

    assert english == f"This message could not be read. ({detail})"
    assert vietnamese == "Không đọc được thông điệp này."
