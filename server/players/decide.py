"""The door of a player: a command becomes events, or is refused, by the part it concerns.

Every command may come twice, for orders are delivered at least once: a repeat is
recognised by the state and changes nothing. A player who was deleted takes no more part in
anything; orders that still come to it are answered and forgotten.
"""

from typing import assert_never

from server.aggregate.decision import Decision
from server.aggregate.refusal import RefusalCode, require
from server.office.messages import Restrict
from server.players import (
    about,
    circle,
    engagement,
    identity,
    leaving,
    naming,
    preferences,
    restraint,
)
from server.players.about import Describe
from server.players.circle import CircleCommand
from server.players.claim import GiveName
from server.players.engagement import EngagementCommand
from server.players.identity import IdentityCommand
from server.players.leaving import LeavingCommand
from server.players.messages import PlayerCommand, PlayerEvent
from server.players.preferences import Prefer
from server.players.state import Player

PlayerDecision = Decision[PlayerEvent]


def decide(player: Player, command: PlayerCommand, now_ms: int) -> PlayerDecision:
    """What `command` does to `player`.

    Raises:
        Refused: nothing happened.
    """
    if isinstance(command, LeavingCommand):
        return leaving.decide(player, command, now_ms)
    if isinstance(command, GiveName):
        return naming.decide(player.id, player.naming, player.identity, command, now_ms)
    if isinstance(command, EngagementCommand):
        is_gone = player.identity.is_deleted
        return Decision() if is_gone else engagement.decide(player.engagement, command)
    if isinstance(command, Restrict):
        is_gone = player.identity.is_deleted
        return Decision() if is_gone else restraint.decide(player.restraint, command)
    require(not player.identity.is_deleted, RefusalCode.SIGNED_OUT)
    if isinstance(command, IdentityCommand):
        return identity.decide(player.identity, command, now_ms)
    if isinstance(command, Describe):
        return about.decide(player.about, command)
    if isinstance(command, Prefer):
        return preferences.decide(player.preferences, command)
    if isinstance(command, CircleCommand):
        return circle.decide(player.id, player.circle, command)
    assert_never(command)


def due_at_ms(player: Player) -> int | None:
    """When the player wants to be woken, in store time; None for never."""
    return leaving.due_at_ms(player)
