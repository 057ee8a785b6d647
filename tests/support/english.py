"""How plain our English is: habits that make a sentence hard to read, found and counted.

A text is cut into blocks (paragraphs, items of lists, cells of tables, fields of docstrings) and
these into sentences. What is set as code counts as one word.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

MOST_WORDS: Final = 30
"""A sentence with more words is a long one."""

HABITS: Final[dict[str, tuple[re.Pattern[str], str]]] = {
    "whoever": (re.compile(r"\bwho(?:m?so)?ever\b|\bwhomever\b", re.IGNORECASE), "a player who"),
    "headless who": (
        re.compile(
            r"(?:^|[.;:(]\s+)(?:who|whose|whom)\b(?!.*\?)"
            r"|\b(?:as|by|for|if|of|or|than|that|to|what)\s+who\b(?!.*\?)",
            re.IGNORECASE,
        ),
        "a player who, the player whom",
    ),
    "is told": (
        re.compile(r"\b(?:is|are|was|were|be|been|being|gets?) (?:\w+ly )?told\b", re.IGNORECASE),
        "gets, hears; or the server sends",
    ),
    "is none": (re.compile(r"\b(?:is|are|was|were) none\b"), "there is no ..."),
    "but for": (re.compile(r"\bbut for\b", re.IGNORECASE), "except"),
    "all the same": (re.compile(r"\ball the same\b", re.IGNORECASE), "anyway, still"),
    "hence": (re.compile(r"\bhence\b", re.IGNORECASE), "so"),
}
"""Each habit, and what to write instead."""

HEAVY: Final = re.compile(r"\b(?:who|whom|whoever|told|nobody|(?:is|are) none)\b", re.IGNORECASE)
"""Words that a plain text needs now and then, and ours used in every second sentence."""

_FENCED: Final = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
_INDENTED: Final = re.compile(r"^    .*$", re.MULTILINE)
_MADE: Final = re.compile(r"<!-- made: .*?<!-- end -->", re.DOTALL)
_CODE: Final = re.compile(r"``[^`]+``|`[^`\n]*(?:\n[^`\n]+)?`")
_LINK: Final = re.compile(r"!?\[([^]]*)\]\([^)]*\)")
_BLOCKS: Final = re.compile(r"\n\s*\n|\n\s*(?=[*-] |\d+\. |\|)|\n\s*(?=[\w, ]+: )|\|")
_SENTENCES: Final = re.compile(r"(?<=[.!?])[\"')*]*\s+")


def written_by_hand(page: str) -> str:
    """A page without code and without what is generated from docstrings."""
    return _INDENTED.sub("", _FENCED.sub("", _MADE.sub("", page)))


def docstrings(source: str) -> Iterator[str]:
    """The texts of a module that stand by themselves."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield text
            case _:
                pass


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text, each on one line."""
    plain = _LINK.sub(r"\1", _CODE.sub("code", text))
    for block in _BLOCKS.split(plain):
        flowing = " ".join(block.strip("#*- \n").split())
        yield from (sentence for sentence in _SENTENCES.split(flowing) if sentence)


def habits(text: str) -> Iterator[str]:
    """Each habit that a text has, with its sentence and what to write instead."""
    for sentence in sentences(text):
        for name, (pattern, instead) in HABITS.items():
            for _ in pattern.finditer(sentence):
                yield f"{name}: write {instead!r} in {sentence!r}"


def long_sentences(text: str) -> list[str]:
    """The sentences with more words than `MOST_WORDS`."""
    return [sentence for sentence in sentences(text) if len(sentence.split()) > MOST_WORDS]


def texts_of(path: Path) -> str:
    """What a file says in English: a page, or the docstrings of a module."""
    text = path.read_text(encoding="utf-8")
    return written_by_hand(text) if path.suffix == ".md" else "\n\n".join(docstrings(text))


class Counts(NamedTuple):
    """What the texts of an area have, or may have at most."""

    habits: int = 0
    long_sentences: int = 0

    def least(self, other: "Counts") -> "Counts":
        """The smaller one of each."""
        return Counts(*map(min, self, other))


def areas(root: Path) -> dict[str, list[Path]]:
    """The files by area: each page by itself, the modules of a folder together."""
    folders = [root / "server" / "xiangqi_server", root / "client_js" / "python" / "xiangqi_client"]
    found: dict[str, list[Path]] = {}
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            place = "/".join(path.relative_to(folder).parent.parts[:2]) or path.name
            found.setdefault(f"{folder.name}/{place}", []).append(path)
    pages = [root / "README.md"]
    for place in ("server", "deploy", "client_js", "tests"):
        pages += sorted(path for path in (root / place).rglob("*.md") if _is_english(path))
    return found | {page.relative_to(root).as_posix(): [page] for page in pages}


def _is_english(path: Path) -> bool:
    """Whether a page is ours and in English: texts of the client are in other languages too."""
    is_ours = "node_modules" not in path.parts
    return is_ours and (path.parent.name != "help" or path.name.endswith(".en.md"))


def counted(paths: Iterable[Path]) -> Counts:
    """What some files have."""
    texts = [texts_of(path) for path in paths]
    return Counts(
        sum(len(list(habits(text))) for text in texts),
        sum(len(long_sentences(text)) for text in texts),
    )
