"""What a computer player decides, by tables."""

import pytest

from xiangqi_server.computers.decisions import (
    OFFER_AGAIN_PLIES,
    YIELD_MS,
    Hopeless,
    agrees_to_draw,
    budget_ms,
    is_lost,
    lines_wanted,
    offers_draw,
    pause_ms,
    playable,
    score_of,
    varied,
    yields_place,
)
from xiangqi_server.computers.uci import ScoredMove, SearchResult

BEST = (
    ScoredMove("h2e2", 30),
    ScoredMove("b2e2", 25),
    ScoredMove("h0g2", -10),
    ScoredMove("a0a1", -90),
)


def test_a_move_that_loses_by_repetition_is_not_to_be_chosen() -> None:
    assert playable(("a0a1", "b0c2", "h2e2"), ("b0c2",)) == ("a0a1", "h2e2")


def test_where_every_move_loses_by_repetition_one_of_them_is_played() -> None:
    assert playable(("a0a1", "b0c2"), ("b0c2", "a0a1")) == ("a0a1", "b0c2")


@pytest.mark.parametrize(
    ("ply", "chance", "move"),
    [(0, 0.0, "h2e2"), (0, 0.5, "b2e2"), (7, 0.999, "h0g2"), (8, 0.999, "a0a1")],
)
def test_at_the_beginning_nearly_equal_moves_are_mixed(ply: int, chance: float, move: str) -> None:
    assert varied(SearchResult("a0a1", BEST), ply, chance) == move


def test_an_engine_that_tells_no_scores_plays_its_own_move() -> None:
    assert varied(SearchResult("a0a1"), 0, 0.5) == "a0a1"
    assert (lines_wanted(0), lines_wanted(8)) == (4, 1)


def test_the_score_is_that_of_the_move_that_is_played() -> None:
    assert score_of(SearchResult("h2e2", BEST), "a0a1") == -90
    assert score_of(SearchResult("h2e2", BEST), "i0i1") == 30
    assert score_of(SearchResult("h2e2"), "h2e2") is None


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([-900, -901, -2_000], True),
        ([0, -900, -901, -2_000], True),
        ([-900, -899, -901], False),
        ([-900, -900], False),
        ([], False),
    ],
)
def test_a_game_is_lost_after_three_lost_positions(scores: list[int], *, expected: bool) -> None:
    assert is_lost(scores, Hopeless(-900, 3)) is expected


FIGHT = "4k4/4a4/9/p3p3p/2r6/9/P3P3P/4R4/4A4/4K4 w - - {quiet} 60"
DEAD = "3k5/9/9/9/9/9/9/9/4C4/4K4 w - - {quiet} 60"
EVEN = (40, -40) * 5


@pytest.mark.parametrize(
    ("scores", "fen", "ply", "agrees", "offers"),
    [
        (EVEN, FIGHT.format(quiet=0), 80, True, False),
        (EVEN, FIGHT.format(quiet=40), 80, True, True),
        ((900, *EVEN), FIGHT.format(quiet=40), 120, True, True),
        (EVEN, FIGHT.format(quiet=40), 79, False, False),
        (EVEN[1:], FIGHT.format(quiet=40), 80, False, False),
        ((*EVEN[1:], 100), FIGHT.format(quiet=39), 80, False, False),
        ((*EVEN[1:], 100), FIGHT.format(quiet=40), 80, True, True),
        ((*EVEN[1:], 151), FIGHT.format(quiet=79), 120, False, False),
        ((*EVEN[1:], 400), FIGHT.format(quiet=80), 120, True, True),
        ((*EVEN[1:], 401), FIGHT.format(quiet=110), 120, False, False),
        ((-700,) * 10, FIGHT.format(quiet=90), 120, True, False),
        ((), DEAD.format(quiet=0), 20, True, True),
        ((600,) * 10, DEAD.format(quiet=0), 100, True, True),
    ],
)
def test_a_draw_is_for_late_and_even_games_and_what_nobody_can_win(
    scores: tuple[int, ...], fen: str, ply: int, *, agrees: bool, offers: bool
) -> None:
    assert agrees_to_draw(scores, fen, ply) is agrees
    assert offers_draw(scores, fen, ply, None) is offers


def test_a_draw_is_not_offered_again_and_again() -> None:
    fen = DEAD.format(quiet=0)

    assert not offers_draw((), fen, 99 + OFFER_AGAIN_PLIES, 100)
    assert offers_draw((), fen, 100 + OFFER_AGAIN_PLIES, 100)


@pytest.mark.parametrize(
    ("left_ms", "turn_ms", "budget"),
    [(300_000, None, 25_000), (300_000, 30_000, 15_000), (120, None, 50), (0, 40, 50)],
)
def test_no_move_takes_what_the_clock_has_not(
    left_ms: int, turn_ms: int | None, budget: int
) -> None:
    assert budget_ms(left_ms, turn_ms) == budget


@pytest.mark.parametrize(
    ("ply", "left_ms", "chance", "pause"),
    [
        (0, 300_000, 0.0, 500),
        (3, 300_000, 1.0, 1_000),
        (4, 100_000, 0.5, 1_100),
        (4, 600_000, 0.5, 3_000),
        (4, 1_000, 0.5, 300),
        (4, None, 0.5, 1_000),
    ],
)
def test_it_takes_the_time_a_person_would(
    ply: int, left_ms: int | None, chance: float, pause: int
) -> None:
    assert pause_ms(ply, left_ms, chance) == pause


@pytest.mark.parametrize(
    ("waited_ms", "is_own_turn", "expected"),
    [(YIELD_MS, False, True), (YIELD_MS - 1, False, False), (YIELD_MS, True, False)],
)
def test_a_game_leaves_its_place_when_its_opponent_has_not_moved_for_long(
    waited_ms: int, *, is_own_turn: bool, expected: bool
) -> None:
    assert yields_place(waited_ms, is_own_turn=is_own_turn, is_left=False) is expected


def test_a_game_leaves_its_place_at_once_when_its_opponent_has_gone() -> None:
    assert yields_place(0, is_own_turn=False, is_left=True)
    assert not yields_place(0, is_own_turn=True, is_left=True)
