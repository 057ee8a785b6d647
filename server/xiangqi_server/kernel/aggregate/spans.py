"""Lengths of time, in ms, and what marks a moment."""

from typing import Final

MINUTE_MS: Final = 60 * 1000
HOUR_MS: Final = 60 * MINUTE_MS
DAY_MS: Final = 24 * HOUR_MS

MOMENT: Final = object()
"""Marks the type of a moment: unlike a duration, it goes by the clock of a machine."""
