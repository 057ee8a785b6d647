"""Games by days through weeks of vacations, outages and kills; the long form is `by_days`."""

from tests.simulation.by_days import simulated


def test_every_clock_is_right_and_each_notice_is_seen_once() -> None:
    sums = simulated(games=10, days=40, seed=7)

    assert min(sums[what] for what in ("moves", "flags", "vacations", "credits", "notices")) > 0
