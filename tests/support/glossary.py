"""One word a thing in each language, and every text that people read.

A row of the glossary names a thing, what it is called, and the words it is not called: patterns,
because most of them are wrong only in some company. The texts are those of the page's catalogues,
of the data its lessons show, of the rule books, and every `Worded` of the server.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

from xiangqi_server.texts.worded import LANGUAGES, Worded

ROOT: Final = Path(__file__).parents[2]
CLIENT: Final = ROOT / "client_js" / "src"


@dataclass(frozen=True, slots=True)
class Term:
    """What a thing is called in some languages, and what it is not called.

    Fields:
        languages: codes, with a space between.
        thing: what is meant, for who has to choose the word.
        say: the word to write.
        never: a pattern of what not to write; the case of letters does not matter.
        but: names of texts that may.
    """

    languages: str
    thing: str
    say: str
    never: str
    but: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Text:
    """One text: where it stands, under which name, in which language."""

    place: str
    name: str
    language: str
    words: str


GLOSSARY: Final = (
    # A position occurs, and the first occurrence is no repetition: what is counted occurs.
    Term(
        "en",
        "how often a position has stood",
        "occurrence, has occurred",
        r"repetition \{|(second|third|fourth|fifth|\}) repetition|(has|position) stood"
        r"|repeated (for the|\{)",
    ),
    Term(
        "en",
        "a cycle of moves played again",
        "repetition",
        r"(perpetual|losing) occurrences?|by occurrence|rules? (on|of) occurrence",
    ),
    Term(
        "zh-Hans zh-Hant",
        "how often a position has stood",
        "第 … 次出现 / 出現",
        r"次重[复複]|重[复複] ?(第|\{)",
    ),
    Term(
        "zh-Hans zh-Hant",
        "a cycle of moves played again",
        "循环, 重复 / 循環, 重複",
        r"因出[现現]|长出现|出[现現](循|规则|規則)",
    ),
    Term(
        "vi",
        "how often a position has stood",
        "xuất hiện lần thứ …",
        r"lặp( lại)? (lần|\{)|lần lặp|đã có \{n\} lần",
    ),
    Term("vi", "a cycle of moves played again", "lặp lại", r"xuất hiện (mãi|nước)|vì xuất hiện"),
    # English.
    Term("en", "the server, to its users", "the server", r"\bby us\b|\bwe were away\b|\bof ours\b"),
    Term("en", "somebody, to the reader", "you", r"\bone(self|'s)\b|\bone (may|can|must)\b"),
    Term("en", "the clock of a player", "{who}'s clock", r"clock of \{"),
    Term("en", "a move set for after the opponent's", "premove", r"move ahead|move you had prep"),
    Term("en", "connected at the moment", "online", r"\} here\b|who is here|\bis here\b"),
    Term("en", "light or dark colours", "theme", r"day or night|^(day|night)$"),
    Term("en", "close what was read", "Dismiss", r"\bput away\b"),
    Term("en", "what the operators do about reports", "moderation", r"\bdesk\b|\bmeasures?\b"),
    Term("en", "texts by the operators for all", "announcement", r"^(no )?news$"),
    Term("en", "keep and share a game", "Save and share", r"\btake it along\b"),
    Term("en", "what is a player's, man or woman", "their", r"\bhis\b|\bhers?\b"),
    # Both Chinese scripts.
    Term("zh-Hans zh-Hant", "an account", "账号 / 帳號", r"帐|账户|帳戶|賬"),
    Term("zh-Hans zh-Hant", "the order of waiting", "排队位置 / 排隊位置", r"排位"),
    Term("zh-Hans zh-Hant", "games of days", "通讯棋 / 通訊棋", r"通信"),
    Term("zh-Hans zh-Hant", "the board as it stands", "当前局面 / 目前局面", r"现局|現局|当前局势"),
    Term("zh-Hans zh-Hant", "the side to move", "轮到走棋 / 輪到走棋", r"[轮輪]走(?!棋)"),
    Term("zh-Hans zh-Hant", "a span of hours", "小时 / 小時", r"\} 时|\} 時"),
    Term("zh-Hans zh-Hant", "a clock that stands", "停钟 / 停鐘", r"冻结|凍結"),
    Term("zh-Hans zh-Hant", "a message to one person", "私信 / 私訊", r"写信|寫信"),
    Term("zh-Hans zh-Hant", "a threat of mate", "叫杀 / 叫殺", r"伏有[杀殺]|伏[杀殺]"),
    Term("zh-Hans zh-Hant", "how fast a game is", "棋速", r"快慢|速度"),
    Term("zh-Hans zh-Hant", "the reader", "您", r"你(?!好)", ("phrase.good_luck", "good_luck")),
    Term("zh-Hans zh-Hant", "what is left out", "……", r"(?<!…)…(?!…)|\.\.\."),
    Term(
        "zh-Hans zh-Hant",
        "the terms of a clock (用时 / 用時 is the time used)",
        "时限 / 時限",
        r"[一选選][种種]用[时時]|^用[时時](?=$|、|和)",
        ("times.title", "times.spent", "act.times"),
    ),
    Term("zh-Hans zh-Hant", "who runs the server", "管理员 / 管理員", r"管理人[员員]|管理者"),
    # The traditional script.
    Term("zh-Hant", "who has no account", "訪客", r"遊客|游客"),
    Term("zh-Hant", "connected at the moment", "線上", r"在線(?![上的])"),
    Term(
        "zh-Hant",
        "the cannon (砲 is only Black's)",
        "炮",
        r"(?<![黑方路前中後根])砲(?!\d)",
        ("piece.c", "names"),
    ),
    Term("zh-Hant", "keep a file or a change", "儲存", r"保存"),
    # Vietnamese, by the words of the federation's law.
    Term("vi", "a move that threatens nothing", "nước chờ", r"\bnhàn\b|nước thường"),
    Term("vi", "a threat of mate", "dọa hết, dọa chiếu bí", r"\bsát\b|\bdọa bí\b"),
    Term("vi", "a chase", "đuổi (bắt)", r"\btróc\b"),
    Term("vi", "a file of the board", "lộ", r"\bcột\b"),
    Term("vi", "a takeback", "đi lại", r"\bhoãn\b"),
    Term("vi", "to resign", "xin thua", r"\bchịu thua\b"),
    Term("vi", "to offer a draw", "cầu hòa", r"\bxin hòa\b"),
    Term("vi", "who plays", "kỳ thủ", r"\bngười chơi\b"),
    Term("vi", "connected at the moment", "trực tuyến", r"đang ở đây|người ở đây|đang có mặt"),
    Term(
        "vi", "a move set for after the opponent's", "nước đặt trước", r"nước đi trước|đi trước t"
    ),
    Term("vi", "the terms of a clock", "thể thức", r"^giờ(?=$|,)|chọn giờ|đồng hồ này quá"),
    Term("vi", "who runs the server", "quản trị viên", r"người (quản|điều) "),
    Term("vi", "the server, to its users", "máy chủ", r"chúng tôi tạm dừng"),
    Term("vi", "a span of days and hours", "ngày, giờ", r"\} (ng|g)\b"),
)


def mistakes(text: Text) -> list[str]:
    """What is wrong with a text, each with what to write instead."""
    return [
        f"{text.place}, {text.name} ({text.language}): {found.group()!r} in {text.words!r}; "
        f"for {term.thing} write {term.say!r}"
        for term in GLOSSARY
        if text.language in term.languages.split() and text.name not in term.but
        for found in re.finditer(term.never, text.words, re.IGNORECASE)
    ]


@cache
def all_texts() -> tuple[Text, ...]:
    """Every text of the page and of the server, in all languages."""
    return (*_of_the_page(), *_of_the_help(), *_of_the_lessons(), *_worded())


def _of_the_page() -> Iterator[Text]:
    """The catalogues of the page."""
    for path in sorted((CLIENT / "text").glob("*.json")):
        language = path.stem.rpartition(".")[2]
        yield from _told(path.name, language, json.loads(path.read_text(encoding="utf-8")))


def _of_the_help() -> Iterator[Text]:
    """The texts that an operator may replace, by their paragraphs."""
    for path in sorted((CLIENT / "text" / "help").glob("*.md")):
        name, language, _ = path.name.split(".")
        for words in path.read_text(encoding="utf-8").split("\n\n"):
            yield Text(path.name, name, language, words)


def _of_the_lessons() -> Iterator[Text]:
    """What the lessons show of rulings and rule books."""
    for language in LANGUAGES:
        path = CLIENT / "pages" / "learn" / f"words.{language}.json"
        yield from _told(path.name, language, json.loads(path.read_text(encoding="utf-8")))


def _worded() -> Iterator[Text]:
    """Whatever the server says in a `Worded`, in whichever module."""
    for path in sorted((ROOT / "server" / "xiangqi_server").rglob("*.py")):
        if "Worded(" not in path.read_text(encoding="utf-8"):
            continue
        module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
        for name, value in vars(module).items():
            for key, worded in _pairs(name, value):
                for language in LANGUAGES:
                    yield Text(module.__name__, key, language, worded.in_language(language))


def _pairs(name: str, value: object) -> Iterator[tuple[str, Worded]]:
    """A constant, or the rows of one."""
    if isinstance(value, Worded):
        yield name, value
    elif isinstance(value, Mapping):
        for key, worded in value.items():
            if isinstance(worded, Worded):
                yield str(key), worded


def _told(place: str, language: str, node: object, name: str = "") -> Iterator[Text]:
    """The texts inside a value of JSON, each by the key above it."""
    if isinstance(node, str):
        yield Text(place, name, language, node)
    elif isinstance(node, Mapping):
        for key, below in node.items():
            yield from _told(
                place, language, below, name if isinstance(below, str) and name else str(key)
            )
    elif isinstance(node, list | tuple):
        for below in node:
            yield from _told(place, language, below, name)
