from tests.support.ruling_cases import played
from xiangqi_server.game.rules.adjudication.repetitions_in import repeated_passages
from xiangqi_server.game.rules.rulesets import RuleOptions

CHASE = "4k4/9/9/9/c8/9/9/9/1R7/5K3 w"
LAP = ("b1a1", "a5b5", "a1b1", "b5a5")


def test_a_passage_lasts_from_the_occurrence_asked_for_until_it_is_left() -> None:
    game = played(CHASE, (*LAP, *LAP, *LAP, "f0f1", "e9e8"))

    [passage] = repeated_passages(game, RuleOptions(rule_at=3), 3)

    assert (passage.first_ply, passage.ply, passage.last_ply) == (0, 7, 11)
    assert passage.occurrences == 4
    assert passage.ruling is not None
    assert passage.ruling.verdict == "red_loses"


def test_a_game_that_never_repeats_so_often_has_no_passage() -> None:
    assert repeated_passages(played(CHASE, LAP), RuleOptions(), 3) == []
