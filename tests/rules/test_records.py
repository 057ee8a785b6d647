import json

import pytest

from server.rules.adjudication import judge, warning
from server.rules.records import RecordError, to_record, warning_from_record
from server.rules.rulesets import RULE_SET_NAMES, RuleTerms
from tests.support.ruling_cases import all_cases, played
from tests.support.ruling_records import from_record

CHASE = "4k4/9/9/9/c8/9/9/9/1R7/5K3 w"
LAP = ("b1a1", "a5b5", "a1b1", "b5a5")


def test_every_ruling_comes_back_from_its_record_as_it_was() -> None:
    for case in all_cases():
        ruling = judge(case.game(), RuleTerms(case.rule_set, rule_at=3))
        if ruling is not None:
            assert from_record(json.loads(json.dumps(to_record(ruling)))) == ruling, case.id


@pytest.mark.parametrize(
    "terms",
    [
        *(RuleTerms(name, rule_at=3) for name in RULE_SET_NAMES),
        *(RuleTerms(name, strict=True, forbid=True) for name in ("axf", "wxf", "club")),
    ],
    ids=str,
)
def test_every_warning_comes_back_from_its_record_as_it_was(terms: RuleTerms) -> None:
    for case in all_cases()[::5]:
        game = case.game()
        for ply in range(game.ply + 1):
            told = warning(game.back_to(ply), terms)
            if told is not None:
                record = json.loads(json.dumps(to_record(told)))
                assert warning_from_record(record) == told, case.id


def test_a_ruling_is_recorded_in_words_of_the_game() -> None:
    ruling = judge(played(CHASE, LAP * 3), RuleTerms())

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
        terms = RuleTerms(case.rule_set, rule_at=3)

        assert judge(case.game(), terms) == judge(played(case.fen, case.moves), terms)


def test_a_ply_taken_back_leaves_no_trace_in_the_ruling() -> None:
    straight = played(CHASE, LAP * 3)
    wavering = played(CHASE, (*LAP, *LAP, "f0f1")).back_to(8)
    for move in straight.moves[8:]:
        wavering = wavering.play(move)

    assert judge(wavering, RuleTerms()) == judge(straight, RuleTerms())


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"ending": "nonsense"},
        {"ending": "checkmate", "clause": 1},
        {"ending": "checkmate", "clause": "1", "rule_set": "axf", "version": "1"},
        {
            "ending": "checkmate",
            "clause": "1",
            "rule_set": "axf",
            "version": 1,
            "occurrences": 1,
            "window": 7,
        },
    ],
)
def test_what_is_no_record_is_refused(record: dict[str, object]) -> None:
    with pytest.raises(RecordError):
        from_record(record)
    with pytest.raises(RecordError):
        warning_from_record(record)
