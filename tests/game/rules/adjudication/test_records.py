from tests.support.ruling_cases import all_cases, played
from xiangqi_server.game.rules.adjudication.adjudication import judge
from xiangqi_server.game.rules.adjudication.records import to_record
from xiangqi_server.game.rules.rulesets import RuleOptions

CHASE = "4k4/9/9/9/c8/9/9/9/1R7/5K3 w"
LAP = ("b1a1", "a5b5", "a1b1", "b5a5")


def test_a_ruling_is_recorded_in_words_of_the_game() -> None:
    ruling = judge(played(CHASE, LAP * 3), RuleOptions())

    assert ruling is not None
    record = to_record(ruling)
    plies = record.pop("plies")
    assert record == {
        "rule_set": "axf",
        "version": 1,
        "verdict": "red_loses",
        "ending": "perpetual_chase",
        "clause": "18",
        "occurrences": 4,
        "winner": "black",
        "window": [0, 11],
        "sides": {
            "red": {
                "level": "direct_chase",
                "victims": [{"piece": "c", "id": "a5", "squares": ["a5", "b5"]}],
            },
            "black": {"level": "none", "victims": []},
        },
    }
    assert isinstance(plies, list)
    assert plies[0] == {
        "ply": 0,
        "side": "red",
        "move": "b1a1",
        "piece": "R",
        "kind": "chase",
        "chases": [
            {
                "attacker": {"piece": "R", "square": "a1"},
                "victim": {"piece": "c", "square": "a5"},
                "attacker_id": "b1",
                "victim_id": "a5",
                "kind": "direct",
                "why": "unprotected",
            }
        ],
        "rejected": [],
    }


def test_a_game_rebuilt_from_its_moves_has_the_identical_ruling() -> None:
    for case in all_cases():
        terms = RuleOptions(case.rule_set, rule_at=3)

        assert judge(case.game(), terms) == judge(played(case.fen, case.moves), terms)


def test_a_ply_taken_back_leaves_no_trace_in_the_ruling() -> None:
    straight = played(CHASE, LAP * 3)
    wavering = played(CHASE, (*LAP, *LAP, "f0f1")).back_to(8)
    for move in straight.moves[8:]:
        wavering = wavering.play(move)

    assert judge(wavering, RuleOptions()) == judge(straight, RuleOptions())
