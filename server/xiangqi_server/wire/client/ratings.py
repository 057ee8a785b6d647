"""What you ask of ratings: a player's, how it went, and the strongest players."""

from xiangqi_server.wire.client.base import Request
from xiangqi_server.wire.limits import Cursor, PlayerId
from xiangqi_server.wire.terms import SpeedName


class Ratings(Request, tag="ratings", frozen=True):
    """See how strong a player is. Answer: `ratings`.

    Fields:
        player: the player's id; without one, your own ratings.
    """

    player: PlayerId | None = None


class RatingHistory(Request, tag="rating_history", frozen=True):
    """See how a rating went, day by day, the latest first. Answer: `rating_history`.

    Fields:
        speed: of which rating.
        after: `next` of the page before.
    """

    player: PlayerId
    speed: SpeedName
    after: Cursor | None = None


class Leaderboard(Request, tag="leaderboard", frozen=True):
    """See the strongest players of a speed. Answer: `leaderboard`.

    Fields:
        speed: of which rating.
        after: `next` of the page before.
    """

    speed: SpeedName
    after: Cursor | None = None
