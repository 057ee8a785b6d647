"""`PROTOCOL.md` tells what the types tell."""

import re
from collections.abc import Iterator
from typing import Any, Final

from server.rules.adjudication import judge
from server.rules.board import move_from_uci
from server.rules.game import Game
from server.rules.records import to_record
from server.rules.rulesets import RuleTerms
from server.rules.warning import warning
from tests.support.protocol_doc import PATH, document
from tests.support.rule_data import json_lines

CASES: Final = 60
"""So many hold every kind of ply."""
WRITTEN = PATH.read_text()


def test_the_committed_file_is_what_the_types_tell() -> None:
    assert document(WRITTEN) == WRITTEN, "run python -m tests.support.protocol_doc"


def test_every_field_has_a_meaning() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*) \| (.*)\|$", WRITTEN, re.MULTILINE)

    assert rows
    assert [name for name, _, meaning in rows if name != "type" and not meaning.strip()] == []


def test_every_part_that_is_referred_to_is_there() -> None:
    headings = {heading.lower() for heading in re.findall(r"^#+ (.*)$", WRITTEN, re.MULTILINE)}

    assert set(re.findall(r"\]\(#([\w-]+)\)", WRITTEN)) <= headings
    assert {name.lower() for name in re.findall(r"see \*([^*]+)\*", WRITTEN)} <= headings


def keys(value: object) -> Iterator[str]:
    """The keys of all objects inside a value."""
    if isinstance(value, dict):
        yield from value
        for inner in value.values():
            yield from keys(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keys(inner)


def a_recurring_game(case: dict[str, Any]) -> Game:
    """The game of a published or constructed case of repetition, to its end."""
    game = Game.start(case["fen"])
    for move in case["moves"]:
        game = game.play(move_from_uci(move))
    return game


def test_every_key_of_a_warning_and_of_a_ruling_is_explained() -> None:
    chapter = WRITTEN.partition("## Warnings and rulings")[2]
    games = [a_recurring_game(case) for case in json_lines("rules/cases.jsonl")[:CASES]]
    rulings = [judge(game, RuleTerms(rule_at=game.occurrences)) for game in games]
    warnings = [warning(game, RuleTerms(forbid=True, strict=True)) for game in games]

    found = [value for value in (*rulings, *warnings) if value is not None]
    used = {key for value in found for key in keys(to_record(value))}

    assert used >= {"root", "bar", "witness", "losing", "banned", "deed"}
    assert {key for key in used if not re.search(rf'[`"]{key}[`"]', chapter)} == set()
