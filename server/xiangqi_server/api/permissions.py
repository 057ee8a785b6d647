"""What may be sent, and what that means: the questions that are asked of `policy` of a message."""

from typing import Final

from xiangqi_server.aggregates.players.devices import Scope
from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.api.policy import POLICY
from xiangqi_server.api.policy_row import NO, Role
from xiangqi_server.api.rate_limits import Charge
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


def role_refusal(message: ClientMessage, role: Role) -> RefusalCode | None:
    """Why `role` may not send `message`, or None if it may."""
    least = POLICY[type(message)].role
    if least is Role.NEW:
        return None if role is Role.NEW else MessageRefusal.HELLO_REPEATED
    return None if role >= least else _TOO_LITTLE[role]


def scope_refusal(message: ClientMessage, scope: Scope) -> RefusalCode | None:
    """Why a client with a token of this scope may not send `message`; None if it may."""
    return None if scope >= POLICY[type(message)].scope else MessageRefusal.TOKEN_SCOPE


def cost_of(message: ClientMessage) -> Charge:
    """What `message` costs besides being one."""
    return POLICY[type(message)].cost


def portions_of(message: ClientMessage, size_bytes: int) -> int:
    """How many portions a message of this size adds to the store."""
    return POLICY[type(message)].adds.of(size_bytes)


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
