"""Players that did not come to games found for them, and how long they wait for the next one.

A found game that is missed, declined, or called off before both have moved costs another player the
wait. Now and then that happens to anybody. A player that does it again and again within a while
waits a minute, and each time twice as long.
"""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from xiangqi_server.kernel.aggregate.spans import MINUTE_MS

FREE_NO_SHOWS: Final = 2
"""How many cost nothing."""
FIRST_WAIT_MS: Final = MINUTE_MS
MAX_WAIT_MS: Final = 15 * MINUTE_MS
FORGOTTEN_MS: Final = 20 * MINUTE_MS
"""After this time without another one all are forgotten."""
MAX_KEPT: Final = 2_000
"""Of how many players they are remembered."""


class NoShows(NamedTuple):
    """How many games a player has missed lately, and when the latest of them."""

    games: int
    last_ms: int


def wait_ms(known: Mapping[str, NoShows], player: str, now_ms: int) -> int:
    """How long a player may not look for a game yet; 0 for now."""
    own = known.get(player)
    if own is None or own.games <= FREE_NO_SHOWS:
        return 0
    doubled = min(own.games - FREE_NO_SHOWS - 1, 8)
    return max(0, own.last_ms + min(FIRST_WAIT_MS << doubled, MAX_WAIT_MS) - now_ms)


def with_no_shows(
    known: Mapping[str, NoShows], players: Iterable[str], at_ms: int
) -> Mapping[str, NoShows]:
    """With one more of each of these players; what is long ago is left out."""
    left = {who: missed for who, missed in known.items() if at_ms - missed.last_ms < FORGOTTEN_MS}
    for player in players:
        own = left.pop(player, NoShows(0, at_ms))
        left[player] = NoShows(own.games + 1, at_ms)
    return dict(list(left.items())[-MAX_KEPT:])
