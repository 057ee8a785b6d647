"""Where the cautious readings disagree: no ruling of our own, and it is said why."""

from tests.support.cxa_cases import diagrams
from tests.support.ruling_cases import played
from xiangqi_server.game.rules.adjudication.adjudication import judge, warning
from xiangqi_server.game.rules.adjudication.records import to_record, warning_in
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.game.rules.repetition.evidence import Doubt
from xiangqi_server.game.rules.repetition.ruling import Ending, Ruling
from xiangqi_server.game.rules.rulesets import RuleOptions
from xiangqi_server.texts.rulings.telling import tell_ruling, tell_warning
from xiangqi_server.texts.worded import LANGUAGES

DOUBTFUL = {
    "cxa-25": {"joint_at_all"},
    "cxaref-22": {"borrowed_gains"},
    "cxaref-39": {"guarded_screen"},
}
"""The lines left to an arbiter, and the readings that differ."""
SEVERAL_DOUBTS = "2ba1k3/4a4/b4c3/p3P4/4C3p/6r2/P4R3/6N2/4K4/3A1A2c w"
SEVERAL_DOUBTS_LAP = ("f3h3", "f7g7", "h3f3", "g7f7")
"""From a game between masters."""


def _rulings(terms: RuleOptions) -> dict[str, Ruling]:
    ruled = {each.case.id: judge(each.case.game(), terms) for each in diagrams()}
    return {name: ruling for name, ruling in ruled.items() if ruling is not None}


def test_only_what_every_reading_agrees_on_is_ruled() -> None:
    cautious = _rulings(RuleOptions("cxa", every_doubt=True))
    always = _rulings(RuleOptions("cxa", always=True))

    doubted = {
        name: {doubt.reading for doubt in ruling.evidence.doubts}
        for name, ruling in cautious.items()
        if ruling.evidence is not None and ruling.evidence.doubts
    }
    assert doubted == DOUBTFUL
    for name, ruling in cautious.items():
        if name in DOUBTFUL:
            assert (ruling.winner, ruling.ending) == (None, Ending.REPETITION)
            assert ruling.clause == "R"
        else:
            assert ruling == always[name]


def test_one_reading_that_differs_is_enough_unless_all_are_asked_for() -> None:
    game = played(SEVERAL_DOUBTS, SEVERAL_DOUBTS_LAP * 3)

    told = [judge(game, RuleOptions("cxa", every_doubt=every)) for every in (False, True)]

    doubts = [ruling.evidence.doubts for ruling in told if ruling is not None and ruling.evidence]
    lines, checks = Doubt("shorter_lines", None), Doubt("fewer_checks", None)
    assert doubts == [(lines,), (lines, checks)]
    assert {ruling.clause for ruling in told if ruling is not None} == {"R"}


def test_both_opinions_are_told_in_every_language() -> None:
    [line] = [each.case.game() for each in diagrams() if each.case.id == "cxa-25"]
    ruling = judge(line, RuleOptions("cxa"))
    assert ruling is not None
    assert ruling.evidence is not None

    assert ruling.evidence.doubts == (Doubt("joint_at_all", None),)
    assert (
        "Black would have to deviate. But if any joint chase weighed as much as many (26.9), "
    ) in tell_ruling(ruling, "en")
    assert "guiltier" not in tell_ruling(ruling, "en")
    told = {tell_ruling(ruling, language) for language in LANGUAGES}
    assert len(told) == 4
    assert all("{" not in text for text in told)


def test_a_warning_of_what_is_in_doubt_says_so() -> None:
    [case] = [each.case for each in diagrams() if each.case.id == "cxa-25"]
    game = played(case.fen, case.moves[: case.cycle_plies])
    told = warning(game, RuleOptions("cxa"))
    assert told is not None

    assert (told.doubts, told.full_reading) == ((Doubt("joint_at_all", None),), Side.BLACK)
    assert warning_in(to_record(told)) == told
    for reader in (Side.RED, Side.BLACK, None):
        text = tell_warning(told, game.position, "en", reader)

        assert "it is in doubt whether anybody has to deviate" in text
        assert "Black would have to deviate. But if any joint chase weighed" in text
        assert "guiltier" not in text
    texts = {tell_warning(told, game.position, language, None) for language in LANGUAGES}
    assert len(texts) == 4
