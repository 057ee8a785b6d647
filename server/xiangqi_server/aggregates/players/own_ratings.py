"""What a player may do with its own ratings: begin anew at one speed, or hide them all.

A rating that begins anew is as uncertain as a newcomer's again. Points never fall by it: a strong
player that took a newcomer's points would win games against weaker ones at their cost. Points below
the beginning return to it. The rating may be reset once in `RESET_DAYS`, and not while a rated game
or a tournament goes on in which it is known already.

Hidden ratings count as before: games are paired by them, and offers and tournaments ask for them.
What readers see of a rating goes through `api.names.shown_ratings`.
"""

from typing import Final

from msgspec import Struct

from xiangqi_server.aggregates.players.identity import Identity
from xiangqi_server.aggregates.players.open_games import OpenGames
from xiangqi_server.aggregates.players.rating import Rating
from xiangqi_server.aggregates.players.ratings import (
    RatingHidden,
    RatingReset,
    Ratings,
    apply,
    board_effect,
)
from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.aggregates.room.speed import Speed
from xiangqi_server.kernel.aggregate.decision import Decision
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, require
from xiangqi_server.kernel.aggregate.spans import DAY_MS

RESET_DAYS: Final = 180
"""A rating that was reset is not reset again for so many days."""


class ResetRating(Struct, frozen=True, tag="reset_rating"):
    """Begin anew at a speed.

    Fields:
        is_entered: the player takes part in a tournament that is not over.
    """

    speed: Speed
    is_entered: bool = False


class HideRating(Struct, frozen=True, tag="hide_rating"):
    """Hide the ratings of all speeds from others, or show them again."""

    hidden: bool


OwnRatingsCommand = ResetRating | HideRating


def decide(
    player: str,
    who: Identity,
    games: OpenGames,
    part: Ratings,
    command: OwnRatingsCommand,
    now_ms: int,
) -> Decision[RatingReset | RatingHidden]:
    """Reset a rating, or hide all; a rating of no games is at its beginning already.

    Raises:
        Refused: NO_ACCOUNT, NO_BOTS, RATING_IN_USE or RESET_TOO_SOON.
    """
    require(who.has_account, CommonRefusal.NO_ACCOUNT)
    require(not who.is_bot, PlayerRefusal.NO_BOTS)
    if isinstance(command, HideRating):
        return _hide(player, part, command, now_ms)
    require(not (command.is_entered or games.has_rated), PlayerRefusal.RATING_IN_USE)
    record = part.by_speed.get(command.speed)
    if record is None:
        return Decision()
    is_late = not record.resets or now_ms - record.resets[-1] >= RESET_DAYS * DAY_MS
    require(is_late, PlayerRefusal.RESET_TOO_SOON)
    new = Rating(max(part.start, record.rating.points))
    event = RatingReset(command.speed.value, new.points, new.deviation, new.volatility)
    shown = board_effect(player, apply(part, event, now_ms))
    return Decision((event,), (shown,) if who.is_ranked else ())


def _hide(
    player: str, part: Ratings, command: HideRating, now_ms: int
) -> Decision[RatingReset | RatingHidden]:
    if part.is_hidden == command.hidden:
        return Decision()
    event = RatingHidden(command.hidden)
    return Decision((event,), (board_effect(player, apply(part, event, now_ms)),))
