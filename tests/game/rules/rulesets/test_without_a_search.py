"""Where nothing may be searched, what needs a search is not ruled on; the rest is, and alike."""

import pytest

from tests.support.ruling_cases import all_cases
from xiangqi_server.game.rules.adjudication.adjudication import judge
from xiangqi_server.game.rules.rulesets import NeedsSearch, RuleOptions
from xiangqi_server.game.rules.rulesets.asian_clauses import AsianClause

SEARCHED = RuleOptions(rule_at=3)
AT_ONCE = SEARCHED._replace(may_search=False)
NEED_NO_SEARCH = 0.8
"""Of the diagrams of the book, that many at least are ruled without a search."""


def test_a_draw_by_what_checks_win_needs_a_search() -> None:
    case = next(case for case in all_cases() if case.id == "wxf-105")
    game = case.game()

    told = judge(game, SEARCHED)

    assert told is not None
    assert told.clause == AsianClause.CAPTURE_AFTER_CHECK
    with pytest.raises(NeedsSearch):
        judge(game, AT_ONCE)


def test_what_needs_none_is_ruled_alike() -> None:
    alike, asked = 0, 0
    for case in all_cases():
        try:
            assert judge(case.game(), AT_ONCE) == judge(case.game(), SEARCHED)
            alike += 1
        except NeedsSearch:
            asked += 1

    assert alike / (alike + asked) >= NEED_NO_SEARCH
