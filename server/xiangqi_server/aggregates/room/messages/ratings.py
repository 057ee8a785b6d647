"""The ratings with which players came to a game, and what the game made of them."""

from msgspec import Struct

from xiangqi_server.game.rules.board.encoding import Side


class Introduce(Struct, frozen=True, gc=False, tag="introduce"):
    """The rating with which the player `by` comes to this rated game, as its aggregate says."""

    by: str
    points: float
    deviation: float


class ChangeRating(Struct, frozen=True, gc=False, tag="change_rating"):
    """What the game made of the rating of the player `by`, as its aggregate says.

    Fields:
        before: the points just before, which other games may have changed since this one began.
    """

    by: str
    points: float
    deviation: float
    before: float | None = None


class RatingKnown(Struct, frozen=True, gc=False, tag="rating_known"):
    """The rating with which the player of `side` came to this rated game."""

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
