"""The only reader of clocks: it tells the store's time without asking the store each time.

Only the store's TIME stamps events, so a node keeps the distance between that clock and its own
monotonic one, and never asks what time the machine thinks it is.

A sample is a question to the store: TIME was read at some moment between the question and the
answer. The sample with the shortest round trip among the latest ones is believed, and of
its range the earliest moment. So `now_ms` is never ahead of the store, and what arrives now
is not refused as coming from the future.

A leap of the store's clock is believed only if a heartbeat shows it: its answer tells of the outage
too that the leap is. A sample in between would have a turn charged the leap before that is known.
"""

import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from xiangqi_server.kernel.store.port import StoreServers
from xiangqi_server.kernel.store.values import HeartbeatAnswer

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
        """Store time minus monotonic time, if TIME was read just before the answer came."""
        return self.store_ms - self.received_ms


def monotonic_ms() -> int:
    """This node's own clock, which is never set, and means nothing to others."""
    return time.monotonic_ns() // 1_000_000


monotonic_s: Final[Callable[[], float]] = time.monotonic
"""The same clock, at its full resolution."""


class StoreClock:
    """The store's time on this node. Its owner calls `measure` about once a second, and each
    heartbeat is a sample too.

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
        """Whether it can tell the time yet."""
        return bool(self._samples)

    def sibling(self) -> "StoreClock":
        """A clock of another server of the store, on this node too; it has no samples yet."""
        return StoreClock(self._local_ms)

    def forget(self) -> None:
        """Believe the next sample, whatever the ones before said: another server is asked."""
        self._samples.clear()

    async def measure(self, servers: StoreServers, shard: int = 0) -> None:
        """Take one sample of the server that has a shard, unless it shows a leap.

        Raises:
            StoreUnavailable: the clock goes on with the samples it has.
        """
        sent_ms = self._local_ms()
        store_ms = await servers.time_ms(shard)
        sample = Sample(sent_ms, store_ms, self._local_ms())
        if not self._is_leap(sample):
            self.take(sample)

    async def measure_by(
        self, beat: Callable[[], Awaitable[HeartbeatAnswer]]
    ) -> tuple[HeartbeatAnswer, int]:
        """Take a sample by the answer to a heartbeat; gives the answer, and what `take` gives.

        Raises:
            StoreUnavailable: as `measure`.
        """
        sent_ms = self._local_ms()
        answer = await beat()
        return answer, self.take(Sample(sent_ms, answer.at_ms, self._local_ms()))

    def take(self, sample: Sample) -> int:
        """Believe `sample`, or a better recent one; gives by how many ms the clock surely was set.

        A sample that differs by more than `JUMP_MS` beyond its own uncertainty shows that the
        store's clock was set, or that another store has taken over. Then the older samples are
        forgotten, and so is what this clock has shown so far: the store would refuse what is
        decided at a time that it has not reached.
        """
        set_ms = 0
        if self._is_leap(sample):
            set_ms = self._leap_ms(sample)
            self.forget()
        if not self._samples:
            self._latest_ms = 0
        self._samples.append(sample)
        self._offset_ms = self._best.offset_ms
        return set_ms

    @property
    def latest(self) -> Sample:
        """The last sample taken; ask only when there is one."""
        return self._samples[-1]

    @property
    def _best(self) -> Sample:
        return min(self._samples, key=lambda kept: kept.round_trip_ms)

    def _is_leap(self, sample: Sample) -> bool:
        """Whether a sample shows that the store's clock was set since the ones before."""
        if not self._samples:
            return False
        lead_ms = self._offset_ms - sample.offset_ms
        return not -JUMP_MS <= lead_ms <= JUMP_MS + sample.round_trip_ms

    def _leap_ms(self, sample: Sample) -> int:
        """By how much a clock was set, as far as the samples are sure of it."""
        ahead_ms = sample.offset_ms - self._offset_ms
        return ahead_ms if ahead_ms < 0 else max(0, ahead_ms - self._best.round_trip_ms)
