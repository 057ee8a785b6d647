"""The budget of a search: positions, so nothing depends on speed; and what is ruled without it."""

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from tests.support.cxa_cases import diagrams
from tests.support.random_laps import random_laps
from tests.support.ruling_cases import Case, colour_flipped, mirrored, played
from xiangqi_server.game.rules.adjudication.adjudication import judge, warning
from xiangqi_server.game.rules.adjudication.records import to_record, warning_in
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.game.rules.cxa.articles import CxaClause
from xiangqi_server.game.rules.cxa.cycle import UNBOUNDED, CycleJudge, Judgement
from xiangqi_server.game.rules.cxa.evidence import evidence_of
from xiangqi_server.game.rules.cxa.ply_search import answers_on
from xiangqi_server.game.rules.cxa.positions import MOST_IN_ALL
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.evidence import Doubt, Evidence
from xiangqi_server.game.rules.repetition.window import repeated_part
from xiangqi_server.game.rules.rulesets import RuleOptions
from xiangqi_server.texts.rulings.telling import tell_ruling, tell_warning
from xiangqi_server.texts.worded import LANGUAGES

CXA = RuleOptions("cxa")
SPENT = RuleOptions("cxa", timed_out=True)
CROWDED = "3cka3/3RaR3/bCn1b2r1/p1C1r3p/1NP6/6p2/P7P/4B1c2/4A4/4KA3 w"
LONG_LAP = (
    "d8d1",
    "h7g7",
    "d1d8",
    "g7g9",
    "d8d1",
    "g9g8",
    "d1d8",
    "g8h8",
    "d8d1",
    "h8h5",
    "d1d8",
    "h5h7",
)
SHORT_LAP = ("f8h8", "h7h3", "h8f8", "h3h7")
SIMPLE_CHASE = Case(
    "chase",
    "cxa",
    "5k3/9/9/9/c8/9/9/1R7/9/4K4 w",
    ("b2a2", "a5b5", "a2b2", "b5a5") * 3,
    "red_loses",
)
GUARDED_CHASE = Case(
    "chase among guards and soldiers",
    "cxa",
    "2bakab2/9/9/p3p3p/2c6/9/P3P3P/1R7/4A4/2B1KAB2 w",
    ("b2c2", "c5b5", "c2b2", "b5c5") * 3,
    "red_loses",
)


@pytest.fixture(autouse=True)
def _knows_nothing() -> Iterator[None]:
    answers_on.cache_clear()
    yield
    answers_on.cache_clear()


def judged(game: Game, most_positions: int = MOST_IN_ALL) -> tuple[Judgement, Evidence, int]:
    """The judgement, the evidence, and how many positions were looked at for both."""
    judge_of_it, window = CycleJudge(most_positions=most_positions), repeated_part(game)
    judgement = judge_of_it.judge(window)
    evidence = evidence_of(window, judge_of_it, judgement)
    return judgement, evidence, judge_of_it.searches.looked_at


@pytest.mark.parametrize(("lap", "most"), [(LONG_LAP, 42_000), (SHORT_LAP, 17_000)])
def test_laps_in_a_crowd_take_so_many_positions_and_no_more(
    lap: tuple[str, ...], most: int
) -> None:
    judgement, _, positions = judged(played(CROWDED, lap * 3))

    assert (judgement.finding.clause, judgement.doubts) == (CxaClause.PERMITTED, ())
    assert positions <= most


def test_no_random_lap_of_many_plies_spends_the_budget() -> None:
    for lap in islice(random_laps(random.Random(7), (8, 10, 12)), 6):
        judgement, _, positions = judged(lap.game())

        assert UNBOUNDED not in {doubt.reading for doubt in judgement.doubts}
        assert positions <= MOST_IN_ALL


@pytest.mark.parametrize("most_positions", [0, 1_000, 4_000, 9_000])
def test_what_was_asked_before_changes_no_answer_where_the_budget_runs_out(
    most_positions: int,
) -> None:
    games = [played(CROWDED, lap * 3) for lap in (LONG_LAP, SHORT_LAP)]
    cold = []
    for game in games:
        answers_on.cache_clear()
        cold.append(judged(game, most_positions)[:2])

    for game in games:
        judged(game)
    warm = [judged(game, most_positions)[:2] for game in games]

    assert warm == cold


def test_the_second_question_about_a_lap_searches_nothing() -> None:
    game = played(CROWDED, LONG_LAP * 3)
    first = judged(game)

    second = judged(game)

    assert first[2] > 0
    assert second == (*first[:2], 0)


def test_warnings_search_a_lap_once_though_they_come_on_every_ply() -> None:
    game, told = played(CROWDED, SHORT_LAP), []
    for move in game.moves * 2:
        told.append(warning(game, CXA))
        misses = answers_on.cache_info().misses
        game = game.play(move)

    assert None not in told
    assert misses == len(SHORT_LAP)


@pytest.mark.parametrize("case", [SIMPLE_CHASE, GUARDED_CHASE], ids=lambda case: case.id)
def test_what_an_easy_search_settles_is_ruled_though_the_budget_is_spent(case: Case) -> None:
    for told in (case, mirrored(case), colour_flipped(case)):
        in_full, spent = judge(told.game(), CXA), judge(told.game(), SPENT)

        assert in_full is not None
        assert in_full.verdict == told.verdict
        assert spent == in_full


def test_a_spent_budget_turns_no_diagram_round() -> None:
    settled = 0
    for diagram in diagrams():
        in_full, spent = (judge(diagram.case.game(), terms) for terms in (CXA, SPENT))
        assert in_full is not None
        assert spent is not None
        is_settled = spent.clause != CxaClause.ARBITER
        settled += is_settled
        assert not is_settled or spent.verdict == in_full.verdict

    assert settled > len(diagrams()) * 3 // 4


def test_a_draw_by_a_spent_budget_is_told_as_such_in_every_language() -> None:
    ruling = judge(played(CROWDED, LONG_LAP * 3), SPENT)

    assert ruling is not None
    assert ruling.evidence is not None
    assert (ruling.winner, ruling.clause) == (None, CxaClause.ARBITER)
    assert ruling.evidence.doubts == (Doubt(UNBOUNDED, None),)
    text = tell_ruling(ruling, "en")
    assert "The search reached its limit of positions" in text
    assert "in doubt" not in text
    assert "neither checks nor chases" not in text
    texts = {tell_ruling(ruling, language) for language in LANGUAGES}
    assert len(texts) == 4


def test_a_warning_of_a_spent_budget_says_so() -> None:
    game = played(CROWDED, LONG_LAP)
    told = warning(game, SPENT)

    assert told is not None
    assert warning_in(to_record(told)) == told
    for reader in (Side.RED, Side.BLACK, None):
        text = tell_warning(told, game.position, "en", reader)
        assert "The search reached its limit of positions" in text
        assert "in doubt" not in text
    texts = {tell_warning(told, game.position, language, None) for language in LANGUAGES}
    assert len(texts) == 4
