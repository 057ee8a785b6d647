"""What each message of a client is to us, one row a type: who may send it, and what it does.

This is the one table that says it, and it has no defaults: a message type without a row does
not pass the tests, and nobody can send it. The gateway holds every message against its row.

* The **role** is the least one that may send it; `NEW` stands for the greeting, which nobody sends
  twice. Whose turn it is, and all the rest, is the room's.
* The **cost** says which bucket it is counted against besides the one of all messages.
* What **starts a game** is kept from who is banned: it leads, at once or by another player's
  answer, to a game that has not begun. Running games may be finished.
* What **says words** is kept from who is mute, and from who is banned: other players read what
  the sender has written.
* What **stores its sender** leaves something of them behind: a guest, who is not stored by coming,
  is stored before it is handled.
* What **holds the next** changes what a connection sees: nothing it sends after it is handled
  before it sees that.
"""

from collections.abc import Mapping
from enum import IntEnum
from typing import Final, NamedTuple

from server.aggregate.refusal import RefusalCode
from server.api.rate_limits import Charge
from server.players.sanctions import Sanctions
from server.wire import client
from server.wire.client import ClientMessage


class Role(IntEnum):
    """What the sender is to the room its message names, from least to most.

    `WELCOMED` is also the role for messages that name no room.
    """

    NEW = 0
    WELCOMED = 1
    SPECTATOR = 2
    SEATED = 3


class When(NamedTuple):
    """Of messages that do it only with this value in this field."""

    field: str
    value: object


class Policy(NamedTuple):
    """The row of a message type; see the module."""

    role: Role
    cost: Charge
    starts_game: bool | When
    says_words: bool
    stores_sender: bool
    holds_next: bool


YES: Final = True
NO: Final = False
_REMATCH: Final = When("what", "rematch")
_ACCEPTS: Final = When("accept", value=True)

POLICY: Final[Mapping[type[ClientMessage], Policy]] = {
    # type: role, cost, starts_game, says_words, stores_sender, holds_next
    client.Hello: Policy(Role.NEW, Charge.MESSAGE, NO, NO, NO, YES),
    client.Pong: Policy(Role.WELCOMED, Charge.MESSAGE, NO, NO, NO, NO),
    client.Join: Policy(Role.WELCOMED, Charge.JOIN, NO, NO, NO, YES),
    client.Leave: Policy(Role.SPECTATOR, Charge.MESSAGE, NO, NO, NO, NO),
    client.Sit: Policy(Role.SPECTATOR, Charge.MESSAGE, YES, NO, YES, NO),
    client.Ready: Policy(Role.WELCOMED, Charge.MESSAGE, NO, NO, NO, NO),
    client.Move: Policy(Role.SEATED, Charge.MESSAGE, NO, NO, NO, NO),
    client.Resign: Policy(Role.SEATED, Charge.MESSAGE, NO, NO, NO, NO),
    client.Abort: Policy(Role.SEATED, Charge.MESSAGE, NO, NO, NO, NO),
    client.Offer: Policy(Role.SEATED, Charge.MESSAGE, _REMATCH, NO, NO, NO),
    client.Accept: Policy(Role.SEATED, Charge.MESSAGE, _REMATCH, NO, NO, NO),
    client.Decline: Policy(Role.SEATED, Charge.MESSAGE, NO, NO, NO, NO),
    client.GiveTime: Policy(Role.SEATED, Charge.MESSAGE, NO, NO, NO, NO),
    client.Claim: Policy(Role.SEATED, Charge.MESSAGE, NO, NO, NO, NO),
    client.Premove: Policy(Role.SEATED, Charge.MESSAGE, NO, NO, NO, NO),
    client.CancelPremove: Policy(Role.SEATED, Charge.MESSAGE, NO, NO, NO, NO),
    client.Chat: Policy(Role.SPECTATOR, Charge.MESSAGE, NO, YES, NO, NO),
    client.Legal: Policy(Role.SEATED, Charge.JOIN, NO, NO, NO, NO),
    client.Export: Policy(Role.SPECTATOR, Charge.START, NO, NO, NO, NO),
    client.Log: Policy(Role.SPECTATOR, Charge.START, NO, NO, NO, NO),
    client.WatchLobby: Policy(Role.WELCOMED, Charge.MESSAGE, NO, NO, NO, YES),
    client.LeaveLobby: Policy(Role.WELCOMED, Charge.MESSAGE, NO, NO, NO, NO),
    client.Seek: Policy(Role.WELCOMED, Charge.START, YES, NO, YES, NO),
    client.Unseek: Policy(Role.WELCOMED, Charge.MESSAGE, NO, NO, YES, NO),
    client.AcceptSeek: Policy(Role.WELCOMED, Charge.START, YES, NO, YES, NO),
    client.Queue: Policy(Role.WELCOMED, Charge.START, YES, NO, YES, NO),
    client.Unqueue: Policy(Role.WELCOMED, Charge.MESSAGE, NO, NO, YES, NO),
    client.Invite: Policy(Role.WELCOMED, Charge.START, YES, NO, YES, NO),
    client.Friend: Policy(Role.WELCOMED, Charge.MESSAGE, NO, NO, YES, NO),
    client.Unfriend: Policy(Role.WELCOMED, Charge.MESSAGE, NO, NO, YES, NO),
    client.Ignore: Policy(Role.WELCOMED, Charge.MESSAGE, NO, NO, YES, NO),
    client.Unignore: Policy(Role.WELCOMED, Charge.MESSAGE, NO, NO, YES, NO),
    client.PlayerList: Policy(Role.WELCOMED, Charge.JOIN, NO, NO, NO, NO),
    client.SendMessage: Policy(Role.WELCOMED, Charge.START, NO, YES, NO, NO),
    client.Conversations: Policy(Role.WELCOMED, Charge.JOIN, NO, NO, NO, NO),
    client.Conversation: Policy(Role.WELCOMED, Charge.JOIN, NO, NO, NO, NO),
    client.MarkRead: Policy(Role.WELCOMED, Charge.MESSAGE, NO, NO, NO, NO),
    client.DeleteConversation: Policy(Role.WELCOMED, Charge.MESSAGE, NO, NO, NO, NO),
    client.Report: Policy(Role.WELCOMED, Charge.START, NO, NO, YES, NO),
    client.Moderation: Policy(Role.WELCOMED, Charge.JOIN, NO, NO, NO, NO),
    client.Moderate: Policy(Role.WELCOMED, Charge.MESSAGE, NO, YES, NO, NO),
    client.CloseReport: Policy(Role.WELCOMED, Charge.MESSAGE, NO, NO, NO, NO),
    client.News: Policy(Role.WELCOMED, Charge.JOIN, NO, NO, NO, NO),
    client.PostNews: Policy(Role.WELCOMED, Charge.MESSAGE, NO, YES, NO, NO),
    client.WithdrawNews: Policy(Role.WELCOMED, Charge.MESSAGE, NO, NO, NO, NO),
    client.SignUp: Policy(Role.WELCOMED, Charge.START, NO, YES, YES, NO),
    client.SignIn: Policy(Role.WELCOMED, Charge.START, NO, NO, NO, NO),
    client.SignOut: Policy(Role.WELCOMED, Charge.JOIN, NO, NO, NO, NO),
    client.Devices: Policy(Role.WELCOMED, Charge.MESSAGE, NO, NO, NO, NO),
    client.ChangePassword: Policy(Role.WELCOMED, Charge.START, NO, NO, NO, NO),
    client.CreateRecoveryCode: Policy(Role.WELCOMED, Charge.START, NO, NO, NO, NO),
    client.Recover: Policy(Role.WELCOMED, Charge.START, NO, NO, NO, NO),
    client.Rename: Policy(Role.WELCOMED, Charge.START, NO, YES, NO, NO),
    client.CheckName: Policy(Role.WELCOMED, Charge.JOIN, NO, NO, NO, NO),
    client.SetProfile: Policy(Role.WELCOMED, Charge.JOIN, NO, YES, NO, NO),
    client.SetSettings: Policy(Role.WELCOMED, Charge.JOIN, NO, NO, YES, NO),
    client.Profile: Policy(Role.WELCOMED, Charge.JOIN, NO, NO, NO, NO),
    client.FindPlayers: Policy(Role.WELCOMED, Charge.JOIN, NO, NO, NO, NO),
    client.MyData: Policy(Role.WELCOMED, Charge.JOIN, NO, NO, NO, NO),
    client.DeleteAccount: Policy(Role.WELCOMED, Charge.START, NO, NO, NO, NO),
    client.LadderAnswer: Policy(Role.WELCOMED, Charge.MESSAGE, _ACCEPTS, NO, NO, NO),
    client.LadderChallenge: Policy(Role.WELCOMED, Charge.START, YES, NO, NO, NO),
    client.ExportGames: Policy(Role.WELCOMED, Charge.START, NO, NO, NO, NO),
    client.Games: Policy(Role.WELCOMED, Charge.JOIN, NO, NO, NO, NO),
    client.JoinLadder: Policy(Role.WELCOMED, Charge.MESSAGE, YES, NO, NO, NO),
    client.LadderPage: Policy(Role.WELCOMED, Charge.JOIN, NO, NO, NO, NO),
    client.Leaderboard: Policy(Role.WELCOMED, Charge.JOIN, NO, NO, NO, NO),
    client.LeaveLadder: Policy(Role.WELCOMED, Charge.MESSAGE, NO, NO, NO, NO),
    client.LeaveTv: Policy(Role.WELCOMED, Charge.MESSAGE, NO, NO, NO, NO),
    client.LiveGames: Policy(Role.WELCOMED, Charge.JOIN, NO, NO, NO, NO),
    client.MyGames: Policy(Role.WELCOMED, Charge.START, NO, NO, NO, NO),
    client.RatingHistory: Policy(Role.WELCOMED, Charge.JOIN, NO, NO, NO, NO),
    client.Ratings: Policy(Role.WELCOMED, Charge.JOIN, NO, NO, NO, NO),
    client.WatchTv: Policy(Role.WELCOMED, Charge.MESSAGE, NO, NO, NO, NO),
    client.LadderWithdraw: Policy(Role.WELCOMED, Charge.MESSAGE, NO, NO, NO, NO),
    client.Challenge: Policy(Role.WELCOMED, Charge.START, YES, NO, YES, NO),
    client.AcceptChallenge: Policy(Role.WELCOMED, Charge.MESSAGE, YES, NO, YES, NO),
    client.DeclineChallenge: Policy(Role.WELCOMED, Charge.MESSAGE, NO, NO, NO, NO),
    client.WithdrawChallenge: Policy(Role.WELCOMED, Charge.MESSAGE, NO, NO, NO, NO),
}
_TOO_LITTLE: Final = {
    Role.NEW: RefusalCode.HELLO_REQUIRED,
    Role.WELCOMED: RefusalCode.NOT_JOINED,
    Role.SPECTATOR: RefusalCode.NOT_SEATED,
}
"""What a sender of each role is told whose role is not enough."""


def role_refusal(message: ClientMessage, role: Role) -> RefusalCode | None:
    """Why `role` may not send `message`, or None if it may."""
    least = POLICY[type(message)].role
    if least is Role.NEW:
        return None if role is Role.NEW else RefusalCode.HELLO_REPEATED
    return None if role >= least else _TOO_LITTLE[role]


def cost_of(message: ClientMessage) -> Charge:
    """What `message` costs besides being one."""
    return POLICY[type(message)].cost


def starts_game(message: ClientMessage) -> bool:
    """Whether `message` leads to a game that has not begun."""
    row = POLICY[type(message)].starts_game
    return row if isinstance(row, bool) else getattr(message, row.field) == row.value


def says_words(message: ClientMessage) -> bool:
    """Whether other players read words of the sender's by `message`."""
    return POLICY[type(message)].says_words


def is_sanctionable(message: ClientMessage) -> bool:
    """Whether there are sanctions that keep `message` back."""
    return starts_game(message) or says_words(message)


def sanction_refusal(
    sanctions: Sanctions, message: ClientMessage, now_ms: int
) -> RefusalCode | None:
    """What a sanction of the operators keeps `message` back by, or None if it may pass."""
    if starts_game(message) and sanctions.is_banned(now_ms):
        return RefusalCode.BANNED
    if says_words(message) and sanctions.is_mute(now_ms):
        return RefusalCode.MUTED
    return None
