"""What the server sends about ratings. A list comes in pages: see `games`."""

from xiangqi_server.wire.parts import Ranked, RatingDay, SpeedRating
from xiangqi_server.wire.server.base import ServerMessage
from xiangqi_server.wire.terms import SpeedName


class Ratings(ServerMessage, tag="ratings", frozen=True):
    """The answer to `ratings`.

    Fields:
        ratings: one for each speed the player has rated games in.
        rung: where the player stands on the ladder, from 1 at the top; null if not on it.
        hidden: the player hides the ratings; then only your own are listed.
    """

    id: str
    player: str
    ratings: list[SpeedRating]
    rung: int | None = None
    hidden: bool = False


class RatingHistory(ServerMessage, tag="rating_history", frozen=True):
    """The answer to `rating_history`.

    Fields:
        speed: of which rating.
        rows: days on which the player had rated games, the latest first.
        next: see *Lists*.
        partial: some of it is missing for now; see *Lists*.
    """

    id: str
    player: str
    speed: SpeedName
    rows: list[RatingDay]
    next: str | None
    partial: bool = False


class Leaderboard(ServerMessage, tag="leaderboard", frozen=True):
    """The answer to `leaderboard`: players with an account and a certain rating who still play.

    Fields:
        speed: of which rating.
        rows: the best first.
        you: your own place, null if you have none.
        next: see *Lists*.
        partial: some of it is missing for now; see *Lists*.
    """

    id: str
    speed: SpeedName
    rows: list[Ranked]
    you: Ranked | None
    next: str | None
    partial: bool = False
