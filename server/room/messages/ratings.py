"""What the players' ratings were, and what a game made of them."""

from msgspec import Struct

from server.rules.board.encoding import Side


class Introduce(Struct, frozen=True, gc=False, tag="introduce"):
    """The rating the player `by` came to this rated game with; said by its aggregate."""

    by: str
    points: float
    deviation: float


class ChangeRating(Struct, frozen=True, gc=False, tag="change_rating"):
    """What the game made of the rating of the player `by`; said by its aggregate.

    Fields:
        before: the points just before, which other games may have changed since this one began.
    """

    by: str
    points: float
    deviation: float
    before: float | None = None


class RatingKnown(Struct, frozen=True, gc=False, tag="rating_known"):
    """The rating the player of `side` came to this rated game with."""

    side: Side
    points: float
    deviation: float


class RatingChanged(Struct, frozen=True, gc=False, tag="rating_changed"):
    """What the game made of the rating of the player of `side`.

    Fields:
        before: the points just before, which other games may have changed since this one began;
            None where that was not kept.
    """

    side: Side
    points: float
    deviation: float
    before: float | None = None


RatingCommand = Introduce | ChangeRating
RatingEvent = RatingKnown | RatingChanged
