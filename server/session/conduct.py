"""What a measure of the operators keeps a player from: two lists of message types.

Who is banned may finish the games it has; who is mute may play.
"""

from typing import Final

from server.aggregate.refusal import RefusalCode
from server.players.restraint import Restraint
from server.wire import client
from server.wire.client import ClientMessage

SAYING: Final = frozenset({client.Chat, client.Write})
"""These reach other people in words."""
STARTING: Final = frozenset({client.Seek, client.Take, client.Match, client.Invite, client.Sit})
"""These lead to a new game."""


def check(restraint: Restraint, message: ClientMessage, now_ms: int) -> RefusalCode | None:
    """Why a player under `restraint` may not send `message` now, or None if it may."""
    if type(message) in SAYING and restraint.is_mute(now_ms):
        return RefusalCode.MUTED
    if type(message) in STARTING and restraint.is_banned(now_ms):
        return RefusalCode.BANNED
    return None
