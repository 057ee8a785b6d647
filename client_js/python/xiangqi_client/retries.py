"""When a lost connection is opened again, and a refused command is sent again."""

from typing import Final

FIRST_PAUSE_S: Final = 0.3
LONGEST_PAUSE_S: Final = 8.0
LONGEST_WAIT_MS: Final = 60_000
"""A refusal that asks for a longer pause is told to the caller."""

_SENT_AGAIN: Final = frozenset({"too_fast", "unavailable"})


def pause_s(failures: int, chance: float) -> float:
    """How long to wait after so many failed tries; `chance` in [0, 1) spreads a crowd."""
    longest_s = min(LONGEST_PAUSE_S, FIRST_PAUSE_S * (1 << min(failures, 10)))
    return longest_s * (0.5 + chance / 2)


def wait_before_again_ms(code: str, retry_ms: int | None) -> int | None:
    """After how long a refused command is sent again by itself; None if it is the caller's to say.

    `unavailable` leaves open whether it took effect, so it is sent again in any case.
    """
    if code not in _SENT_AGAIN or retry_ms is None:
        return None
    return retry_ms if code == "unavailable" or retry_ms <= LONGEST_WAIT_MS else None
