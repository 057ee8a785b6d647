"""Parts of messages about direct messages."""

from msgspec import Struct

from xiangqi_server.wire.limits import Moment
from xiangqi_server.wire.parts.players import PlayerRef


class MessageInfo(Struct, frozen=True):
    """One message of a conversation.

    Fields:
        number: its place in the conversation, from 1.
        mine: you have written it yourself.
        at_ms: when it came, or was written.
        text: on one line.
    """

    number: int
    mine: bool
    at_ms: Moment
    text: str


class ConversationInfo(PlayerRef, frozen=True):
    """A conversation with a player, and its last message.

    Fields:
        guest: the player has no account.
        bot: a program plays for this account.
        unread: how many of its messages are unread.
        last: the latest message.
    """

    unread: int = 0
    last: MessageInfo | None = None
