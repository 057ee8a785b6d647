"""A short season of tournaments of every format; `python -m tests.aggregates.tournaments.long`
plays on."""

from tests.aggregates.tournaments.season import play_season


def test_a_season_keeps_its_laws() -> None:
    counts = play_season(range(80))

    kinds = ("Arena", "Robin", "FreeRobin", "Swiss", "Knockout", "TeamRobin")
    assert min(counts[kind] for kind in kinds) > 3
    assert counts["games"] > 1_000
