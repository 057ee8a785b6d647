from server.tv.scoring import MOST_WATCHERS, UNRATED_POINTS, WATCHER_POINTS, best_of, score_of
from server.tv.state import Programme


def test_strong_players_and_spectators_make_a_game_worth_watching() -> None:
    assert score_of(1_700, 0) == 1_700
    assert score_of(1_700, 3) == 1_700 + 3 * WATCHER_POINTS
    assert score_of(0, 0) == UNRATED_POINTS


def test_a_crowd_alone_does_not_keep_a_game_on_for_ever() -> None:
    assert score_of(1_500, MOST_WATCHERS + 1) == score_of(1_500, MOST_WATCHERS)


def test_the_best_has_the_highest_score_and_a_tie_is_decided_alike_on_every_node() -> None:
    assert best_of({"a": 1_500, "b": 1_600}) == Programme("b", 1_600)
    assert best_of({"a": 1_500, "b": 1_500}) == best_of({"b": 1_500, "a": 1_500})
    assert best_of({}) is None
