"""What keeps the house in order: words, classes, collaborators, and a test for every module.

Each list of exceptions is today's, and only gets shorter: one that nothing needs any more fails.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from tests.test_architecture import MODULES, PACKAGE, ROOT, Module, dotted, imported_names

MAX_COLLABORATORS: Final = 6

MANY_COLLABORATORS: Final = frozenset(
    {
        "rules/game/game.py: Game",
    }
)
"""Constructors that still take more; `Game` is a value, written by hand for speed."""


def _classes(module: Module) -> list[ast.ClassDef]:
    return [node for node in module.tree.body if isinstance(node, ast.ClassDef)]


def test_a_public_class_has_its_name_for_itself_outside_wire() -> None:
    names = Counter(
        node.name
        for module in MODULES
        if module.package != "wire"
        for node in _classes(module)
        if not node.name.startswith("_")
    )

    assert [name for name, count in names.items() if count > 1] == []


def test_a_constructor_takes_six_collaborators_at_most() -> None:
    def count_in(node: ast.ClassDef) -> int:
        inits = (f for f in node.body if isinstance(f, ast.FunctionDef) and f.name == "__init__")
        return max((len(f.args.args) + len(f.args.kwonlyargs) - 1 for f in inits), default=0)

    found = {
        f"{module.path}: {node.name}"
        for module in MODULES
        for node in _classes(module)
        if count_in(node) > MAX_COLLABORATORS
    }

    assert found == MANY_COLLABORATORS


TESTED_BY: Final[dict[str, str]] = {
    "api/test_commands.py": "api/seeker",
    "api/test_name_rules.py": "api/confusables",
    "api/test_policy.py": "api/permissions api/policy_row",
    "api/test_room_views.py": "api/naming api/room_part_views api/room_messages",
    "app/test_api_requests.py": (
        "api/http_answers api/http_routes gateway/http/asker gateway/http/program_requests"
        " net/cross_origin"
    ),
    "gateway/connection/test_address_limits.py": "gateway/connection/spent",
    "gateway/connection/test_store_shares.py": "api/store_costs",
    "tools/test_generate.py": "limits",
    "app/test_previews.py": "api/previews gateway/room/previews texts/previews",
    "cli/test_adjudicate.py": (
        "cli/answers cli/case_lines cli/comparison cli/explain cli/progress cli/whole_numbers"
    ),
    "cli/test_serve.py": "app/listening app/stores cli/place",
    "cli/test_verify.py": "cli/exit_code cli/json_lines",
    "direct_messages/test_decide.py": "direct_messages",
    "engine/test_book.py": "engine/book_lines",
    "engine/test_evaluation.py": "engine/piece_values",
    "gateway/account/test_accounts.py": (
        "api/account_views gateway/account players/deletion players/index_row"
        " players/password_rules players/preferences"
    ),
    "gateway/cluster/test_failover.py": "gateway/cluster/nodes",
    "gateway/cluster/test_sharing.py": "host/sharing",
    "gateway/test_lessons.py": "api/lesson_views",
    "gateway/lists/test_handler.py": (
        "api/games_views api/ladder_views api/openings api/ratings_views"
        " gateway/connection/positions gateway/lists read_model/games read_model/leaderboard"
    ),
    "gateway/lobby/test_broadcaster.py": "gateway/lobby/handler",
    "gateway/room/test_chat.py": "gateway/room/chat_history",
    "gateway/room/test_exports.py": "aggregate gateway/room/export_queue gateway/room/game_texts",
    "gateway/room/test_premoves.py": "gateway/room/commands gateway/room/handler",
    "gateway/room/test_broadcaster.py": (
        "gateway/room/broadcasters gateway/room/joins gateway/room/knowledge gateway/room/own_moves"
        " gateway/room/pending_changes gateway/room/presenter gateway/room/viewers"
        " gateway/room/wording"
    ),
    "gateway/social/test_handler.py": (
        "api/direct_messages_views api/moderation_views api/news_views api/pages api/social"
        " gateway/social"
    ),
    "gateway/room/test_delay.py": "gateway/room/delayed_games",
    "gateway/test_faults.py": (
        "gateway/connection/aggregate_client gateway/connection/background_tasks"
    ),
    "gateway/test_tick_loop.py": "gateway/lobby/absentees",
    "gateway/test_gateway.py": (
        "gateway/connection/client gateway/connection/clients gateway/connection/closing"
        " gateway/connection/intake gateway/connection/node"
        " gateway/connection/client_factory gateway/connection/player_broadcaster"
        " gateway/connection/replies gateway/handlers gateway/schedule gateway/shared_parts"
        " lobby/kind players/kind room/kind tv/kind"
    ),
    "gateway/test_manners.py": "gateway/connection/shared_frames gateway/connection/strangers",
    "read_model/test_rebuild.py": "read_model/projections",
    "gateway/test_two_nodes.py": "gateway/connection/cluster_counters",
    "gateway/tournaments/test_exports.py": "api/tournament_export",
    "gateway/tournaments/test_handler.py": (
        "api/tournament_actions api/tournament_brackets api/tournament_plans"
        " api/tournament_teams api/tournament_views"
        " gateway/tournaments/broadcaster gateway/tournaments/queries"
    ),
    "host/test_aggregate_host.py": (
        "host/availability host/committer host/domain host/replica"
        " host/replicas host/view host/command_queue host/worker"
    ),
    "host/test_faults.py": "host/hooks",
    "host/test_replication.py": "host/reader",
    "host/test_store_parts.py": "host/shard_outages",
    "ladder/test_ladder.py": "ladder",
    "lobby/test_decide.py": "lobby/matching room/bars",
    "lobby/test_machine.py": "lobby/apply lobby/state",
    "lobby/test_pairing.py": "lobby/pools",
    "moderation/test_decide.py": "moderation",
    "net/test_connection.py": (
        "net/control_frames net/flusher net/limits net/peer net/ports net/shared"
    ),
    "news/test_decide.py": "news",
    "ops/test_metrics.py": "ops/exposition",
    "players/test_decide.py": (
        "players/apply players/challenges players/devices players/open_games players/state"
    ),
    "players/test_records.py": "players/profile players/recovery",
    "room/clock/test_pair.py": "room/clock/control",
    "room/test_machine.py": "room/apply room/decide room/parts room/preconditions room/terms",
    "room/test_messages.py": "room/messages",
    "room/test_offers.py": "room/endings",
    "room/test_opening.py": "room/readiness",
    "rules/cxa/test_articles.py": "rules/cxa/classes",
    "rules/cxa/test_budget.py": "rules/cxa/ply_search rules/cxa/positions",
    "rules/cxa/test_diagrams.py": (
        "rules/cxa/captures rules/cxa/cycle rules/cxa/evidence rules/cxa/gain_question"
        " rules/cxa/joint rules/cxa/line_search rules/cxa/material_search rules/cxa/new_threat"
        " rules/cxa/readings rules/cxa/blame"
    ),
    "rules/cxa/test_move_cache.py": "rules/cxa/steps",
    "rules/rulesets/test_rule_sets.py": "rules/rulesets",
    "rules/adjudication/test_adjudication.py": "rules/repetition/ruling",
    "rules/adjudication/test_unwinnable.py": "rules/adjudication/unwinnable_table",
    "rules/board/test_attackers.py": "rules/board/reach",
    "rules/repetition/test_evidence_builder.py": "rules/repetition/evidence",
    "rules/board/test_fen.py": "rules/board/position rules/board/validation",
    "rules/game/test_game.py": "rules/game/move_line",
    "rules/board/test_moves.py": "rules/board/encoding rules/board/geometry rules/board/lines",
    "rules/adjudication/test_warning.py": "rules/adjudication/foresight",
    "rules/game/test_notation.py": "rules/game/move_phrase",
    "rules/game/test_pgn.py": "rules/game/pgn_chunks",
    "ruling_worker/test_process.py": "ruling_worker/frames ruling_worker/worker",
    "store/client/test_acknowledgement.py": "store/client/seen_replicas",
    "store/test_cold.py": "store/cold_objects",
    "store/client/cluster/test_topology.py": "store/client/cluster/discovery",
    "store/test_agreement.py": "store/client/calls store/packing",
    "store/test_contract.py": "store/conflicts store/port store/values",
    "store/test_costs.py": "store/redis_side",
    "store/test_embedded.py": "store/binary store/process",
    "store/test_feed.py": (
        "store/client/places store/client/replies store/client/subscriber store/publications"
        " store/redis_feed store/redis_rows"
    ),
    "store/client/test_group_commit.py": (
        "store/client/batch store/client/connecting store/client/direct_calls"
        " store/client/error_replies store/client/requests"
    ),
    "store/test_redis_store.py": (
        "store/log_keys store/log_scripts store/metadata store/opening"
        " store/redis_logs store/redis_queues store/redis_servers store/redis_tiers"
    ),
    "store/test_transfer.py": "store/copies",
    "system/test_cluster.py": "app/ending app/node",
    "system/test_strange_folder.py": "own_python",
    "system/test_workers.py": "app/child app/workers",
    "system/test_codes.py": (
        "app/aggregates app/bots app/codes cli/create_bot cli/one_time_code cli/operator_code "
        "cli/reset_password"
    ),
    "system/test_computers.py": "bots/move_chooser bots/runner",
    "system/test_figures.py": "node_metrics",
    "system/test_rebuild.py": "cli/rebuild",
    "test_main.py": "__main__",
    "texts/test_refusals.py": (
        "lobby/refusals players/refusals room/refusals texts/byes texts/endings"
        " texts/refusal_tables texts/worded tournaments/refusals"
    ),
    "texts/test_rulings.py": "texts/clauses texts/rulings",
    "tournaments/test_arena.py": "tournaments/sheet",
    "tournaments/test_formats.py": "tournaments/format tournaments/formats",
    "tournaments/test_managing.py": (
        "tournaments/actions tournaments/opponents tournaments/plan_check"
    ),
    "tournaments/test_rounds.py": "tournaments/round_pairing tournaments/round_results",
    "tournaments/test_decide.py": (
        "tournaments/apply tournaments/crosstable tournaments/index_row tournaments/kind"
        " tournaments/messages tournaments/plan tournaments/records tournaments/standings"
        " tournaments/place_rows tournaments/state tournaments/steps"
        " tournaments/event_builder"
        " tournaments/entering"
        " tournaments/waking"
    ),
    "wire/test_protocol.py": "texts/phrases",
    "wire/test_vectors.py": "wire",
}
"""Modules, or folders of them, without a test file at their path, by the file that tests them."""

BY_PROCESS: Final = ("cli/", "ruling_worker/", "system/", "test_main.py")
"""Tests that start what they test, and need not import it."""


def _entries() -> list[tuple[str, str]]:
    return [(test, entry) for test, entries in TESTED_BY.items() for entry in entries.split()]


def _lies_in(path: str, entry: str) -> bool:
    return path == entry or path.startswith(f"{entry}/")


def _without_a_file() -> list[str]:
    """The modules that no test file at their path tests; an `__init__` only lists its folder."""
    paths = (Path(module.path) for module in MODULES)
    return [
        path.with_suffix("").as_posix()
        for path in paths
        if path.name != "__init__.py"
        and not (ROOT / "tests" / path.parent / f"test_{path.name}").exists()
    ]


def test_every_module_has_a_test_at_its_path_or_one_line_that_names_it() -> None:
    lines = [(path, _lines_of(path)) for path in _without_a_file()]

    assert [(path, found) for path, found in lines if len(found) != 1] == []


def _lines_of(path: str) -> list[str]:
    return [test for test, entry in _entries() if _lies_in(path, entry)]


def test_no_line_names_what_is_gone_or_has_a_test_at_its_path() -> None:
    paths = _without_a_file()

    assert [test for test in TESTED_BY if not (ROOT / "tests" / test).exists()] == []
    assert [
        entry for _, entry in _entries() if not any(_lies_in(path, entry) for path in paths)
    ] == []


def test_a_test_file_reaches_what_it_is_said_to_test() -> None:
    def reaches(test: str, entry: str) -> bool:
        return any(_lies_in(path, f"xiangqi_server/{entry}") for path in _reached(f"tests/{test}"))

    strangers = [line for line in _entries() if not line[0].startswith(BY_PROCESS)]

    assert [line for line in strangers if not reaches(*line)] == []


@cache
def _reached(path: str) -> frozenset[str]:
    """All modules of ours that a file imports, and those they import, without suffix."""
    reached: set[str] = set()
    waiting = [path.removesuffix(".py")]
    while waiting:
        here = waiting.pop()
        if here not in reached:
            reached.add(here)
            waiting.extend(_imported_by(here))
    return frozenset(reached)


@cache
def _imported_by(path: str) -> frozenset[str]:
    root = PACKAGE.parent if path.startswith("xiangqi_server") else ROOT
    file = root / f"{path}.py"
    if not file.exists():
        file = root / path / "__init__.py"
    if not file.exists():
        return frozenset()
    tree = ast.parse(file.read_text())
    names = {name.replace(".", "/") for name in imported_names(tree)}
    return frozenset(name for name in names if name.startswith(("xiangqi_server/", "tests/")))


BANNED: Final[dict[str, str]] = {
    "advice": "offload",
    "archivist": "packing",
    "carrier": "effect handler",
    "counsel": "ruling, or offload",
    "desk": "broadcaster where it tells, handler where it takes",
    "door": "handler, decide, listener or port",
    "doorkeeper": "connection limits",
    "errand": "background task",
    "greeted": "welcomed",
    "haste": "timed out",
    "heeded": "applied",
    "hearer": "listener",
    "hired": "library protocol",
    "lane": "commit pipeline",
    "ledger": "evidence",
    "movebook": "move cache",
    "office": "moderation",
    "parting": "closing",
    "pulse": "heartbeat",
    "reshelve": "rebuild",
    "roster": "keepalive",
    "shelf": "row store, or read model",
    "shelve": "put a row",
    "sighting": "presence",
    "standing": "rating, kind of attack, balance, or head",
    "thinker": "ruling worker",
    "toolbox": "solvers",
    "unmatch": "unqueue",
    "unshelve": "remove a row",
    "visitor": "online player",
}
"""Words of our own for what the field has a word for: what to write instead."""

OF_THE_FIELD: Final = frozenset({"standings"})
"""Plurals that are words of the field: the order of a tournament is its standings."""

STILL_SAID: Final = frozenset(
    {
        "xiangqi_server/aggregate/row_effects.py: shelf",
        "xiangqi_server/aggregate/row_effects.py: shelve",
        "xiangqi_server/aggregate/row_effects.py: unshelve",
        "xiangqi_server/moderation/kind.py: office",
    }
)
"""Where one is still said; names in what is stored stay."""


def test_the_words_of_the_field_are_used() -> None:
    """The changelog of the protocol tells old names."""
    files = [
        path
        for path in (ROOT / "server").rglob("*")
        if path.suffix in (".py", ".md", ".lua") and path.name != "CHANGELOG.md"
    ]

    said = {
        f"{path.relative_to(ROOT / 'server')}: {word}"
        for path in files
        for word in _words_in(f"{path.name} {path.read_text()}") & set(BANNED)
    }

    assert said == STILL_SAID


def _words_in(text: str) -> set[str]:
    """The words of names and sentences, in lower case, one for singular and plural."""
    words = re.findall(r"[A-Z]?[a-z]+|[A-Z]+", text)
    lower = {word.lower() for word in words} - OF_THE_FIELD
    return lower | {word.removesuffix("s") for word in lower}


PRONOUNS: Final = frozenset({"one", "some", "it", "them", "thing", "things", "something"})
"""Names that do not say of what; `one` may be the first of two, where `other` is the second."""

PRONOUNS_STILL_USED: Final = frozenset({"host/commit_pipeline.py", "net/listening_sockets.py"})


def test_a_variable_is_named_by_a_noun() -> None:
    found = {
        module.path
        for module in MODULES
        for place in module.tree.body
        if _vague_names({*_variables(place)})
    }

    assert found == PRONOUNS_STILL_USED


def _vague_names(names: set[str]) -> set[str]:
    return (names & PRONOUNS) - ({"one"} if "other" in names else set())


def _variables(place: ast.stmt) -> Iterator[str]:
    """What a function or class binds anywhere, its fields included."""
    for node in ast.walk(place):
        if isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


SLEEPS: Final[dict[str, str]] = {
    "the time is virtual": (
        "net/test_timer_wheel.py ops/test_garbage.py store/test_memory.py"
        " ruling_worker/test_fair_queue.py support/faulty_store.py support/virtual_time.py"
    ),
    "a process that starts, ends or settles something tells nobody: it is looked at again": (
        "system/test_tournaments.py"
        " deploy/conftest.py deploy/test_cluster_runbook.py deploy/test_other_proxies.py"
        " deploy/test_sentinel_files.py"
        " nemesis/scene.py ruling_worker/test_process.py"
        " store/client/test_group_commit.py support/stores.py"
        " store/client/cluster/test_failover.py store/client/cluster/test_routed.py"
        " support/valkey_cluster.py support/valkey_process.py"
        " system/test_account_kills.py"
        " system/test_computers.py system/test_emptied_store.py system/test_rebuild.py"
        " system/test_valkey_cluster.py"
    ),
    "the same, and a proxy that counts those who come": "deploy/test_haproxy.py",
    "people think, and do not say more than the limits allow": (
        "strangers/sockets.py strangers/worst.py support/resilient_players.py system/test_crowds.py"
    ),
    "harm is done in the middle of games, or lasts for a while": (
        "bots/long.py nemesis/appenders.py nemesis/cluster.py nemesis/failovers.py"
        " nemesis/faults.py nemesis/rounds.py nemesis/sites.py system/test_cluster.py"
        " system/test_kills.py system/test_paused.py system/test_rated_once.py"
        " system/test_strangers.py tournaments/sockets.py tournaments/socket_rounds.py"
    ),
    "clocks of games run in real time": "system/test_full_game.py",
    "what is kept for a while has to expire in a real store": "store/test_side.py",
    "a bad line is late": "support/bad_link.py support/browser_line.py",
}
"""Why real or virtual time passes in a test, and in which files. No other file sleeps."""


def _sleeps(path: Path) -> bool:
    """Whether it waits for longer than a turn of the loop."""
    calls = (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call))
    return any(
        isinstance(call.func, ast.Attribute)
        and call.func.attr == "sleep"
        and not (isinstance(call.args[0], ast.Constant) and call.args[0].value == 0)
        for call in calls
    )


def test_only_these_files_let_time_pass() -> None:
    tests = ROOT / "tests"
    files = (path for path in tests.rglob("*.py") if tests / "bench" not in path.parents)

    found = {str(path.relative_to(tests)) for path in files if _sleeps(path)}

    assert found == {file for files in SLEEPS.values() for file in files.split()}


def test_what_the_server_defines_the_server_uses() -> None:
    """The wire is for clients too, commands are found by their names, and some tools make pages."""
    tools = (ROOT / "tests" / "tools").glob("*.py")
    trees = [*(module.tree for module in MODULES), *(ast.parse(tool.read_text()) for tool in tools)]
    taken = {name for tree in trees for name in _names_taken(tree)}

    idle = [
        f"{module.path}: {name}"
        for module in MODULES
        if not module.path.startswith(("wire/", "cli/"))
        for name in _defined(module)
        if not {f"{place}.{name}" for place in _places(module, taken)} & taken
        and not _uses(module, name)
    ]

    assert idle == []


def _places(module: Module, taken: set[str]) -> set[str]:
    """The name of a module, and of its folder if that gives all that the module has."""
    place = dotted(module)
    return {place, place.rpartition(".")[0]} if f"{place}.*" in taken else {place}


def _names_taken(tree: ast.Module) -> Iterator[str]:
    """The dotted names that a module imports, or reads of a module that it imports."""
    nodes = list(ast.walk(tree))
    imported = [
        (alias.asname or alias.name, f"{node.module}.{alias.name}")
        for node in nodes
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    ]
    yield from (name for _, name in imported)
    called = dict(imported)
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield f"{called.get(node.value.id)}.{node.attr}"


def _defined(module: Module) -> Iterator[str]:
    """The functions, classes and constants of a module."""
    for node in module.tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


def _uses(module: Module, name: str) -> bool:
    """Whether a module names what it defines, elsewhere than in the definition itself."""
    return any(
        (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id == name)
        or (isinstance(node, ast.Constant) and isinstance(node.value, str) and name in node.value)
        for top in module.tree.body
        if getattr(top, "name", None) != name
        for node in ast.walk(top)
    )


def test_a_message_that_asks_for_a_list_is_said_in_five_files() -> None:
    named = re.compile(r"\b(PlayerTournaments|player_tournaments)\b")

    found = {module.path for module in MODULES if named.search(module.text)}

    assert found == {
        "wire/client/tournaments.py",
        "wire/server/tournaments.py",
        "api/policy.py",
        "gateway/dispatch.py",
        "gateway/tournaments/queries.py",
    }


def test_a_room_command_with_its_event_is_said_in_eight_files() -> None:
    named = re.compile(r"\b(GiveTime|TimeGiven|give_time|time_given)\b")

    found = {module.path for module in MODULES if named.search(module.text)}

    assert found == {
        "room/messages/time.py",
        "room/give_time.py",
        "room/decide.py",
        "room/apply.py",
        "wire/client/room.py",
        "wire/server/room_events.py",
        "api/policy.py",
        "api/room_messages.py",
    }
