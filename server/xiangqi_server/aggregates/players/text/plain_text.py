"""Text of strangers as it may be shown to others: cleaned, and as long as a reader sees it.

Cleaned text is NFC, on one line, without controls, marks that turn the direction of writing,
signs of no width, unassigned or private signs, and without heaps of accents. Length is counted in
graphemes, as a reader would count: a letter with its accents, a flag, an emoji with its skin are
one each.
"""

import unicodedata
from typing import Final

MARKS_PER_LETTER: Final = 3

_MARKS: Final = frozenset({"Mn", "Me", "Mc"})
_SPACES: Final = frozenset({"Zs", "Zl", "Zp"})
_BLANKS: Final = frozenset("\t\n\v\f\r\x85")
_HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_FILLERS: Final = frozenset(
    "\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f"
)
"""Letters and marks by their category that show nothing."""
_SELECTORS: Final = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""They choose a look of the sign before them, as of a heart, and show nothing themselves."""
_SKINS: Final = range(0x1F3FB, 0x1F400)
_FLAG_LETTERS: Final = range(0x1F1E6, 0x1F200)


def cleaned(text: str) -> str:
    """`text` as it may be shown to others; may be empty."""
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text):
        category = unicodedata.category(char)
        marks = marks + 1 if category in _MARKS else 0
        if category in _SPACES or char in _BLANKS:
            kept.append(" ")
        elif char in _SELECTORS and (not kept or kept[-1] == " " or kept[-1] in _SELECTORS):
            continue
        elif category not in _HIDDEN and char not in _FILLERS and marks <= MARKS_PER_LETTER:
            kept.append(char)
    return unicodedata.normalize("NFC", " ".join("".join(kept).split()))


def shows_nothing(char: str) -> bool:
    """Whether a reader cannot see that this sign is there."""
    hidden = unicodedata.category(char) in _HIDDEN
    return hidden or char in _FILLERS or char in _SELECTORS


def grapheme_count(text: str) -> int:
    """How many signs a reader would count in cleaned text."""
    count, open_flag = 0, False
    for char in text:
        code = ord(char)
        if code in _FLAG_LETTERS:
            count += not open_flag
            open_flag = not open_flag
            continue
        open_flag = False
        count += code not in _SKINS and unicodedata.category(char) not in _MARKS
    return count
