"""All that the aggregate of a player can be asked, and all that can happen to a player, by part."""

from xiangqi_server.aggregates.moderation.messages import Restrict
from xiangqi_server.aggregates.players.challenges import ChallengeCommand, ChallengeEvent
from xiangqi_server.aggregates.players.claim import GiveName
from xiangqi_server.aggregates.players.deletion import DeletionCommand, DeletionEvent
from xiangqi_server.aggregates.players.friends import FriendsCommand, FriendsEvent
from xiangqi_server.aggregates.players.identity import (
    IdentityCommand,
    IdentityEvent,
    Register,
    Registered,
)
from xiangqi_server.aggregates.players.leave import LeaveCommand, LeaveTaken
from xiangqi_server.aggregates.players.naming import NamingEvent
from xiangqi_server.aggregates.players.open_games import (
    Engaged,
    OpenGamesCommand,
    OpenGamesEvent,
    Released,
)
from xiangqi_server.aggregates.players.own_ratings import OwnRatingsCommand
from xiangqi_server.aggregates.players.preferences import Prefer, Preferred
from xiangqi_server.aggregates.players.profile import Describe, Described
from xiangqi_server.aggregates.players.ratings import Rated, RatingsCommand, RatingsEvent
from xiangqi_server.aggregates.players.recovery import RecoveryCommand, RecoveryEvent
from xiangqi_server.aggregates.players.sanctions import Restricted

PlayerCommand = (
    IdentityCommand
    | OpenGamesCommand
    | ChallengeCommand
    | GiveName
    | Describe
    | Prefer
    | FriendsCommand
    | Restrict
    | DeletionCommand
    | RatingsCommand
    | RecoveryCommand
    | LeaveCommand
    | OwnRatingsCommand
)
PlayerEvent = (
    IdentityEvent
    | OpenGamesEvent
    | ChallengeEvent
    | NamingEvent
    | Described
    | Preferred
    | FriendsEvent
    | Restricted
    | DeletionEvent
    | RatingsEvent
    | RecoveryEvent
    | LeaveTaken
)

__all__ = [
    "Engaged",
    "PlayerCommand",
    "PlayerEvent",
    "Rated",
    "Register",
    "Registered",
    "Released",
]
