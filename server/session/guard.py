"""Who may send which message: a table of message type by role, and nothing else.

What is not in the table is refused: a new message type works only after it got its row.
The guard knows only whether a client has introduced itself, has joined the room the
message names, and holds a seat there; whose turn it is and all the rest is `room`'s.
"""

from enum import IntEnum
from typing import Final

from server.aggregate.refusal import RefusalCode
from server.wire import client
from server.wire.client import ClientMessage


class Role(IntEnum):
    """What the sender is to the room its message names, from least to most.

    `GREETED` is also the role for messages that name no room.
    """

    NEW = 0
    GREETED = 1
    SPECTATOR = 2
    SEATED = 3


Answer = RefusalCode | None
"""None lets the message pass."""

Row = tuple[Answer, Answer, Answer, Answer]
"""The answers to a new one, a greeted one, a spectator and a seated one."""

_AGAIN: Final = RefusalCode.ALREADY_GREETED
_NO_HELLO: Final = RefusalCode.NOT_GREETED

_FIRST: Final[Row] = (None, _AGAIN, _AGAIN, _AGAIN)
_GREETED: Final[Row] = (_NO_HELLO, None, None, None)
_JOINED: Final[Row] = (_NO_HELLO, RefusalCode.NOT_JOINED, None, None)
_SEATED: Final[Row] = (_NO_HELLO, RefusalCode.NOT_JOINED, RefusalCode.NOT_SEATED, None)

GUARD: Final[dict[type[ClientMessage], Row]] = {
    client.Hello: _FIRST,
    client.Beat: _GREETED,
    client.Join: _GREETED,
    client.Leave: _JOINED,
    client.Sit: _JOINED,  # also of a seated one: a repeat is answered, not refused
    client.Ready: _GREETED,  # a page may say it before it shows the room
    client.Move: _SEATED,
    client.Resign: _SEATED,
    client.Abort: _SEATED,
    client.Offer: _SEATED,
    client.Accept: _SEATED,
    client.Decline: _SEATED,
    client.GiveTime: _SEATED,
    client.Claim: _SEATED,
    client.Premove: _SEATED,
    client.CancelPremove: _SEATED,
    client.Chat: _JOINED,  # whom one may speak to is `talk`'s
    client.Export: _JOINED,
    client.Log: _JOINED,  # of a game shown late, players only: that is `exports`'s
    client.WatchLobby: _GREETED,
    client.LeaveLobby: _GREETED,
    client.Seek: _GREETED,
    client.Unseek: _GREETED,
    client.Take: _GREETED,
    client.Match: _GREETED,
    client.Unmatch: _GREETED,
    client.Invite: _GREETED,
    client.Befriend: _GREETED,
    client.Ignore: _GREETED,
    client.People: _GREETED,
    client.Write: _GREETED,
    client.Conversations: _GREETED,
    client.Letters: _GREETED,
    client.ReadLetters: _GREETED,
    client.DropLetters: _GREETED,
    client.Report: _GREETED,
    client.Office: _GREETED,  # whether one is an operator is `office_desk`'s
    client.Act: _GREETED,
    client.CloseReport: _GREETED,
    client.News: _GREETED,
    client.PostNews: _GREETED,
    client.WithdrawNews: _GREETED,
    client.SignUp: _GREETED,
    client.SignIn: _GREETED,
    client.SignOut: _GREETED,
    client.Devices: _GREETED,
    client.ChangePassword: _GREETED,
    client.Rename: _GREETED,
    client.CheckName: _GREETED,
    client.SetAbout: _GREETED,
    client.SetSettings: _GREETED,
    client.Profile: _GREETED,
    client.FindPlayers: _GREETED,
    client.MyData: _GREETED,
    client.DeleteAccount: _GREETED,
    client.AnswerChallenge: _GREETED,
    client.ChallengeUp: _GREETED,
    client.ExportGames: _GREETED,
    client.Games: _GREETED,
    client.JoinLadder: _GREETED,
    client.LadderPage: _GREETED,
    client.Leaderboard: _GREETED,
    client.LeaveLadder: _GREETED,
    client.LeaveTv: _GREETED,
    client.LiveGames: _GREETED,
    client.MyGames: _GREETED,
    client.RatingHistory: _GREETED,
    client.Ratings: _GREETED,
    client.WatchTv: _GREETED,
    client.WithdrawChallenge: _GREETED,
    client.ChallengePlayer: _GREETED,
    client.AcceptChallenge: _GREETED,
    client.DeclineChallenge: _GREETED,
    client.Withdraw: _GREETED,
}
_NOT_IN_THE_TABLE: Final[Row] = (RefusalCode.NOT_ALLOWED,) * 4


def check(message: ClientMessage, role: Role) -> RefusalCode | None:
    """Why `role` may not send `message`, or None if it may."""
    return GUARD.get(type(message), _NOT_IN_THE_TABLE)[role]
