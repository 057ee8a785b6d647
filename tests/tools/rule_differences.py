"""The famous differences between the Asian and the Chinese rules, as data.

`tests/data/rules/differences.jsonl` has of each difference a line from the case file,
both rulings with their clauses, and how each set classes the first lap. Whoever explains the
rules takes positions and rulings from there.
"""

import json
from pathlib import Path
from typing import Final

from tests.support.rule_data import DATA, json_lines
from tests.support.ruling_cases import played
from xiangqi_server.cli.adjudication.comparison import comparison
from xiangqi_server.game.rules.adjudication.adjudication import judge
from xiangqi_server.game.rules.rulesets import RuleOptions

DIFFERENCES: Final = {
    "perpetual_kill": "h-03b",
    "check_and_kill": "wxf-012",
    "check_and_chase": "cxaref-19",
    "chases_by_turns": "wxf-086",
    "two_victims_of_a_cannon": "wxf-030",
    "won_although_protected": "cxa-04",
    "won_by_check": "cxaref-02",
    "joint_against_chariot": "cxa-10",
    "kill_against_chase": "cxaref-43",
    "chase_against_chase": "cxaref-44",
    "line_it_cannot_leave": "cxa-07",
}
"""What differs, and the line that shows it."""

PATH: Final = DATA / "rules" / "differences.jsonl"


def differences() -> list[dict[str, object]]:
    """Every difference, with what both rule sets make of its line today."""
    lines = {row["id"]: row for row in json_lines("rules/cases.jsonl")}
    return [_difference(name, lines[line]) for name, line in DIFFERENCES.items()]


def _difference(name: str, row: dict[str, object]) -> dict[str, object]:
    fen, moves = str(row["fen"]), row["moves"]
    assert isinstance(moves, list)
    game = played(fen, moves)
    rulings = {rules: judge(game, RuleOptions(rules, rule_at=3)) for rules in ("axf", "cxa")}
    return {
        "difference": name,
        "id": row["id"],
        "fen": fen,
        "moves": moves,
        **comparison(rulings).record(),
    }


def files() -> dict[Path, str]:
    """The file as it has to be."""
    rows = [json.dumps(row, ensure_ascii=False) + "\n" for row in differences()]
    return {PATH: "".join(rows)}
