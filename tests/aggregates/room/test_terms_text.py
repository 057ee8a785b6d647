"""The rules of a game in the tags of its PGN, and read back from them."""

import pytest

from xiangqi_server.aggregates.room.terms import RuleTerms
from xiangqi_server.aggregates.room.terms_text import rule_terms_text, rules_told


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (RuleTerms("axf", 1), ""),
        (RuleTerms("cxa", 1, entering=True), "entering"),
        (RuleTerms("wxf", 1, strict=True, entering=True, limit=50), "strict entering limit=50"),
        (RuleTerms("club", 1, forbid=True, count=True, limit=0), "forbid count limit=0"),
        (RuleTerms("cxa", 1, always=True, nine_rounds=True), "always nine_rounds"),
    ],
    ids=str,
)
def test_what_was_agreed_is_written_and_read_back(rules: RuleTerms, words: str) -> None:
    tags = {"RuleSet": f"{rules.name} {rules.version}", "RuleTerms": words}

    assert rule_terms_text(rules) == words
    assert rules_told(tags) == rules


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", ""),
        ("chess 1", ""),
        ("axf 9", ""),
        ("axf", "strict"),
        ("axf 1", "limit=7"),
        ("axf 1", "count"),
    ],
)
def test_rules_that_are_not_ours_are_not_told(name: str, words: str) -> None:
    assert rules_told({"RuleSet": name, "RuleTerms": words}) is None
