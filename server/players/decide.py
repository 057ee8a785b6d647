"""The door of a player: a command becomes events, or is refused, by the part it concerns.

Every command may come twice, for orders are delivered at least once: a repeat is
recognised by the state and changes nothing. A player who was deleted takes no more part in
anything; orders that still come to it are answered and forgotten.
"""

from dataclasses import replace
from typing import assert_never

from server.aggregate.decision import Decision, Stamped
from server.aggregate.refusal import RefusalCode, Refused, require
from server.office.messages import Restrict
from server.players import (
    about,
    challenges,
    circle,
    engagement,
    identity,
    leaving,
    naming,
    preferences,
    restraint,
    standing,
)
from server.players.about import Describe
from server.players.apply import apply
from server.players.challenges import ChallengeCommand
from server.players.circle import CircleCommand
from server.players.claim import GiveName
from server.players.engagement import EngagementCommand
from server.players.identity import IdentityCommand
from server.players.leaving import LeavingCommand
from server.players.messages import PlayerCommand, PlayerEvent
from server.players.naming import Named
from server.players.preferences import Prefer
from server.players.row import row_orders
from server.players.standing import Introduced, StandingCommand
from server.players.state import Player
from server.room.messages import Challenge, Engage

PlayerDecision = Decision[PlayerEvent]


def decide(player: Player, command: PlayerCommand, now_ms: int) -> PlayerDecision:
    """What `command` does to `player`, and to its row on the shelf.

    Raises:
        Refused: nothing happened.
    """
    decision = _decide(player, command, now_ms)
    after = player
    for event in decision.events:
        after = apply(after, Stamped(0, now_ms, event))
    return replace(decision, orders=(*decision.orders, *row_orders(player, after)))


def _decide(player: Player, command: PlayerCommand, now_ms: int) -> PlayerDecision:
    if isinstance(command, LeavingCommand):
        return leaving.decide(player, command, now_ms)
    if isinstance(command, GiveName):
        return _name(player, command, now_ms)
    if isinstance(command, EngagementCommand):
        return Decision() if player.identity.is_deleted else _engage(player, command, now_ms)
    if isinstance(command, Restrict):
        is_gone = player.identity.is_deleted
        return Decision() if is_gone else restraint.decide(player.restraint, command)
    if isinstance(command, StandingCommand):
        return Decision() if player.identity.is_deleted else _rate(player, command, now_ms)
    if isinstance(command, ChallengeCommand):
        return _challenge(player, command)
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


def _name(player: Player, command: GiveName, now_ms: int) -> PlayerDecision:
    """Take a name; whoever has one is on the leaderboards with what was played before."""
    decision = naming.decide(player.id, player.naming, player.identity, command, now_ms)
    if not any(isinstance(event, Named) for event in decision.events):
        return decision
    board = standing.board_order(player.id, player.standings)
    return Decision(decision.events, (*decision.orders, board))


def _engage(player: Player, command: EngagementCommand, now_ms: int) -> PlayerDecision:
    """Begin or end a game; a rated one that begins is told the rating, also if not listed."""
    if not isinstance(command, Engage):
        return engagement.decide(player.id, player.engagement, command)
    introduction = standing.introduction(player.id, player.standings, command, now_ms)
    try:
        begun = engagement.decide(player.id, player.engagement, command)
    except Refused:
        if introduction:
            return Decision((Introduced(command.room),), introduction)
        raise
    if begun.events:
        return Decision(begun.events, (*begun.orders, *introduction))
    is_late = introduction and command.room in player.engagement.released
    return Decision((Introduced(command.room),), introduction) if is_late else Decision()


def _challenge(player: Player, command: ChallengeCommand) -> PlayerDecision:
    is_ignored = isinstance(command, Challenge) and command.by in player.circle.ignored
    is_deaf = player.identity.is_deleted or is_ignored
    return challenges.decide(player.id, player.challenges, command, is_deaf=is_deaf)


def _rate(player: Player, command: StandingCommand, now_ms: int) -> PlayerDecision:
    has_account = player.identity.has_account
    return standing.decide(player.id, player.standings, command, now_ms, has_account=has_account)


def due_at_ms(player: Player) -> int | None:
    """When the player wants to be woken, in store time; None for never."""
    return leaving.due_at_ms(player)
