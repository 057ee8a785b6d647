"""What a message adds to the store, in portions: what it says itself, and what follows from it.

It is counted before anything is stored, so it is what the message leads to at most as a rule: the
event in the log, its part of snapshots, rows of lists, and the logs of other players that hear of
it; all of it as the store holds it in memory. A type that is not named here costs the usual amount:
only what is known to leave nothing behind is free.
"""

from collections.abc import Mapping
from typing import Final

from xiangqi_server.api.policy import POLICY, Role
from xiangqi_server.limits import portions
from xiangqi_server.players.devices import Scope
from xiangqi_server.wire import client
from xiangqi_server.wire.client import ClientMessage

USUAL: Final = 8
GUEST: Final = 40
"""What a guest costs who is stored for the first time."""
ACCOUNT: Final = 40
ROOM: Final = 12
"""Half of a whole game without its moves: its room, its row, and what its players keep of it."""
EVENT: Final = 2
"""An event of a room: what players do there. Its message is one portion more."""
KEPT_SMALL: Final = 1
"""What replaces what was there before: the logs of players and of the lobby are trimmed."""

_LOOKS: Final = (
    client.Legal,
    client.Conversations,
    client.Conversation,
    client.Moderation,
    client.Devices,
    client.MyData,
)
"""These only look, though not everybody may look; so does all that a token may that only reads."""
_COSTS: Final[Mapping[type[ClientMessage], int]] = {
    **dict.fromkeys((client.Chat, client.Report, client.CloseReport), EVENT),
    **dict.fromkeys(
        (
            client.Sit,
            client.Seek,
            client.AcceptSeek,
            client.Queue,
            client.Invite,
            client.Challenge,
            client.AcceptChallenge,
            client.OfferTournamentGame,
            client.LadderChallenge,
        ),
        ROOM,
    ),
    **dict.fromkeys(
        (
            client.Ready,
            client.Unseek,
            client.Unqueue,
            client.Friend,
            client.Unfriend,
            client.Ignore,
            client.Unignore,
            client.MarkRead,
            client.DeleteConversation,
            client.SignIn,
            client.SignOut,
            client.SetProfile,
            client.SetSettings,
        ),
        KEPT_SMALL,
    ),
    client.SignUp: ACCOUNT,
    client.AnnounceTournament: ACCOUNT,
}


def portions_of(message: ClientMessage, size_bytes: int) -> int:
    """How many portions a message of this size adds to the store."""
    type_ = type(message)
    if POLICY[type_].scope is Scope.READ or type_ in _LOOKS:
        return 0
    own = portions(size_bytes)
    copies = 2 if type_ is client.SendMessage else 1  # both sides keep what is written
    usual = EVENT if POLICY[type_].role is Role.SEATED else USUAL
    return _COSTS.get(type_, usual) + own * copies
