"""The data about the famous differences is what the rules say today."""

from tests.tools.rule_differences import differences


def test_every_difference_is_one() -> None:
    assert all(not row["same_verdict"] for row in differences())
