"""What each client message needs and does, one row per type.

This is the one table that says it, and it has no defaults: a message type without a row does
not pass the tests, and nobody can send it. The gateway holds every message against its row.

* The **role** is the least one that may send it; `NEW` stands for the greeting, which nobody sends
  twice. Whose turn it is, and all the rest, is the room's.
* The **scope** is the least one of a token that may send it: a program that came in by a token
  created for it may look, or play as well, and never sees to the account or reads its messages.
* The **cost** says which bucket it is counted against besides the one of all messages.
* What **starts a game** is kept from who is banned: it leads, at once or by another player's
  answer, to a game that has not begun. Running games may be finished.
* What **says words** is kept from who is mute, and from who is banned: other players read what
  the sender has written.
* What **stores its sender** leaves something of them behind: a guest, who is not stored by coming,
  is stored before it is handled.
* What **holds the next** changes what a connection sees: nothing it sends after it is handled
  before it sees that.
* What is **for bots** may be sent by an account that is a bot: nobody is paired with one without
  having chosen to play it. All that is not for them starts a game, so it is held against the store.
"""

from collections.abc import Mapping
from enum import IntEnum
from typing import Final, NamedTuple

from xiangqi_server.aggregate.refusal import CommonRefusal, RefusalCode
from xiangqi_server.api.rate_limits import Charge
from xiangqi_server.players.devices import Scope
from xiangqi_server.players.refusals import PlayerRefusal
from xiangqi_server.players.state import Player
from xiangqi_server.room.refusals import RoomRefusal
from xiangqi_server.wire import client
from xiangqi_server.wire.client import ClientMessage
from xiangqi_server.wire.refusals import MessageRefusal


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
    scope: Scope
    cost: Charge
    starts_game: bool | When
    says_words: bool
    stores_sender: bool
    holds_next: bool
    for_bots: bool


YES: Final = True
NO: Final = False
READ: Final = Scope.READ
PLAY: Final = Scope.PLAY
OWN: Final = Scope.OWN
_REMATCH: Final = When("what", "rematch")
_ACCEPTS: Final = When("accept", value=True)

POLICY: Final[Mapping[type[ClientMessage], Policy]] = {
    # type: role, scope, cost, starts_game, says_words, stores_sender, holds_next, for_bots
    client.Hello: Policy(Role.NEW, READ, Charge.MESSAGE, NO, NO, NO, YES, YES),
    client.Pong: Policy(Role.WELCOMED, READ, Charge.MESSAGE, NO, NO, NO, NO, YES),
    client.Join: Policy(Role.WELCOMED, READ, Charge.JOIN, NO, NO, NO, YES, YES),
    client.Leave: Policy(Role.SPECTATOR, READ, Charge.MESSAGE, NO, NO, NO, NO, YES),
    client.Sit: Policy(Role.SPECTATOR, PLAY, Charge.MESSAGE, YES, NO, YES, NO, YES),
    client.Ready: Policy(Role.WELCOMED, PLAY, Charge.MESSAGE, NO, NO, NO, NO, YES),
    client.Move: Policy(Role.SEATED, PLAY, Charge.MESSAGE, NO, NO, NO, NO, YES),
    client.Resign: Policy(Role.SEATED, PLAY, Charge.MESSAGE, NO, NO, NO, NO, YES),
    client.Abort: Policy(Role.SEATED, PLAY, Charge.MESSAGE, NO, NO, NO, NO, YES),
    client.Offer: Policy(Role.SEATED, PLAY, Charge.MESSAGE, _REMATCH, NO, NO, NO, YES),
    client.Accept: Policy(Role.SEATED, PLAY, Charge.MESSAGE, _REMATCH, NO, NO, NO, YES),
    client.Decline: Policy(Role.SEATED, PLAY, Charge.MESSAGE, NO, NO, NO, NO, YES),
    client.GiveTime: Policy(Role.SEATED, PLAY, Charge.MESSAGE, NO, NO, NO, NO, YES),
    client.Berserk: Policy(Role.SEATED, PLAY, Charge.MESSAGE, NO, NO, NO, NO, YES),
    client.Claim: Policy(Role.SEATED, PLAY, Charge.MESSAGE, NO, NO, NO, NO, YES),
    client.Premove: Policy(Role.SEATED, PLAY, Charge.MESSAGE, NO, NO, NO, NO, YES),
    client.CancelPremove: Policy(Role.SEATED, PLAY, Charge.MESSAGE, NO, NO, NO, NO, YES),
    client.Chat: Policy(Role.SPECTATOR, PLAY, Charge.MESSAGE, NO, YES, NO, NO, YES),
    client.Legal: Policy(Role.SEATED, PLAY, Charge.JOIN, NO, NO, NO, NO, YES),
    client.Export: Policy(Role.SPECTATOR, READ, Charge.START, NO, NO, NO, NO, YES),
    client.Log: Policy(Role.SPECTATOR, READ, Charge.START, NO, NO, NO, NO, YES),
    client.WatchLobby: Policy(Role.WELCOMED, READ, Charge.JOIN, NO, NO, NO, YES, YES),
    client.LeaveLobby: Policy(Role.WELCOMED, READ, Charge.MESSAGE, NO, NO, NO, NO, YES),
    client.Seek: Policy(Role.WELCOMED, PLAY, Charge.START, YES, NO, YES, NO, NO),
    client.Unseek: Policy(Role.WELCOMED, PLAY, Charge.MESSAGE, NO, NO, YES, NO, YES),
    client.AcceptSeek: Policy(Role.WELCOMED, PLAY, Charge.START, YES, NO, YES, NO, NO),
    client.Queue: Policy(Role.WELCOMED, PLAY, Charge.START, YES, NO, YES, NO, NO),
    client.Unqueue: Policy(Role.WELCOMED, PLAY, Charge.MESSAGE, NO, NO, YES, NO, YES),
    client.Invite: Policy(Role.WELCOMED, PLAY, Charge.START, YES, NO, YES, NO, YES),
    client.Friend: Policy(Role.WELCOMED, PLAY, Charge.MESSAGE, NO, NO, YES, NO, YES),
    client.Unfriend: Policy(Role.WELCOMED, PLAY, Charge.MESSAGE, NO, NO, YES, NO, YES),
    client.Ignore: Policy(Role.WELCOMED, PLAY, Charge.MESSAGE, NO, NO, YES, NO, YES),
    client.Unignore: Policy(Role.WELCOMED, PLAY, Charge.MESSAGE, NO, NO, YES, NO, YES),
    client.PlayerList: Policy(Role.WELCOMED, READ, Charge.JOIN, NO, NO, NO, NO, YES),
    client.SendMessage: Policy(Role.WELCOMED, OWN, Charge.START, NO, YES, NO, NO, YES),
    client.Conversations: Policy(Role.WELCOMED, OWN, Charge.JOIN, NO, NO, NO, NO, YES),
    client.Conversation: Policy(Role.WELCOMED, OWN, Charge.JOIN, NO, NO, NO, NO, YES),
    client.MarkRead: Policy(Role.WELCOMED, OWN, Charge.MESSAGE, NO, NO, NO, NO, YES),
    client.DeleteConversation: Policy(Role.WELCOMED, OWN, Charge.MESSAGE, NO, NO, NO, NO, YES),
    client.Report: Policy(Role.WELCOMED, PLAY, Charge.START, NO, NO, YES, NO, YES),
    client.Moderation: Policy(Role.WELCOMED, OWN, Charge.JOIN, NO, NO, NO, NO, YES),
    client.Moderate: Policy(Role.WELCOMED, OWN, Charge.MESSAGE, NO, YES, NO, NO, YES),
    client.CloseReport: Policy(Role.WELCOMED, OWN, Charge.MESSAGE, NO, NO, NO, NO, YES),
    client.News: Policy(Role.WELCOMED, READ, Charge.JOIN, NO, NO, NO, NO, YES),
    client.PostNews: Policy(Role.WELCOMED, OWN, Charge.MESSAGE, NO, YES, NO, NO, YES),
    client.WithdrawNews: Policy(Role.WELCOMED, OWN, Charge.MESSAGE, NO, NO, NO, NO, YES),
    client.SignUp: Policy(Role.WELCOMED, OWN, Charge.START, NO, YES, YES, NO, YES),
    client.SignIn: Policy(Role.WELCOMED, OWN, Charge.START, NO, NO, NO, NO, YES),
    client.SignOut: Policy(Role.WELCOMED, OWN, Charge.JOIN, NO, NO, NO, NO, YES),
    client.Devices: Policy(Role.WELCOMED, OWN, Charge.MESSAGE, NO, NO, NO, NO, YES),
    client.ChangePassword: Policy(Role.WELCOMED, OWN, Charge.START, NO, NO, NO, NO, YES),
    client.BecomeBot: Policy(Role.WELCOMED, OWN, Charge.START, NO, NO, NO, NO, YES),
    client.CreateToken: Policy(Role.WELCOMED, OWN, Charge.START, NO, NO, NO, NO, YES),
    client.CreateRecoveryCode: Policy(Role.WELCOMED, OWN, Charge.START, NO, NO, NO, NO, YES),
    client.Recover: Policy(Role.WELCOMED, OWN, Charge.START, NO, NO, NO, NO, YES),
    client.Rename: Policy(Role.WELCOMED, OWN, Charge.START, NO, YES, NO, NO, YES),
    client.CheckName: Policy(Role.WELCOMED, READ, Charge.JOIN, NO, NO, NO, NO, YES),
    client.SetProfile: Policy(Role.WELCOMED, OWN, Charge.JOIN, NO, YES, NO, NO, YES),
    client.SetSettings: Policy(Role.WELCOMED, OWN, Charge.JOIN, NO, NO, YES, NO, YES),
    client.Profile: Policy(Role.WELCOMED, READ, Charge.JOIN, NO, NO, NO, NO, YES),
    client.FindPlayers: Policy(Role.WELCOMED, READ, Charge.JOIN, NO, NO, NO, NO, YES),
    client.MyData: Policy(Role.WELCOMED, OWN, Charge.JOIN, NO, NO, NO, NO, YES),
    client.DeleteAccount: Policy(Role.WELCOMED, OWN, Charge.START, NO, NO, NO, NO, YES),
    client.Lesson: Policy(Role.WELCOMED, READ, Charge.JOIN, NO, NO, NO, NO, YES),
    client.LadderAnswer: Policy(Role.WELCOMED, PLAY, Charge.MESSAGE, _ACCEPTS, NO, NO, NO, YES),
    client.LadderChallenge: Policy(Role.WELCOMED, PLAY, Charge.START, YES, NO, NO, NO, NO),
    client.ExportGames: Policy(Role.WELCOMED, READ, Charge.START, NO, NO, NO, NO, YES),
    client.Games: Policy(Role.WELCOMED, READ, Charge.JOIN, NO, NO, NO, NO, YES),
    client.JoinLadder: Policy(Role.WELCOMED, PLAY, Charge.START, YES, NO, NO, NO, NO),
    client.LadderPage: Policy(Role.WELCOMED, READ, Charge.JOIN, NO, NO, NO, NO, YES),
    client.Leaderboard: Policy(Role.WELCOMED, READ, Charge.JOIN, NO, NO, NO, NO, YES),
    client.LeaveLadder: Policy(Role.WELCOMED, PLAY, Charge.MESSAGE, NO, NO, NO, NO, YES),
    client.LeaveTv: Policy(Role.WELCOMED, READ, Charge.MESSAGE, NO, NO, NO, NO, YES),
    client.LiveGames: Policy(Role.WELCOMED, READ, Charge.JOIN, NO, NO, NO, NO, YES),
    client.MyGames: Policy(Role.WELCOMED, READ, Charge.START, NO, NO, NO, NO, YES),
    client.RatingHistory: Policy(Role.WELCOMED, READ, Charge.JOIN, NO, NO, NO, NO, YES),
    client.Ratings: Policy(Role.WELCOMED, READ, Charge.JOIN, NO, NO, NO, NO, YES),
    client.WatchTv: Policy(Role.WELCOMED, READ, Charge.JOIN, NO, NO, NO, YES, YES),
    client.LadderWithdraw: Policy(Role.WELCOMED, PLAY, Charge.MESSAGE, NO, NO, NO, NO, YES),
    client.Challenge: Policy(Role.WELCOMED, PLAY, Charge.START, YES, NO, YES, NO, YES),
    client.AcceptChallenge: Policy(Role.WELCOMED, PLAY, Charge.MESSAGE, YES, NO, YES, NO, YES),
    client.DeclineChallenge: Policy(Role.WELCOMED, PLAY, Charge.MESSAGE, NO, NO, NO, NO, YES),
    client.WithdrawChallenge: Policy(Role.WELCOMED, PLAY, Charge.MESSAGE, NO, NO, NO, NO, YES),
    client.AnnounceTournament: Policy(Role.WELCOMED, PLAY, Charge.START, NO, YES, NO, NO, YES),
    client.AmendTournament: Policy(Role.WELCOMED, PLAY, Charge.START, NO, YES, NO, NO, YES),
    client.ManageTournament: Policy(Role.WELCOMED, PLAY, Charge.START, NO, NO, NO, NO, YES),
    client.TournamentNotes: Policy(Role.WELCOMED, READ, Charge.JOIN, NO, NO, NO, NO, YES),
    client.CallOffTournament: Policy(Role.WELCOMED, PLAY, Charge.START, NO, NO, NO, NO, YES),
    client.Tournaments: Policy(Role.WELCOMED, READ, Charge.JOIN, NO, NO, NO, NO, YES),
    client.WatchTournament: Policy(Role.WELCOMED, READ, Charge.JOIN, NO, NO, NO, YES, YES),
    client.UnwatchTournament: Policy(Role.WELCOMED, READ, Charge.MESSAGE, NO, NO, NO, NO, YES),
    client.EnterTournament: Policy(Role.WELCOMED, PLAY, Charge.START, YES, NO, NO, NO, YES),
    client.LeaveTournament: Policy(Role.WELCOMED, PLAY, Charge.MESSAGE, NO, NO, NO, NO, YES),
    client.PauseTournament: Policy(Role.WELCOMED, PLAY, Charge.MESSAGE, NO, NO, NO, NO, YES),
    client.ReturnToTournament: Policy(Role.WELCOMED, PLAY, Charge.START, YES, NO, NO, NO, YES),
    client.OfferTournamentGame: Policy(Role.WELCOMED, PLAY, Charge.START, YES, NO, NO, NO, YES),
    client.TournamentStandings: Policy(Role.WELCOMED, READ, Charge.JOIN, NO, NO, NO, NO, YES),
    client.TournamentRound: Policy(Role.WELCOMED, READ, Charge.JOIN, NO, NO, NO, NO, YES),
    client.TournamentTable: Policy(Role.WELCOMED, READ, Charge.START, NO, NO, NO, NO, YES),
    client.TournamentBracket: Policy(Role.WELCOMED, READ, Charge.START, NO, NO, NO, NO, YES),
    client.TournamentTeams: Policy(Role.WELCOMED, READ, Charge.START, NO, NO, NO, NO, YES),
    client.PlayerTournaments: Policy(Role.WELCOMED, READ, Charge.JOIN, NO, NO, NO, NO, YES),
    client.TournamentPlayer: Policy(Role.WELCOMED, READ, Charge.JOIN, NO, NO, NO, NO, YES),
}
ASKS_OF_SENDER: Final = frozenset(
    type_
    for type_, row in POLICY.items()
    if row.says_words or row.starts_game is not NO or row.stores_sender
)
"""The types for which it may matter what is stored of the sender."""
_ASKS_FOR_GAME: Final = (
    client.Offer,
    client.Seek,
    client.AcceptSeek,
    client.Queue,
    client.LadderChallenge,
    client.OfferTournamentGame,
)
"""Those of which a game is made later. Of the others that start one, the game was counted when it
was asked for, is a room that is counted as it is opened, or belongs to a tournament."""
_TOO_LITTLE: Final = {
    Role.NEW: MessageRefusal.HELLO_REQUIRED,
    Role.WELCOMED: MessageRefusal.NOT_JOINED,
    Role.SPECTATOR: RoomRefusal.NOT_SEATED,
}
"""What a sender is told whose role is not enough, by the role it has."""


def role_refusal(message: ClientMessage, role: Role) -> RefusalCode | None:
    """Why `role` may not send `message`, or None if it may."""
    least = POLICY[type(message)].role
    if least is Role.NEW:
        return None if role is Role.NEW else MessageRefusal.HELLO_REPEATED
    return None if role >= least else _TOO_LITTLE[role]


def scope_refusal(message: ClientMessage, scope: Scope) -> RefusalCode | None:
    """Why who came in by a token of this scope may not send `message`, or None if it may."""
    return None if scope >= POLICY[type(message)].scope else MessageRefusal.TOKEN_SCOPE


def cost_of(message: ClientMessage) -> Charge:
    """What `message` costs besides being one."""
    return POLICY[type(message)].cost


def starts_game(message: ClientMessage) -> bool:
    """Whether `message` leads to a game that has not begun."""
    when = POLICY[type(message)].starts_game
    return when if isinstance(when, bool) else getattr(message, when.field) == when.value


def asks_for_game(message: ClientMessage) -> bool:
    """Whether `message` asks for a game that is counted by whoever asks."""
    return isinstance(message, _ASKS_FOR_GAME) and starts_game(message)


def says_words(message: ClientMessage) -> bool:
    """Whether other players read words of the sender's by `message`."""
    return POLICY[type(message)].says_words


def is_held_against_sender(message: ClientMessage) -> bool:
    """Whether there are players who may not send `message`."""
    row = POLICY[type(message)]
    return row.says_words or (row.starts_game is not NO and starts_game(message))


def asks_of_sender(message: ClientMessage) -> bool:
    """Whether `message` can be handled only once it is known what is stored of its sender."""
    row = POLICY[type(message)]
    return row.scope is OWN or row.stores_sender or is_held_against_sender(message)


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
