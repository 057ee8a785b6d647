"""What ratings look like to a reader: names stand for ids."""

from xiangqi_server.aggregates.players.ratings import Ratings, Strength
from xiangqi_server.aggregates.room.speed import Speed
from xiangqi_server.api.names.naming import NameOf, player_ref
from xiangqi_server.wire import parts


def speed_ratings(ratings: Ratings, now_ms: int) -> list[parts.SpeedRating]:
    """A player's ratings, by speed."""
    return [
        parts.SpeedRating(
            speed=Speed(speed),
            points=round(record.rating.points),
            deviation=round(ratings.rating_now(speed, now_ms).deviation),
            provisional=ratings.rating_now(speed, now_ms).is_provisional,
            games=record.games,
            last_at_ms=record.last_ms,
            won=record.won,
            drawn=record.drawn,
            lost=record.lost,
            resets=list(record.resets),
        )
        for speed, record in sorted(ratings.by_speed.items())
    ]


def ranked(rank: int, player: str, strength: Strength, names: NameOf) -> parts.Ranked:
    """A player in a leaderboard; `rank` from 0."""
    points, recent = round(strength.points), list(strength.recent)
    return parts.Ranked(rank + 1, player_ref(player, names), points, strength.games, recent)
