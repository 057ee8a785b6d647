"""What both client libraries can do, as a table made from the Python one, whose names are the rule.

The names of the other one follow from these; `tests/client_js/clients.test.mjs` holds it to them.
"""

import dataclasses
import importlib
import inspect
import re
from collections.abc import Iterable
from typing import Final

_CLASSES: Final = ("Session", "Game", "Turn", "Events", "Reader")
_INNER: Final = frozenset({"become", "fail", "followed", "put", "end"})
"""What a session calls, and no program."""
_IMPORTED: Final = (
    ("Session(url)", "openSession(url)", "A session with a server."),
    ("Reader(url)", "openReader(url)", "Reads a server by plain HTTP."),
    ("Refused", "Refused", "What a refusal raises: `code`, `text`, `retry_ms` (`retryMs`)."),
    ("TokenFile(path)", "tokenFile(path)", "Keeps the token in a file of its owner's."),
    ("cells_of(fen)", "cellsOf(fen)", "The 90 squares of a FEN."),
    ("square_of(name)", "squareOf(name)", "The number of a square such as `h2` among those."),
)


def camel(name: str) -> str:
    """The name in JavaScript."""
    return re.sub(r"_([a-z])", lambda found: found[1].upper(), name)


def clients() -> str:
    """The table of each thing that both have."""
    library = importlib.import_module("xiangqi_client")  # only now: some of it is made as well
    members = {name: _members(name.lower(), getattr(library, name)) for name in _CLASSES}
    tables = (f"### {name}\n\n{_table(rows)}" for name, rows in members.items())
    return "\n\n".join([_table(_IMPORTED), *tables])


def _table(rows: Iterable[tuple[str, str, str]]) -> str:
    lines = ["| Python | JavaScript | |", "|---|---|---|"]
    return "\n".join([*lines, *(f"| `{py}` | `{js}` | {does} |" for py, js, does in rows)])


def _members(owner: str, kind: type) -> list[tuple[str, str, str]]:
    told = _fields(kind)
    rows = []
    for name, member in vars(kind).items():
        if name.startswith("_") or name in _INNER:
            continue
        does = told.get(name) or (inspect.getdoc(member) or "").partition("\n\n")[0]
        call = "()" if callable(member) else ""
        rows.append((f"{owner}.{name}{call}", f"{owner}.{camel(name)}{call}", _line(does)))
    return sorted(rows, key=lambda row: row[0])


def _line(does: str) -> str:
    return does.replace("\n", " ").replace("|", "\\|")


def _fields(kind: type) -> dict[str, str]:
    """What the docstring of a value says of its fields."""
    if not dataclasses.is_dataclass(kind):
        return {}
    _, _, text = (inspect.getdoc(kind) or "").partition("Fields:\n")
    return dict(re.findall(r"^    (\w+): (.*(?:\n {8}.*)*)", text, re.M))
