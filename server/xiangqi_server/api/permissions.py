"""What may be sent, and what that means: the questions that are asked of `policy` of a message."""

from typing import Final

from xiangqi_server.aggregates.players.devices import Scope
from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.api.policy import POLICY
from xiangqi_server.api.policy_row import NO, Policy, Role
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, RefusalCode
from xiangqi_server.wire.client import ClientMessage
from xiangqi_server.wire.refusals import MessageRefusal

ASKS_OF_SENDER: Final = frozenset(
    type_
    for type_, row in POLICY.items()
    if row.says_words or row.starts_game is not NO or row.stores_sender
)
"""The types for which it may matter what is stored of the sender."""
_TOO_LITTLE: Final = {
    Role.NEW: MessageRefusal.HELLO_REQUIRED,
    Role.WELCOMED: MessageRefusal.NOT_JOINED,
    Role.SPECTATOR: RoomRefusal.NOT_SEATED,
}
"""The refusal of a sender whose role is not enough, by the role it has."""


def refusal(row: Policy, scope: Scope, role: Role) -> RefusalCode | None:
    """Why a sender with this scope and role may not send a message of a row; None if it may."""
    if scope < row.scope:
        return MessageRefusal.TOKEN_SCOPE
    if row.role is Role.NEW:
        return None if role is Role.NEW else MessageRefusal.HELLO_REPEATED
    return None if role >= row.role else _TOO_LITTLE[role]


def starts_game(message: ClientMessage) -> bool:
    """Whether `message` leads to a game that has not begun."""
    when = POLICY[type(message)].starts_game
    return when if isinstance(when, bool) else getattr(message, when.field) == when.value


def asks_for_game(message: ClientMessage) -> bool:
    """Whether `message` asks for a game that counts against its sender."""
    return POLICY[type(message)].asks_for_game and starts_game(message)


def says_words(message: ClientMessage) -> bool:
    """Whether other players read words of the sender's by `message`."""
    return POLICY[type(message)].says_words


def is_held_against_sender(message: ClientMessage) -> bool:
    """Whether some players may be barred from sending `message`."""
    row = POLICY[type(message)]
    return row.says_words or (row.starts_game is not NO and starts_game(message))


def asks_of_sender(message: ClientMessage) -> bool:
    """Whether `message` can be handled only once it is known what is stored of its sender."""
    row = POLICY[type(message)]
    return row.scope is Scope.OWN or row.stores_sender or is_held_against_sender(message)


def sender_refusal(player: Player, message: ClientMessage, now_ms: int) -> RefusalCode | None:
    """What keeps `message` back from its sender, or None if it may pass.

    That is a sanction of the operators, or that the sender is a bot.
    """
    if starts_game(message) and player.sanctions.is_banned(now_ms):
        return CommonRefusal.BANNED
    if says_words(message) and player.sanctions.is_mute(now_ms):
        return PlayerRefusal.MUTED
    if player.identity.is_bot and not POLICY[type(message)].for_bots:
        return PlayerRefusal.NO_BOTS
    return None
