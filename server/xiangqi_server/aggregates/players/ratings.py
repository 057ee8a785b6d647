"""How strong a player is, by speed: sent to rated games, changed by them, shown on the row store.

Rated games count once: a room that is among the latest rated ones changes nothing. The rows
that leaderboards and graphs are made of go to the row store with the event they show. Only
people with an account, and a rating that is certain, are on the leaderboards.
"""

from collections.abc import Mapping
from typing import Final, assert_never

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from xiangqi_server.aggregates.players.rating import POINTS, Rating, Result, aged, rated
from xiangqi_server.aggregates.room.messages import ChangeRating, Engage, Introduce, RatePlayer
from xiangqi_server.aggregates.room.speed import Speed
from xiangqi_server.aggregates.row_effects import PutRow, row_effect
from xiangqi_server.kernel.aggregate.decision import Decision, Effect
from xiangqi_server.kernel.aggregate.spans import DAY_MS

BOARD: Final = "board"
"""The collection of leaderboards: a row per player, a list per speed, one by the latest game."""
DAYS: Final = "rating_days"
"""The collection of rating graphs: a row for each day a player's rating changed."""
ACTIVE_DAYS: Final[Mapping[str, int]] = {Speed.CORRESPONDENCE: 90}
"""A player that has not played a speed for this many days is not on its leaderboard; 30 if not
listed."""
ACTIVE_DAYS_ELSE: Final = 30
KEPT_RATED: Final = 64
"""How many of the latest rated rooms are remembered; an effect is repeated within seconds."""
RECENT_POINTS: Final = 16
"""How many of the latest points are remembered at each speed, for the small line of a list."""
KEPT_RESETS: Final = 20
"""How many of the latest resets of a rating are remembered: those of some ten years."""


class RatingRecord(Struct, frozen=True, gc=False):
    """How strong a player is at one speed, by how many games, the last of them when.

    Fields:
        won, drawn: how many of the games; all others were lost.
        recent: the whole points after each of the latest games, the oldest first.
        resets: when the player reset it, the latest last.
    """

    rating: Rating = field(default_factory=Rating)
    games: int = 0
    last_ms: int = 0
    won: int = 0
    drawn: int = 0
    recent: tuple[int, ...] = ()
    resets: tuple[int, ...] = ()

    @property
    def lost(self) -> int:
        """How many of the games were lost."""
        return self.games - self.won - self.drawn

    def after(self, rating: Rating, score: float, at_ms: int) -> "RatingRecord":
        """The record one game later; `score` is 1, 0.5 or 0."""
        won, drawn = self.won + (score == 1), self.drawn + (score == 0.5)
        recent = (*self.recent, round(rating.points))[-RECENT_POINTS:]
        return RatingRecord(rating, self.games + 1, at_ms, won, drawn, recent, self.resets)

    def reset(self, rating: Rating, at_ms: int) -> "RatingRecord":
        """The record once its player began anew with this rating; its games stay."""
        return replace(self, rating=rating, resets=(*self.resets, at_ms)[-KEPT_RESETS:])


class Ratings(Struct, frozen=True, gc=False):
    """How strong a player is.

    Fields:
        by_speed: a speed never played is not listed.
        rated: the latest rooms that were rated, the last of them last: none counts twice.
        start: the points before the first rated game, at each speed.
        is_hidden: nobody else sees them.
    """

    by_speed: Mapping[str, RatingRecord] = field(default_factory=dict)
    rated: tuple[str, ...] = ()
    start: float = POINTS
    is_hidden: bool = False

    def at(self, speed: str) -> RatingRecord:
        """The record at a speed; a newcomer's if it was never played."""
        return self.by_speed.get(speed) or RatingRecord(Rating(self.start))

    def rating_now(self, speed: str, now_ms: int) -> Rating:
        """The rating at a speed, less certain the longer it was not played."""
        record = self.at(speed)
        return aged(record.rating, now_ms - record.last_ms if record.games else 0)


class Introduced(Struct, frozen=True, tag="introduced"):
    """The player's rating was sent to a game that is over already, or one too many to list."""

    room: str


class Rated(Struct, frozen=True, tag="rated"):
    """A rated game counted.

    Fields:
        speed: the rating that changed, a value of `room.speed.Speed`.
        score: 1, 0.5 or 0.
        before: the points before it.
        points, deviation, volatility: the rating after it.
    """

    room: str
    speed: str
    score: float
    before: float
    points: float
    deviation: float
    volatility: float


class RatingsStarted(Struct, frozen=True, tag="ratings_started"):
    """The player's ratings begin with these points: they are known before its first game."""

    points: float


class RatingReset(Struct, frozen=True, tag="rating_reset"):
    """The player began anew at a speed.

    Fields:
        speed: the rating that changed, a value of `room.speed.Speed`.
        points, deviation, volatility: the rating after it.
    """

    speed: str
    points: float
    deviation: float
    volatility: float


class RatingHidden(Struct, frozen=True, tag="rating_hidden"):
    """Nobody else sees the player's ratings any more, or everybody does again."""

    is_hidden: bool


RatingsCommand = RatePlayer
RatingsEvent = Introduced | Rated | RatingsStarted | RatingReset | RatingHidden


class Strength(Struct, frozen=True, array_like=True):
    """A rating in a row: points, deviation, games, the time of the last in ms, and recent points.

    A row that was written before recent points were has none.
    """

    points: float
    deviation: float
    games: int
    last_ms: int
    recent: tuple[int, ...] = ()


class BoardRow(Struct, frozen=True):
    """What the leaderboards know of a player: how strong it is, by speed."""

    strengths: dict[str, Strength]


class DayRow(Struct, frozen=True, array_like=True):
    """A rating at the end of a day: points, and games so far."""

    points: float
    games: int


def read_board(body: bytes) -> BoardRow:
    """A row of the leaderboards, as the row store kept it."""
    return msgspec.msgpack.decode(body, type=BoardRow)


def read_day(body: bytes) -> DayRow:
    """A row of a rating graph, as the row store kept it."""
    return msgspec.msgpack.decode(body, type=DayRow)


def introduction(player: str, part: Ratings, command: Engage, now_ms: int) -> tuple[Effect, ...]:
    """The player's rating, for a rated game it is engaged in; nothing for a casual one."""
    if command.rated is None:
        return ()
    rating = part.rating_now(command.rated, now_ms)
    points, deviation = round(rating.points, 4), round(rating.deviation, 4)
    return (Effect("room", command.room, Introduce(player, points, deviation)),)


def decide(
    player: str, part: Ratings, command: RatePlayer, now_ms: int, *, is_ranked: bool
) -> Decision[RatingsEvent]:
    """Count a rated game, once."""
    if command.room in part.rated:
        return Decision()
    record = part.at(command.speed)
    game = Result(command.points, command.deviation, command.score)
    idle_ms = now_ms - record.last_ms if record.games else 0
    after = rated(record.rating, game, idle_ms)
    event = Rated(
        command.room,
        command.speed,
        command.score,
        record.rating.points,
        after.points,
        after.deviation,
        after.volatility,
    )
    before = record.rating.points
    changed = ChangeRating(player, after.points, after.deviation, before)
    told = Effect("room", command.room, changed)
    shown = apply(part, event, now_ms)
    board = (board_effect(player, shown),) if is_ranked else ()
    after_points, games = after.points, shown.at(command.speed).games
    day = day_effect(player, command.speed, now_ms // DAY_MS, after_points, games)
    return Decision((event,), (told, *board, day))


def apply(part: Ratings, event: RatingsEvent, at_ms: int) -> Ratings:
    """How strong the player is after one accepted event."""
    match event:
        case Introduced():
            return part
        case RatingsStarted(points):
            return replace(part, start=points)
        case Rated():
            after = Rating(event.points, event.deviation, event.volatility)
            record = part.at(event.speed).after(after, event.score, at_ms)
            by_speed = {**part.by_speed, event.speed: record}
            return replace(part, by_speed=by_speed, rated=(*part.rated, event.room)[-KEPT_RATED:])
        case RatingReset(speed, points, deviation, volatility):
            anew = part.at(speed).reset(Rating(points, deviation, volatility), at_ms)
            return replace(part, by_speed={**part.by_speed, speed: anew})
        case RatingHidden(is_hidden):
            return replace(part, is_hidden=is_hidden)
        case _:
            assert_never(event)


def board_effect(player: str, part: Ratings) -> Effect:
    """The row of a ranked player in the leaderboards, as it stands; in no list if it is hidden."""
    strengths = {
        speed: Strength(
            record.rating.points,
            record.rating.deviation,
            record.games,
            record.last_ms,
            record.recent,
        )
        for speed, record in part.by_speed.items()
    }
    row = msgspec.msgpack.encode(BoardRow(strengths))
    places = {} if part.is_hidden else board_places(strengths)
    return row_effect(BOARD, PutRow(player, row, places))


def board_places(strengths: Mapping[str, Strength]) -> dict[str, int]:
    """The lists a player stands in: each speed it has a certain rating in."""
    places = {}
    for speed, strength in strengths.items():
        if not Rating(strength.points, strength.deviation).is_provisional:
            places[speed] = round(strength.points * 100)
            places[last_played_list(speed)] = strength.last_ms
    return places


def last_played_list(speed: str) -> str:
    """The list of those on the leaderboard of a speed by when they played it last."""
    return f"{speed}.last"


def active_since_ms(speed: str, now_ms: int) -> int:
    """Players without a game of a speed since this moment do not belong on its leaderboard."""
    return now_ms - ACTIVE_DAYS.get(speed, ACTIVE_DAYS_ELSE) * DAY_MS


def day_effect(player: str, speed: str, day: int, points: float, games: int) -> Effect:
    """The row of a day, counted from 1970: the rating at its end, and after how many games."""
    row = msgspec.msgpack.encode(DayRow(round(points, 1), games))
    return row_effect(DAYS, PutRow(f"{player}.{speed}.{day}", row, {f"{player}.{speed}": day}))
