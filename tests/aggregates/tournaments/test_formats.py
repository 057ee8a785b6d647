"""One module a format: nothing else of the server asks which format a tournament has."""

import ast
import re
from collections.abc import Iterator
from typing import Final, get_args

import pytest
from msgspec import Struct, convert, json, structs, to_builtins
from msgspec.structs import FieldInfo, replace

from tests.support.arenas import START_MS, a_plan
from tests.support.wire_samples import CLIENT
from tests.test_architecture import Module, offenders
from xiangqi_server.aggregates.tournaments.actions import (
    AmendPlan,
    ArbiterCode,
    ForbidPairAction,
    GiveBye,
    TournamentAction,
)
from xiangqi_server.aggregates.tournaments.formats.table import format_of
from xiangqi_server.aggregates.tournaments.plan import (
    ArenaFormat,
    KnockoutFormat,
    Plan,
    RobinFormat,
    SwissFormat,
    TeamRobinFormat,
    TournamentFormat,
)
from xiangqi_server.api.tournaments.tournament_actions import action_of
from xiangqi_server.api.tournaments.tournament_export import TRF_TYPES
from xiangqi_server.wire import tournament_actions as wire_actions
from xiangqi_server.wire import tournament_plan as wire
from xiangqi_server.wire.client import AnnounceTournament
from xiangqi_server.wire.codec import Format as WireFormat
from xiangqi_server.wire.codec import WireError, decode

PLANS: Final = [
    replace(a_plan(), format=options)
    for options in (
        ArenaFormat(10),
        RobinFormat(),
        RobinFormat(until_ms=START_MS),
        SwissFormat(3),
        KnockoutFormat(),
        TeamRobinFormat(("East", "West")),
    )
]
OPTIONS: Final = {options.__name__ for options in get_args(TournamentFormat)}
BRANCH: Final = re.compile(r"\bis_(arena|robin|swiss|knockout|free_robin|team_robin)\b")
PASSED_ON: Final = {RobinFormat, SwissFormat, KnockoutFormat, TeamRobinFormat}
"""The options that travel as they are stored."""
NAMES_FORMATS: Final[dict[str, str]] = {
    "api/tournaments/tournament_export.py": "what a report calls them, held complete below",
    "api/tournaments/tournament_plans.py": "those whose teams are named by a client",
    "aggregates/tournaments/plan.py": "their options",
    "wire/tournament_plan.py": "what of these travels",
}
"""The modules outside of `aggregates/tournaments/formats` that name a format, and what for."""


def _named(module: Module) -> Iterator[str]:
    """The formats that a module imports or defines, and the questions by which it tells them."""
    if module.path.startswith("aggregates/tournaments/formats/"):
        return
    for node in ast.walk(module.tree):
        if (
            isinstance(node, ast.ImportFrom)
            and node.module == "xiangqi_server.aggregates.tournaments.plan"
        ):
            yield from OPTIONS & {alias.name for alias in node.names}
        elif isinstance(node, ast.ClassDef) and module.path.startswith("aggregates/tournaments/"):
            yield from OPTIONS & {node.name}
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("isinstance", "type"):
            yield from re.findall(r"\w*format_?\b", ast.unparse(node.args[0]))
    yield from BRANCH.findall(module.text)


def test_only_the_module_of_a_format_asks_for_it() -> None:
    assert set(offenders(_named)) == set(NAMES_FORMATS)


def test_every_format_is_tried_here() -> None:
    assert {type(plan.format) for plan in PLANS} == set(get_args(TournamentFormat))


@pytest.mark.parametrize("plan", PLANS)
def test_a_report_has_a_name_for_every_format_with_rounds(plan: Plan) -> None:
    assert (type(plan.format) in TRF_TYPES) is format_of(plan).has_rounds


def _fields(struct: type[Struct]) -> dict[str, FieldInfo]:
    return {field.name: field for field in structs.fields(struct)}


def _default(field: FieldInfo) -> object:
    """What a field is where it is left out; a list and a tuple without anything are alike."""
    return () if field.default_factory in (list, tuple) else field.default


def _defaults_apart(one: type[Struct], other: type[Struct]) -> set[str]:
    """The fields that are left out for different values; they are the same fields."""
    ours, theirs = _fields(one), _fields(other)
    assert [*ours] == [*theirs]
    return {name for name in ours if _default(ours[name]) != _default(theirs[name])}


def _tag(struct: type[Struct]) -> object:
    return struct.__struct_config__.tag


def test_options_travel_as_they_are_stored_but_for_an_arena_that_says_nothing_of_berserk() -> None:
    """An arena in an old log without the word has no `berserk`; a client that is silent has it."""
    stored = {_tag(options): options for options in get_args(TournamentFormat)}
    sent = {_tag(options): options for options in get_args(wire.TournamentFormat)}

    assert {options for tag, options in sent.items() if options is stored[tag]} == PASSED_ON
    assert {tag: _defaults_apart(sent[tag], stored[tag]) for tag in sent} == {
        "arena": {"berserk"},
        "robin": set(),
        "swiss": set(),
        "knockout": set(),
        "team_robin": set(),
    }


def test_actions_are_kept_as_they_are_sent_but_for_byes() -> None:
    kept, sent = set(get_args(TournamentAction)), set(get_args(wire_actions.TournamentAction))

    assert sent - kept == {wire_actions.GiveByeAction}
    assert kept - sent == {GiveBye, AmendPlan, ArbiterCode}
    bye = wire_actions.GiveByeAction("ann", on=False, points=1)
    assert action_of(bye) == GiveBye("ann", on=False, points=1, round=0)
    assert action_of(replace(bye, round=2)) == GiveBye("ann", on=False, points=1, round=2)


def test_a_log_is_not_held_to_the_shapes_of_ids_and_a_client_is() -> None:
    note = {"type": "forbid", "one": "ann", "other": "ben"}
    message = {"type": "manage_tournament", "id": "1", "tournament": "cup4", "action": note}

    with pytest.raises(WireError, match="of 16 of the characters a-z and 2-7"):
        decode(json.encode(message), WireFormat.JSON)

    assert convert(note, TournamentAction) == ForbidPairAction("ann", "ben")


@pytest.mark.parametrize("place", ["plan", "format", "conditions"])
def test_an_unknown_word_in_a_plan_is_refused_and_in_a_stored_one_passed_over(place: str) -> None:
    announced = next(one for _, one in CLIENT if isinstance(one, AnnounceTournament))
    message, stored = to_builtins(announced), to_builtins(a_plan())
    for plan in (message["plan"], stored):
        (plan if place == "plan" else plan[place])["unheard_of"] = 1

    with pytest.raises(WireError, match="unheard_of"):
        decode(json.encode(message), WireFormat.JSON)

    assert convert(stored, Plan) == a_plan()
