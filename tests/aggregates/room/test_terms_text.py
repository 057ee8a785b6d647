"""The rules of a game in the tags of its PGN, and read back from them."""

import pytest
from msgspec.structs import asdict

from xiangqi_server.aggregates.room.terms import RuleTerms
from xiangqi_server.aggregates.room.terms_check import rule_terms
from xiangqi_server.aggregates.room.terms_text import (
    options_of_set,
    rule_terms_text,
    rules_in,
    rules_text,
    rules_told,
)
from xiangqi_server.game.rules.rulesets import RULE_SET_NAMES, RuleOptions, rule_set

EVERY_TERM = [
    RuleTerms("axf", 1),
    RuleTerms("chessvariants", 1, forbid=True),
    RuleTerms("club", 1, forbid=True, strict=True, count=True, entering=True, limit=0),
    RuleTerms("cxa", 1, strict=True, always=True, nine_rounds=True, entering=True, limit=50),
    RuleTerms("cxa", 1),
]
"""Terms that set each field to something else than its usual value, and some that set few."""


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
        ("axf 1", "strict sudden_death"),
    ],
)
def test_rules_that_are_not_ours_are_not_told(name: str, words: str) -> None:
    assert rules_told({"RuleSet": name, "RuleTerms": words}) is None


def test_no_term_of_a_room_is_missing_from_its_text_or_on_its_way_to_a_judge() -> None:
    usual = asdict(RuleTerms())
    changed = {
        field for rules in EVERY_TERM for field in usual if asdict(rules)[field] != usual[field]
    }

    assert changed == usual.keys()
    for rules in EVERY_TERM:
        assert rules_in(rules_text(rules)) == rules
        assert options_of_set(rules.name, rules) == rule_terms(rules)


@pytest.mark.parametrize("rules", EVERY_TERM, ids=rules_text)
def test_every_other_set_takes_what_it_knows_of_the_terms(rules: RuleTerms) -> None:
    for name in RULE_SET_NAMES:
        options = options_of_set(name, rules)
        assert rule_set(options).name == name
        assert options.natural_limit == rules.limit
        assert options.forbid == rules.forbid

    assert options_of_set("axf", RuleTerms("cxa", 1, entering=True)).entering
    assert options_of_set("cxa", RuleTerms("axf", 1)) == RuleOptions(
        "cxa", always=True, entering=True
    )
