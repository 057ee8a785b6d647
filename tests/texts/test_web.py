"""Which language a browser asks for."""

import pytest

from xiangqi_server.texts.web import language_asked


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("fr", "en"),
        ("*", "en"),
        ("zh", "zh-Hans"),
        ("zh-SG", "zh-Hans"),
        ("zh-Hant-TW, zh;q=0.9", "zh-Hant"),
        ("zh-HK", "zh-Hant"),
        ("en;q=0.3, vi-VN;q=0.7", "vi"),
        ("vi;q=0, en", "en"),
        ("vi;q=much, zh-TW;q=0.1", "zh-Hant"),
        ("vi; q=0.9, en; q=0.8", "vi"),
        ("en ; q=0.2 , vi\t;q=0.3", "vi"),
        ("fr, zh;q=1.000, vi;q=nan, en;q=0.999", "zh-Hans"),
        ("ENGLISH, , ;;q=", "en"),
        ("vie", "en"),
    ],
)
def test_the_first_of_our_languages_by_weight(accepted: str, language: str) -> None:
    assert language_asked(accepted) == language
