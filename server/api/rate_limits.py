"""How often one connection may ask for what, as a value that costs three ints.

A bucket of `burst` tokens that refills by one every `every_ms` is kept as a single
number: the time at which it would be full again (the "generic cell rate algorithm").
Taking a token moves that time `every_ms` on; when it would lie more than `burst` tokens
ahead, the bucket is empty. Times are of any clock, in ms; when it goes back by more than what
a bucket holds, the bucket is full.
"""

from dataclasses import dataclass
from enum import Enum, IntEnum, auto
from typing import Final

from msgspec import Struct
from msgspec.structs import replace


@dataclass(frozen=True, slots=True)
class Rate:
    """`burst` at once, then one every `every_ms`."""

    every_ms: int
    burst: int

    def take(self, full_at_ms: int, now_ms: int, count: int = 1) -> int | None:
        """When the bucket is full again after `count` more are taken; None if it has fewer."""
        most_ms = self.burst * self.every_ms
        taken_ms = full_at_ms - now_ms
        if not 0 <= taken_ms <= most_ms:  # it is full; past empty, the clock was set back
            taken_ms = 0
        taken_ms += self.every_ms * count
        return now_ms + taken_ms if taken_ms <= most_ms else None

    def wait_ms(self, full_at_ms: int, now_ms: int, count: int = 1) -> int:
        """How long until `count` more may be taken."""
        missing_ms = full_at_ms - now_ms
        if missing_ms > self.burst * self.every_ms:  # the clock was set back
            return 0
        return max(0, missing_ms - (self.burst - count) * self.every_ms)


MESSAGES: Final = Rate(every_ms=50, burst=60)
"""The limit on messages of any kind."""
STARTS: Final = Rate(every_ms=2_000, burst=10)
"""The limit on messages that cost more: looking for an opponent, which is stored and shown to
everybody in the lobby, and having a whole game or its log written out."""
FAULTS: Final = Rate(every_ms=1_000, burst=30)
"""The limit on messages refused as unreadable or too many; beyond it the connection is closed."""
JOINS: Final = Rate(every_ms=250, burst=40)
"""The limit on looking at rooms and players, which may have to be loaded, and on keeping small
things."""
CHAT: Final = Rate(every_ms=3_000, burst=5)
"""The limit on lines of chat by one player, over all connections and rooms together."""
CHAT_OF_ADDRESS: Final = Rate(every_ms=250, burst=60)
"""The same by address: one message makes a guest, and everybody in a room is told each line."""
PORTION_BYTES: Final = 128
CHAT_PORTIONS_OF_ADDRESS: Final = Rate(every_ms=250, burst=16_000)
"""What lines of chat from one address may fill in the store: two megabytes at once, and 44 in a
day. A line of one portion is never refused for this; the longest, all of rare signs, has twenty."""
SEARCHED: Final = Rate(every_ms=500, burst=60)
"""The limit on archive searches by one player: one may read hundreds of games and find none."""
SEARCHED_OF_ADDRESS: Final = Rate(every_ms=100, burst=200)
"""The same by address."""
WRITTEN: Final = Rate(every_ms=10_000, burst=60)
"""The limit on direct messages by one player: both sides keep what is written."""
WRITTEN_OF_ADDRESS: Final = Rate(every_ms=2_000, burst=300)
"""The same by address."""
WRITTEN_PORTIONS_OF_ADDRESS: Final = Rate(every_ms=500, burst=8_000)
"""What direct messages from one address may fill in the store, as lines of chat do: with both
sides' copies the same 44 megabytes in a day."""
ASKED: Final = Rate(every_ms=10_000, burst=60)
"""The limit on games that one player asks for in the lobby, by a rematch and so on, where another
player's message, or the server, makes one of it: each is kept for ever."""
ASKED_OF_ADDRESS: Final = Rate(every_ms=5_000, burst=5_000)
"""The same by address: a school has its evening, and nobody fills the store by playing alone."""
OPENED: Final = Rate(every_ms=10_000, burst=60)
"""The limit on rooms opened by one player with `invite` and `challenge`: each log is kept for ever.
"""
OPENED_OF_ADDRESS: Final = Rate(every_ms=2_000, burst=300)
"""The same by address."""
HOURS_OF_ADDRESS: Final = Rate(every_ms=500, burst=14_400)
"""How long rooms opened from one address may wait for a second player, all together, in hours: as
each of them fills the store meanwhile. No more than 8,000 wait at once."""


def portions(size_bytes: int) -> int:
    """How many portions so many bytes fill."""
    return -(-size_bytes // PORTION_BYTES)


class Charge(IntEnum):
    """What a message costs besides being one."""

    MESSAGE = auto()
    JOIN = auto()
    START = auto()


class RateDecision(Enum):
    """What to do with a message."""

    PASS = auto()
    REFUSE = auto()
    CLOSE = auto()


class Throttle(Struct, frozen=True):
    """When the four buckets of a connection are full again; a new connection's are."""

    messages_ms: int = 0
    joins_ms: int = 0
    starts_ms: int = 0
    faults_ms: int = 0


def admit(throttle: Throttle, cost: Charge, now_ms: int) -> tuple[Throttle, RateDecision]:
    """Count a message, and say whether it may pass, is refused as too fast, or was one too many."""
    messages_ms = MESSAGES.take(throttle.messages_ms, now_ms)
    if messages_ms is None:
        return count_fault(throttle, now_ms)
    joins_ms: int | None = throttle.joins_ms
    starts_ms: int | None = throttle.starts_ms
    if cost is Charge.JOIN:
        joins_ms = JOINS.take(throttle.joins_ms, now_ms)
    elif cost is Charge.START:
        starts_ms = STARTS.take(throttle.starts_ms, now_ms)
    if joins_ms is None or starts_ms is None:
        return count_fault(replace(throttle, messages_ms=messages_ms), now_ms)
    return Throttle(messages_ms, joins_ms, starts_ms, throttle.faults_ms), RateDecision.PASS


def wait_ms(throttle: Throttle, cost: Charge, now_ms: int) -> int:
    """How long until a message of this cost may pass, if nothing else is sent."""
    waits_ms = [MESSAGES.wait_ms(throttle.messages_ms, now_ms)]
    match cost:
        case Charge.MESSAGE:
            pass
        case Charge.JOIN:
            waits_ms.append(JOINS.wait_ms(throttle.joins_ms, now_ms))
        case Charge.START:
            waits_ms.append(STARTS.wait_ms(throttle.starts_ms, now_ms))
    return max(waits_ms)


def count_fault(throttle: Throttle, now_ms: int) -> tuple[Throttle, RateDecision]:
    """Count a message that is refused unread, and say whether it was one too many."""
    faults_ms = FAULTS.take(throttle.faults_ms, now_ms)
    if faults_ms is None:
        return throttle, RateDecision.CLOSE
    return replace(throttle, faults_ms=faults_ms), RateDecision.REFUSE
