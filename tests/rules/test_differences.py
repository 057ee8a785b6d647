"""The data about the famous differences is what the rules say today."""

from tests.support.rule_data import json_lines
from tests.support.rule_differences import differences


def test_the_file_of_differences_is_made_from_the_rules() -> None:
    assert json_lines("rules/differences.jsonl") == differences()


def test_every_difference_is_one() -> None:
    assert all(not row["same_verdict"] for row in differences())
