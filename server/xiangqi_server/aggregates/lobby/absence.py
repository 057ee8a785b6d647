"""How long a player may be away before offers of games and places in queues are given up."""

from collections.abc import Iterable, Mapping
from typing import Final

ABSENT_MS: Final = 30_000


def away_since(known: Mapping[str, int], away: Iterable[str], now_ms: int) -> dict[str, int]:
    """Since when each player that is `away` now has been; `known` is the last look's result."""
    return {player: known.get(player, now_ms) for player in away}


def who_gave_up(since_ms: Mapping[str, int], now_ms: int) -> list[str]:
    """The players that were away for too long."""
    return [player for player, gone_ms in since_ms.items() if now_ms - gone_ms >= ABSENT_MS]
