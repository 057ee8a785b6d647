"""Who does not come to games again and again waits longer and longer for the next one."""

import pytest

from xiangqi_server.aggregates.lobby.no_shows import (
    FIRST_WAIT_MS,
    FORGOTTEN_MS,
    FREE_NO_SHOWS,
    MAX_KEPT,
    MAX_WAIT_MS,
    NoShows,
    wait_ms,
    with_no_shows,
)

T0_MS = 1_700_000_000_000


@pytest.mark.parametrize(
    ("games", "expected_ms"),
    [
        (FREE_NO_SHOWS, 0),
        (FREE_NO_SHOWS + 1, FIRST_WAIT_MS),
        (FREE_NO_SHOWS + 2, 2 * FIRST_WAIT_MS),
        (FREE_NO_SHOWS + 9, MAX_WAIT_MS),
        (FREE_NO_SHOWS + 900, MAX_WAIT_MS),
    ],
)
def test_a_few_cost_nothing_and_more_cost_twice_as_much_each_time(
    games: int, expected_ms: int
) -> None:
    known = {"ann": NoShows(games, T0_MS)}

    assert wait_ms(known, "ann", T0_MS) == expected_ms
    assert wait_ms(known, "ann", T0_MS + expected_ms) == 0
    assert wait_ms(known, "ben", T0_MS) == 0


def test_they_are_counted_until_there_was_none_for_a_while() -> None:
    known = with_no_shows({}, ["ann", "ben"], T0_MS)
    known = with_no_shows(known, ["ann"], T0_MS + FORGOTTEN_MS - 1)
    later = with_no_shows(known, ["ben"], T0_MS + FORGOTTEN_MS)

    assert known == {"ben": NoShows(1, T0_MS), "ann": NoShows(2, T0_MS + FORGOTTEN_MS - 1)}
    assert later == {"ann": known["ann"], "ben": NoShows(1, T0_MS + FORGOTTEN_MS)}


def test_the_latest_are_kept() -> None:
    known = with_no_shows({}, (f"p{number}" for number in range(MAX_KEPT + 5)), T0_MS)

    assert len(known) == MAX_KEPT
    assert next(iter(known)) == "p5"
