"""Repeating lines at random, ruled by us and by Fairy-Stockfish.

Where the two differ, the pattern must be one that `tests/data/rules/disagreements.jsonl`
lists with our reason; `tests/tools/cycle_search.py` makes that list.
"""

import random
from itertools import islice

import pytest

from tests.support.rule_data import json_lines
from tests.support.ruling_cases import all_cases, played
from tests.tools.cycle_search import REASONS, lines, our_verdict, pattern_of
from xiangqi_server.game.rules.repetition.window import repeated_part

LINES = 1_500


def test_we_differ_from_the_other_program_only_in_known_ways() -> None:
    known = {row["pattern"] for row in json_lines("rules/disagreements.jsonl")}
    searched = islice(lines(random.Random(1)), LINES)

    met = {pattern_of(line) for line in searched if line.theirs not in ("none", line.ours)}

    assert met <= known


@pytest.mark.parametrize(
    "row", json_lines("rules/disagreements.jsonl"), ids=lambda row: str(row["pattern"])
)
def test_a_listed_disagreement_is_still_ruled_as_listed(row: dict[str, object]) -> None:
    game = played(str(row["fen"]), [str(move) for move in list(row["moves"])])  # type: ignore[call-overload]

    assert our_verdict(repeated_part(game)) == row["ours"]
    assert row["reason"] == REASONS[str(row["pattern"])]


def test_contested_lines_are_ruled_as_recorded() -> None:
    recorded = {row["id"]: row["ours"] for row in json_lines("rules/contested.jsonl")}

    ruled = {
        case.id: our_verdict(repeated_part(case.game()))
        for case in all_cases()
        if case.id.startswith("ct-")
    }

    assert ruled == recorded
