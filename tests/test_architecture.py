"""Who may import whom, and what else a reviewer need not remember. A new arrow is a line here."""

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
PACKAGE: Final = ROOT / "server" / "xiangqi_server"

EVERYTHING: Final = frozenset({"*"})
AGGREGATES: Final = frozenset(
    {
        "aggregates/room",
        "aggregates/lobby",
        "aggregates/players",
        "aggregates/direct_messages",
        "aggregates/moderation",
        "aggregates/news",
        "aggregates/ladder",
        "aggregates/tv",
        "aggregates/notices",
        "aggregates/reviews",
        "aggregates/feed",
        "aggregates/tournaments",
    }
)
GAME_ROWS: Final = frozenset({"read_model/game_rows", "read_model/game_search"})
PURE: Final = (
    AGGREGATES
    | GAME_ROWS
    | {
        "aggregates/refusals",
        "aggregates/row_effects",
        "kernel/aggregate",
        "game/rules",
        "game/engine",
        "game/lessons",
        "game/records",
        "texts",
        "api",
        "wire",
    }
)
EDGE: Final = PURE - {"game/engine", "game/lessons", "game/records"} | {
    "kernel/faults",
    "limits",
    "net",
    "kernel/host",
    "kernel/store",
}
"""What every folder of `gateway` may import."""

MAY_IMPORT: Final[dict[str, frozenset[str]]] = {
    "game": frozenset(),
    "kernel": frozenset(),
    "aggregates": frozenset(),
    "aggregates/refusals": frozenset(),
    "aggregates/row_effects": frozenset(),
    "kernel/aggregate": frozenset(),
    "kernel/faults": frozenset(),
    "limits": frozenset(),
    "kernel/own_python": frozenset(),
    "game/rules": frozenset(),
    "game/engine": frozenset({"game/rules"}),
    "game/lessons": frozenset({"game/rules"}),
    "game/records": frozenset({"game/rules"}),
    "wire": frozenset(
        {
            "aggregates/ladder",
            "game/lessons",
            "aggregates/lobby",
            "aggregates/moderation",
            "aggregates/notices",
            "aggregates/players",
            "aggregates/room",
            "game/rules",
            "aggregates/tournaments",
        }
    ),
    "aggregates/room": frozenset({"aggregates/row_effects", "game/rules"}),
    "aggregates/lobby": frozenset({"aggregates/refusals", "limits", "aggregates/room"}),
    "aggregates/players": frozenset(
        {
            "aggregates/row_effects",
            "game/rules",
            "aggregates/room",
            "limits",
            "aggregates/lobby",
            "aggregates/direct_messages",
            "aggregates/moderation",
            "aggregates/ladder",
            "aggregates/notices",
        }
    ),
    "aggregates/direct_messages": frozenset({"aggregates/notices", "aggregates/refusals"}),
    "aggregates/moderation": frozenset({"limits"}),
    "aggregates/news": frozenset(),
    "aggregates/notices": frozenset({"aggregates/room"}),
    "aggregates/reviews": frozenset({"aggregates/row_effects"}),
    "aggregates/feed": frozenset({"aggregates/room"}),
    "aggregates/ladder": frozenset({"aggregates/refusals", "aggregates/room"}),
    "aggregates/tv": frozenset({"aggregates/room", "game/rules"}),
    "aggregates/tournaments": frozenset(
        {
            "aggregates/row_effects",
            "aggregates/lobby",
            "aggregates/notices",
            "aggregates/room",
            "game/rules",
        }
    ),
    "read_model": frozenset(),
    "read_model/game_rows": frozenset({"aggregates/room", "game/rules"}),
    "read_model/game_search": frozenset({"read_model/game_rows"}),
    "read_model/projections": frozenset(
        {
            "kernel/host",
            "kernel/host/replica",
            "aggregates/players",
            "aggregates/row_effects",
            "read_model/game_rows",
            "aggregates/room",
            "kernel/store",
        }
    ),
    "read_model/rebuild": frozenset(
        {
            "kernel/host/replica",
            "aggregates/players",
            "aggregates/reviews",
            "aggregates/row_effects",
            "read_model/game_rows",
            "read_model/projections",
            "aggregates/room",
            "kernel/store",
            "aggregates/tournaments",
        }
    ),
    "read_model/games": frozenset(
        {"read_model/game_rows", "read_model/game_search", "kernel/store"}
    ),
    "read_model/leaderboard": frozenset({"aggregates/players", "kernel/store"}),
    "read_model/tournaments": frozenset({"kernel/store", "aggregates/tournaments"}),
    "read_model/packing": frozenset({"kernel/host", "read_model/game_rows", "kernel/store"}),
    "read_model/cooling": frozenset({"kernel/host", "read_model/game_rows", "kernel/store"}),
    "texts": frozenset(
        {
            "aggregates/refusals",
            "aggregates/ladder",
            "aggregates/lobby",
            "aggregates/notices",
            "aggregates/players",
            "aggregates/reviews",
            "aggregates/room",
            "game/records",
            "game/rules",
            "aggregates/tournaments",
            "wire",
        }
    ),
    "api": AGGREGATES - {"aggregates/tv"}
    | {
        "aggregates/refusals",
        "limits",
        "read_model/game_rows",
        "game/lessons",
        "game/records",
        "game/rules",
        "texts",
        "wire",
    },
    "kernel/store": frozenset(),
    "kernel/host": frozenset({"kernel/faults", "kernel/host/replica", "kernel/store"}),
    "kernel/host/replica": frozenset({"kernel/host", "kernel/store"}),
    "node/ruling_worker": frozenset(
        {
            "api",
            "kernel/own_python",
            "aggregates/room",
            "game/rules",
            "kernel/fair_queue",
            "aggregates/tournaments",
        }
    ),
    "kernel/fair_queue": frozenset(),
    "net": frozenset({"kernel/faults", "limits"}),
    "aggregates/kinds": AGGREGATES,
    "gateway": frozenset(),
    "gateway/connection": EDGE,
    "gateway/room": EDGE | {"gateway/connection"},
    "gateway/lobby": EDGE | {"gateway/connection"},
    "gateway/social": EDGE | {"gateway/connection", "read_model/games"},
    "gateway/lists": EDGE
    | {"gateway/connection", "gateway/room", "read_model/games", "read_model/leaderboard"},
    "gateway/notices": EDGE | {"gateway/connection"},
    "gateway/cluster": EDGE | {"gateway/connection", "gateway/room"},
    "gateway/account": EDGE
    | {
        "gateway/cluster",
        "gateway/connection",
        "gateway/room",
        "gateway/social",
        "kernel/fair_queue",
        "read_model/tournaments",
    },
    "gateway/tournaments": EDGE
    | {
        "gateway/account",
        "gateway/connection",
        "gateway/room",
        "gateway/social",
        "read_model/tournaments",
    },
    "gateway/http": EDGE
    | {"gateway/account", "gateway/connection", "gateway/lists", "gateway/room"},
    "gateway/lines": EDGE | {"gateway/connection"},
    "gateway/link_previews": EDGE
    | {"gateway/connection", "gateway/lists", "gateway/room", "gateway/tournaments"},
    "gateway/reviews": EDGE | {"gateway/connection"},
    "gateway/lessons": EDGE | {"gateway/connection", "game/lessons"},
    "gateway/pings": EDGE | {"gateway/connection", "gateway/room"},
    "gateway/tick_loop": EDGE | {"gateway/connection", "gateway/pings", "gateway/room"},
    "gateway/shared_parts": EVERYTHING,
    "gateway/handlers": EVERYTHING,
    "gateway/dispatch": EVERYTHING,
    "gateway/schedule": EVERYTHING,
    "gateway/gateway": EVERYTHING,
    "node/ops": frozenset(),
    "node/settings": frozenset({"limits", "net"}),
    "node/node_metrics": frozenset(
        {
            "gateway/gateway",
            "kernel/host",
            "net",
            "node/ops",
            "aggregates/players",
            "aggregates/room",
            "node/ruling_worker",
            "game/rules",
            "kernel/store",
        }
    ),
    "computers": frozenset(
        {"game/engine", "game/records", "kernel/faults", "kernel/own_python", "game/rules"}
    ),
    "node": EVERYTHING,
    "cli": EVERYTHING,
    "__main__": EVERYTHING,
}
"""Of ours, besides itself and `aggregate`, which everybody may import.

A key is a package, or a folder or module in one that has a line of its own.
"""

RULES: Final = ("board", "game", "repetition", "cxa", "rulesets", "adjudication")
"""The folders of the rules, each above those it may import."""

ONLY_IMPORTED_BY: Final[dict[str, frozenset[str]]] = {
    "node": frozenset({"cli", "__main__"}),
    "computers": frozenset({"node", "cli"}),
    "cli": frozenset({"__main__"}),
    "__main__": frozenset(),
    "node/settings": frozenset({"node", "cli"}),
    "game/engine": frozenset({"computers", "cli"}),
    "aggregates/kinds": frozenset({"node"}),
    "kernel/host/replica": frozenset(
        {"kernel/host", "read_model/projections", "read_model/rebuild"}
    ),
    "read_model/projections": frozenset({"node", "read_model/rebuild"}),
    "read_model/rebuild": frozenset({"cli"}),
    "read_model/packing": frozenset({"node"}),
    "read_model/cooling": frozenset({"node"}),
    "gateway/gateway": frozenset({"node", "node/node_metrics"}),
    "gateway/shared_parts": frozenset({"gateway/gateway", "gateway/handlers", "gateway/schedule"}),
    "gateway/handlers": frozenset({"gateway/dispatch", "gateway/gateway", "gateway/schedule"}),
    "gateway/dispatch": frozenset({"gateway/gateway"}),
    "gateway/schedule": frozenset({"gateway/gateway"}),
    "node/node_metrics": frozenset({"node"}),
}
"""What stands at the edge: these are seen by the packages named, and by no other."""

WHO_USES: Final[dict[str, frozenset[str]]] = {
    "msgspec": PURE - {"game/engine", "game/lessons", "game/records", "game/rules"}
    | {"kernel/faults", "kernel/host", "node/ruling_worker", "kernel/store"},
    "cryptography": frozenset({"net"}),
    "argon2": frozenset({"gateway/account"}),
    "websockets": frozenset({"net"}),
    "redis": frozenset({"kernel/store"}),
    "hiredis": frozenset({"kernel/store"}),
    "msgpack": frozenset({"kernel/store"}),
    "obstore": frozenset({"kernel/store"}),
    "uvloop": frozenset({"cli"}),
    "rich": frozenset({"cli"}),
    "prometheus_client": frozenset({"node/ops"}),
    "xiangqi_client": frozenset({"computers", "cli"}),
}
"""Libraries that are not Python's, and our own client; one not listed is used by nobody."""

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

KNOWS_THE_TIME: Final = frozenset({"kernel/host/timebase.py", "node/ops/logs.py"})
"""The one reads the clock; the other writes the moment of a log record as people read it."""
CLOCKS: Final = frozenset({"time", "datetime"})

SUPERVISORS: Final = frozenset({"net/peer.py"})
"""One a connection: what nobody foresaw ends there and is logged."""
FAULTS: Final = "kernel/faults.py"
"""The other supervisor, of steps, is the one context manager that lets no exception out;"""
CONTAINED: Final = frozenset(
    {
        "computers/computer_player.py",
        "computers/pool.py",
        "computers/reviewer.py",
        "gateway/connection/client.py",
        "gateway/connection/background_tasks.py",
        "gateway/handlers.py",
        "gateway/connection/display_names.py",
        "gateway/tick_loop.py",
        "gateway/pings.py",
        "gateway/room/broadcasting/legal_queue.py",
        "gateway/room/ready_checks.py",
        "gateway/connection/inbox.py",
        "gateway/http/program_requests.py",
        "kernel/host/aggregate_host.py",
        "kernel/host/commit/committer.py",
        "kernel/host/hooks.py",
        "kernel/host/commit/commit_pipeline.py",
        "kernel/host/replication.py",
        "kernel/host/reader.py",
        "kernel/host/commit/command_queue.py",
        "net/fanout.py",
        "net/keepalive.py",
    }
)
"""and these are who goes on after a bug by it."""

NAMES_OF_AGGREGATES: Final = frozenset(
    {
        "room",
        "lobby",
        "player",
        "mailbox",
        "moderation",
        "ladder",
        "tv",
        "tournament",
        "notices",
        "game_feed",
    }
)
KNOWS_NO_GAME: Final = ("net/", "kernel/")
PROGRAM: Final = re.compile(r"\bxiangqi[-_]\S+")
"""The name of the program, and of what it makes, is no word of the game."""
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
        package: the longest key of `MAY_IMPORT` that its path begins with.
    """

    path: str
    package: str
    text: str
    tree: ast.Module

    def imports(self) -> Iterator[str]:
        """The dotted names it imports."""
        return imported_names(self.tree)

    def imports_of_ours(self) -> set[str]:
        """The packages of ours it imports, but its own."""
        ours = {
            name.removeprefix("xiangqi_server.").replace(".", "/")
            for name in self.imports()
            if name.startswith("xiangqi_server.")
        }
        return {_package(path) for path in ours if _is_module(path)} - {self.package}

    def imports_of_others(self) -> set[str]:
        """The top-level names it imports that are not ours."""
        return {name.split(".")[0] for name in self.imports()} - {"xiangqi_server"}


def imported_names(tree: ast.Module) -> Iterator[str]:
    """The dotted names that a module imports; of `from a import b` both ``a`` and ``a.b``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _package(path: str) -> str:
    """The longest key of `MAY_IMPORT` that a path below `server` begins with."""
    parts = path.removesuffix(".py").split("/")
    keys = ("/".join(parts[:count]) for count in range(len(parts), 0, -1))
    return next((key for key in keys if key in MAY_IMPORT), parts[0])


def _is_module(path: str) -> bool:
    return (PACKAGE / f"{path}.py").exists() or (PACKAGE / path).is_dir()


def _read(path: Path) -> Module:
    text = path.read_text()
    below = path.relative_to(PACKAGE)
    return Module(below.as_posix(), _package(below.as_posix()), text, ast.parse(text))


@cache
def modules() -> list[Module]:
    """All of ours; read by the first test that asks, not by every process that collects it."""
    return [_read(path) for path in sorted(PACKAGE.rglob("*.py"))]


def offenders(wrong_in: Callable[[Module], Iterable[object]]) -> dict[str, list[object]]:
    """What is wrong in each module, where anything is."""
    found = {module.path: list(wrong_in(module)) for module in modules()}
    return {path: wrong for path, wrong in found.items() if wrong}


def test_every_package_has_its_line_in_the_table() -> None:
    packages = {module.package for module in modules()} - {"__init__"}

    assert packages == set(MAY_IMPORT)


def test_a_module_imports_of_ours_what_its_package_may() -> None:
    def strangers(module: Module) -> set[str]:
        allowed = MAY_IMPORT.get(module.package, frozenset()) | {"kernel/aggregate"}
        return set() if allowed >= EVERYTHING else module.imports_of_ours() - allowed

    assert offenders(strangers) == {}


def test_a_folder_of_the_rules_imports_only_those_below_it() -> None:
    def upwards(module: Module) -> list[str]:
        if module.package != "game/rules" or module.path.count("/") < 3:
            return []
        folder = module.path.split("/")[2]
        above = RULES[RULES.index(folder) + 1 :]
        return [
            name
            for name in module.imports()
            if name.startswith("xiangqi_server.game.rules.") and name.split(".")[3] in above
        ]

    assert offenders(upwards) == {}


def test_the_client_of_redis_knows_of_the_store_only_its_errors_and_its_keys() -> None:
    def of_the_store(module: Module) -> set[str]:
        if not module.path.startswith("kernel/store/client/"):
            return set()
        ours = {name.removeprefix("xiangqi_server.kernel.store.") for name in module.imports()}
        modules = {path.stem for path in (PACKAGE / "kernel/store").glob("*.py")} - {"keys", "port"}
        return ours & modules

    assert offenders(of_the_store) == {}


def test_no_line_allows_what_nobody_needs() -> None:
    used: dict[str, set[str]] = {package: set() for package in MAY_IMPORT}
    for module in modules():
        used.get(module.package, set()).update(module.imports_of_ours())

    named = {
        package: allowed - (EDGE if package.startswith("gateway/") else set())
        for package, allowed in MAY_IMPORT.items()
        if not allowed >= EVERYTHING
    }
    idle = {package: allowed - used[package] for package, allowed in named.items()}
    unseen = {
        package: {by for by in seen_by if package not in used[by] and "*" not in MAY_IMPORT[by]}
        for package, seen_by in ONLY_IMPORTED_BY.items()
    }

    assert {package: found for package, found in (idle | unseen).items() if found} == {}
    assert set(WHO_USES) <= {name for module in modules() for name in module.imports_of_others()}


def test_no_modules_import_each_other_in_a_circle_not_even_for_their_types() -> None:
    names = {dotted(module): module for module in modules()}
    waiting_for = {
        name: {found for found in module.imports() if found in names and found != name}
        for name, module in names.items()
    }
    while ready := {name for name, others in waiting_for.items() if not others}:
        waiting_for = {
            name: others - ready for name, others in waiting_for.items() if name not in ready
        }

    assert waiting_for == {}


def dotted(module: Module) -> str:
    """The name a module is imported by."""
    path = module.path.removesuffix(".py").removesuffix("/__init__")
    return f"xiangqi_server/{path}".replace("/", ".")


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
        is_shell = module.path.startswith(KNOWS_NO_GAME)
        return WORDS_OF_THE_GAME.findall(PROGRAM.sub("", module.text)) if is_shell else []

    assert offenders(words) == {}


def test_the_kernel_names_no_aggregate() -> None:
    """Neither a name in its code nor a text of it says one; what it explains may give examples."""

    def named(module: Module) -> set[str]:
        if not module.path.startswith("kernel/"):
            return set()
        return {name for name in _names_in(module.tree) if NAMES_OF_AGGREGATES & _words(name)}

    assert offenders(named) == {}


def _names_in(tree: ast.Module) -> Iterator[str]:
    """Every name in the code of a module, and every text that is no docstring."""
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.ClassDef(name=name) | ast.alias(name=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.Constant(value=str(name)) if id(node) not in told:
                yield name
            case _:
                pass


def _words(name: str) -> set[str]:
    """The words of a name in lower case, one for singular and plural."""
    return {word.lower().removesuffix("s") for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name)}


def test_the_game_imports_nothing_of_ours_but_itself() -> None:
    assert offenders(lambda module: _beyond(module, "game/", ("game/",))) == {}


def test_the_kernel_imports_nothing_of_ours_but_itself() -> None:
    assert offenders(lambda module: _beyond(module, "kernel/", ("kernel/",))) == {}


def test_a_computer_reaches_the_server_by_the_socket_alone() -> None:
    """It talks by the client that every program uses; of the server it shares small tools."""
    shared = ("game/", "computers", "kernel/faults", "kernel/own_python", "kernel/aggregate/spans")

    assert offenders(lambda module: _beyond(module, "computers/", shared)) == {}


def _beyond(module: Module, place: str, allowed: tuple[str, ...]) -> set[str]:
    """The modules of ours that a module in a place imports, but for those at allowed paths."""
    if not module.path.startswith(place):
        return set()
    names = {name for name in module.imports() if name.startswith("xiangqi_server.")}
    ours = {name.removeprefix("xiangqi_server.").replace(".", "/") for name in names}
    return {path for path in ours if _is_module(path) and not f"{path}/".startswith(allowed)}


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


def test_only_faults_lets_no_exception_out_of_a_block() -> None:
    def silencing(module: Module) -> list[int]:
        nodes = list(ast.walk(module.tree))
        exits = [
            node.lineno
            for node in nodes
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            and node.name in ("__exit__", "__aexit__")
        ]
        return exits + [
            node.lineno
            for node in nodes
            if isinstance(node, ast.Call)
            and ast.unparse(node.func).endswith("suppress")
            and {"Exception", "BaseException"} & {ast.unparse(one) for one in node.args}
        ]

    assert set(offenders(silencing)) == {FAULTS}


def test_only_those_who_serve_many_go_on_after_a_bug() -> None:
    def containing(module: Module) -> list[int]:
        nodes = (node for node in ast.walk(module.tree) if isinstance(node, ast.Attribute))
        return [node.lineno for node in nodes if node.attr == "contained"]

    assert set(offenders(containing)) - {FAULTS} == CONTAINED


def _catches_all(handler: ast.ExceptHandler) -> bool:
    caught = handler.type
    return caught is None or (
        isinstance(caught, ast.Name) and caught.id in ("Exception", "BaseException")
    )


def _raises(handler: ast.ExceptHandler) -> bool:
    return any(isinstance(node, ast.Raise) for node in ast.walk(handler))


def test_nothing_committed_reads_the_machine_it_was_written_on() -> None:
    absolute = re.compile(r"(?<![\w.])/(work|home|root)/")
    suffixes = {".py", ".js", ".md", ".toml", ".yaml", ".sh", ".html", ".css", ".json"}
    files = [
        path
        for name in ("server", "tests", "client_js", "deploy", ".ci")
        for path in (ROOT / name).rglob("*")
        if path.suffix in suffixes and "node_modules" not in path.parts
    ]

    strangers = [path for path in files if absolute.search(path.read_text())]

    assert strangers == []
