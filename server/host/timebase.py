"""The only reader of clocks: the store's time, told between two looks at the store.

Only the store's TIME stamps events, so a node keeps the distance of that clock from its own
monotonic one, and never asks what time the machine believes it is.

A sample is a question to the store: TIME was read somewhere between the sending and the
answer. The sample with the shortest round trip among the latest ones is believed, and of
its range the earliest time: so `now_ms` is never ahead of the store, and what is stamped
as arrived now is not refused as coming from the future.
"""

import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from server.store.port import Store
from server.store.values import HeartbeatAnswer

KEPT_SAMPLES: Final = 8
JUMP_MS: Final = 250


class Sample(NamedTuple):
    """The store's TIME, and this node's monotonic time before asking and after the answer."""

    sent_ms: int
    store_ms: int
    received_ms: int

    @property
    def round_trip_ms(self) -> int:
        """How long the answer took, which is how wrong the sample may be."""
        return self.received_ms - self.sent_ms

    @property
    def offset_ms(self) -> int:
        """Store time less monotonic time, if TIME was read just before the answer came."""
        return self.store_ms - self.received_ms


def monotonic_ms() -> int:
    """This node's own clock: never set, of no meaning to anybody else."""
    return time.monotonic_ns() // 1_000_000


def monotonic_s() -> float:
    """The same clock, as finely as it goes."""
    return time.monotonic()


class StoreClock:
    """The store's time on this node. Whoever owns it calls `measure` about once a second.

    Args:
        local_ms: a clock that is never set back.
    """

    def __init__(self, local_ms: Callable[[], int] = monotonic_ms) -> None:
        self._local_ms = local_ms
        self._samples: deque[Sample] = deque(maxlen=KEPT_SAMPLES)
        self._offset_ms = 0
        self._latest_ms = 0

    def now_ms(self) -> int:
        """The store's time, Unix epoch; 0 before the first sample is in.

        It decreases only when the store's clock is found to have been set back.
        """
        if self._samples:
            self._latest_ms = max(self._latest_ms, self._local_ms() + self._offset_ms)
        return self._latest_ms

    @property
    def has_samples(self) -> bool:
        """Whether it tells a time yet."""
        return bool(self._samples)

    def sibling(self) -> "StoreClock":
        """A clock of another server of the store, on this node too; it has no samples yet."""
        return StoreClock(self._local_ms)

    def forget(self) -> None:
        """Trust the next sample whatever the ones before have said: another server is asked."""
        self._samples.clear()

    async def measure(self, store: Store, shard: int = 0) -> int:
        """Take one sample of the server that has a shard; what `take` gives.

        Raises:
            StoreUnavailable: the clock goes on with the samples it has.
        """
        sent_ms = self._local_ms()
        store_ms = await store.time_ms(shard)
        return self.take(Sample(sent_ms, store_ms, self._local_ms()))

    async def measure_by(self, beat: Awaitable[HeartbeatAnswer]) -> tuple[HeartbeatAnswer, int]:
        """Take a sample by the answer to a heartbeat; that, and what `take` gives.

        Raises:
            StoreUnavailable: as `measure`.
        """
        sent_ms = self._local_ms()
        answer = await beat
        return answer, self.take(Sample(sent_ms, answer.at_ms, self._local_ms()))

    def take(self, sample: Sample) -> int:
        """Believe `sample`, or a better one among the latest; by how many ms the clock was set.

        A sample that differs by more than `JUMP_MS` beyond its own uncertainty tells that the
        store's clock was set, or another store has taken over: the older ones are forgotten, and
        what this clock has shown so far. What is decided on a time that the store has not reached
        would be refused by it for as long as the clock was set back.
        """
        lead_ms = self._offset_ms - sample.offset_ms
        set_ms = 0
        is_another = not -JUMP_MS <= lead_ms <= JUMP_MS + sample.round_trip_ms
        if is_another or not self._samples:
            set_ms = -lead_ms if self._samples else 0
            self._samples.clear()
            self._latest_ms = 0
        self._samples.append(sample)
        self._offset_ms = min(self._samples, key=lambda kept: kept.round_trip_ms).offset_ms
        return set_ms
