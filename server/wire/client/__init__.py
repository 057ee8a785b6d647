"""Every message a client may send. Decoding, limits and `PROTOCOL.md` are made from these types.

`id` is the client's own: the answer (`done` or `refused`) echoes it, and a repeat of an
accepted command is answered, not done again.
"""

from server.wire.client.base import ClientMessage
from server.wire.client.greeting import Beat, Hello
from server.wire.client.lobby import (
    Invite,
    LeaveLobby,
    Match,
    Seek,
    Take,
    Unmatch,
    Unseek,
    WatchLobby,
)
from server.wire.client.rooms import (
    Abort,
    Accept,
    CancelPremove,
    Chat,
    Claim,
    Decline,
    Export,
    GiveTime,
    Join,
    Leave,
    Log,
    Move,
    Offer,
    Premove,
    Resign,
    Sit,
)

AnyClientMessage = (
    Hello
    | Beat
    | Join
    | Leave
    | Sit
    | Move
    | Resign
    | Abort
    | Offer
    | Accept
    | Decline
    | GiveTime
    | Claim
    | Premove
    | CancelPremove
    | Chat
    | Export
    | Log
    | WatchLobby
    | LeaveLobby
    | Seek
    | Unseek
    | Take
    | Match
    | Unmatch
    | Invite
)

__all__ = [
    "Abort",
    "Accept",
    "AnyClientMessage",
    "Beat",
    "CancelPremove",
    "Chat",
    "Claim",
    "ClientMessage",
    "Decline",
    "Export",
    "GiveTime",
    "Hello",
    "Invite",
    "Join",
    "Leave",
    "LeaveLobby",
    "Log",
    "Match",
    "Move",
    "Offer",
    "Premove",
    "Resign",
    "Seek",
    "Sit",
    "Take",
    "Unmatch",
    "Unseek",
    "WatchLobby",
]
