"""Text of strangers, as others may see it."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xiangqi_server.aggregates.players.text.plain_text import (
    MARKS_PER_LETTER,
    cleaned,
    grapheme_count,
)

FLAG = "\U0001f1e8\U0001f1f3"
WAVE = "\U0001f44b\U0001f3fd"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Good luck!", "Good luck!"),
        ("  two \t\n words  ", "two words"),
        ("line\u2028break", "line break"),
        ("e\u0301", "é"),
        ("a\u202eb\u2066c", "abc"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("nul\x00bell\x07", "nulbell"),
        ("\u3164\u2800", ""),
        ("\u034f", ""),
        ("\ufe0f \ufe0f", ""),
        ("a\u200b\u0301", "á"),
        ("\u2764\ufe0f\ufe0f", "\u2764\ufe0f"),
        ("a" + "\u0323" * 20, "ạ" + "\u0323" * MARKS_PER_LETTER),
        ("将军\U0001f409", "将军\U0001f409"),
    ],
)
def test_what_is_no_plain_text_is_taken_out(text: str, shown: str) -> None:
    assert cleaned(text) == shown


@given(st.text(max_size=80))
def test_cleaned_text_is_clean_and_stays_as_it_is(text: str) -> None:
    shown = cleaned(text)

    assert cleaned(shown) == shown
    assert shown == shown.strip()
    assert not {unicodedata.category(char) for char in shown} & {"Cc", "Cf", "Cs", "Co", "Cn"}


@pytest.mark.parametrize(
    ("text", "count"),
    [("", 0), ("abc", 3), ("将军", 2), ("ạ\u0323\u0323", 1), (FLAG, 1), (FLAG * 3, 3), (WAVE, 1)],
)
def test_length_is_what_a_reader_counts(text: str, count: int) -> None:
    assert grapheme_count(text) == count
