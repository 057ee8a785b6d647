"""When a lost connection is opened again, and a refused command is sent again."""

from typing import Final

FIRST_PAUSE_S: Final = 0.3
LONGEST_PAUSE_S: Final = 8.0
LONGEST_WAIT_MS: Final = 60_000
"""A refusal that asks for a longer pause is told to the caller."""
LEAST_TOLD_S: Final = 1.0
LONGEST_TOLD_S: Final = 3_600.0
"""When a server says how long to stay away, it is believed between these."""
LEAST_AGAIN_MS: Final = 100
"""A command is not sent again sooner, whatever the server asks for."""

_SENT_AGAIN: Final = frozenset({"too_fast", "unavailable"})


def pause_s(failures: int, chance: float) -> float:
    """How long to wait after so many failed tries; `chance` in [0, 1) spreads a crowd."""
    longest_s = min(LONGEST_PAUSE_S, FIRST_PAUSE_S * (1 << min(failures, 10)))
    return longest_s * (0.5 + chance / 2)


def told_pause_s(retry_ms: int) -> float:
    """How long to wait before connecting again to a server that said when to come."""
    return min(max(retry_ms / 1_000, LEAST_TOLD_S), LONGEST_TOLD_S)


def wait_before_again_ms(code: str, retry_ms: int | None) -> int | None:
    """After how long a refused command is sent again by itself; None if it is the caller's to say.

    `unavailable` leaves open whether it took effect, so it is sent again in any case.
    """
    if code not in _SENT_AGAIN or retry_ms is None:
        return None
    if code != "unavailable" and retry_ms > LONGEST_WAIT_MS:
        return None
    return max(retry_ms, LEAST_AGAIN_MS)
