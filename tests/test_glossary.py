"""One word a thing, in each language, on the page and from the server."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.support.for_each import for_each
from tests.support.glossary import GLOSSARY, Term, Text, all_texts, mistakes
from xiangqi_server.texts.refusals import REFUSALS
from xiangqi_server.texts.worded import LANGUAGES

ROOT = Path(__file__).parents[1]
FILES = [
    path
    for folder in ("client_js/src", "server")
    for path in sorted((ROOT / folder).rglob("*.json"))
]


def test_no_text_hides_another_of_the_same_name() -> None:
    """In one file, where the second would win, or in two groups of the page's texts."""
    named = Counter[tuple[str, str]]()
    twice: list[str] = []

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        counts = Counter(name for name, _ in pairs)
        twice.extend(name for name, count in counts.items() if count > 1)
        return dict(pairs)

    for path in FILES:
        told = json.loads(path.read_text(), object_pairs_hook=once)
        if path.parent.name == "text":
            language = path.name.split(".")[-2]
            named.update((language, name) for name in told)

    assert twice == []
    assert [name for name, count in named.items() if count > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_calls_a_thing_by_its_one_name(language: str) -> None:
    wrong = [
        mistake for text in all_texts() if text.language == language for mistake in mistakes(text)
    ]

    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_texts_of_page_lessons_rules_and_server_are_all_looked_at(language: str) -> None:
    names = {
        (text.place.partition(".")[0], text.name)
        for text in all_texts()
        if text.language == language
    }
    looked_at = {name for _, name in names}

    assert {
        "notices.first.text",
        "recovery.title",
        "notices.seat.text",
        "promise.volatile",
    } <= looked_at
    assert {str(code) for code in REFUSALS} <= looked_at
    assert {"PAUSED", "WARN_LOSS", "24.2", "good_luck"} <= looked_at
    assert ("words", "axf") in names


@for_each(GLOSSARY)
def test_a_term_forbids_nothing_of_what_it_says_itself(term: Term) -> None:
    assert not re.search(term.never, term.say, re.IGNORECASE)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Repetition {n} of {of}"),
        ("en", "The third repetition loses."),
        ("en", "A losing occurrence may not be played."),
        ("zh-Hans", "第三次重复即裁决"),
        ("zh-Hant", "重複 {n}/{of}"),
        ("vi", "xử ở lần lặp thứ ba"),
        ("vi", "Thế cờ lặp lại lần thứ tư."),
    ],
)
def test_occurrences_and_repetitions_are_two_things(language: str, words: str) -> None:
    assert len(mistakes(Text("a page", "a.text", language, words))) == 1


def test_a_mistake_says_what_to_write_instead() -> None:
    said = mistakes(Text("lobby.zh-Hans.json", "room.not.account", "zh-Hans", "需要帐号"))

    assert said == [
        (
            "lobby.zh-Hans.json, room.not.account (zh-Hans): '帐' in '需要帐号'; "
            "for an account write '账号 / 帳號'"
        )
    ]
