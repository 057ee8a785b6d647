"""A channel keeps its game until that is over, or another one is clearly better."""

from xiangqi_server.aggregates.tv.state import STAY_MS, Programme, Switched, Tune, Tv, apply, decide
from xiangqi_server.kernel.aggregate.decision import Stamped


def tuned(tv: Tv, tune: Tune, at_ms: int = STAY_MS) -> Tv:
    """What is on after one proposal."""
    for event in decide(tv, tune, at_ms).events:
        tv = apply(tv, Stamped(1, at_ms, event))
    return tv


def test_an_empty_channel_shows_the_best_game() -> None:
    decision = decide(Tv(), Tune({"top": Programme("r1", 1500)}, {}), 0)

    assert decision.events == (Switched("top", "r1"),)


def test_a_game_is_replaced_only_by_a_clearly_better_one() -> None:
    tv = Tv({"top": "r1"})

    assert tuned(tv, Tune({"top": Programme("r2", 1754)}, {"r1": 1500})) == tv
    better = tuned(tv, Tune({"top": Programme("r2", 1755)}, {"r1": 1500}))
    assert better.shown == {"top": "r2"}


def test_a_game_that_is_played_stays_for_a_while_however_good_another_one_is() -> None:
    tv = tuned(Tv(), Tune({"top": Programme("r1", 1_000)}, {}), at_ms=1_000)
    better = Tune({"top": Programme("r2", 2_000)}, {"r1": 1_000})

    assert tuned(tv, better, at_ms=1_000 + STAY_MS - 1) == tv
    assert tuned(tv, better, at_ms=1_000 + STAY_MS).shown == {"top": "r2"}


def test_a_game_that_nobody_plays_gives_way_at_once() -> None:
    tv = tuned(Tv(), Tune({"top": Programme("r1", 1_000)}, {}), at_ms=1_000)

    assert tuned(tv, Tune({}, {}), at_ms=1_001) == Tv()


def test_a_game_that_is_over_gives_way_to_any_other_or_to_nothing() -> None:
    tv = Tv({"top": "r1", "blitz": "r1"})

    assert tuned(tv, Tune({"top": Programme("r2", 800)}, {})).shown == {"top": "r2"}


def test_the_same_proposal_from_another_node_changes_nothing() -> None:
    tune = Tune({"top": Programme("r1", 1500)}, {"r1": 1500})

    assert decide(Tv({"top": "r1"}), tune, 0).events == ()


def test_a_game_that_strayed_from_its_channel_leaves_it_once_it_has_been_seen_for_a_while() -> None:
    tv = tuned(Tv(), Tune({"rulings": Programme("r1", 1_300)}, {}), at_ms=1_000)
    strayed = Tune({}, {"r1": 1_000}, frozenset(("rulings",)))

    assert tuned(tv, strayed, at_ms=1_000 + STAY_MS - 1) == tv
    assert tuned(tv, strayed, at_ms=1_000 + STAY_MS) == Tv()
