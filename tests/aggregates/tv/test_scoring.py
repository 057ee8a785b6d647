"""Which games may be on TV, and which of them is the best, in virtual time."""

import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.support.rooms import ANN, PERPETUAL_CHECK, T0_MS, a_room, a_story
from xiangqi_server.aggregates.room.messages import Resign
from xiangqi_server.aggregates.room.parts import Suspension
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.aggregates.room.terms import (
    ClockTerms,
    CorrespondenceClock,
    FischerClock,
    GameTerms,
    NoClock,
)
from xiangqi_server.aggregates.tv.scoring import (
    ABSENT_MS,
    CHANNELS,
    IDLE_MS,
    MOST_WATCHERS,
    OVER_MS,
    SCRAMBLE_POINTS,
    UNRATED_POINTS,
    WARNED_POINTS,
    WATCHER_POINTS,
    Candidate,
    best_of,
    has_just_ended,
    is_alive,
    score_of,
)
from xiangqi_server.aggregates.tv.state import Programme

PAGES = Path(__file__).parents[3] / "client_js" / "src"
MOVES = ("h2e2", "h9g7", "h0g2")
RAPID = FischerClock(main_ms=600_000, increment_ms=5_000)
DELAY_MS = 30_000


def a_game(clock: ClockTerms = RAPID, *, delay_ms: int = 0) -> Room:
    """A game in which three moves were played at `T0_MS`."""
    return a_story(*MOVES, terms=GameTerms(clock, delay_ms=delay_ms)).room


@pytest.mark.parametrize(
    ("main_ms", "idle_ms"),
    [(60_000, 35_000), (300_000, 90_000), (600_000, 180_000), (1_800_000, 300_000)],
)
def test_a_game_without_moves_is_dead_the_sooner_the_faster_it_is(
    main_ms: int, idle_ms: int
) -> None:
    game = Candidate(a_game(FischerClock(main_ms)))

    assert is_alive(game, T0_MS + idle_ms)
    assert not is_alive(game, T0_MS + idle_ms + 1)


def test_a_game_is_dead_once_a_player_has_been_away_for_longer_than_a_page_takes_to_load() -> None:
    game = Candidate(a_game(), unseen_ms=ABSENT_MS)

    assert is_alive(game, T0_MS)
    assert not is_alive(game._replace(unseen_ms=ABSENT_MS + 1), T0_MS)


def test_a_game_with_a_delay_is_judged_by_what_its_spectators_know() -> None:
    game = Candidate(a_game(delay_ms=DELAY_MS), unseen_ms=ABSENT_MS + DELAY_MS)

    assert is_alive(game, T0_MS + 180_000 + DELAY_MS)
    assert not is_alive(game, T0_MS + 180_000 + DELAY_MS + 1)
    assert not is_alive(game._replace(unseen_ms=game.unseen_ms + 1), T0_MS)


@pytest.mark.parametrize("clock", [CorrespondenceClock(days=3), NoClock()])
def test_a_game_that_may_take_days_is_never_alive(clock: ClockTerms) -> None:
    assert not is_alive(Candidate(a_game(clock)), T0_MS)


def test_a_game_that_waits_for_its_players_after_an_outage_is_not_alive() -> None:
    room = a_game()
    waiting = replace(room, timing=replace(room.timing, suspended=Suspension(T0_MS, T0_MS + 1)))

    assert not is_alive(Candidate(waiting), T0_MS)


def test_a_game_that_is_over_is_not_alive_and_stays_for_a_moment() -> None:
    story = a_story(*MOVES, clock=RAPID)
    story.tell(Resign(ANN))

    assert not is_alive(Candidate(story.room), T0_MS)
    assert has_just_ended(story.room, T0_MS + OVER_MS)
    assert not has_just_ended(story.room, T0_MS + OVER_MS + 1)
    assert not has_just_ended(a_game(), T0_MS)


def test_strong_players_and_spectators_make_a_game_worth_watching() -> None:
    room = a_game()

    assert score_of(Candidate(room, 1_700), T0_MS) == 1_700
    assert score_of(Candidate(room, 1_700, watchers=3), T0_MS) == 1_700 + 3 * WATCHER_POINTS
    assert score_of(Candidate(room), T0_MS) == UNRATED_POINTS


def test_a_crowd_alone_does_not_keep_a_game_on_for_ever() -> None:
    most = Candidate(a_game(), 1_500, MOST_WATCHERS)

    assert score_of(most._replace(watchers=MOST_WATCHERS + 1), T0_MS) == score_of(most, T0_MS)


@pytest.mark.parametrize(
    ("main_ms", "more"), [(60_000, 0), (59_999, SCRAMBLE_POINTS)], ids=["a minute", "less"]
)
def test_a_fight_against_time_is_worth_watching(main_ms: int, more: int) -> None:
    assert score_of(Candidate(a_room(*MOVES, clock=FischerClock(main_ms))), T0_MS) == (
        UNRATED_POINTS + more
    )


def test_a_standing_warning_makes_a_weaker_game_worth_watching() -> None:
    warned = Candidate(a_room(*PERPETUAL_CHECK[:9], clock=RAPID), 1_400)
    idle = Candidate(a_game(), 1_500)

    assert score_of(warned, T0_MS) == 1_400 + WARNED_POINTS > score_of(idle, T0_MS)


def test_what_spectators_do_not_know_yet_counts_nothing() -> None:
    terms = GameTerms(FischerClock(50_000), delay_ms=DELAY_MS)
    late = Candidate(a_story(*PERPETUAL_CHECK[:9], terms=terms).room)

    assert late.room.warning is not None
    assert score_of(late, T0_MS) == UNRATED_POINTS


def test_the_best_has_the_highest_score_and_a_tie_is_decided_alike_on_every_node() -> None:
    assert best_of({"a": 1_500, "b": 1_600}) == Programme("b", 1_600)
    assert best_of({"a": 1_500, "b": 1_500}) == best_of({"b": 1_500, "a": 1_500})
    assert best_of({}) is None


def test_the_page_has_the_same_channels_and_idle_times() -> None:
    stage = (PAGES / "pages/watch/stage.js").read_text()
    watching = (PAGES / "models/watching.js").read_text()
    channels = re.search(r"CHANNELS = [^\[]*(\[[^\]]+\])", stage)
    idle_ms = re.search(r"IDLE_MS = \{(.+)\}", watching)

    assert channels is not None
    assert json.loads(channels[1]) == list(CHANNELS)
    assert idle_ms is not None
    told = dict(one.split(": ") for one in idle_ms[1].strip().split(", "))
    assert {speed: int(ms) for speed, ms in told.items()} == IDLE_MS
