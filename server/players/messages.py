"""All that a player's aggregate can be asked, and all that can happen to a player, by part."""

from server.office.messages import Restrict
from server.players.about import Describe, Described
from server.players.challenges import ChallengeCommand, ChallengeEvent
from server.players.circle import CircleCommand, CircleEvent
from server.players.claim import GiveName
from server.players.engagement import Engaged, EngagementCommand, EngagementEvent, Released
from server.players.identity import IdentityCommand, IdentityEvent, Register, Registered
from server.players.leaving import LeavingCommand, LeavingEvent
from server.players.naming import NamingEvent
from server.players.preferences import Prefer, Preferred
from server.players.restraint import Restricted
from server.players.standing import Rated, StandingCommand, StandingEvent

PlayerCommand = (
    IdentityCommand
    | EngagementCommand
    | ChallengeCommand
    | GiveName
    | Describe
    | Prefer
    | CircleCommand
    | Restrict
    | LeavingCommand
    | StandingCommand
)
PlayerEvent = (
    IdentityEvent
    | EngagementEvent
    | ChallengeEvent
    | NamingEvent
    | Described
    | Preferred
    | CircleEvent
    | Restricted
    | LeavingEvent
    | StandingEvent
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
