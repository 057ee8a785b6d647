from tests.support.memory_store import MemoryStore
from tests.support.stores import START_MS, SetClock
from xiangqi_server.kernel.host.timebase import JUMP_MS, KEPT_SAMPLES, Sample, StoreClock


def a_clock(local_ms: int = 1_000) -> tuple[StoreClock, SetClock]:
    """A clock of the store, and this node's own clock under it."""
    local = SetClock(local_ms)
    return StoreClock(local), local


def test_before_the_first_sample_there_is_no_time() -> None:
    clock, _ = a_clock()

    assert clock.now_ms() == 0


def test_the_time_goes_on_between_samples() -> None:
    clock, local = a_clock(1_000)
    clock.take(Sample(sent_ms=990, store_ms=START_MS, received_ms=1_000))

    local.now_ms = 1_250

    assert clock.now_ms() == START_MS + 250


def test_the_quickest_of_the_latest_samples_is_believed() -> None:
    clock, _ = a_clock(1_000)

    clock.take(Sample(sent_ms=900, store_ms=START_MS, received_ms=1_000))
    clock.take(Sample(sent_ms=998, store_ms=START_MS + 70, received_ms=1_000))
    clock.take(Sample(sent_ms=940, store_ms=START_MS + 30, received_ms=1_000))

    assert clock.now_ms() == START_MS + 70


def test_a_quick_sample_is_forgotten_after_a_while() -> None:
    clock, _ = a_clock(1_000)
    clock.take(Sample(sent_ms=999, store_ms=START_MS, received_ms=1_000))

    for _ in range(KEPT_SAMPLES):
        clock.take(Sample(sent_ms=980, store_ms=START_MS + 40, received_ms=1_000))

    assert clock.now_ms() == START_MS + 40


def test_the_time_is_never_ahead_of_the_store() -> None:
    """TIME is read at the last moment, just before the answer: the earliest case."""
    clock, local = a_clock(1_000)

    clock.take(Sample(sent_ms=900, store_ms=START_MS, received_ms=1_000))

    assert clock.now_ms() <= START_MS + local.now_ms - 1_000


def test_a_store_whose_clock_was_set_forward_is_followed_at_once() -> None:
    clock, _ = a_clock(1_000)
    clock.take(Sample(sent_ms=999, store_ms=START_MS, received_ms=1_000))

    later_ms = START_MS + JUMP_MS + 1
    clock.take(Sample(sent_ms=900, store_ms=later_ms, received_ms=1_000))

    assert clock.now_ms() == later_ms


def test_a_store_whose_clock_was_set_back_is_followed_at_once_too() -> None:
    clock, _ = a_clock(1_000)
    clock.take(Sample(sent_ms=999, store_ms=START_MS, received_ms=1_000))
    assert clock.now_ms() == START_MS

    earlier_ms = START_MS - JUMP_MS - 2
    clock.take(Sample(sent_ms=999, store_ms=earlier_ms, received_ms=1_000))

    assert clock.now_ms() == earlier_ms


def test_a_store_that_is_corrected_a_little_is_waited_for() -> None:
    clock, local = a_clock(1_000)
    clock.take(Sample(sent_ms=990, store_ms=START_MS, received_ms=1_000))
    assert clock.now_ms() == START_MS

    clock.take(Sample(sent_ms=999, store_ms=START_MS - 200, received_ms=1_000))

    assert clock.now_ms() == START_MS
    local.now_ms += 201
    assert clock.now_ms() == START_MS + 1


def test_a_slow_answer_alone_is_no_jump() -> None:
    clock, _ = a_clock(10_000)
    clock.take(Sample(sent_ms=9_999, store_ms=START_MS, received_ms=10_000))

    clock.take(Sample(sent_ms=5_000, store_ms=START_MS - 5_000, received_ms=10_000))

    assert clock.now_ms() == START_MS


async def test_a_sample_is_taken_from_the_store() -> None:
    clock, _ = a_clock()

    await clock.measure(MemoryStore(SetClock(START_MS)))

    assert clock.now_ms() == START_MS
