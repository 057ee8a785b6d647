import pytest

from server.rules.adjudication import judge
from server.rules.board import Side
from server.rules.deeds import Deed, DeedKind, deed_of
from server.rules.ledger import Placed, Why
from server.rules.rulesets import RuleTerms
from tests.support.ruling_cases import all_cases


def deed(name: str, side: Side) -> Deed:
    case = next(case for case in all_cases() if case.id == name)
    ruling = judge(case.game(), RuleTerms(rule_at=3))
    assert ruling is not None
    assert ruling.ledger is not None
    return deed_of(ruling.ledger, side)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("wxf-001", DeedKind.CHECK),
        ("h-04a", DeedKind.CHASE),
        ("wxf-113", DeedKind.UNROOT),
        ("wxf-013", DeedKind.CHECKS_AND_CHASES),
        ("h-02a", DeedKind.SOME_CHECKS),
        ("wxf-083", DeedKind.CHASES_SEVERAL),
        ("con-034", DeedKind.SOME_CHASES),
        ("con-025", DeedKind.IDLE),
    ],
)
def test_what_a_side_did_is_summed_up(name: str, kind: DeedKind) -> None:
    assert kind in {deed(name, side).kind for side in Side}


def test_the_reason_most_in_need_of_words_is_told() -> None:
    found = deed("wxf-090", Side.RED)

    assert found.why is Why.FALSE_ROOT
    assert (found.root, found.bar) == (Placed(11, 67), Placed(6, 22))
    assert [(doer.piece, doer.squares) for doer in found.doers] == [(5, (42, 39))]
