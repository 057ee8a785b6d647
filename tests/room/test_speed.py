"""Each control has one speed, by how long a side is likely to think."""

import pytest

from server.room.speed import Speed, speed_of
from server.room.terms import (
    Byoyomi,
    ClockTerms,
    Correspondence,
    Fischer,
    NoClock,
    PerMove,
    ThreePart,
)

MINUTE_MS = 60_000


@pytest.mark.parametrize(
    ("clock", "speed"),
    [
        (Fischer(MINUTE_MS), Speed.BULLET),
        (Fischer(179_999), Speed.BULLET),
        (Fischer(180_000), Speed.BLITZ),
        (Fischer(3 * MINUTE_MS, 2_000), Speed.BLITZ),
        (Fischer(5 * MINUTE_MS, 3_000), Speed.BLITZ),
        (Fischer(10 * MINUTE_MS, 5_000), Speed.RAPID),
        (Fischer(15 * MINUTE_MS, 10_000), Speed.RAPID),
        (Fischer(60 * MINUTE_MS, 30_000), Speed.CLASSICAL),
        (Byoyomi(0, 5_000, 1), Speed.BULLET),
        (Byoyomi(10 * MINUTE_MS, 30_000, 3), Speed.RAPID),
        (ThreePart(10 * MINUTE_MS, MINUTE_MS, 10_000), Speed.RAPID),
        (PerMove(5_000), Speed.BULLET),
        (PerMove(30_000), Speed.RAPID),
        (PerMove(3_600_000), Speed.CLASSICAL),
        (Correspondence(1), Speed.CORRESPONDENCE),
        (NoClock(), Speed.CORRESPONDENCE),
    ],
    ids=str,
)
def test_the_speed_of_a_control(clock: ClockTerms, speed: Speed) -> None:
    assert speed_of(clock) is speed
