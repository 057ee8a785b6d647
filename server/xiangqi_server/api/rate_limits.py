"""Whether a message of a connection may pass, by the buckets of that connection."""

from enum import Enum, IntEnum, auto

from msgspec import Struct
from msgspec.structs import replace

from xiangqi_server.limits import FAULTS, JOINS, MESSAGES, STARTS


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


def admit(
    throttle: Throttle, cost: Charge, now_ms: int, count: int = 1
) -> tuple[Throttle, RateDecision]:
    """Count a message, and say whether it may pass, is refused as too fast, or was one too many.

    Args:
        count: how often it costs that.
    """
    messages_ms = MESSAGES.take(throttle.messages_ms, now_ms)
    if messages_ms is None:
        return count_fault(throttle, now_ms)
    joins_ms: int | None = throttle.joins_ms
    starts_ms: int | None = throttle.starts_ms
    if cost is Charge.JOIN:
        joins_ms = JOINS.take(throttle.joins_ms, now_ms, count)
    elif cost is Charge.START:
        starts_ms = STARTS.take(throttle.starts_ms, now_ms, count)
    if joins_ms is None or starts_ms is None:
        return count_fault(replace(throttle, messages_ms=messages_ms), now_ms)
    return Throttle(messages_ms, joins_ms, starts_ms, throttle.faults_ms), RateDecision.PASS


def wait_ms(throttle: Throttle, cost: Charge, now_ms: int, count: int = 1) -> int:
    """How long until a message that costs this so often may pass, if nothing else is sent."""
    waits_ms = [MESSAGES.wait_ms(throttle.messages_ms, now_ms)]
    match cost:
        case Charge.MESSAGE:
            pass
        case Charge.JOIN:
            waits_ms.append(JOINS.wait_ms(throttle.joins_ms, now_ms, count))
        case Charge.START:
            waits_ms.append(STARTS.wait_ms(throttle.starts_ms, now_ms, count))
    return max(waits_ms)


def count_fault(throttle: Throttle, now_ms: int) -> tuple[Throttle, RateDecision]:
    """Count a message that is refused unread, and say whether it was one too many."""
    faults_ms = FAULTS.take(throttle.faults_ms, now_ms)
    if faults_ms is None:
        return throttle, RateDecision.CLOSE
    return replace(throttle, faults_ms=faults_ms), RateDecision.REFUSE
