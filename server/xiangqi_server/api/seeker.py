"""A player in search of a game, as the lobby sees it: taken from the player's own log."""

from typing import Final

from xiangqi_server.aggregates.lobby.messages import Seeker
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.aggregates.room.speed import speed_of
from xiangqi_server.aggregates.room.terms import GameTerms

IGNORED_BY_GUEST: Final = 16


def seeker_of(player: Player, terms: GameTerms, now_ms: int) -> Seeker:
    """A player as a seeker on these terms at a moment of the store's time."""
    open_games = player.open_games
    rating = player.ratings.rating_now(speed_of(terms.clock).value, now_ms)
    return Seeker(
        player=player.id,
        rating=round(rating.points),
        has_account=player.identity.has_account,
        ignores=_ignored(player),
        last_opponent=open_games.last_opponent,
        tilt=open_games.tilt,
        is_playing=open_games.live is not None,
    )


def _ignored(player: Player) -> tuple[str, ...]:
    """The players that one does not want to meet: few of a guest, for the lobby has to hold all."""
    ignored = player.friends.ignored
    return ignored if player.identity.has_account else ignored[-IGNORED_BY_GUEST:]
