import pytest

from xiangqi_server.aggregates.players.index_row import PlayerRow
from xiangqi_server.aggregates.players.text.profile_words import (
    MAX_ASKED,
    MAX_WORDS,
    MOST_CHARS,
    words_asked,
    words_of,
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Teacher from Hà Nội, teacher!", ("teacher", "from", "ha", "noi")),
        ("Đá bóng ＣＨＥＳＳ x 42", ("da", "bong", "chess", "42")),
        ("北京棋友 ok 我", ("北京", "京棋", "棋友", "ok", "我")),
        ("snake_case e-mail", ("snake", "case", "mail")),
        ("한국 장기", ("한국", "장기")),
        ("♥ … \x00", ()),
    ],
)
def test_words_are_what_people_would_type(text: str, words: tuple[str, ...]) -> None:
    assert words_of(text) == words


def test_a_profile_gives_a_few_words_however_long_it_is() -> None:
    assert len(words_of(" ".join(f"word{n}" for n in range(600)))) == MAX_WORDS
    assert len(words_of("棋" + "".join(map(chr, range(0x4E00, 0x4F00))))) == MAX_WORDS
    assert [len(word) for word in words_of("a" * 600)] == [MOST_CHARS]


def test_few_words_are_looked_for_and_the_rarest_looking_first() -> None:
    assert words_asked("of the teacher") == ("teacher", "the", "of")
    assert len(words_asked("aa bb cc dd ee ff")) == MAX_ASKED
    assert words_asked("! ?") == ()


def test_a_row_fits_by_country_and_all_words() -> None:
    row = PlayerRow("Lan", "VN", words=("ha", "noi"))

    assert row.fits("", ("noi",))
    assert row.fits("VN", ())
    assert not row.fits("CN", ("noi",))
    assert not row.fits("VN", ("noi", "tea"))
