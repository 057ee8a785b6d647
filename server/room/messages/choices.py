"""What a player may choose from, and why time is given back: the closed sets of messages."""

from enum import StrEnum


class DeclineReason(StrEnum):
    """Why a player does not want a game one was challenged to."""

    NOT_NOW = "not_now"
    LATER = "later"
    TOO_FAST = "too_fast"
    TOO_SLOW = "too_slow"
    RATED_PLEASE = "rated_please"
    CASUAL_PLEASE = "casual_please"
    OTHER_RULES = "other_rules"


class OfferKind(StrEnum):
    """What one player can propose to the other."""

    DRAW = "draw"
    TAKEBACK = "takeback"
    """The last own move is taken back, and the reply to it, if there is one."""
    ABORT = "abort"
    """The game ends without a result, at any ply; before the second move `Abort` does."""
    REMATCH = "rematch"


class ClaimKind(StrEnum):
    """What one can claim when the other player has left."""

    WIN = "win"
    DRAW = "draw"


class CreditReason(StrEnum):
    """Why a turn was given time back."""

    OUTAGE = "outage"
    """No node served."""
    FAILOVER = "failover"
    """The player's own node had died, and the player was on the way to another one."""
