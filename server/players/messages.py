"""All that the aggregate of a player can be asked, and all that can happen to a player, by part."""

from server.moderation.messages import Restrict
from server.players.challenges import ChallengeCommand, ChallengeEvent
from server.players.claim import GiveName
from server.players.deletion import DeletionCommand, DeletionEvent
from server.players.friends import FriendsCommand, FriendsEvent
from server.players.identity import IdentityCommand, IdentityEvent, Register, Registered
from server.players.naming import NamingEvent
from server.players.open_games import Engaged, OpenGamesCommand, OpenGamesEvent, Released
from server.players.preferences import Prefer, Preferred
from server.players.profile import Describe, Described
from server.players.ratings import Rated, RatingsCommand, RatingsEvent
from server.players.recovery import RecoveryCommand, RecoveryEvent
from server.players.sanctions import Restricted

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
