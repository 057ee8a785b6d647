"""What an event does to a player; live play, rebuild and replay share it."""

from typing import assert_never

from msgspec.structs import replace

from xiangqi_server.aggregates.players import (
    challenges,
    friends,
    identity,
    leave,
    naming,
    open_games,
    preferences,
    profile,
    ratings,
    recovery,
    sanctions,
)
from xiangqi_server.aggregates.players.challenges import ChallengeEvent
from xiangqi_server.aggregates.players.deletion import Deleted, Expired, LogTrimmed
from xiangqi_server.aggregates.players.friends import FriendsEvent
from xiangqi_server.aggregates.players.identity import Identity, IdentityEvent
from xiangqi_server.aggregates.players.leave import LeaveTaken
from xiangqi_server.aggregates.players.messages import PlayerEvent
from xiangqi_server.aggregates.players.naming import NamingEvent
from xiangqi_server.aggregates.players.open_games import OpenGamesEvent
from xiangqi_server.aggregates.players.preferences import Preferred
from xiangqi_server.aggregates.players.profile import Described
from xiangqi_server.aggregates.players.ratings import Ratings, RatingsEvent
from xiangqi_server.aggregates.players.recovery import RecoveryEvent
from xiangqi_server.aggregates.players.sanctions import Restricted
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.kernel.aggregate.decision import Stamped


def apply(player: Player, stamped: Stamped[PlayerEvent]) -> Player:
    """The player after one accepted event."""
    event, at_ms = stamped.event, stamped.at_ms
    if isinstance(event, IdentityEvent):
        return replace(player, identity=identity.apply(player.identity, event, at_ms))
    if isinstance(event, OpenGamesEvent):
        return replace(player, open_games=open_games.apply(player.open_games, event))
    if isinstance(event, ChallengeEvent):
        return replace(player, challenges=challenges.apply(player.challenges, event))
    if isinstance(event, NamingEvent):
        return replace(player, naming=naming.apply(player.naming, event, at_ms))
    if isinstance(event, Described):
        return replace(player, profile=profile.apply(event))
    if isinstance(event, Preferred):
        return replace(player, preferences=preferences.apply(event))
    if isinstance(event, FriendsEvent):
        return replace(player, friends=friends.apply(player.friends, event))
    if isinstance(event, Restricted):
        return replace(player, sanctions=sanctions.apply(player.sanctions, event))
    if isinstance(event, RatingsEvent):
        return replace(player, ratings=ratings.apply(player.ratings, event, at_ms))
    if isinstance(event, RecoveryEvent):
        return replace(player, recovery=recovery.apply(player.recovery, event, at_ms))
    if isinstance(event, LeaveTaken):
        return replace(player, leave=leave.apply(player.leave, event))
    if isinstance(event, Deleted | LogTrimmed):
        gone = Identity(is_deleted=True, is_shed=isinstance(event, LogTrimmed))
        hidden = Ratings(is_hidden=player.ratings.is_hidden)  # old games do not show them now
        return Player(player.id, gone, ratings=hidden)
    if isinstance(event, Expired):
        return Player.empty(player.id)
    assert_never(event)
