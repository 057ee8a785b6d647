import pytest

from xiangqi_server.net.refusals import Refusal, Refusals
from xiangqi_server.net.timer_wheel import TimerWheel


def test_each_is_counted_but_a_kind_is_logged_once_a_minute(
    caplog: pytest.LogCaptureFixture,
) -> None:
    wheel = TimerWheel(tick_seconds=1)
    refusals = Refusals(wheel)
    caplog.set_level("INFO")

    for _ in range(3):
        refusals.count(Refusal.SERVER_FULL, "192.0.2.1")
    refusals.count(Refusal.WRONG_ORIGIN, "192.0.2.2")
    for _ in range(60):
        wheel.advance()
    refusals.count(Refusal.SERVER_FULL, "192.0.2.3")

    told = [
        (record.levelname, vars(record)["refusal"], vars(record)["refusal_count"])
        for record in caplog.records
    ]
    assert refusals.counts == {Refusal.SERVER_FULL: 4, Refusal.WRONG_ORIGIN: 1}
    assert told == [
        ("WARNING", "server_full", 1),
        ("INFO", "wrong_origin", 1),
        ("WARNING", "server_full", 4),
    ]
