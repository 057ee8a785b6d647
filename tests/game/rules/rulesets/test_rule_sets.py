import pytest

from tests.support.ruling_cases import all_cases, played, settled_cases
from xiangqi_server.game.rules.adjudication.adjudication import judge
from xiangqi_server.game.rules.board.encoding import move_from_uci
from xiangqi_server.game.rules.cxa.articles import CxaClause
from xiangqi_server.game.rules.repetition.window import Window, repeated_part, reversible_part
from xiangqi_server.game.rules.rulesets import (
    RULE_SET_NAMES,
    MeaninglessOption,
    RuleOptions,
    UnknownRuleSet,
    rule_set,
)
from xiangqi_server.game.rules.rulesets.asian_clauses import AsianClause
from xiangqi_server.game.rules.rulesets.base import KEPT_BOARDS
from xiangqi_server.game.rules.rulesets.chessvariants import ChessVariantsClause
from xiangqi_server.game.rules.rulesets.club import ClubClause
from xiangqi_server.game.rules.rulesets.itsyourturn import ItsYourTurnClause
from xiangqi_server.game.rules.rulesets.loop3 import Loop3Clause
from xiangqi_server.texts.clauses import clauses

CHASE = "4k4/9/9/9/c8/9/9/9/1R7/5K3 w"
LAP = ("b1a1", "a5b5", "a1b1", "b5a5")
CLAUSES = {
    "axf": AsianClause,
    "wxf": AsianClause,
    "cxa": CxaClause,
    "itsyourturn": ItsYourTurnClause,
    "chessvariants": ChessVariantsClause,
    "loop3": Loop3Clause,
    "club": ClubClause,
}


def test_the_sets_have_names() -> None:
    assert RULE_SET_NAMES == ("axf", "wxf", "cxa", "itsyourturn", "chessvariants", "loop3", "club")


@pytest.mark.parametrize(
    ("terms", "option"),
    [
        (RuleOptions("itsyourturn", strict=True), "strict"),
        (RuleOptions("loop3", strict=True), "strict"),
        (RuleOptions("axf", count_option=True), "count"),
        (RuleOptions("axf", nine_rounds=True), "nine_rounds"),
        (RuleOptions("cxa", nine_rounds=True, forbid=True), "nine_rounds"),
    ],
)
def test_an_option_that_a_set_has_not_is_refused(terms: RuleOptions, option: str) -> None:
    with pytest.raises(MeaninglessOption, match=option):
        rule_set(terms)


@pytest.mark.parametrize("name", RULE_SET_NAMES)
def test_every_set_can_be_asked_to_forbid(name: str) -> None:
    assert rule_set(RuleOptions(name, forbid=True)).name == name


@pytest.mark.parametrize("terms", [RuleOptions("nonsense"), RuleOptions("axf", version=99)])
def test_an_unknown_set_or_version_is_refused(terms: RuleOptions) -> None:
    with pytest.raises(UnknownRuleSet) as refused:
        rule_set(terms)

    assert refused.value.code == "unknown_rule_set"


def test_live_play_warns_from_the_second_and_rules_at_the_fourth_occurrence() -> None:
    rules = rule_set(RuleOptions("axf"))

    assert (rules.warn_at, rules.ruled_at.occurrence) == (2, 4)
    assert rule_set(RuleOptions("axf", strict=True)).ruled_at.occurrence == 3


@pytest.mark.parametrize("name", RULE_SET_NAMES)
def test_every_clause_has_a_text_and_every_text_a_clause(name: str) -> None:
    assert {key for key, _ in clauses(name, "en")} == {str(clause) for clause in CLAUSES[name]}


@pytest.mark.parametrize(
    ("diagram", "clause"),
    [
        ("wxf-001", AsianClause.PERPETUAL_CHECK),
        ("fsf-16", AsianClause.MUTUAL_PERPETUAL_CHECK),
        ("fsf-07", AsianClause.PERPETUAL_CHECK_AGAINST_SOME_CHECKS),
        ("h-02a", AsianClause.CHECKS_AND_IDLE_MOVES),
        ("wxf-013", AsianClause.CHECKS_AND_CHASES),
        ("wxf-026", AsianClause.CANNONS_CHASE_CHARIOT),
        ("wxf-030", AsianClause.CANNON_CHASES_CHARIOTS_IN_TURN),
        ("wxf-033", AsianClause.CHARIOT_CHASES_PROTECTED_CANNON),
        ("wxf-039", AsianClause.CHARIOT_CHASES_UNPROTECTED_PIECE),
        ("wxf-045", AsianClause.CHASED_CHARIOT_PINNED_BY_HORSE),
        ("wxf-048", AsianClause.HORSE_OR_CANNON_CHASES_CHARIOT),
        ("wxf-051", AsianClause.TWO_CHASES_TO_ONE),
        ("wxf-054", AsianClause.CHARIOT_CHASES_HORSE),
        ("wxf-057", AsianClause.LIKE_CHASES_LIKE),
        ("wxf-063", AsianClause.CANNON_CHASES_MINOR_PIECE),
        ("wxf-065", AsianClause.DISCOVERED_CHASE_OF_CHARIOT),
        ("wxf-072", AsianClause.GENERAL_MAY_CHASE),
        ("wxf-074", AsianClause.SOLDIERS_MAY_CHASE),
        ("wxf-076", AsianClause.EXEMPT_MOVE_LETS_OTHERS_CHASE),
        ("wxf-083", AsianClause.SEVERAL_VICTIMS),
        ("wxf-088", AsianClause.SEVERAL_CHASE_ONE),
        ("wxf-090", AsianClause.FALSE_ROOT),
        ("wxf-096", AsianClause.PROTECTED_PIECE),
        ("wxf-105", AsianClause.CAPTURE_AFTER_CHECK),
        ("wxf-108", AsianClause.EXCHANGE_OFFER),
        ("wxf-113", AsianClause.PROTECTION_REMOVED),
        ("wxf-114", AsianClause.ATTACK_GOES_ON),
        ("con-025", AsianClause.REPETITION),
    ],
)
def test_a_diagram_is_ruled_by_the_clause_it_illustrates(diagram: str, clause: str) -> None:
    case = next(case for case in all_cases() if case.id == diagram)

    ruling = judge(case.game(), RuleOptions("axf", rule_at=3))

    assert ruling is not None
    assert ruling.clause == clause


def test_a_loop_that_goes_on_is_asked_about_of_the_same_inspector() -> None:
    strategy = rule_set(RuleOptions("axf")).strategy
    game = played(CHASE, LAP)

    first = strategy.inspector_of(reversible_part(game))

    for move in LAP:
        game = game.play(move_from_uci(move))
        assert strategy.inspector_of(reversible_part(game)) is first


def test_what_a_search_has_found_out_is_not_kept() -> None:
    strategy, past = rule_set(RuleOptions("cxa")).strategy, reversible_part(played(CHASE, LAP))

    assert strategy.inspector_of(past) is not strategy.inspector_of(past)


def test_nothing_is_kept_where_nothing_recurs_or_all_may() -> None:
    strategy = rule_set(RuleOptions("axf")).strategy

    for moves in ((), LAP * (KEPT_BOARDS // len(LAP))):
        past = reversible_part(played(CHASE, moves))
        assert strategy.inspector_of(past) is not strategy.inspector_of(past)


def test_a_cycle_rests_on_the_same_clause_with_whichever_ply_it_begins() -> None:
    strategy = rule_set(RuleOptions("axf")).strategy
    draws = 0
    for case in settled_cases():
        window = repeated_part(case.game())
        if not window.moves:
            continue
        lap = window.since(window.starts_of_laps[-1])
        begun_later = [lap]
        for _ in lap.moves[1:]:
            begun_later.append(_begun_a_ply_later(begun_later[-1]))
        told = [strategy.forecast(cycle, strategy.inspector()) for cycle in begun_later]
        if told[0] is not None and told[0].loser is None:
            assert {verdict.clause for verdict in told if verdict} == {told[0].clause}, case.id
            draws += 1

    assert draws > 50


def _begun_a_ply_later(lap: Window) -> Window:
    """The same lap of a loop, from the board after its first ply on."""
    boards = (*lap.boards[1:], lap.boards[1])
    moves = (*lap.moves[1:], lap.moves[0])
    return Window(lap.first_ply + 1, boards, moves, lap.side.opponent)
