"""The data about the famous differences is what the rules say today."""

from tests.tools.rule_differences import differences


def test_there_are_differences_and_each_is_one() -> None:
    rows = differences()

    assert rows
    assert [row for row in rows if row["same_verdict"]] == []
