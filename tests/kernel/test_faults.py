import asyncio
import logging

import pytest

from xiangqi_server.kernel.faults import Faults

pytestmark = pytest.mark.makes_faults


def _break(_: object = None) -> None:
    raise KeyError("room")


def test_an_exception_ends_at_its_block_and_is_counted() -> None:
    faults = Faults()

    with faults.contained("heartbeat") as first:
        _break()
    with faults.contained("heartbeat") as second:
        pass

    assert (first.has_failed, second.has_failed) == (True, False)
    assert faults.counts == {"heartbeat": 1}


def test_the_same_failure_is_logged_ever_more_rarely(caplog: pytest.LogCaptureFixture) -> None:
    faults = Faults()

    for _ in range(100):
        with faults.contained("heartbeat"):
            _break()
    with faults.contained("room"):
        _break()

    assert faults.counts == {"heartbeat": 100, "room": 1}
    logged = [(vars(record)["where"], vars(record)["count"]) for record in caplog.records]
    assert logged == [*(("heartbeat", 2**n) for n in range(7)), ("room", 1)]
    assert all(record.levelno == logging.ERROR and record.exc_info for record in caplog.records)


async def test_a_cancellation_is_no_fault() -> None:
    faults = Faults()

    async def wait() -> None:
        with faults.contained("task"):
            await asyncio.Event().wait()

    task = asyncio.create_task(wait())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert faults.counts == {}
