"""Bytes of a text in an encoding that nobody names: UTF-8, UTF-16, GB18030 or Big5.

A mark at the beginning decides, then whether the bytes are UTF-8. Between the two Chinese
encodings the characters decide that games are written with, and otherwise the share of common
ones: each encoding has its common characters first.
"""

import codecs
from typing import Final, NamedTuple

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LEADS: Final = {"gb18030": (0xB0, 0xD7), "big5": (0xA4, 0xC6)}
"""The lead bytes of the common characters of each."""
_GAME: Final = frozenset(
    "红黑紅炮砲車车馬马兵卒相象仕士帅帥将將进進退平胜勝和先后後局棋赛賽象杯一二三四五六七八九"
)
_SAMPLE_BYTES: Final = 20_000
_TRUE_PER_BAD: Final = 4
"""A text is UTF-8 with spoilt bytes if it has so many other characters for each."""


class Decoded(NamedTuple):
    """A text.

    Attributes:
        encoding: what it was read in.
        is_guess: whether neither a mark nor UTF-8 decided.
        bad: how many characters could not be read.
    """

    text: str
    encoding: str
    is_guess: bool
    bad: int


def decoded(raw: bytes, encoding: str | None = None) -> Decoded:
    """The text of some bytes, in the encoding named or found; what is no text is `U+FFFD`."""
    for mark, name in _MARKS:
        if raw.startswith(mark):
            return _as(raw[len(mark) :], name, is_guess=False)
    if encoding is not None:
        return _as(raw, encoding, is_guess=False)
    found = encoding_of(raw)
    return _as(raw, found, is_guess=found not in ("utf-8", "utf-16-le", "utf-16-be"))


def encoding_of(raw: bytes) -> str:
    """The encoding that some bytes without a mark are in, most likely."""
    if utf16 := _utf16(raw[:_SAMPLE_BYTES]):
        return utf16
    try:
        raw.decode()
    except UnicodeDecodeError:
        pass
    else:
        return "utf-8"
    sample = raw[:_SAMPLE_BYTES]
    loose = sample.decode("utf-8", "replace")
    bad = loose.count("\ufffd")
    others = sum(letter > "\x7f" for letter in loose) - bad
    if others >= _TRUE_PER_BAD * bad:
        return "utf-8"
    return max(_LEADS, key=lambda name: _likelihood(sample, name))


def _as(raw: bytes, encoding: str, *, is_guess: bool) -> Decoded:
    text = raw.decode(encoding, "replace")
    return Decoded(text, encoding, is_guess, text.count("\ufffd"))


def _utf16(sample: bytes) -> str | None:
    """UTF-16 without a mark: every other byte of a header is zero."""
    half = len(sample) // 2
    if half < 2 or b"\0" not in sample:
        return None
    even, odd = sample[0 : 2 * half : 2].count(0), sample[1 : 2 * half : 2].count(0)
    if odd * 2 > half and even * 10 < odd:
        return "utf-16-le"
    return "utf-16-be" if even * 2 > half and odd * 10 < even else None


def _likelihood(sample: bytes, encoding: str) -> float:
    """How much a text looks like one in an encoding, from 0."""
    first, last = _LEADS[encoding]
    text = sample.decode(encoding, "replace")
    letters = [letter for letter in text if letter > "\x7f"]
    if not letters:
        return 0
    leads = [letter.encode(encoding, "replace")[0] for letter in letters if letter != "\ufffd"]
    common = sum(first <= lead <= last for lead in leads)
    of_game = sum(letter in _GAME for letter in letters)
    bad = letters.count("\ufffd")
    return (common + 2 * of_game - 3 * bad) / len(letters)
