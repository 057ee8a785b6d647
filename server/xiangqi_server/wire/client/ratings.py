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


class ResetRating(Request, tag="reset_rating", frozen=True):
    """Begin anew at a speed. Answer: `done`; the rating is as uncertain as a newcomer's.

    Points below the beginning return to it; others stay. It needs an account that is no bot. It
    comes once in 180 days for each speed, and not while a rated game of yours is open, or a
    tournament that you entered. A rating of no games stays as it is.

    Fields:
        speed: of which rating.
    """

    speed: SpeedName


class HideRating(Request, tag="hide_rating", frozen=True):
    """Hide your ratings from others, or show them again. Answer: `done`.

    They count as before. Others see none of them anywhere, nor you in a leaderboard; see *Ratings*.
    It needs an account that is no bot.

    Fields:
        hidden: nobody else sees them.
    """

    hidden: bool


class Leaderboard(Request, tag="leaderboard", frozen=True):
    """See the strongest players of a speed. Answer: `leaderboard`.

    Fields:
        speed: of which rating.
        after: `next` of the page before.
    """

    speed: SpeedName
    after: Cursor | None = None
