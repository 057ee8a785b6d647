"""Lines that were once ruled wrongly: found by random search beside other programs, or played."""

import pytest

from tests.support.rule_data import json_lines
from tests.support.ruling_cases import FLIPPED_VERDICTS, Case, colour_flipped, mirrored
from xiangqi_server.game.rules.adjudication.adjudication import judge
from xiangqi_server.game.rules.rulesets import RuleOptions


def _verdict_on(case: Case, rule_at: int) -> tuple[str, str]:
    ruling = judge(case.game(), RuleOptions(case.rule_set, rule_at=rule_at))
    return ("none", "") if ruling is None else (ruling.verdict, ruling.clause)


@pytest.mark.parametrize("row", json_lines("rules/found.jsonl"), ids=lambda row: row["id"])
def test_a_line_once_ruled_wrongly_is_ruled_as_expected(row: dict[str, object]) -> None:
    moves, rule_at = row["moves"], row["rule_at"]
    assert isinstance(moves, list)
    assert isinstance(rule_at, int)
    case = Case(
        str(row["id"]), str(row["ruleset"]), str(row["fen"]), tuple(moves), str(row["verdict"])
    )

    verdict, clause = _verdict_on(case, rule_at)

    assert verdict == case.verdict
    assert clause == row.get("clause", clause)
    assert _verdict_on(mirrored(case), rule_at) == (verdict, clause)
    flipped = FLIPPED_VERDICTS.get(verdict, verdict)
    assert _verdict_on(colour_flipped(case), rule_at) == (flipped, clause)
