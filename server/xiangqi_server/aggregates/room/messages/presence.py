"""Players who leave and come back, and the claim to a game that a player has left."""

from enum import StrEnum

from msgspec import Struct

from xiangqi_server.game.rules.board.encoding import Side


class ClaimKind(StrEnum):
    """What you can claim when the other player has left."""

    WIN = "win"
    DRAW = "draw"


class Absent(Struct, frozen=True, gc=False, tag="absent"):
    """The player of a side has no connection left on any node."""

    side: Side


class Present(Struct, frozen=True, gc=False, tag="present"):
    """The player of a side is connected."""

    side: Side


class Claim(Struct, frozen=True, gc=False, tag="claim"):
    """Claim the game, because the other player has left and did not come back in time."""

    by: str
    what: ClaimKind


class Disconnected(Struct, frozen=True, gc=False, tag="gone"):
    """The player of `side` has left. A second one while the player is gone puts the countdown off.

    Fields:
        claimable_at_ms: from when on the other player may claim the game, while not to move.
    """

    side: Side
    claimable_at_ms: int


class Reconnected(Struct, frozen=True, gc=False, tag="back"):
    """The player of `side` is here again."""

    side: Side


class Suspended(Struct, frozen=True, gc=False, tag="suspended"):
    """After a long outage: the clock stands, and both players count as gone until they come.

    Fields:
        until_ms: when the game ends without a result, unless both players are back.
    """

    until_ms: int


class Continued(Struct, frozen=True, gc=False, tag="continued"):
    """Both players of a suspended game are back: the clock runs from where it stood."""


PresenceCommand = Absent | Present | Claim
PresenceEvent = Disconnected | Reconnected | Suspended | Continued
