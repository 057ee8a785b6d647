"""Lengths of time, in ms."""

from typing import Final

HOUR_MS: Final = 60 * 60 * 1000
DAY_MS: Final = 24 * HOUR_MS
