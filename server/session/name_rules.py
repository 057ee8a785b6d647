"""Which names people may take, and which of them look alike.

This module hides our reading of Unicode's security mechanisms (TR39). A name is NFKC, of one
script (Latin may stand beside Chinese, and what is written together in Japan or Korea may be
mixed), on one line, with single separators inside. Its **skeleton** is what is left when all that
looks alike is made the same: case, separators, digits and letters that resemble others, also
those of other scripts. Two names with one skeleton are one name. Accents count, for in
Vietnamese they make another word.
"""

import unicodedata
from base64 import b32encode
from hashlib import sha256
from typing import Final

from server.aggregate.refusal import RefusalCode, require
from server.session.plain_text import grapheme_count, shows_nothing
from server.session.tokens import GUEST_LETTERS

MIN_WIDTH: Final = 2
MAX_GRAPHEMES: Final = 20
MARKS_PER_LETTER: Final = 2
_ID_BYTES: Final = 15


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SEPARATORS: Final = frozenset("-_. '·")
_WIDE: Final = frozenset({"CJK", "HANGUL", "HIRAGANA", "KATAKANA", "BOPOMOFO"})
_TOGETHER: Final = (
    frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "CJK", "BOPOMOFO"}),
    frozenset({"LATIN", "CJK", "HANGUL"}),
)
_ALONE: Final = _words(
    """
    LATIN CJK HANGUL HIRAGANA KATAKANA BOPOMOFO CYRILLIC GREEK ARMENIAN GEORGIAN HEBREW ARABIC
    DEVANAGARI BENGALI GURMUKHI GUJARATI TAMIL TELUGU KANNADA MALAYALAM SINHALA THAI LAO KHMER
    MYANMAR TIBETAN MONGOLIAN ETHIOPIC
    """
)

_ALIKE: Final = (
    # digits and Latin, Cyrillic, Greek, Chinese, kana that look like Chinese
    str.maketrans("01iıɑɡ", "olllag")
    | str.maketrans("аеорсухіјѕһԁԛԝвнмткьѵ", "aeopcyxljshdqwbhmtkbv")
    | str.maketrans("αορνυικτχεβμηγω", "aopvulktxebmnyw")
    | str.maketrans("〇曰已巳末士入", "o日己己未土人")
    | str.maketrans("ーエカロニハタトチヘ", "一工力口二八夕卜千へ")
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
_NEVER_INSIDE: Final = _words(
    "admin moderator official deletedplayer 管理员 管理員 官方 客服 quantrivien"
)


_GUESTS: Final = _words("guest 游客 遊客 访客 訪客 khach")
"""So begin the names of guests, on the wire and on the pages; some letters of the id follow."""


def new_name(text: str) -> str:
    """`text` as the name it would become.

    Raises:
        Refused: `BAD_NAME` or `NAME_RESERVED`.
    """
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    require(_is_well_formed(name), RefusalCode.BAD_NAME)
    require(not _is_reserved(name), RefusalCode.NAME_RESERVED)
    return name


def skeleton(name: str) -> str:
    """What is left of a name when all that looks alike is made the same."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    bare = unicodedata.normalize("NFD", folded).translate(_ALIKE)
    joined = "".join(char for char in bare if char not in _SEPARATORS)
    for pair, one in _PAIRS:
        joined = joined.replace(pair, one)
    return unicodedata.normalize("NFC", joined)


def name_id(name: str) -> str:
    """The id of a name's aggregate: 24 characters that tell nothing of the name."""
    digest = sha256(b"name:" + skeleton(name).encode()).digest()
    return b32encode(digest[:_ID_BYTES]).decode().lower()


def _is_well_formed(name: str) -> bool:
    scripts: set[str] = set()
    width = marks = 0
    before = " "  # a name begins as if after a separator
    if any(map(shows_nothing, name)):
        return False
    for char in name:
        category = unicodedata.category(char)
        if category.startswith("L"):
            script = unicodedata.name(char, "").partition(" ")[0].partition("-")[0]
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
        return scripts <= _ALONE
    return any(scripts and scripts <= together for together in _TOGETHER)


def _is_reserved(name: str) -> bool:
    bare = _without_accents(skeleton(name))
    is_a_guests = bare[:-GUEST_LETTERS] in _GUESTS_BARE
    return is_a_guests or bare in _RESERVED_BARE or any(word in bare for word in _NEVER_BARE)


def _without_accents(text: str) -> str:
    kept = (char for char in unicodedata.normalize("NFD", text) if not unicodedata.combining(char))
    return "".join(kept).replace("đ", "d")


_GUESTS_BARE: Final = frozenset(_without_accents(skeleton(word)) for word in _GUESTS)
_RESERVED_BARE: Final = frozenset(_without_accents(skeleton(word)) for word in _RESERVED)
_NEVER_BARE: Final = tuple(_without_accents(skeleton(word)) for word in _NEVER_INSIDE)
