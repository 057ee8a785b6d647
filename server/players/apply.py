"""What an event does to a player; live play, rebuild and replay share it."""

from dataclasses import replace
from typing import assert_never

from server.aggregate.decision import Stamped
from server.players import (
    about,
    challenges,
    circle,
    engagement,
    identity,
    naming,
    preferences,
    restraint,
    standing,
)
from server.players.about import Described
from server.players.challenges import ChallengeEvent
from server.players.circle import CircleEvent
from server.players.engagement import EngagementEvent
from server.players.identity import Identity, IdentityEvent
from server.players.leaving import Deleted, Expired, Shed
from server.players.messages import PlayerEvent
from server.players.naming import NamingEvent
from server.players.preferences import Preferred
from server.players.restraint import Restricted
from server.players.standing import StandingEvent
from server.players.state import Player


def apply(player: Player, stamped: Stamped[PlayerEvent]) -> Player:
    """The player after one accepted event."""
    event, at_ms = stamped.event, stamped.at_ms
    if isinstance(event, IdentityEvent):
        return replace(player, identity=identity.apply(player.identity, event, at_ms))
    if isinstance(event, EngagementEvent):
        return replace(player, engagement=engagement.apply(player.engagement, event))
    if isinstance(event, ChallengeEvent):
        return replace(player, challenges=challenges.apply(player.challenges, event))
    if isinstance(event, NamingEvent):
        return replace(player, naming=naming.apply(player.naming, event, at_ms))
    if isinstance(event, Described):
        return replace(player, about=about.apply(event))
    if isinstance(event, Preferred):
        return replace(player, preferences=preferences.apply(event))
    if isinstance(event, CircleEvent):
        return replace(player, circle=circle.apply(player.circle, event))
    if isinstance(event, Restricted):
        return replace(player, restraint=restraint.apply(player.restraint, event))
    if isinstance(event, StandingEvent):
        return replace(player, standings=standing.apply(player.standings, event, at_ms))
    if isinstance(event, Deleted):
        return Player(player.id, Identity(is_deleted=True))
    if isinstance(event, Shed):
        return Player(player.id, Identity(is_deleted=True, is_shed=True))
    if isinstance(event, Expired):
        return Player.empty(player.id)
    assert_never(event)
