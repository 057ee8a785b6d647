"""By which words a profile is found: a few, without case, accents and width.

Chinese and Japanese write no spaces, so each two signs that follow one another are a word there.
What is asked for is cut in the same way: all its words must be among those of the profile.
"""

import re
import unicodedata
from collections.abc import Iterator
from itertools import islice
from typing import Final

MAX_WORDS: Final = 16
"""By so many words of a profile its player is found: the first ones."""
MAX_ASKED: Final = 4
LEAST_CHARS: Final = 2
MOST_CHARS: Final = 24

_UNSPACED: Final = r"\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff"
_WORD: Final = re.compile(rf"[{_UNSPACED}]+|[^\W_{_UNSPACED}]+")
_IS_UNSPACED: Final = re.compile(rf"[{_UNSPACED}]")


def words_of(text: str) -> tuple[str, ...]:
    """The words by which a profile is found."""
    return tuple(islice(_distinct_words(text), MAX_WORDS))


def words_asked(text: str) -> tuple[str, ...]:
    """The words that are looked for, the longest first; empty if there is no word in the text."""
    words = islice(_distinct_words(text), MAX_ASKED)
    return tuple(sorted(words, key=len, reverse=True))


def _distinct_words(text: str) -> Iterator[str]:
    yield from dict.fromkeys(_words(_folded(text)))


def _words(text: str) -> Iterator[str]:
    for token in _WORD.findall(text):
        if _IS_UNSPACED.match(token):
            yield from (token[i : i + 2] for i in range(max(1, len(token) - 1)))
        elif len(token) >= LEAST_CHARS:
            yield token[:MOST_CHARS]


def _folded(text: str) -> str:
    """The text without case, accents and width; d with a stroke is d, as it is often typed."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(part for part in parts if unicodedata.category(part) != "Mn")
    return unicodedata.normalize("NFC", plain).replace("đ", "d")
