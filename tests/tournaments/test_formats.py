"""One module a format: nothing else of the server asks which format a tournament has."""

import ast
import re
from collections.abc import Iterator
from typing import Final, get_args

import pytest
from msgspec.structs import replace

from tests.support.arenas import START_MS, a_plan
from tests.test_architecture import Module, offenders
from xiangqi_server.api.tournament_export import TRF_TYPES
from xiangqi_server.tournaments.formats.table import format_of
from xiangqi_server.tournaments.plan import (
    Arena,
    FormatOptions,
    Knockout,
    Plan,
    Robin,
    Swiss,
    TeamRobin,
)

PLANS: Final = [
    replace(a_plan(), format=options)
    for options in (
        Arena(10),
        Robin(),
        Robin(until_ms=START_MS),
        Swiss(3),
        Knockout(),
        TeamRobin(("East", "West")),
    )
]
OPTIONS: Final = {options.__name__ for options in get_args(FormatOptions)}
BRANCH: Final = re.compile(r"\bis_(arena|robin|swiss|knockout|free_robin|team_robin)\b")
NAMES_FORMATS: Final[dict[str, str]] = {
    "api/tournament_export.py": "what a report calls them, in a table that is held complete below",
    "api/tournament_plans.py": "how they are announced",
    "tournaments/plan.py": "their options",
}
"""The modules outside of `tournaments/formats` that name a format, and what for."""


def _named(module: Module) -> Iterator[str]:
    """The formats that a module imports or defines, and the questions by which it tells them."""
    if module.path.startswith("tournaments/formats/"):
        return
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom) and node.module == "xiangqi_server.tournaments.plan":
            yield from OPTIONS & {alias.name for alias in node.names}
        elif isinstance(node, ast.ClassDef) and module.package == "tournaments":
            yield from OPTIONS & {node.name}
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("isinstance", "type"):
            yield from re.findall(r"\w*format_?\b", ast.unparse(node.args[0]))
    yield from BRANCH.findall(module.text)


def test_only_the_module_of_a_format_asks_for_it() -> None:
    assert set(offenders(_named)) == set(NAMES_FORMATS)


def test_every_format_is_tried_here() -> None:
    assert {type(plan.format) for plan in PLANS} == set(get_args(FormatOptions))


@pytest.mark.parametrize("plan", PLANS)
def test_a_report_has_a_name_for_every_format_with_rounds(plan: Plan) -> None:
    assert (type(plan.format) in TRF_TYPES) is format_of(plan).has_rounds
