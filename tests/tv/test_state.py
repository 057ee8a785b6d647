"""A channel keeps its game until that is over, or another one is clearly better."""

from server.aggregate.decision import Stamped
from server.tv.state import Programme, Switched, Tune, Tv, apply, decide


def tuned(tv: Tv, tune: Tune) -> Tv:
    """What is on after one proposal."""
    for event in decide(tv, tune, 0).events:
        tv = apply(tv, Stamped(1, 0, event))
    return tv


def test_an_empty_channel_shows_the_best_game() -> None:
    decision = decide(Tv(), Tune({"top": Programme("r1", 1500)}, {}), 0)

    assert decision.events == (Switched("top", "r1"),)


def test_a_game_is_replaced_only_by_a_clearly_better_one() -> None:
    tv = Tv({"top": "r1"})

    assert tuned(tv, Tune({"top": Programme("r2", 1754)}, {"r1": 1500})) == tv
    assert tuned(tv, Tune({"top": Programme("r2", 1755)}, {"r1": 1500})) == Tv({"top": "r2"})


def test_a_game_that_is_over_gives_way_to_any_other_or_to_nothing() -> None:
    tv = Tv({"top": "r1", "blitz": "r1"})

    assert tuned(tv, Tune({"top": Programme("r2", 800)}, {})) == Tv({"top": "r2"})


def test_the_same_proposal_from_another_node_changes_nothing() -> None:
    tune = Tune({"top": Programme("r1", 1500)}, {"r1": 1500})

    assert decide(Tv({"top": "r1"}), tune, 0).events == ()
