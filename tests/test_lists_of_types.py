"""Messages and events are listed nowhere but in their tables: any other list is sure to be wrong.

The tables of messages are `api/policy.py` and `gateway/dispatch.py`; an event stands in the
union of its aggregate, beside its class. What else holds of a type, its row or its class says.
"""

import ast
import importlib
from collections.abc import Iterator
from functools import cache
from types import ModuleType, UnionType
from typing import Any, Final, Union, get_args, get_origin

import pytest

from tests.test_architecture import Module, modules
from xiangqi_server.aggregates.kinds import KINDS
from xiangqi_server.wire.client import AnyClientMessage

LEAST: Final = 3
"""Two types may be named together; of three somebody forgets the fourth."""
TABLES: Final = ("api/policy.py", "gateway/dispatch.py")
ALLOWED: Final = {
    "api/commands.py: LobbyMessage": "a match makes its commands, which mypy holds complete",
}


def members(found: object) -> frozenset[object]:
    """The types in a union, or the one type."""
    is_union = isinstance(found, UnionType) or get_origin(found) is Union
    return frozenset(get_args(found)) if is_union else frozenset({found})


MESSAGES: Final = members(AnyClientMessage)
EVENTS: Final = frozenset(type_ for kind in KINDS for type_ in members(kind.events))


def named(node: ast.expr, scope: dict[str, Any]) -> object:
    """What an expression names in a module, None if it is no name known there."""
    match node:
        case ast.Name(name):
            return scope.get(name)
        case ast.Attribute(value, name):
            return getattr(named(value, scope), name, None)
        case _:
            return None


def parts(node: ast.AST) -> list[ast.expr]:
    """What an expression lists, if it is a list of any kind."""
    match node:
        case ast.Tuple(elts) | ast.List(elts) | ast.Set(elts):
            return elts
        case ast.Dict(keys):
            return [key for key in keys if key is not None]
        case ast.BinOp(left, ast.BitOr(), right):
            return [*(parts(left) or [left]), *(parts(right) or [right])]
        case ast.MatchOr(patterns):
            return [pattern.cls for pattern in patterns if isinstance(pattern, ast.MatchClass)]
        case _:
            return []


def lists_in(tree: ast.AST, scope: dict[str, Any]) -> Iterator[tuple[str, frozenset[object]]]:
    """Each outermost list of types in a module, by the name it is given there."""
    for node, name in outermost(tree, ""):
        found = [named(part, scope) for part in parts(node)]
        types = frozenset(type_ for type_ in found if isinstance(type_, type))
        for known in (MESSAGES, EVENTS):
            if len(types & known) >= LEAST:
                yield name, types & known


def outermost(node: ast.AST, name: str) -> Iterator[tuple[ast.AST, str]]:
    """The lists below a node, each with what it is assigned to or the function it is in."""
    match node:
        case ast.Assign([ast.Name(target)]) | ast.AnnAssign(ast.Name(target)):
            name = target
        case ast.FunctionDef(target) | ast.AsyncFunctionDef(target):
            name = target
    if parts(node):
        yield node, name
        if isinstance(node, ast.BinOp):
            return
    for child in ast.iter_child_nodes(node):
        yield from outermost(child, name)


@cache
def imported(path: str) -> ModuleType:
    dotted = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return importlib.import_module(f"xiangqi_server.{dotted}".removesuffix(".__init__"))


def is_table_of_events(module: ModuleType, name: str, types: frozenset[object]) -> bool:
    """Whether a list is the union of an aggregate's events, or what a module adds to it."""
    defined = any(getattr(type_, "__module__", "") == module.__name__ for type_ in types)
    union = getattr(module, name, None)
    is_union = isinstance(union, UnionType) and types <= EVENTS
    return is_union and (defined or any(members(union) == members(kind.events) for kind in KINDS))


def lists_beside_the_tables(module: Module) -> list[str]:
    """The lists of a module that are neither a table nor part of one."""
    if module.path in TABLES or module.path == "__main__.py":
        return []
    scope = imported(module.path)
    return [
        f"{module.path}: {name}"
        for name, types in lists_in(module.tree, vars(scope))
        if not is_table_of_events(scope, name, types)
    ]


def test_no_other_list_of_messages_or_events_is_kept_by_hand() -> None:
    found = {line for module in modules() for line in lists_beside_the_tables(module)}

    assert sorted(found) == sorted(ALLOWED)


@pytest.mark.parametrize(
    "text",
    [
        "X = (wire.Join, wire.Leave, wire.Sit)",
        "X = frozenset({wire.Join, wire.Leave, wire.Sit})",
        "X = [wire.Join, wire.Leave, wire.Sit]",
        "X: object = {wire.Join: 1, wire.Leave: 2, wire.Sit: 3}",
        "X = wire.Join | wire.Leave | wire.Sit",
        "def f(x: wire.Join | wire.Leave | wire.Sit): pass",
        "def f(x):\n return isinstance(x, (wire.Join, wire.Leave, wire.Sit))",
        "def f(x):\n match x:\n  case wire.Join() | wire.Leave() | wire.Sit(): pass",
        "X = (settled.Announced, settled.PlayerLeft, settled.PlayerEntered)",
    ],
)
def test_a_list_of_three_is_found_however_it_is_written(text: str) -> None:
    from xiangqi_server.aggregates.tournaments import messages as settled
    from xiangqi_server.wire import client as wire

    found = list(lists_in(ast.parse(text), {"wire": wire, "settled": settled}))

    assert [len(types) for _, types in found] == [LEAST]
