"""Which names people may take, and which of them look alike.

We read Unicode's security mechanisms (TR39) like this. A name is NFKC, on one line, with single
separators inside, and of one script. Latin may stand beside Chinese, and what is written together
in Japan or Korea may be mixed. Its **skeleton** is what is left when all that looks alike is made
the same: case, separators, digits, and letters that resemble others, also those of other scripts.
`confusables` is Unicode's own list; hooked letters and small capitals, which it leaves out, are
known by their names. Two names with one skeleton are one name. Accents count, for in Vietnamese
they make another word; but they bring no name near a reserved word.

Letters of phonetics and the like, which no language is written with, are not taken at all. A name
may have been claimed under a skeleton that knew fewer letters: see `name_ids`.
"""

import re
import unicodedata
from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.aggregates.players.text.plain_text import grapheme_count, shows_nothing
from xiangqi_server.api.names.confusables import LIKE, SAME
from xiangqi_server.api.names.tokens import GUEST_LETTERS
from xiangqi_server.kernel.aggregate.base32 import base32
from xiangqi_server.kernel.aggregate.refusal import require

MIN_WIDTH: Final = 2
MAX_GRAPHEMES: Final = 20
MARKS_PER_LETTER: Final = 2
_ID_BYTES: Final = 15


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _each(letters: str, looks: str) -> dict[int, str]:
    return {ord(letter): look for letter, look in zip(letters, looks, strict=True)}


_SEPARATORS: Final = frozenset("-_. '·")
_WIDE: Final = frozenset({"CJK", "HANGUL", "HIRAGANA", "KATAKANA", "BOPOMOFO"})
_TOGETHER: Final = (
    frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "CJK", "BOPOMOFO"}),
    frozenset({"LATIN", "CJK", "HANGUL"}),
)
SCRIPTS: Final = _words(
    """
    LATIN CJK HANGUL HIRAGANA KATAKANA BOPOMOFO CYRILLIC GREEK ARMENIAN GEORGIAN HEBREW ARABIC
    DEVANAGARI BENGALI GURMUKHI GUJARATI TAMIL TELUGU KANNADA MALAYALAM SINHALA THAI LAO KHMER
    MYANMAR TIBETAN MONGOLIAN ETHIOPIC
    """
)
"""The scripts that names may be written in."""

_LATIN: Final = frozenset("æœøßþðđħıłŋŧəǝƒɓɖɗɛɣɩƙɲɔʋƴ")
"""Latin letters of living alphabets that are no letter of English with an accent."""
_LATIN_NAME: Final = re.compile(
    r"LATIN (?:SMALL LETTER|CAPITAL LETTER|LETTER SMALL CAPITAL|LETTER)"
    r"(?P<turned>(?: OPEN| TURNED| REVERSED| SCRIPT| DOTLESS)?) "
    r"(?P<letter>[A-Z])(?P<mark> WITH .*)?"
)

_ALIKE: Final[Mapping[int, str]] = (
    # digits and Latin, Cyrillic, Greek, Chinese, kana that look like Chinese
    _each("01iıɑɡ", "olllag")
    | _each("аеорсухіјѕһԁԛԝвнмткьѵ", "aeopcyxljshdqwbhmtkbv")
    | _each("αορνυικτχεβμηγω", "aopvulktxebmnyw")
    | _each("〇曰已巳末士入", "o日己己未土人")
    | _each("ーエカロニハタトチヘ", "一工力口二八夕卜千へ")
)
_PAIRS: Final = (("rn", "m"), ("vv", "w"))

_RESERVED: Final = _words(
    """
    admin administrator mod moderator owner root system server staff team support help official
    security webmaster postmaster bot robot computer engine judge referee arbiter anonymous nobody
    null undefined me you everyone all guest player deletedplayer xiangqi opponent spectator red
    black 管理员 管理員 管理者 系统 系統 官方 客服 版主 站长 站長 游客 遊客 访客 訪客 裁判
    机器人 機器人 匿名 电脑 電腦 玩家 已注销 已註銷 红方 紅方 黑方
    quantri quantrivien hethong hotro khach chinhthuc trongtai nguoichoi maychu andanh bendo benden
    """
)
COMPUTERS: Final = tuple(f"Computer {level}" for level in range(1, 9))
"""The accounts of this server's own programs, by strength; only the server's owner makes them."""
_COMPUTERS: Final = _words("computer 电脑 電腦 maytinh")
"""Their names, followed by a number; no other account may have such a name."""
_NUMBER: Final = "23456789ol一二三四五六七八九十"
"""What a number is made of in a skeleton: 0 and 1 look like letters."""
_NEVER_INSIDE: Final = _words(
    "admin moderator official deletedplayer 管理员 管理員 官方 客服 quantrivien"
)


_GUESTS: Final = _words("guest 游客 遊客 访客 訪客 khach")
"""What the names of guests begin with, on the wire and on pages; some letters of the id follow."""


def new_name(text: str) -> str:
    """`text` as the name it would become.

    Raises:
        Refused: `BAD_NAME` or `NAME_RESERVED`.
    """
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    require(_is_well_formed(name), PlayerRefusal.BAD_NAME)
    require(not _is_reserved(name), PlayerRefusal.NAME_RESERVED)
    return name


def operators_bot_name(text: str) -> str:
    """`text` as the name of a bot that the server's owner makes: one of `COMPUTERS`, or any.

    Raises:
        Refused: `BAD_NAME` or `NAME_RESERVED`.
    """
    return text if text in COMPUTERS else new_name(text)


def skeleton(name: str) -> str:
    """What is left of a name when all that looks alike is made the same."""
    return _folded(name, _SAME)


def plain_skeleton(name: str) -> str:
    """The skeleton by the few letters known at first: names of that time are claimed under it."""
    return _folded(name, _ALIKE)


def _folded(name: str, table: Mapping[int, str]) -> str:
    folded = unicodedata.normalize("NFKC", name).casefold()
    bare = unicodedata.normalize("NFD", folded).translate(table)
    joined = "".join(char for char in bare if char not in _SEPARATORS)
    for pair, letter in _PAIRS:
        joined = joined.replace(pair, letter)
    return unicodedata.normalize("NFC", joined)


def name_id(name: str) -> str:
    """The id of a name's aggregate: 24 characters that tell nothing of the name."""
    return _id_of(skeleton(name))


def name_ids(name: str) -> tuple[str, ...]:
    """The ids under which a name may have been claimed: today's first, then the one before it."""
    return tuple(dict.fromkeys((name_id(name), _id_of(plain_skeleton(name)))))


def _id_of(bones: str) -> str:
    digest = sha256(b"name:" + bones.encode()).digest()
    return base32(digest[:_ID_BYTES])


def imitates(name: str, other: str) -> bool:
    """Whether a name looks like another: they are the same except for accents and the like."""
    return not _bare_forms(name).isdisjoint(_bare_forms(other))


def script_of(letter: str) -> str:
    """The script of a letter, by the first word of its name."""
    return unicodedata.name(letter, "").partition(" ")[0].partition("-")[0]


def _is_well_formed(name: str) -> bool:
    scripts: set[str] = set()
    width = marks = 0
    before = " "  # a name begins as if after a separator
    if any(map(shows_nothing, name)):
        return False
    for char in name:
        category = unicodedata.category(char)
        if category.startswith("L"):
            script = script_of(char)
            if script == "LATIN" and not _is_of_an_alphabet(char):
                return False
            scripts.add(script)
            width += 2 if script in _WIDE else 1
            marks = 0
        elif category in ("Mn", "Mc"):
            marks += 1
            if before in _SEPARATORS or before.isdigit() or marks > MARKS_PER_LETTER:
                return False
        elif char in "0123456789":
            width += 1
        elif char not in _SEPARATORS or before in _SEPARATORS:
            return False
        before = char
    if before in _SEPARATORS or width < MIN_WIDTH or grapheme_count(name) > MAX_GRAPHEMES:
        return False
    return _stand_together(frozenset(scripts))


def _stand_together(scripts: frozenset[str]) -> bool:
    if len(scripts) == 1:
        return scripts <= SCRIPTS
    return any(scripts and scripts <= together for together in _TOGETHER)


def _is_of_an_alphabet(char: str) -> bool:
    return unicodedata.normalize("NFD", char)[0].isascii() or char.lower() in _LATIN


def _is_reserved(name: str) -> bool:
    return any(
        bare[:-GUEST_LETTERS] in _GUESTS_BARE
        or bare.rstrip(_NUMBER) in _COMPUTERS_BARE
        or bare in _RESERVED_BARE
        or any(word in bare for word in _NEVER_BARE)
        for bare in _bare_forms(name)
    )


def _bare_forms(name: str) -> frozenset[str]:
    """What a name may be read as at a glance: as it is, as a skeleton, and by its capitals."""
    glance = unicodedata.normalize("NFKC", name).translate(_LIKE)
    return frozenset(
        _without_accents(bones)
        for bones in (plain_skeleton(name), skeleton(name), skeleton(glance))
    )


def _without_accents(text: str) -> str:
    kept = (char for char in unicodedata.normalize("NFD", text) if not unicodedata.combining(char))
    return "".join(kept).translate(_BARE)


def _base(code: int, *, at_a_glance: bool) -> str | None:
    """The letter of English that a Latin one is made of, by its name; None if there is no such.

    Strokes make other letters, so does turning one; at a glance they do not.
    """
    match = _LATIN_NAME.fullmatch(unicodedata.name(chr(code), ""))
    if match is None or unicodedata.decomposition(chr(code)):
        return None
    mark = match["mark"] or ""
    is_other = "STROKE" in mark or bool(match["turned"])
    is_itself = not mark and "LETTER SMALL CAPITAL" not in match[0]
    if is_itself and not match["turned"]:
        return None
    return None if is_other and not at_a_glance else match["letter"].lower()


def _bases(*, at_a_glance: bool) -> dict[int, str]:
    found = ((code, _base(code, at_a_glance=at_a_glance)) for code in _LATIN_BLOCKS)
    return {code: base for code, base in found if base is not None}


_LATIN_BLOCKS: Final = (
    *range(0x00C0, 0x02B0),
    *range(0x1D00, 0x1DC0),
    *range(0x2C60, 0x2C80),
    *range(0xA720, 0xA800),
    *range(0xAB30, 0xAB70),
)
_SAME: Final[Mapping[int, str]] = {
    **{code: plain_skeleton(base) for code, base in _bases(at_a_glance=False).items()},
    **str.maketrans(SAME),
    **_ALIKE,
}
_BARE: Final = {code: plain_skeleton(base) for code, base in _bases(at_a_glance=True).items()}
_LIKE: Final[Mapping[int, str]] = {**_BARE, **str.maketrans(LIKE)}

_GUESTS_BARE: Final = frozenset(_without_accents(skeleton(word)) for word in _GUESTS)
_COMPUTERS_BARE: Final = frozenset(_without_accents(skeleton(word)) for word in _COMPUTERS)
_RESERVED_BARE: Final = frozenset(_without_accents(skeleton(word)) for word in _RESERVED)
_NEVER_BARE: Final = tuple(_without_accents(skeleton(word)) for word in _NEVER_INSIDE)
