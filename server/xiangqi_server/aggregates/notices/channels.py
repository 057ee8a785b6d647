"""The ways to reach a player who is not there: a browser that its push service wakes."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from xiangqi_server.kernel.aggregate.spans import DAY_MS

MOST_CHANNELS: Final = 5
"""How many browsers of a player get notices; a further one replaces the oldest."""
CHANNEL_MS: Final = 180 * DAY_MS
"""A browser that has not shown our page for so long gets no notices: its owner has left it."""
RENEW_MS: Final = 7 * DAY_MS
"""A browser that comes back is noted no more often."""


class Channel(Struct, frozen=True, array_like=True, gc=False):
    """A subscription that a browser has given us.

    Fields:
        id: made from the endpoint.
        endpoint: where its push service takes messages; an address that its player has chosen.
        key, secret: for which only this browser can read a message (RFC 8291).
        language: of its notices.
        device: the device of the player that gave it, and with whose end it is forgotten.
        renewed_ms: when the browser last showed it.
    """

    id: str
    endpoint: str
    key: bytes
    secret: bytes
    language: str
    device: str
    renewed_ms: int = 0

    def is_as(self, other: "Channel") -> bool:
        """Whether all but the moment is the same."""
        return replace(self, renewed_ms=0) == replace(other, renewed_ms=0)

    def is_alive(self, now_ms: int) -> bool:
        """Whether its browser has shown our page in the last half year."""
        return now_ms < self.renewed_ms + CHANNEL_MS
