"""What events keep of rulings and warnings is read back whole, and travels as it is kept."""

import json
from typing import get_args

import msgspec
import pytest

from tests.support.ruling_cases import all_cases
from xiangqi_server.game.rules.adjudication.adjudication import judge, warning
from xiangqi_server.game.rules.adjudication.records import ruling_in, to_record, warning_in
from xiangqi_server.game.rules.repetition.evidence import Level
from xiangqi_server.game.rules.rulesets import RULE_SET_NAMES, RuleOptions
from xiangqi_server.wire import parts, terms


def written(value: object) -> bytes:
    """A record as JSON, with its keys in their order."""
    return json.dumps(value, separators=(",", ":")).encode()


def test_every_ruling_comes_back_from_its_record_as_it_was() -> None:
    for case in all_cases():
        ruling = judge(case.game(), RuleOptions(case.rule_set, rule_at=3))
        if ruling is not None:
            record = to_record(ruling)
            part = msgspec.convert(record, parts.Ruling)
            assert ruling_in(record) == ruling, case.id
            assert msgspec.json.encode(part) == written(record), case.id


@pytest.mark.parametrize(
    "rules",
    [
        *(RuleOptions(name, rule_at=3) for name in RULE_SET_NAMES),
        *(RuleOptions(name, strict=True, forbid=True) for name in ("axf", "wxf", "club")),
    ],
    ids=str,
)
def test_every_warning_comes_back_from_its_record_as_it_was(rules: RuleOptions) -> None:
    for case in all_cases()[::5]:
        game = case.game()
        for ply in range(game.ply + 1):
            told = warning(game.back_to(ply), rules)
            if told is not None:
                record = to_record(told)
                part = msgspec.convert(record, parts.WarningDetail)
                assert warning_in(record) == told, case.id
                assert msgspec.json.encode(part) == written(record), case.id


def test_the_levels_of_the_wire_are_those_of_the_rules() -> None:
    assert get_args(terms.LevelName) == tuple(level.name.lower() for level in Level)
