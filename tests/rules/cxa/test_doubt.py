"""Where the cautious readings disagree: no ruling of our own, and it is said why."""

from server.rules.adjudication import judge
from server.rules.ledger import Doubt
from server.rules.rulesets import RuleTerms
from server.rules.ruling import Ending, Ruling
from server.rules.words import LANGUAGES, tell_ruling
from tests.support.cxa_cases import diagrams

DOUBTFUL = {
    "cxa-08": {"equal_is_idle"},
    "cxa-22": {"equal_is_idle"},
    "cxa-25": {"joint_at_all"},
    "cxaref-12": {"equal_is_idle"},
    "cxaref-22": {"borrowed_gains"},
    "cxaref-39": {"equal_is_idle", "guarded_screen"},
    "cxaref-46": {"equal_is_idle"},
}
"""The lines left to an arbiter, and the readings that differ."""


def _rulings(terms: RuleTerms) -> dict[str, Ruling]:
    ruled = {each.case.id: judge(each.case.game(), terms) for each in diagrams()}
    return {name: ruling for name, ruling in ruled.items() if ruling is not None}


def test_only_what_every_reading_agrees_on_is_ruled() -> None:
    cautious, always = _rulings(RuleTerms("cxa")), _rulings(RuleTerms("cxa", always=True))

    doubted = {
        name: {doubt.reading for doubt in ruling.ledger.doubts}
        for name, ruling in cautious.items()
        if ruling.ledger is not None and ruling.ledger.doubts
    }
    assert doubted == DOUBTFUL
    for name, ruling in cautious.items():
        if name in DOUBTFUL:
            assert (ruling.winner, ruling.ending) == (None, Ending.REPETITION)
            assert ruling.clause == "R"
        else:
            assert ruling == always[name]


def test_both_opinions_are_told_in_every_language() -> None:
    [line] = [each.case.game() for each in diagrams() if each.case.id == "cxa-22"]
    ruling = judge(line, RuleTerms("cxa"))
    assert ruling is not None
    assert ruling.ledger is not None

    assert ruling.ledger.doubts == (Doubt("equal_is_idle", None),)
    assert "Red would have to deviate. But if an equal outcome were idle (26.5), " in tell_ruling(
        ruling, "en"
    )
    told = {tell_ruling(ruling, language) for language in LANGUAGES}
    assert len(told) == 4
    assert all("{" not in text for text in told)
