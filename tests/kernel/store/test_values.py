"""Which outages are kept: those of a turn that may last for weeks, and few in all."""

from xiangqi_server.kernel.aggregate.spans import DAY_MS, HOUR_MS
from xiangqi_server.kernel.store.values import (
    KEPT_OUTAGES,
    LONG_OUTAGE_MS,
    MOST_OUTAGES,
    OUTAGE_AGE_MS,
    Outage,
    kept_outages,
)


def test_a_long_outage_is_kept_for_three_months_however_many_short_ones_follow() -> None:
    hour = Outage(0, HOUR_MS)
    short = [Outage(HOUR_MS + n * 10_000, HOUR_MS + n * 10_000 + 3_000) for n in range(100)]
    many = [Outage(n * 100_000, n * 100_000 + LONG_OUTAGE_MS) for n in range(MOST_OUTAGES + 9)]

    soon = kept_outages((hour, *short), DAY_MS)
    late = kept_outages((hour, *short), OUTAGE_AGE_MS + HOUR_MS)

    assert soon == (hour, *short[-KEPT_OUTAGES:])
    assert late == tuple(short[-KEPT_OUTAGES:])
    assert kept_outages(many, many[-1].to_ms) == tuple(many[-MOST_OUTAGES:])
