"""Docs and docstrings are plain: what makes a sentence hard has a ceiling that only falls."""

from pathlib import Path
from typing import Final

import pytest

from tests.support.english import (
    HEAVY,
    Counts,
    areas,
    counted,
    docstrings,
    habits,
    long_sentences,
    texts_of,
    written_by_hand,
)
from tests.support.for_each import for_each
from tests.tools.english import ceilings

ROOT: Final = Path(__file__).parents[1]
AREAS: Final = areas(ROOT)
SLACK: Final = 5
"""By so much a ceiling may stand above what is there, so that not every commit has to lower it."""

HEAVY_PER_THOUSAND: Final = 2.0


@for_each(AREAS)
def test_no_text_has_more_hard_sentences_than_its_area_may(area: str) -> None:
    most = ceilings().get(area, Counts())

    found = counted(AREAS[area])

    assert found.least(most) == found, "\n".join(
        [f"{area} has {found}, and may have {most}:", *_hard_sentences(AREAS[area])]
    )


def _hard_sentences(paths: list[Path]) -> list[str]:
    """What to mend in some files."""
    texts = [(path.relative_to(ROOT), texts_of(path)) for path in paths]
    return [f"{path}: {habit}" for path, text in texts for habit in habits(text)] + [
        f"{path}: {len(sentence.split())} words in {sentence!r}"
        for path, text in texts
        for sentence in long_sentences(text)
    ]


def test_no_ceiling_stands_above_what_is_there() -> None:
    """If one does: `python -m tests.tools.english` lowers it."""
    known = ceilings()

    assert [area for area in known if area not in AREAS] == []
    for area, most in known.items():
        found = counted(AREAS[area])
        assert most != Counts()
        assert all(high - now <= SLACK for high, now in zip(most, found, strict=True)), area
        assert all(now or not high for high, now in zip(most, found, strict=True)), area


def test_heavy_words_are_rare_in_docstrings() -> None:
    """`who`, `whom`, `told`, `nobody` and their like, in a thousand words."""
    texts = [texts_of(path) for paths in AREAS.values() for path in paths if path.suffix == ".py"]

    heavy = sum(len(HEAVY.findall(text)) for text in texts)

    assert 1_000 * heavy / sum(len(text.split()) for text in texts) <= HEAVY_PER_THOUSAND


@pytest.mark.parametrize(
    "sentence",
    [
        "Who waits is paired.",
        "Whoever comes is paired.",
        "Nothing is lost; who comes back sees it.",
        "It is for who looks on.",
        "Whom it concerns gets it.",
        "The player is told.",
        "They have been told so.",
        "The offer, if there is none.",
        "All are here but for one.",
        "It goes on all the same.",
    ],
)
def test_a_habit_is_found(sentence: str) -> None:
    assert len(list(habits(sentence))) == 1


@pytest.mark.parametrize(
    "sentence",
    [
        "A player who waits is paired.",
        "Who may enter?",
        "The player whom it concerns gets it.",
        "The winner is None.",
        "The command `if who is told` stands in code.",
    ],
)
def test_plain_english_is_left_alone(sentence: str) -> None:
    assert list(habits(sentence)) == []


def test_a_sentence_is_counted_by_itself() -> None:
    text = f"One. {'word ' * 30}end. `a b c d` {'word ' * 28}end."

    assert [sentence[-4:] for sentence in long_sentences(text)] == ["end."]


def test_code_and_generated_parts_of_a_page_are_not_read() -> None:
    code = "    indented code\n\n```\nfenced\n```\n"
    page = f"Plain.\n\n{code}\n<!-- made: index -->\nmade\n<!-- end -->\n"

    assert written_by_hand(page).split() == ["Plain."]


def test_constants_have_docstrings_too() -> None:
    assert list(docstrings('"""A module."""\nX = 1\n"""A constant."""\n')) == [
        "A module.",
        "A constant.",
    ]
