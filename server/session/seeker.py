"""A player as the lobby sees one who looks for a game: taken from the player's own log."""

from server.lobby.messages import Seeker
from server.players.state import Player
from server.room.speed import speed_of
from server.room.terms import Terms


def seeker_of(player: Player, terms: Terms, now_ms: int) -> Seeker:
    """Who looks for a game on these terms at a moment of the store's time."""
    engagement = player.engagement
    rating = player.standings.rating_now(speed_of(terms.clock).value, now_ms)
    return Seeker(
        player=player.id,
        rating=round(rating.points),
        has_account=player.identity.has_account,
        ignores=player.circle.ignored,
        last_opponent=engagement.last_opponent,
        tilt=engagement.tilt,
        is_playing=engagement.live is not None,
    )
