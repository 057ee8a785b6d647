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

from tests.test_architecture import PACKAGE, ROOT, Module, dotted, imported_names, modules

MAX_COLLABORATORS: Final = 6

MANY_COLLABORATORS: Final = frozenset(
    {
        "game/rules/game/game.py: Game",
    }
)
"""Constructors that still take more; `Game` is a value, written by hand for speed."""


def _classes(module: Module) -> list[ast.ClassDef]:
    return [node for node in module.tree.body if isinstance(node, ast.ClassDef)]


def test_a_public_class_has_its_name_for_itself_outside_wire() -> None:
    names = Counter(
        node.name
        for module in modules()
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
        for module in modules()
        for node in _classes(module)
        if count_in(node) > MAX_COLLABORATORS
    }

    assert found == MANY_COLLABORATORS


TESTED_BY: Final[dict[str, str]] = {
    "api/test_commands.py": "api/seeker",
    "api/names/test_name_rules.py": "api/names/confusables",
    "api/test_policy.py": "api/permissions api/policy_row",
    "api/room/test_export.py": "api/room/given_back",
    "api/room/test_room_views.py": (
        "api/names/naming api/room/room_part_views api/room/room_messages"
    ),
    "node/test_api_requests.py": (
        "api/http_answers api/http_routes gateway/http/asker gateway/http/program_requests "
        "net/http/cross_origin"
    ),
    "gateway/connection/limits/test_address_limits.py": "gateway/connection/limits/spent",
    "gateway/connection/test_store_shares.py": "api/store_costs",
    "tools/test_generate.py": "limits",
    "node/test_previews.py": (
        "api/views/previews gateway/link_previews node/master_games texts/previews"
    ),
    "cli/test_adjudicate.py": (
        "cli/adjudication/answers cli/adjudication/case_lines cli/adjudication/comparison "
        "cli/adjudication/explain cli/adjudication/progress cli/whole_numbers "
        "cli/adjudication/game_files"
    ),
    "cli/test_serve.py": "node/listening node/stores cli/place",
    "cli/test_verify.py": "cli/exit_code cli/json_lines",
    "aggregates/direct_messages/test_decide.py": "aggregates/direct_messages",
    "aggregates/notices/test_decide.py": "aggregates/notices",
    "gateway/test_lines.py": "api/judge_questions",
    "gateway/notices/test_delivery.py": (
        "gateway/notices/facts gateway/notices/handler aggregates/players/notices "
        "api/views/notice_views texts/notices"
    ),
    "cli/test_keys.py": "node/push",
    "net/push/test_sender.py": "net/push/port",
    "aggregates/reviews/test_decide.py": "aggregates/reviews",
    "aggregates/feed/test_decide.py": "aggregates/feed api/views/feed",
    "game/engine/test_book.py": "game/engine/book_lines",
    "game/engine/test_evaluation.py": "game/engine/piece_values",
    "gateway/account/test_accounts.py": (
        "api/views/account_views gateway/account aggregates/players/deletion "
        "aggregates/players/index_row aggregates/players/text/password_rules "
        "aggregates/players/preferences"
    ),
    "gateway/cluster/test_failover.py": (
        "gateway/cluster/failover_credits gateway/cluster/inquiries gateway/cluster/nodes "
        "gateway/cluster/own_silence gateway/cluster/returns"
    ),
    "gateway/cluster/test_sharing.py": "kernel/host/sharing",
    "gateway/test_lessons.py": "api/views/lesson_views",
    "gateway/lists/test_handler.py": (
        "api/views/games_views api/views/ladder_views api/views/openings api/views/ratings_views "
        "gateway/connection/positions gateway/lists read_model/games read_model/leaderboard"
    ),
    "gateway/lobby/test_broadcaster.py": "gateway/lobby/handler",
    "gateway/room/test_chat.py": (
        "gateway/room/broadcasting/chat_history gateway/connection/chat_lines"
    ),
    "gateway/tournaments/test_talk.py": "api/tournaments/tournament_chat gateway/tournaments/chat",
    "gateway/room/exports/test_exports.py": (
        "kernel/aggregate gateway/room/exports/export_queue gateway/room/exports/game_texts "
        "aggregates/row_effects"
    ),
    "gateway/room/test_premoves.py": "gateway/room/commands gateway/room/handler",
    "gateway/room/test_offers.py": "api/offers gateway/room/auto_match",
    "gateway/room/broadcasting/test_broadcaster.py": (
        "gateway/room/broadcasters gateway/room/joins gateway/room/broadcasting/knowledge "
        "gateway/room/broadcasting/own_moves gateway/room/broadcasting/pending_changes "
        "gateway/room/broadcasting/presenter gateway/room/broadcasting/viewers "
        "gateway/room/broadcasting/wording"
    ),
    "gateway/social/test_handler.py": (
        "api/views/direct_messages_views api/views/moderation_views api/views/news_views "
        "api/views/pages api/social gateway/social"
    ),
    "gateway/lists/test_boards.py": "gateway/room/broadcasting/boards",
    "gateway/room/broadcasting/test_delay.py": "gateway/room/broadcasting/delayed_games",
    "gateway/test_faults.py": (
        "gateway/connection/aggregate_client gateway/connection/background_tasks"
    ),
    "gateway/test_tick_loop.py": "gateway/lobby/absentees",
    "gateway/test_gateway.py": (
        "gateway/connection/client gateway/connection/clients gateway/connection/closing "
        "gateway/connection/intake gateway/connection/node gateway/connection/client_factory "
        "gateway/connection/player_broadcaster gateway/connection/replies gateway/handlers "
        "gateway/schedule gateway/shared_parts aggregates/lobby/kind aggregates/players/kind "
        "aggregates/room/kind aggregates/tv/kind"
    ),
    "gateway/test_manners.py": "gateway/connection/shared_frames gateway/connection/strangers",
    "read_model/test_rebuild.py": "read_model/projections",
    "gateway/test_two_nodes.py": "gateway/connection/cluster_counters",
    "gateway/tournaments/test_exports.py": "api/tournaments/tournament_export",
    "gateway/tournaments/test_over_the_board.py": "api/tournaments/board_headers",
    "gateway/tournaments/test_handler.py": (
        "api/tournaments/tournament_actions api/tournaments/tournament_brackets "
        "api/tournaments/tournament_plans api/tournaments/tournament_teams "
        "api/tournaments/tournament_views gateway/tournaments/broadcaster "
        "gateway/tournaments/queries"
    ),
    "kernel/host/test_aggregate_host.py": (
        "kernel/host/outages/availability kernel/host/commit/committer kernel/host/domain "
        "kernel/host/replica kernel/host/replicas kernel/host/view "
        "kernel/host/commit/command_queue kernel/host/commit/worker"
    ),
    "kernel/host/test_faults.py": "kernel/host/hooks",
    "kernel/host/test_replication.py": "kernel/host/reader",
    "kernel/host/outages/test_store_parts.py": "kernel/host/outages/shard_outages",
    "aggregates/ladder/test_ladder.py": "aggregates/ladder",
    "aggregates/lobby/test_decide.py": "aggregates/lobby/matching aggregates/room/bars",
    "aggregates/lobby/test_machine.py": "aggregates/lobby/apply aggregates/lobby/state",
    "aggregates/lobby/test_pairing.py": "aggregates/lobby/pools",
    "aggregates/moderation/test_decide.py": "aggregates/moderation",
    "net/websocket/test_connection.py": (
        "net/websocket/control_frames net/flusher net/limits net/peer net/ports net/shared"
    ),
    "aggregates/news/test_decide.py": "aggregates/news",
    "node/ops/test_metrics.py": "node/ops/exposition",
    "aggregates/players/test_decide.py": (
        "aggregates/players/apply aggregates/players/challenges aggregates/players/devices "
        "aggregates/players/open_games aggregates/players/state"
    ),
    "aggregates/players/test_records.py": "aggregates/players/profile aggregates/players/recovery",
    "aggregates/room/clock/test_pair.py": "aggregates/room/clock/control",
    "aggregates/room/test_machine.py": (
        "aggregates/room/apply aggregates/room/decide aggregates/room/parts "
        "aggregates/room/decisions/preconditions aggregates/room/terms"
    ),
    "aggregates/room/test_messages.py": "aggregates/room/messages",
    "aggregates/room/decisions/test_offers.py": "aggregates/room/decisions/endings",
    "aggregates/room/decisions/test_opening.py": "aggregates/room/decisions/readiness",
    "game/rules/cxa/test_articles.py": "game/rules/cxa/classes",
    "game/rules/cxa/test_budget.py": "game/rules/cxa/ply_search game/rules/cxa/positions",
    "game/rules/cxa/test_diagrams.py": (
        "game/rules/cxa/captures game/rules/cxa/cycle game/rules/cxa/evidence "
        "game/rules/cxa/gain_question game/rules/cxa/joint game/rules/cxa/line_search "
        "game/rules/cxa/material_search game/rules/cxa/new_threat game/rules/cxa/readings "
        "game/rules/cxa/cycle_finding"
    ),
    "game/rules/cxa/test_move_cache.py": "game/rules/cxa/steps",
    "game/rules/rulesets/test_rule_sets.py": "game/rules/rulesets",
    "game/rules/adjudication/test_adjudication.py": "game/rules/repetition/ruling",
    "game/rules/adjudication/test_unwinnable.py": "game/rules/adjudication/unwinnable_table",
    "game/rules/board/test_attackers.py": "game/rules/board/reach",
    "game/rules/repetition/test_evidence_builder.py": "game/rules/repetition/evidence",
    "game/rules/board/test_fen.py": "game/rules/board/position game/rules/board/validation",
    "game/rules/game/test_game.py": "game/rules/game/move_line",
    "game/rules/board/test_moves.py": (
        "game/rules/board/encoding game/rules/board/geometry game/rules/board/lines"
    ),
    "game/rules/adjudication/test_warning.py": "game/rules/adjudication/foresight",
    "game/rules/game/test_notation.py": "game/rules/game/move_phrase",
    "game/records/test_pgn_reading.py": (
        "game/records/pgn_chunks game/records/move_text game/records/move_words"
    ),
    "game/records/test_formats.py": (
        "game/records/cbf game/records/ccbridge game/records/dhtmlxq game/records/xqf "
        "game/records/plain game/records/encodings game/records/men game/records/pre_order "
        "game/records/results"
    ),
    "game/records/test_writing.py": (
        "game/records/pgn_writing game/records/record game/records/tree"
    ),
    "node/ruling_worker/test_process.py": "node/ruling_worker/frames node/ruling_worker/worker",
    "kernel/store/client/test_acknowledgement.py": "kernel/store/client/seen_replicas",
    "kernel/store/test_cold.py": "kernel/store/cold_objects",
    "kernel/store/client/cluster/test_topology.py": "kernel/store/client/cluster/discovery",
    "kernel/store/test_agreement.py": "kernel/store/client/calls kernel/store/packing",
    "kernel/store/test_contract.py": "kernel/store/conflicts kernel/store/port",
    "kernel/store/test_costs.py": "kernel/store/redis/redis_side",
    "kernel/store/embedded/test_embedded.py": (
        "kernel/store/embedded/binary kernel/store/embedded/process"
    ),
    "kernel/store/test_feed.py": (
        "kernel/store/client/places kernel/store/client/replies kernel/store/client/subscriber "
        "kernel/store/publications kernel/store/redis/redis_feed kernel/store/redis/redis_rows"
    ),
    "kernel/store/client/test_group_commit.py": (
        "kernel/store/client/batch kernel/store/client/connecting "
        "kernel/store/client/direct_calls kernel/store/client/error_replies "
        "kernel/store/client/requests"
    ),
    "kernel/store/redis/test_redis_store.py": (
        "kernel/store/redis/log_keys kernel/store/redis/log_scripts kernel/store/redis/metadata "
        "kernel/store/opening kernel/store/redis/redis_logs kernel/store/redis/redis_queues "
        "kernel/store/redis/redis_servers kernel/store/redis/redis_tiers"
    ),
    "kernel/store/test_transfer.py": "kernel/store/redis/copies",
    "system/test_cluster.py": "node/ending node/node",
    "system/test_strange_folder.py": "kernel/own_python",
    "system/test_workers.py": "node/child node/workers",
    "system/test_codes.py": (
        "node/aggregates node/bots node/codes cli/create_bot cli/one_time_code cli/operator_code "
        "cli/reset_password"
    ),
    "system/test_computers.py": "computers/move_chooser computers/runner",
    "system/test_figures.py": "node/node_metrics",
    "system/test_rebuild.py": "cli/rebuild",
    "test_main.py": "__main__",
    "texts/test_refusals.py": (
        "aggregates/refusals aggregates/lobby/refusals aggregates/players/refusals "
        "aggregates/room/refusals aggregates/tournaments/refusals "
        "texts/byes texts/endings texts/refusal_tables texts/worded"
    ),
    "texts/test_rulings.py": "texts/clauses texts/rulings",
    "aggregates/tournaments/test_arena.py": "aggregates/tournaments/sheet",
    "aggregates/tournaments/test_formats.py": (
        "aggregates/tournaments/format aggregates/tournaments/formats"
    ),
    "aggregates/tournaments/at_boards/test_written_results.py": (
        "aggregates/tournaments/at_boards/by_hand aggregates/tournaments/at_boards/listing "
        "aggregates/tournaments/at_boards/names"
    ),
    "aggregates/tournaments/test_managing.py": (
        "aggregates/tournaments/actions aggregates/tournaments/opponents "
        "aggregates/tournaments/plan_check"
    ),
    "aggregates/tournaments/test_rounds.py": (
        "aggregates/tournaments/pairing/round_pairing aggregates/tournaments/results/round_results"
    ),
    "aggregates/tournaments/test_decide.py": (
        "aggregates/tournaments/apply aggregates/tournaments/results/crosstable "
        "aggregates/tournaments/results/index_row aggregates/tournaments/kind "
        "aggregates/tournaments/messages aggregates/tournaments/plan "
        "aggregates/tournaments/results/standings aggregates/tournaments/results/place_rows "
        "aggregates/tournaments/state "
        "aggregates/tournaments/event_builder aggregates/tournaments/entering "
        "aggregates/tournaments/waking"
    ),
    "gateway/test_reviews.py": "api/reviews",
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
    paths = (Path(module.path) for module in modules())
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
        "xiangqi_server/aggregates/row_effects.py: shelf",
        "xiangqi_server/aggregates/row_effects.py: shelve",
        "xiangqi_server/aggregates/row_effects.py: unshelve",
        "xiangqi_server/aggregates/moderation/kind.py: office",
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

PRONOUNS_STILL_USED: Final = frozenset(
    {"kernel/host/commit/commit_pipeline.py", "net/listening_sockets.py"}
)


def test_a_variable_is_named_by_a_noun() -> None:
    found = {
        module.path
        for module in modules()
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
        "net/test_timer_wheel.py node/ops/test_garbage.py kernel/store/test_memory.py "
        "kernel/test_fair_queue.py support/faulty_store.py support/virtual_time.py"
    ),
    "a process that starts, ends or settles something tells nobody: it is looked at again": (
        "system/test_tournaments.py deploy/conftest.py deploy/test_cluster_runbook.py "
        "deploy/test_other_proxies.py deploy/test_sentinel_files.py nemesis/scene.py "
        "node/ruling_worker/test_process.py kernel/store/client/test_group_commit.py "
        "support/proxy_files.py support/stores.py kernel/store/client/cluster/test_failover.py "
        "kernel/store/client/cluster/test_routed.py "
        "kernel/store/client/cluster/test_sentinel_failovers.py support/valkey_cluster.py "
        "support/valkey_process.py system/test_account_kills.py system/test_computers.py "
        "system/test_reviews.py "
        "system/test_emptied_store.py system/test_rebuild.py system/test_valkey_cluster.py"
    ),
    "the same, and a proxy that counts those who come": "deploy/test_haproxy.py",
    "people think, and do not say more than the limits allow": (
        "strangers/sockets.py strangers/worst.py support/resilient_players.py system/test_crowds.py"
    ),
    "harm is done in the middle of games, or lasts for a while": (
        "computers/long.py nemesis/appenders.py nemesis/by_days.py nemesis/cluster.py "
        "nemesis/failovers.py nemesis/faults.py nemesis/replay.py nemesis/rounds.py "
        "nemesis/sites.py system/test_cluster.py system/test_kills.py "
        "system/test_paused.py system/test_rated_once.py "
        "system/test_strangers.py aggregates/tournaments/sockets.py "
        "aggregates/tournaments/socket_rounds.py"
    ),
    "clocks of games run in real time": "system/test_full_game.py",
    "what is kept for a while has to expire in a real store": "kernel/store/test_side.py",
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
    trees = [
        *(module.tree for module in modules()),
        *(ast.parse(tool.read_text()) for tool in tools),
    ]
    taken = {name for tree in trees for name in _names_taken(tree)}

    idle = [
        f"{module.path}: {name}"
        for module in modules()
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

    found = {module.path for module in modules() if named.search(module.text)}

    assert found == {
        "wire/client/tournaments.py",
        "wire/server/tournaments.py",
        "api/policy.py",
        "gateway/dispatch.py",
        "gateway/tournaments/queries.py",
    }


def test_a_room_command_with_its_event_is_said_in_seven_files() -> None:
    named = re.compile(r"\b(GiveTime|TimeGiven|give_time|time_given)\b")

    found = {module.path for module in modules() if named.search(module.text)}

    assert found == {
        "aggregates/room/messages/time.py",
        "aggregates/room/decisions/give_time.py",
        "aggregates/room/decide.py",
        "aggregates/room/apply.py",
        "wire/client/room.py",
        "wire/server/room.py",
        "api/policy.py",
    }
