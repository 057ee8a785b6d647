"""What a player decides: a command becomes events, or is refused, by the part it concerns.

Every command may come twice, because effects are delivered at least once: a repeat is
recognised by the state and changes nothing. A deleted player takes part in nothing any more;
effects that still come to it are answered and forgotten.
"""

from typing import assert_never

from msgspec.structs import replace

from xiangqi_server.aggregates.ladder.messages import Quit
from xiangqi_server.aggregates.lobby.messages import Depart
from xiangqi_server.aggregates.moderation.messages import Restrict, Sanction
from xiangqi_server.aggregates.players import (
    challenges,
    deletion,
    friends,
    identity,
    leave,
    naming,
    open_games,
    own_ratings,
    preferences,
    profile,
    ratings,
    recovery,
    sanctions,
)
from xiangqi_server.aggregates.players.apply import apply
from xiangqi_server.aggregates.players.challenges import ChallengeCommand
from xiangqi_server.aggregates.players.claim import GiveName
from xiangqi_server.aggregates.players.deletion import DeletionCommand
from xiangqi_server.aggregates.players.friends import FriendsCommand
from xiangqi_server.aggregates.players.identity import (
    BecameBot,
    BecomeBot,
    ChangePassword,
    IdentityCommand,
)
from xiangqi_server.aggregates.players.index_row import row_effects
from xiangqi_server.aggregates.players.leave import LeaveCommand
from xiangqi_server.aggregates.players.messages import PlayerCommand, PlayerEvent
from xiangqi_server.aggregates.players.naming import Named
from xiangqi_server.aggregates.players.notices import notice_effects
from xiangqi_server.aggregates.players.open_games import OpenGamesCommand
from xiangqi_server.aggregates.players.own_ratings import OwnRatingsCommand
from xiangqi_server.aggregates.players.preferences import Prefer
from xiangqi_server.aggregates.players.profile import Describe
from xiangqi_server.aggregates.players.ratings import (
    BOARD,
    Introduced,
    RatingsCommand,
    RatingsStarted,
)
from xiangqi_server.aggregates.players.recovery import RecoveryCommand
from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.aggregates.room.messages import LOBBY_ID, Challenge, Engage
from xiangqi_server.aggregates.row_effects import RemoveRow, row_effect
from xiangqi_server.kernel.aggregate.decision import Decision, Effect, Stamped
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused, require

PlayerDecision = Decision[PlayerEvent]


def decide(player: Player, command: PlayerCommand, now_ms: int) -> PlayerDecision:
    """What `command` does to `player`, and to its row on the row store.

    Raises:
        Refused: nothing happened.
    """
    decision = _decide(player, command, now_ms)
    after = player
    for event in decision.events:
        after = apply(after, Stamped(0, now_ms, event))
    told = notice_effects(player.id, decision.events, now_ms)
    return replace(decision, effects=(*decision.effects, *told, *row_effects(player, after)))


def _decide(player: Player, command: PlayerCommand, now_ms: int) -> PlayerDecision:
    if isinstance(command, DeletionCommand):
        return deletion.decide(player, command, now_ms)
    if isinstance(command, GiveName):
        return _name(player, command, now_ms)
    if isinstance(command, OpenGamesCommand):
        return Decision() if player.identity.is_deleted else _engage(player, command, now_ms)
    if isinstance(command, Restrict):
        return Decision() if player.identity.is_deleted else _restrict(player, command)
    if isinstance(command, RatingsCommand):
        return Decision() if player.identity.is_deleted else _rate(player, command, now_ms)
    if isinstance(command, ChallengeCommand):
        return _challenge(player, command, now_ms)
    require(not player.identity.is_deleted, PlayerRefusal.SIGNED_OUT)
    if isinstance(command, RecoveryCommand):
        return recovery.decide(player.recovery, player.identity, command, now_ms)
    if isinstance(command, ChangePassword):
        return recovery.change_password(player.identity, command, now_ms)
    if isinstance(command, IdentityCommand):
        return _identify(player, command, now_ms)
    if isinstance(command, Describe):
        return profile.decide(player.profile, command)
    if isinstance(command, Prefer):
        return preferences.decide(player.preferences, command)
    if isinstance(command, LeaveCommand):
        return _leave(player, command, now_ms)
    if isinstance(command, OwnRatingsCommand):
        who, games = player.identity, player.open_games
        return own_ratings.decide(player.id, who, games, player.ratings, command, now_ms)
    if isinstance(command, FriendsCommand):
        return friends.decide(player.id, player.friends, command)
    assert_never(command)


def _identify(player: Player, command: IdentityCommand, now_ms: int) -> PlayerDecision:
    """Change what lets a client act as the player; a bot leaves all rankings of people."""
    has_played = player.open_games.has_played
    decision = identity.decide(player.identity, command, now_ms, has_played=has_played)
    if not any(isinstance(event, BecameBot) for event in decision.events):
        return decision
    departs = Effect("lobby", LOBBY_ID, Depart(player.id))
    quits = Effect("ladder", "main", Quit(player.id))
    unshown = row_effect(BOARD, RemoveRow(player.id))
    events: tuple[PlayerEvent, ...] = decision.events
    if isinstance(command, BecomeBot) and command.points is not None:
        events = (*events, RatingsStarted(command.points))
    return Decision(events, (*decision.effects, departs, quits, unshown))


def _name(player: Player, command: GiveName, now_ms: int) -> PlayerDecision:
    """Take a name; with it, what was played before counts on the leaderboards."""
    decision = naming.decide(player.id, player.naming, player.identity, command, now_ms)
    is_named = any(isinstance(event, Named) for event in decision.events)
    if not is_named or player.identity.is_bot:
        return decision
    board = ratings.board_effect(player.id, player.ratings)
    return Decision(decision.events, (*decision.effects, board))


def _restrict(player: Player, command: Restrict) -> PlayerDecision:
    """Take a sanction; effects carry a ban, or its end, to all places where a game may begin."""
    decision = sanctions.decide(player.sanctions, command)
    if not decision.events or command.sanction not in (Sanction.BAN, Sanction.LIFT):
        return decision
    (event,) = decision.events
    after = sanctions.apply(player.sanctions, event)
    return Decision(decision.events, sanctions.bar_orders(player.id, after, player.rooms()))


def _leave(player: Player, command: LeaveCommand, now_ms: int) -> PlayerDecision:
    """Go on vacation or come back; every open game hears of it."""
    who = player.identity
    require(who.has_account, CommonRefusal.NO_ACCOUNT)
    require(not who.is_bot, PlayerRefusal.NO_BOTS)
    decision = leave.decide(player.leave, command, now_ms, who.since_ms)
    if not decision.events:
        return decision
    (event,) = decision.events
    after = leave.apply(player.leave, event)
    return Decision((event,), leave.leave_orders(player.id, after, player.open_games.games))


def _engage(player: Player, command: OpenGamesCommand, now_ms: int) -> PlayerDecision:
    """Begin or end a game; a rated one that begins gets the rating, also if not listed."""
    if not isinstance(command, Engage):
        return open_games.decide(player.id, player.open_games, command)
    if player.sanctions.is_banned(now_ms):
        return open_games.turn_away(
            player.id,
            player.open_games,
            command,
            number=player.sanctions.numbers[-1],
            until_ms=player.sanctions.banned_until_ms,
        )
    introduction = ratings.introduction(player.id, player.ratings, command, now_ms)
    try:
        begun = open_games.decide(player.id, player.open_games, command)
    except Refused:
        if introduction:
            return Decision((Introduced(command.room),), introduction)
        raise
    if begun.events:
        is_away = player.leave.is_on(now_ms)
        away = leave.leave_orders(player.id, player.leave, (command.room,)) if is_away else ()
        return Decision(begun.events, (*begun.effects, *introduction, *away))
    is_late = introduction and command.room in player.open_games.released
    return Decision((Introduced(command.room),), introduction) if is_late else Decision()


def _challenge(player: Player, command: ChallengeCommand, now_ms: int) -> PlayerDecision:
    is_ignored = isinstance(command, Challenge) and command.by in player.friends.ignored
    is_deaf = player.identity.is_deleted or player.sanctions.is_banned(now_ms) or is_ignored
    return challenges.decide(player.id, player.challenges, command, is_deaf=is_deaf)


def _rate(player: Player, command: RatingsCommand, now_ms: int) -> PlayerDecision:
    is_ranked = player.identity.is_ranked
    return ratings.decide(player.id, player.ratings, command, now_ms, is_ranked=is_ranked)


def due_at_ms(player: Player) -> int | None:
    """When the player wants to be woken, in store time; None for never."""
    return deletion.due_at_ms(player)
