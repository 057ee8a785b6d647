"""What a client may ask of the server: a type for each command.

Made from the types of the server by `python -m tests.tools.generate`: do not edit.
What stands in brackets after `Command` is the type of the answer. The session gives each command
its id. What has a default may be left out.
"""

from typing import Generic, Literal, TypeVar

from msgspec import Struct

from xiangqi_client import messages
from xiangqi_client.parts import (
    AppointArbiterAction,
    AttendAction,
    FeatureAction,
    ForbidPairAction,
    GameTerms,
    GiveByeAction,
    InvitePlayerAction,
    ListedPerson,
    NoticeWishes,
    RemovePlayerAction,
    ReviewedLine,
    RoundAction,
    RuleGameAction,
    SeatAction,
    Settings,
    TournamentPlan,
    WrittenResult,
)

Answer = TypeVar("Answer", bound=messages.Message)
"""What a command is answered by, if it is not refused."""

SidePreference = Literal["red", "black", "any"]

Language = Literal["en", "zh-Hans", "zh-Hant", "vi"]

OfferName = Literal["draw", "takeback", "abort", "rematch"]

ClaimName = Literal["win", "draw"]

DeclineName = Literal[
    "not_now",
    "later",
    "too_fast",
    "too_slow",
    "rated_please",
    "casual_please",
    "other_rules",
]

AudienceName = Literal["players", "spectators"]

PhraseName = Literal[
    "hello",
    "good_luck",
    "thanks",
    "good_game",
    "well_played",
    "sorry",
    "one_moment",
    "bye",
]

NotationName = Literal["wxf", "iccs", "chinese", "uci"]

PlayerListName = Literal["friends", "ignored", "online", "bots"]

ModerationListName = Literal["reports", "actions"]

ReasonName = Literal["abuse", "cheating", "stalling", "name", "spam", "other"]

SanctionName = Literal["warn", "mute", "ban", "lift"]

SpeedName = Literal["bullet", "blitz", "rapid", "classical", "correspondence"]

ResultName = Literal["won", "lost", "drawn", "red", "black"]

LiveOrder = Literal["rating", "watchers", "newest"]

TokenScope = Literal["play", "read"]

LessonName = Literal[
    "general",
    "advisor",
    "elephant",
    "horse",
    "chariot",
    "cannon",
    "soldier",
    "check",
    "repetition",
]


class Command(Struct, Generic[Answer], frozen=True, kw_only=True, omit_defaults=True):
    """Base of all that a client asks."""


class Hello(Command[messages.Welcome], tag="hello", frozen=True, kw_only=True):
    """Introduce yourself: the first message. Answer: `welcome`, or `refused`.

    Fields:
        token: the one an earlier `welcome` gave; without it you become a new guest.
        client: name and version of the program, for the operator's log.
        features: what the program can do that not every program of this version can, by names of
            lower-case letters. `ready`: it asks its player before a game begins, see *Ready-check*.
            `rules`: it finds by itself which moves may be played, and gets no `legal`, see *Turns
            and moves*. Names that the server does not know are ignored.
        language: of the texts in refusals, warnings and rulings.
    """

    token: str | None = None
    client: str = ""
    features: list[str] = []
    language: Language = "en"


class Join(Command[messages.Done], tag="join", frozen=True, kw_only=True):
    """See a room from now on, as its player or as a spectator.

    Answer: `room` or the events missed, then `done`; to the seat to move then `legal`.

    Fields:
        room: the room's id.
        since: the version you hold; the answer then is the missing events if they are at hand, else
            a whole `room`.
    """

    room: str
    since: int | None = None


class Leave(Command[messages.Done], tag="leave", frozen=True, kw_only=True):
    """See a room no longer. You keep your seat. Answer: `done`.

    Fields:
        room: the room's id.
    """

    room: str


class Sit(Command[messages.Done], tag="sit", frozen=True, kw_only=True):
    """Take the free seat of a room you were invited to. Answer: `done`; the room gets `seated`.

    Fields:
        room: the room's id.
        seat_key: from the link of the invitation. To know a room's id never gives a seat: without
            the key it is refused with `no_seat_key`, but in rooms from before there were keys.
    """

    room: str
    seat_key: str | None = None


class Ready(Command[messages.Done], tag="ready", frozen=True, kw_only=True):
    """Say that you are there, and the game may begin; see *Ready-check*.

    Answer: `done`, also where the server asks nobody; the room gets `readied`.

    Fields:
        room: the room's id.
    """

    room: str


class Move(Command[messages.Done], tag="move", frozen=True, kw_only=True):
    """Play a move. Answer: `done`; the room gets `moved`. Or `refused`.

    Fields:
        room: the room's id.
        ply: number of the ply being played, from 0; a stale one is refused, so a double click plays
            once.
        text: squares ("h2e2"), ICCS ("H2-E2"), WXF ("C2=5") or Chinese ("炮二平五").
    """

    room: str
    ply: int
    text: str


class Resign(Command[messages.Done], tag="resign", frozen=True, kw_only=True):
    """Give the game up. Answer: `done`; the room gets `ended`.

    Fields:
        room: the room's id.
    """

    room: str


class Abort(Command[messages.Done], tag="abort", frozen=True, kw_only=True):
    """End a game without a result while fewer than two moves are played, or withdraw an invitation.

    Answer: `done`; the room gets `ended`.

    Fields:
        room: the room's id.
    """

    room: str


class Offer(Command[messages.Done], tag="offer", frozen=True, kw_only=True):
    """Propose a draw, a takeback or an abort (during the game), or a rematch (after it).

    Answer: `done`; the room gets `offered`.

    An offer of what the other side offers already is an acceptance, except for takebacks. An offer
    made during the game ends with the other player's next move.

    Fields:
        room: the room's id.
        what: `takeback` asks for your own last move, and the reply to it if there is one.
        ply: number of plies played as you see the game; a stale one is refused.
    """

    room: str
    what: OfferName
    ply: int


class Accept(Command[messages.Done], tag="accept", frozen=True, kw_only=True):
    """Agree to the other player's offer.

    Answer: `done`; the room gets `ended` (a draw, an abort), `took_back` or `rematch_opened`.

    Fields:
        room: the room's id.
        what: what is proposed.
    """

    room: str
    what: OfferName


class Decline(Command[messages.Done], tag="decline", frozen=True, kw_only=True):
    """Turn the other player's offer down, or take your own back.

    Either way its side must wait before it offers the same again (`offer_too_soon`).

    Answer: `done`; the room gets `declined`.

    Fields:
        room: the room's id.
        what: what is proposed.
    """

    room: str
    what: OfferName


class GiveTime(Command[messages.Done], tag="give_time", frozen=True, kw_only=True):
    """Give the other player 15 s. Answer: `done`; the room gets `time_given`.

    Fields:
        room: the room's id.
    """

    room: str


class Berserk(Command[messages.Done], tag="berserk", frozen=True, kw_only=True):
    """Halve your own time, and earn no increment; see *Arenas*.

    Answer: `done`; the room gets `berserked`.

    Fields:
        room: the room's id.
    """

    room: str


class Claim(Command[messages.Done], tag="claim", frozen=True, kw_only=True):
    """End the game because the other player has left; see *Presence and claims*.

    Answer: `done`; the room gets `ended`. Or `refused`.

    Fields:
        room: the room's id.
        what: to win it, or to call it a draw.
    """

    room: str
    what: ClaimName


class Premove(Command[messages.Done], tag="premove", frozen=True, kw_only=True):
    """Have the server play a move as soon as it is your turn; see *Premoves*.

    Answer: `done`; your own connections get `premove`. Or `refused`. An earlier one is replaced.

    Fields:
        room: the room's id.
        ply: number of the ply to be played: your own next.
        text: as in `move`, read in the position of that ply.
    """

    room: str
    ply: int
    text: str


class CancelPremove(Command[messages.Done], tag="cancel_premove", frozen=True, kw_only=True):
    """Take your premove back. Answer: `done`, also if you had no premove.

    Fields:
        room: the room's id.
    """

    room: str


class Chat(Command[messages.Done], tag="chat", frozen=True, kw_only=True):
    """Say something, in words of your own or by a phrase; see *Chat*.

    Answer: `done`; everybody who may read it gets `chat`. Or `refused`.

    Fields:
        room: the room's id.
        to: the people you speak to.
        text: words of your own.
        phrase: instead of `text`: a phrase, which readers get in their languages.
    """

    room: str
    to: AudienceName
    text: str | None = None
    phrase: PhraseName | None = None


class Legal(Command[messages.Legal], tag="legal", frozen=True, kw_only=True):
    """Ask what you may play now, as the seat to move; see *Turns and moves*. Answer: `legal`.

    Fields:
        room: the room's id.
    """

    room: str


class Export(Command[messages.Pgn], tag="export", frozen=True, kw_only=True):
    """Have the game as PGN. Answer: `pgn`, then `done`.

    Fields:
        room: the room's id.
        notation: of its moves.
    """

    room: str
    notation: NotationName = "wxf"


class Log(Command[messages.Log], tag="log", frozen=True, kw_only=True):
    """Have the log of the room, to hold it against a digest you have kept. Answer: `log`.

    While a game that spectators are shown late goes on, only its players may have it.

    Fields:
        room: the room's id.
        after: the version after which to begin; 0, or `next` of the answer before.
    """

    room: str
    after: int = 0


class WatchLobby(Command[messages.Done], tag="watch_lobby", frozen=True, kw_only=True):
    """See the lobby from now on. Answer: `lobby`, then `done`; later `lobby_changed`."""


class LeaveLobby(Command[messages.Done], tag="leave_lobby", frozen=True, kw_only=True):
    """See the lobby no longer; an open seek stays. Answer: `done`."""


class Seek(Command[messages.Done], tag="seek", frozen=True, kw_only=True):
    """Show an open offer to everybody; it replaces your earlier one of the same pace.

    Answer: `done`; the lobby gets `lobby_changed`. When somebody takes it, `game_opened`. It goes
    when its player has had no connection for half a minute. A game by days is not offered so, but
    by `offer_by_days`, as `use_offer_by_days` says.

    Fields:
        terms: clock and rules.
        side: what you want to play.
        min_rating: the least and the greatest rating that may take it, null for any.
        max_rating: the least and the greatest rating that may take it, null for any.
    """

    terms: GameTerms
    side: SidePreference = "any"
    min_rating: int | None = None
    max_rating: int | None = None


class Unseek(Command[messages.Done], tag="unseek", frozen=True, kw_only=True):
    """Take an open offer back. Answer: `done`, also if you had no offer.

    Fields:
        seek: the offer's id; null takes back the one of a live game and the one by days.
    """

    seek: str | None = None


class AcceptSeek(Command[messages.Done], tag="accept_seek", frozen=True, kw_only=True):
    """Accept somebody's open offer. Answer: `done`; both players get `game_opened`.

    Fields:
        seek: the offer's id.
    """

    seek: str


class Queue(Command[messages.Done], tag="queue", frozen=True, kw_only=True):
    """Wait in a pool for an opponent of about your own rating; see *Pools*.

    Answer: `done`; when paired, `game_opened`. You may wait in several pools; being paired in one
    takes you out of all, but an offer of a game by days stays. You are also taken out after half a
    minute without a connection.

    Fields:
        pool: its name.
        rated: for a game that counts for the rating, which needs an account.
    """

    pool: str
    rated: bool = False


class Unqueue(Command[messages.Done], tag="unqueue", frozen=True, kw_only=True):
    """Wait no longer. Answer: `done`.

    Fields:
        pool: in this pool; null for every pool.
    """

    pool: str | None = None


class Invite(Command[messages.Done], tag="invite", frozen=True, kw_only=True):
    """Open a room with a free seat for a friend, who need not have been here before.

    Answer: `done` with the room's id and the key to its free seat; you get `game_opened` on every
    connection, before or after. The friend opens `/game/<room>#seat=<seat_key>` in a browser, or
    sends `join` and then `sit` with the key. While the room waits, its owner reads the key in
    `room` too, and no other player does. A player who has the id without the key looks on.

    Fields:
        terms: clock and rules.
        side: your own.
        hours: how long the seat stays free.
    """

    terms: GameTerms
    side: SidePreference = "any"
    hours: int = 24


class Challenge(Command[messages.Done], tag="challenge", frozen=True, kw_only=True):
    """Ask a player for a game. Answer: `done` with the room that waits for the answer.

    You get `game_opened`, the other `challenged`, on every connection. Accepted, the room gets
    `seated`; declined, withdrawn or too late, `ended`. A game by days may wait for a week, any
    other five minutes. You can ask a player without a connection only for a game by days
    (`not_online`).

    Fields:
        player: the player you ask, or null.
        terms: clock and rules.
        side: your own.
        name: the name of a player with an account, or one that looks like it, if `player` is null.
    """

    player: str | None
    terms: GameTerms
    side: SidePreference = "any"
    name: str | None = None


class AcceptChallenge(Command[messages.Done], tag="accept_challenge", frozen=True, kw_only=True):
    """Play the game you were challenged to. Answer: `done`; you get `game_opened`.

    Fields:
        room: the room's id.
    """

    room: str


class DeclineChallenge(Command[messages.Done], tag="decline_challenge", frozen=True, kw_only=True):
    """Do not play the game you were challenged to. Answer: `done`.

    Fields:
        room: the room's id.
        reason: what the other one reads.
    """

    room: str
    reason: DeclineName = "not_now"


class WithdrawChallenge(
    Command[messages.Done], tag="withdraw_challenge", frozen=True, kw_only=True
):
    """Take an invitation or a challenge of your own back.

    Answer: `done`, also if it waits no longer.

    Fields:
        room: the room's id.
    """

    room: str


class Friend(Command[messages.Done], tag="friend", frozen=True, kw_only=True):
    """List a player among your friends. Answer: `done`.

    The friend hears nothing of it; an ignored player is ignored no more.

    Fields:
        player: which.
    """

    player: str


class Unfriend(Command[messages.Done], tag="unfriend", frozen=True, kw_only=True):
    """Take a player off the list of your friends. Answer: `done`, also if it was not on it.

    Fields:
        player: which.
    """

    player: str


class Ignore(Command[messages.Done], tag="ignore", frozen=True, kw_only=True):
    """Ignore a player. Answer: `done`.

    Nothing an ignored player says reaches you: no chat, message or challenge; you are not paired
    with it either (of a guest's list, the 16 latest). A friend is a friend no more.

    Fields:
        player: which.
    """

    player: str


class Unignore(Command[messages.Done], tag="unignore", frozen=True, kw_only=True):
    """Ignore a player no more. Answer: `done`, also if it was not ignored.

    Fields:
        player: which.
    """

    player: str


class PlayerList(Command[messages.PlayerList], tag="player_list", frozen=True, kw_only=True):
    """Have a list of players. Answer: `player_list`.

    Fields:
        of: your `friends` or `ignored`, the latest first; all people with an account who are
            `online` now; or the `bots` that are, which may be challenged.
        after: `next` of the page before.
    """

    of: PlayerListName
    after: str | None = None


class SendMessage(Command[messages.Done], tag="send_message", frozen=True, kw_only=True):
    """Write a message to a player; both need accounts. Answer: `done`, or `refused`.

    Your own connections and the other player's get `direct_message`.

    Fields:
        player: the one you write to.
        text: cleaned as lines of chat are, and shown on one line.
    """

    player: str
    text: str


class Conversations(
    Command[messages.Conversations], tag="conversations", frozen=True, kw_only=True
):
    """Have your conversations, the latest first. Answer: `conversations`.

    Fields:
        after: `next` of the page before.
    """

    after: int | None = None


class Conversation(Command[messages.Conversation], tag="conversation", frozen=True, kw_only=True):
    """Have the messages of a conversation, the latest first. Answer: `conversation`.

    Fields:
        player: the other one.
        after: `next` of the page before.
    """

    player: str
    after: int | None = None


class MarkRead(Command[messages.Done], tag="mark_read", frozen=True, kw_only=True):
    """Say that you have read a conversation. Answer: `done`; your connections get `unread`.

    Fields:
        player: the other one.
        number: of the last message you have read.
    """

    player: str
    number: int


class DeleteConversation(
    Command[messages.Done], tag="delete_conversation", frozen=True, kw_only=True
):
    """Delete a conversation on your own side; the other player keeps theirs. Answer: `done`.

    Fields:
        player: the other one.
    """

    player: str


class Report(Command[messages.Done], tag="report", frozen=True, kw_only=True):
    """Report a player to the operators. Answer: `done`.

    A second report about the same player and game replaces the first while that waits.

    Fields:
        player: the one you report.
        reason: what for.
        room: the game it is about, if any.
        text: what happened, in your own words; may be empty.
    """

    player: str
    reason: ReasonName
    room: str | None = None
    text: str = ""


class Moderation(Command[messages.Moderation], tag="moderation", frozen=True, kw_only=True):
    """Have a list of the operators' work; operators only. Answer: `moderation`.

    Fields:
        of: `reports` that wait, the oldest first, or `actions`, the latest first.
        after: `next` of the page before.
    """

    of: ModerationListName
    after: int | None = None


class Moderate(Command[messages.Done], tag="moderate", frozen=True, kw_only=True):
    """Do something about a player; operators only. Answer: `done`; the player gets `sanctioned`.

    With `done` it holds on every node and every connection. A banned player waits in no pool,
    offer, challenge, invitation or rematch and on no ladder. A game that was found but has not
    begun is void, and nothing leads to a new one. Running games may be finished. A mute or banned
    player says nothing more to others: no chat or message, no new name or description of itself.

    Fields:
        player: the one it concerns.
        sanction: what to do; `lift` ends a mute and a ban.
        for_ms: how long a mute or a ban lasts; 0 for the other sanctions.
        text: what the player reads.
        reports: numbers of reports about the player that are closed by it.
    """

    player: str
    sanction: SanctionName
    for_ms: int = 0
    text: str = ""
    reports: list[int] = []


class CloseReport(Command[messages.Done], tag="close_report", frozen=True, kw_only=True):
    """Close a report without doing anything; operators only. Answer: `done`.

    Fields:
        report: its number.
        like: closes with it all reports `by` the same reporter, or `about` the same player.
    """

    report: int
    like: Literal["about", "by"] | None = None


class FairPlay(Command[messages.FairPlay], tag="fair_play", frozen=True, kw_only=True):
    """See how a player's latest rated games compare with others; operators only.

    Answer: `fair_play`. To have an engine look at one of the games, send `ask_review`.

    Fields:
        player: the one it concerns.
        speed: of the games; null for that of the latest.
    """

    player: str
    speed: SpeedName | None = None


class News(Command[messages.News], tag="news", frozen=True, kw_only=True):
    """Read the news of the operators, the latest first. Answer: `news`.

    Fields:
        after: `next` of the page before.
    """

    after: int | None = None


class PostNews(Command[messages.Done], tag="post_news", frozen=True, kw_only=True):
    """Tell everybody something; operators only. Answer: `done`.

    Fields:
        title: in your own words.
        text: in your own words.
        language: of the item; null shows it to readers of all languages.
    """

    title: str
    text: str
    language: Language | None = None


class WithdrawNews(Command[messages.Done], tag="withdraw_news", frozen=True, kw_only=True):
    """Take an item of the news back; operators only. Answer: `done`, also if it was gone.

    Fields:
        item: its id.
    """

    item: str


class SignUp(Command[messages.Done], tag="sign_up", frozen=True, kw_only=True):
    """Give the guest you are a name and a password: same player, same games; see *Players*.

    Answer: `done`; every connection of the player gets `account`. The token stays good.

    Fields:
        name: 2 to 20 letters; see *Names*.
        password: 10 characters at least.
        code: the one-time code for an operator's name, else "".
    """

    name: str
    password: str
    code: str = ""


class SignIn(Command[messages.SignedIn], tag="sign_in", frozen=True, kw_only=True):
    """Become a player with an account, on this device. Answer: `signed_in`.

    You stay who you are on this connection; a new one that shows the new token is the other player.
    A guest who signs in leaves the guest behind, with its open games. Sent again, it brings another
    token of the same device. The earlier one lets you in no longer once the other one has been used
    for ten minutes.

    Fields:
        name: of the account.
        password: of the account.
        label: what to call this device in `devices`.
    """

    name: str
    password: str
    label: str = ""


class SignOut(Command[messages.Done], tag="sign_out", frozen=True, kw_only=True):
    """Make tokens worthless; connections by these get `bye` and are closed. Answer: `done`.

    Fields:
        device: one of `devices`; null means the one that asks.
        everywhere: all devices instead.
    """

    device: str | None = None
    everywhere: bool = False


class Devices(Command[messages.Devices], tag="devices", frozen=True, kw_only=True):
    """Ask where you are signed in. Answer: `devices`."""


class ChangePassword(Command[messages.Done], tag="change_password", frozen=True, kw_only=True):
    """Choose another password; all other devices are signed out. Answer: `done`.

    Fields:
        old: the present password.
        password: the new one.
    """

    old: str
    password: str


class BecomeBot(Command[messages.Done], tag="become_bot", frozen=True, kw_only=True):
    """Make your account a bot's, for ever: a program plays for it. Answer: `done`.

    Only before its first game. Every connection of the player gets `account`; see *Bots*.

    Fields:
        password: the present one.
    """

    password: str


class CreateToken(Command[messages.TokenCreated], tag="create_token", frozen=True, kw_only=True):
    """Have a token made for a program of your own. Answer: `token_created`.

    It is one of `devices`, 8 at most, and `sign_out` makes it worthless; so does a new password.
    Sent again, it brings another token of the same program. The earlier one lets it in no longer
    once the other one has been used for ten minutes.

    Fields:
        scope: `play` lets the program do all that belongs to playing; `read` lets it look at games
            and players only. Neither opens the account itself, nor direct messages.
        label: what to call it in `devices`.
    """

    scope: TokenScope
    label: str = ""


class CreateRecoveryCode(
    Command[messages.RecoveryCode], tag="create_recovery_code", frozen=True, kw_only=True
):
    """Get a recovery code, by which `recover` lets you in without the password.

    Answer: `recovery_code`. A code created before is good no more. Send this right after `sign_up`,
    and show the code to the owner. An owner who loses password and code loses the account.

    Fields:
        password: the present one.
    """

    password: str


class Recover(Command[messages.Recovered], tag="recover", frozen=True, kw_only=True):
    """Choose a new password by a recovery code, or by a reset code of an operator of the server.

    Answer: `recovered`, with a fresh recovery code; the code is used up, and all devices but this
    one are signed out. As with `sign_in`, the player comes in on a new connection.

    Fields:
        name: of the account.
        code: as it was shown; case, spaces and hyphens do not matter.
        password: the new one.
        label: what to call this device in `devices`.
    """

    name: str
    code: str
    password: str
    label: str = ""


class Rename(Command[messages.Done], tag="rename", frozen=True, kw_only=True):
    """Take another name, once in 30 days. Answer: `done`; the old name rests for 30 days.

    Fields:
        name: the new one; see *Names*.
        code: the one-time code for an operator's name, else "".
    """

    name: str
    code: str = ""


class CheckName(Command[messages.NameChecked], tag="check_name", frozen=True, kw_only=True):
    """Ask whether you could take a name now. Answer: `name_checked`.

    Fields:
        name: see *Names*.
    """

    name: str


class SetSettings(Command[messages.Done], tag="set_settings", frozen=True, kw_only=True):
    """Keep your settings, all at once. Answer: `done`; every connection gets `account`.

    Fields:
        settings: instead of all that were kept before; null fields are left to the device.
    """

    settings: Settings


class MyData(Command[messages.MyData], tag="my_data", frozen=True, kw_only=True):
    """Ask for everything that is kept about you, in parts. Answer: `my_data`.

    Fields:
        after: `next` of the answer before, null to begin.
    """

    after: str | None = None


class DeleteAccount(Command[messages.Done], tag="delete_account", frozen=True, kw_only=True):
    """Delete your account for good: open games are given up, finished ones stay without a name.

    Answer: `done`, then `bye` on every connection.

    Fields:
        password: the present one.
    """

    password: str


class SetProfile(Command[messages.Done], tag="set_profile", frozen=True, kw_only=True):
    """Tell something about yourself in your profile. Needs an account. Answer: `done`.

    Fields:
        country: two capital letters of ISO 3166, or "".
        bio: a few words; controls are dropped, line feeds become spaces; 160 characters as people
            count them.
    """

    country: str = ""
    bio: str = ""


class Profile(Command[messages.Profile], tag="profile", frozen=True, kw_only=True):
    """Ask about a player, by id or by name. Answer: `profile`.

    Fields:
        player: its id, or null.
        name: its name, or one that looks like it, if `player` is null.
    """

    player: str | None = None
    name: str | None = None


class FindPlayers(Command[messages.Players], tag="find_players", frozen=True, kw_only=True):
    """Find players by the beginning of their names, by country, or by words. Answer: `players`.

    A profile is found by its first 16 words. Of Chinese and Japanese, which have no spaces, each
    two signs in a row are a word. If much was looked through, an answer may be empty with a `next`.

    Fields:
        prefix: of the name; case does not matter. With a country or words it may be "".
        after: `next` of the answer before, null to begin.
        country: as in their profiles, "" for any.
        words: whole words of their profiles, four at most; case and accents do not matter.
    """

    prefix: str = ""
    after: str | None = None
    country: str = ""
    words: str = ""


class Ratings(Command[messages.Ratings], tag="ratings", frozen=True, kw_only=True):
    """See how strong a player is. Answer: `ratings`.

    Fields:
        player: the player's id; without one, your own ratings.
    """

    player: str | None = None


class RatingHistory(
    Command[messages.RatingHistory], tag="rating_history", frozen=True, kw_only=True
):
    """See how a rating went, day by day, the latest first. Answer: `rating_history`.

    Fields:
        player: the player's id.
        speed: of which rating.
        after: `next` of the page before.
    """

    player: str
    speed: SpeedName
    after: str | None = None


class ResetRating(Command[messages.Done], tag="reset_rating", frozen=True, kw_only=True):
    """Begin anew at a speed. Answer: `done`; the rating is as uncertain as a newcomer's.

    Points below the beginning return to it; others stay. It needs an account that is no bot. It
    comes once in 180 days for each speed, and not while a rated game of yours is open, or a
    tournament that you entered. A rating of no games stays as it is.

    Fields:
        speed: of which rating.
    """

    speed: SpeedName


class HideRating(Command[messages.Done], tag="hide_rating", frozen=True, kw_only=True):
    """Hide your ratings from others, or show them again. Answer: `done`.

    They count as before. Others see none of them anywhere, nor you in a leaderboard; see *Ratings*.
    It needs an account that is no bot.

    Fields:
        hidden: nobody else sees them.
    """

    hidden: bool


class Leaderboard(Command[messages.Leaderboard], tag="leaderboard", frozen=True, kw_only=True):
    """See the strongest players of a speed. Answer: `leaderboard`.

    Fields:
        speed: of which rating.
        after: `next` of the page before.
    """

    speed: SpeedName
    after: str | None = None


class MyGames(Command[messages.MyGames], tag="my_games", frozen=True, kw_only=True):
    """See your games that are not over. Answer: `my_games`.

    Fields:
        follow: the server sends changes from now on, by `my_game_changed`.
        after: `next` of the page before.
    """

    follow: bool = False
    after: int | None = None


class Games(Command[messages.Games], tag="games", frozen=True, kw_only=True):
    """Look for games that are over, the latest first. Answer: `games`.

    What is left out asks nothing.

    Fields:
        player: one that played in it; `won` and `lost` are this player's.
        opponent: the one that played against that player.
        result: how it ended.
        rules: name of the rule set.
        speed: how fast; see *Ratings*.
        rated: it counted for ratings.
        opening: its first moves, four characters each, 12 at most.
        moves: the same as people write them, in any notation, with spaces between them.
        from_ms: when it ended, both included.
        to_ms: when it ended, both included.
        tournament: the one it is a game of.
        after: `next` of the page before; all else as there.
    """

    player: str | None = None
    opponent: str | None = None
    result: ResultName | None = None
    rules: str | None = None
    speed: SpeedName | None = None
    rated: bool | None = None
    opening: str = ""
    moves: str = ""
    from_ms: int | None = None
    to_ms: int | None = None
    tournament: str | None = None
    after: str | None = None


class ExportGames(Command[messages.Pgns], tag="export_games", frozen=True, kw_only=True):
    """Have your own games that are over written out, the latest first. Answer: `pgns`.

    Fields:
        notation: of the moves.
        after: `next` of the page before.
    """

    notation: NotationName = "wxf"
    after: str | None = None


class LiveGames(Command[messages.LiveGames], tag="live_games", frozen=True, kw_only=True):
    """See what is being played. Answer: `live_games`.

    Fields:
        order: `rating` and `watchers`: the most first; `newest`: the latest first. Games that bots
            play are not in the order of `rating`, and those that nobody watches not in that of
            `watchers`, whose pages may hold fewer.
        speed: only games of this speed.
        after: `next` of the page before; all else as there.
    """

    order: LiveOrder = "rating"
    speed: SpeedName | None = None
    after: str | None = None


class WatchBoards(Command[messages.Boards], tag="watch_boards", frozen=True, kw_only=True):
    """See how games stand, from now on. Answer: `boards`; later `board` and `board_changed`.

    It replaces what the connection asked for before. You are no spectator of these games: you are
    neither counted nor named, and see them as late as their spectators do.

    Fields:
        boards: what each board shows. `room:` and an id show one game. `tv:` and a channel show
            what is on there. `player:` and an id show the live game of a player, and the next one
            when that begins. Without any, there is one for each channel of the TV.
    """

    boards: list[str] = []


class LeaveBoards(Command[messages.Done], tag="leave_boards", frozen=True, kw_only=True):
    """See them no longer. Answer: `done`."""


class LadderPage(Command[messages.LadderShown], tag="ladder", frozen=True, kw_only=True):
    """See the ladder from the top. Answer: `ladder`.

    Fields:
        after: `next` of the page before.
        follow: the server sends every change from now on, by `ladder_changed`.
    """

    after: str | None = None
    follow: bool = False


class JoinLadder(Command[messages.Done], tag="join_ladder", frozen=True, kw_only=True):
    """Step onto the lowest rung of the ladder; needs an account. Answer: `done`."""


class LeaveLadder(Command[messages.Done], tag="leave_ladder", frozen=True, kw_only=True):
    """Step off the ladder; an open challenge is gone. Answer: `done`."""


class LadderChallenge(Command[messages.Done], tag="ladder_challenge", frozen=True, kw_only=True):
    """Challenge a player at most 5 rungs above. Answer: `done`.

    The challenged player has 3 days to answer, and gives the place up by declining or not
    answering.

    Fields:
        player: the player's id.
    """

    player: str


class LadderAnswer(Command[messages.Done], tag="ladder_answer", frozen=True, kw_only=True):
    """Answer a challenge on the ladder. Answer: `done`; then, if you accept, `game_opened`.

    Fields:
        accept: play; else your place goes to the challenger.
    """

    accept: bool


class LadderWithdraw(Command[messages.Done], tag="ladder_withdraw", frozen=True, kw_only=True):
    """Take your own challenge on the ladder back while it is not answered. Answer: `done`."""


class NoticeSettings(
    Command[messages.NoticeSettings], tag="notice_settings", frozen=True, kw_only=True
):
    """Ask which notices you get while you are away, and in which browsers.

    Answer: `notice_settings`.
    """


class SubscribeNotices(Command[messages.Done], tag="subscribe_notices", frozen=True, kw_only=True):
    """Get notices in this browser, also while it is closed; needs an account. Answer: `done`.

    The language is that of the connection. A browser that is signed out, or that has not sent this
    for half a year, gets no more. Of more than five browsers, the five latest get them.

    Fields:
        endpoint: of the browser's push subscription: its address and its two keys.
        key: of the browser's push subscription: its address and its two keys.
        secret: of the browser's push subscription: its address and its two keys.
    """

    endpoint: str
    key: str
    secret: str


class UnsubscribeNotices(
    Command[messages.Done], tag="unsubscribe_notices", frozen=True, kw_only=True
):
    """Get no more notices in a browser. Answer: `done`, also if it got none.

    Fields:
        channel: one of `notice_settings`.
    """

    channel: str


class SetNotices(Command[messages.Done], tag="set_notices", frozen=True, kw_only=True):
    """Choose which notices you get while you are away, and when not. Answer: `done`.

    Fields:
        wishes: all of your choices; they replace those before.
    """

    wishes: NoticeWishes


class AnnounceTournament(
    Command[messages.TournamentAnnounced], tag="announce_tournament", frozen=True, kw_only=True
):
    """Announce a tournament; needs an account. Answer: `tournament_announced`.

    Fields:
        plan: what is announced.
        password: a player must send it to enter; null asks for none. It is kept as a hash, which is
            not in the log of the tournament.
    """

    plan: TournamentPlan
    password: str | None = None


class AmendTournament(Command[messages.Done], tag="amend_tournament", frozen=True, kw_only=True):
    """Put another plan in the place of your own, before the start. Answer: `done`.

    At real boards some of it may change in play: name, text, the dates of rounds to come if there
    are dates, and the rounds of a Swiss tournament. All else stays as it was.

    Fields:
        tournament: the tournament's id.
        plan: what is announced now.
        password: as in `announce_tournament`; null keeps the one that is asked for, if one is.
        no_password: none is asked for any more; it goes before `password`.
    """

    tournament: str
    plan: TournamentPlan
    password: str | None = None
    no_password: bool = False


class ManageTournament(Command[messages.Done], tag="manage_tournament", frozen=True, kw_only=True):
    """Act as organiser or arbiter; operators may do the same. Answer: `done`.

    Fields:
        tournament: the tournament's id.
        action: what is done; everybody may read it in `tournament_notes`.
    """

    tournament: str
    action: (
        ForbidPairAction
        | GiveByeAction
        | RuleGameAction
        | AppointArbiterAction
        | InvitePlayerAction
        | RemovePlayerAction
        | FeatureAction
        | AttendAction
        | RoundAction
        | SeatAction
    )


class SetArbiterCode(
    Command[messages.ArbiterCode], tag="set_arbiter_code", frozen=True, kw_only=True
):
    """Have a fresh code appoint arbiters at real boards; for the organiser.

    Answer: `arbiter_code`.

    A code before is good no more. Arbiters that it appointed stay; see `appoint`.

    Fields:
        tournament: the tournament's id.
        on: false: no code is good.
    """

    tournament: str
    on: bool = True


class Arbitrate(Command[messages.Done], tag="arbitrate", frozen=True, kw_only=True):
    """Be an arbiter at real boards, by the code that the organiser gives. Answer: `done`.

    It needs no account. What you write down then names you.

    Fields:
        tournament: the tournament's id.
        code: in any case, with spaces or without.
    """

    tournament: str
    code: str


class TournamentNotes(
    Command[messages.TournamentNotes], tag="tournament_notes", frozen=True, kw_only=True
):
    """See what organiser, arbiters and operators did. Answer: `tournament_notes`.

    Fields:
        tournament: the tournament's id.
        after: `next` of the page before.
    """

    tournament: str
    after: str | None = None


class CallOffTournament(
    Command[messages.Done], tag="call_off_tournament", frozen=True, kw_only=True
):
    """End your own tournament without a result; operators may end any.

    Answer: `done`, also if it was over.

    Fields:
        tournament: the tournament's id.
    """

    tournament: str


class Tournaments(Command[messages.Tournaments], tag="tournaments", frozen=True, kw_only=True):
    """See which tournaments there are. Answer: `tournaments`.

    Fields:
        of: `now`: those that are played; `soon`: announced, the next first; `finished`: the latest
            first. `mine`: those you take part in that are not over, the next first, at most 20.
        after: `next` of the page before; `mine` has no other page.
    """

    of: Literal["finished", "mine", "now", "soon"] = "now"
    after: str | None = None


class WatchTournament(
    Command[messages.TournamentShown], tag="watch_tournament", frozen=True, kw_only=True
):
    """See a tournament, and get what changes. Answer: `tournament`.

    From then on `tournament_changed`, and `tournament_you` of yourself, until `unwatch_tournament`.
    A connection watches one at a time.

    Fields:
        tournament: the tournament's id.
    """

    tournament: str


class UnwatchTournament(
    Command[messages.Done], tag="unwatch_tournament", frozen=True, kw_only=True
):
    """Hear no more of the tournament you watch. Answer: `done`."""


class TournamentChat(Command[messages.Done], tag="tournament_chat", frozen=True, kw_only=True):
    """Say something at the tournament you watch; see *Chat*. Answer: `done`.

    Everybody who watches it and may read gets `tournament_chat`.

    Fields:
        tournament: the tournament's id.
        text: words of your own. The address of a game, as `/game/bifqydiob4ib?ply=12`, leads there.
    """

    tournament: str
    text: str


class EnterTournament(Command[messages.Done], tag="enter_tournament", frozen=True, kw_only=True):
    """Take part, or again after you left; needs an account. Answer: `done`.

    Fields:
        tournament: the tournament's id.
        password: where one is asked for.
        team: where there are teams: its number among those of the format, from 0.
    """

    tournament: str
    password: str | None = None
    team: int | None = None


class LeaveTournament(Command[messages.Done], tag="leave_tournament", frozen=True, kw_only=True):
    """Take part no longer; what was scored stays.

    Answer: `done`, also if you take no part.

    Fields:
        tournament: the tournament's id.
    """

    tournament: str


class PauseTournament(Command[messages.Done], tag="pause_tournament", frozen=True, kw_only=True):
    """Take no part in pairings until `return_to_tournament`. Answer: `done`.

    A game that is played goes on.

    Fields:
        tournament: the tournament's id.
    """

    tournament: str


class ReturnToTournament(
    Command[messages.Done], tag="return_to_tournament", frozen=True, kw_only=True
):
    """Be paired again, which a pause allows after some seconds. Answer: `done`.

    Fields:
        tournament: the tournament's id.
    """

    tournament: str


class OfferTournamentGame(
    Command[messages.Done], tag="offer_tournament_game", frozen=True, kw_only=True
):
    """Offer to play a game of a free pair, or accept the other's offer. Answer: `done`.

    If the other's offer stands, the game begins: `game_opened` comes to both.

    Fields:
        tournament: the tournament's id.
        room: that of one of `pairs` in `tournament` or `tournament_you`.
        on: false takes your own offer back.
    """

    tournament: str
    room: str
    on: bool = True


class TournamentStandings(
    Command[messages.TournamentStandings], tag="tournament_standings", frozen=True, kw_only=True
):
    """See a page of the standings. Answer: `tournament_standings`.

    Fields:
        tournament: the tournament's id.
        rank: the page on which this place stands, from 1.
        around: the page on which this player stands, else the first; it goes before `rank`.
    """

    tournament: str
    rank: int = 1
    around: str | None = None


class TournamentPlayer(
    Command[messages.TournamentPlayer], tag="tournament_player", frozen=True, kw_only=True
):
    """See what a player has done in a tournament. Answer: `tournament_player`.

    Fields:
        tournament: the tournament's id.
        player: the player's id.
    """

    tournament: str
    player: str


class TournamentRound(
    Command[messages.TournamentRound], tag="tournament_round", frozen=True, kw_only=True
):
    """See a round of a tournament that has rounds. Answer: `tournament_round`.

    Fields:
        tournament: the tournament's id.
        round: from 1; null for the latest.
    """

    tournament: str
    round: int | None = None


class TournamentTable(
    Command[messages.TournamentTable], tag="tournament_table", frozen=True, kw_only=True
):
    """See the cross table of a tournament that has rounds. Answer: `tournament_table`.

    Fields:
        tournament: the tournament's id.
    """

    tournament: str


class TournamentBracket(
    Command[messages.TournamentBracket], tag="tournament_bracket", frozen=True, kw_only=True
):
    """See the matches of a knock-out. Answer: `tournament_bracket`.

    Fields:
        tournament: the tournament's id.
    """

    tournament: str


class PlayerTournaments(
    Command[messages.PlayerTournaments], tag="player_tournaments", frozen=True, kw_only=True
):
    """See the places a player took in tournaments, the latest first.

    Answer: `player_tournaments`.

    Fields:
        player: the player's id.
        after: `next` of the page before.
    """

    player: str
    after: str | None = None


class TournamentTeams(
    Command[messages.TournamentTeams], tag="tournament_teams", frozen=True, kw_only=True
):
    """See the teams of a tournament, and their matches. Answer: `tournament_teams`.

    Fields:
        tournament: the tournament's id.
    """

    tournament: str


class ListEntrants(Command[messages.Done], tag="list_entrants", frozen=True, kw_only=True):
    """Take people in by name, at real boards; for organiser and arbiters. Answer: `done`.

    Fields:
        tournament: the tournament's id.
        first: the number that the first row gets, one more than the last that was given.
        rows: in the order of their numbers.
    """

    tournament: str
    first: int
    rows: list[ListedPerson]


class NameEntrant(Command[messages.Done], tag="name_entrant", frozen=True, kw_only=True):
    """Call a listed person something else; for organiser and arbiters. Answer: `done`.

    Fields:
        tournament: the tournament's id.
        player: the person.
        name: "" takes the name away; the number stays.
        club: "" for none.
        federation: the id there, "" for none.
    """

    tournament: str
    player: str
    name: str
    club: str = ""
    federation: str = ""


class TournamentEntrants(
    Command[messages.TournamentEntrants], tag="tournament_entrants", frozen=True, kw_only=True
):
    """See all entrants by their numbers. Answer: `tournament_entrants`.

    Fields:
        tournament: the tournament's id.
        after: the number after which the page begins.
    """

    tournament: str
    after: int = 0


class EnterResults(Command[messages.Done], tag="enter_results", frozen=True, kw_only=True):
    """Write results of a round at real boards down, all or none of them. Answer: `done`.

    Fields:
        tournament: the tournament's id.
        round: from 1.
        results: each board once.
    """

    tournament: str
    round: int
    results: list[WrittenResult]


class Lesson(Command[messages.Lesson], tag="lesson", frozen=True, kw_only=True):
    """Move the pieces of a lesson's task; nothing of it is kept. Answer: `lesson`.

    Fields:
        lesson: its name.
        task: its number in the lesson, from 0.
        moves: all moves of your own so far, as squares. The rules are asked about the last one:
            leave a move out to take it back.
    """

    lesson: LessonName
    task: int = 0
    moves: list[str] = []


class Feed(Command[messages.Feed], tag="feed", frozen=True, kw_only=True):
    """Which games have begun and ended, in numbers without gaps. Answer: `feed`.

    Fields:
        since: the number of the last entry you have; the answer has those after it. Without it, it
            has all that are kept.
        game: the room of that entry. If the server has another one there, `reset` says so: its
            store has lost what came last.
    """

    since: int | None = None
    game: str | None = None


class Line(Command[messages.Line], tag="line", frozen=True, kw_only=True):
    """Ask what becomes of a position after some moves; nothing is kept. Answer: `line`.

    Fields:
        fen: the start; "" for the opening position.
        moves: the moves as squares without gaps. A variation stands in brackets behind the move
            that it replaces: `h2e2h9g7(b9c7h0g2)h0g2`.
    """

    fen: str = ""
    moves: str = ""


class JudgeLine(Command[messages.JudgedLine], tag="judge_line", frozen=True, kw_only=True):
    """Ask what rule sets say at the end of a line; nothing is kept. Answer: `judged_line`.

    Fields:
        fen: the start; "" for the opening position.
        moves: the moves as squares without gaps, without variations.
        rules: the rule sets, at most three; "" for that of `terms`, or else for `axf`.
        occurrences: the occurrence of a position at which the sets rule, instead of their own, from
            2 on; 0 leaves theirs.
        entering: whether the move that enters a repetition counts as one of it; null leaves it to
            the sets.
        limit: moves of each side without a capture that draw: 60, 50, or 0 for no limit; null
            leaves the usual one.
        terms: the rules of the game that the line is of, as its PGN has them in `RuleSet` and
            `RuleTerms`: `cxa 1 strict limit=50`. Its set judges as it judged that game. Other sets
            take what they know of the terms. What else is asked for here goes first. "" for no
            game: each set judges by its book, and rules always.
    """

    fen: str = ""
    moves: str = ""
    rules: str = ""
    occurrences: int = 0
    entering: bool | None = None
    limit: int | None = None
    terms: str = ""


class Note(Command[messages.Note], tag="note", frozen=True, kw_only=True):
    """See your own note on a game in which you have a seat. Answer: `note`.

    Fields:
        room: the room's id.
    """

    room: str


class SetNote(Command[messages.Done], tag="set_note", frozen=True, kw_only=True):
    """Keep a note on a game in which you have a seat, in place of the one before.

    Answer: `done`.

    It is read by you alone, on every device, and lives as long as what is said in the game.

    Fields:
        room: the room's id.
        text: cleaned like all texts; "" for no note.
    """

    room: str
    text: str


class OfferByDays(Command[messages.Done], tag="offer_by_days", frozen=True, kw_only=True):
    """Offer a game by days to anybody, for 14 days. Answer: `done` with its room.

    The room waits like one of `invite`, without any connection, and stands in `offers_by_days`.
    Anybody takes the free seat by `accept_challenge`, or by `join` and `sit`. Its owner takes it
    back by `withdraw_challenge`. A player has ten of them at a time.

    Fields:
        terms: the clock is `correspondence`.
        side: your own.
        min_rating: the least and the greatest rating that may take it, null for any.
        max_rating: the least and the greatest rating that may take it, null for any.
        match: take an offer on just these terms instead, if one suits both: the nearest rating
            first. The room of the answer is that of a game then. Without one, yours is opened.
    """

    terms: GameTerms
    side: SidePreference = "any"
    min_rating: int | None = None
    max_rating: int | None = None
    match: bool = False


class OffersByDays(Command[messages.OffersByDays], tag="offers_by_days", frozen=True, kw_only=True):
    """See the offers of games by days, the latest first. Answer: `offers_by_days`.

    Fields:
        mine: only your own.
        after: `next` of the page before; all else as there.
    """

    mine: bool = False
    after: str | None = None


class Review(Command[messages.Review], tag="review", frozen=True, kw_only=True):
    """See what an engine said of a game that is over. Answer: `review`.

    Fields:
        room: of the game.
    """

    room: str


class AskReview(Command[messages.Done], tag="ask_review", frozen=True, kw_only=True):
    """Have an engine look at a game that is over. Answer: `done`, also if it was asked before.

    A player of the game may ask, and anybody with an account, but not while playing.

    Fields:
        room: of the game.
    """

    room: str


class TakeReview(Command[messages.ReviewJob], tag="take_review", frozen=True, kw_only=True):
    """Take the next game to look at; for the programs of the server. Answer: `review_job`.

    Fields:
        engine: its name.
        quick: it is the small engine of the server itself.
    """

    engine: str
    quick: bool


class GiveReview(Command[messages.Done], tag="give_review", frozen=True, kw_only=True):
    """Hand over what was found of some positions. Answer: `done`, also to a repeat.

    Fields:
        room: as in `review_job`.
        lease: as in `review_job`.
        from_ply: the first position; 0 is the one before the first move.
        scores: of each, in hundredths of a soldier; positive where Red is better. A mate in n moves
            is 30,000 less n.
        best: the best moves, four characters each; `a0a0` where no move is legal.
        lines: how the game should have gone on instead of moves that lost much.
        depths: how many plies were looked ahead, all positions together.
    """

    room: str
    lease: str
    from_ply: int
    scores: list[int]
    best: str
    lines: list[ReviewedLine] = []
    depths: int = 0


class Vacation(Command[messages.Vacation], tag="vacation", frozen=True, kw_only=True):
    """See what you have of vacation. Answer: `vacation`."""


class TakeVacation(Command[messages.Done], tag="take_vacation", frozen=True, kw_only=True):
    """Go on vacation at once. Answer: `done`; your games by days get `away_until`.

    Your clock stands in each of them while it is your turn, unless its terms rule that out. You may
    move meanwhile. It needs an account that is no bot, and as many days as you have (`vacation`).

    Fields:
        days: how many, from now on.
    """

    days: int


class EndVacation(Command[messages.Done], tag="end_vacation", frozen=True, kw_only=True):
    """Come back before it is over. Answer: `done`; whole days that were not begun come back.

    The answer is the same if you are on none.
    """
