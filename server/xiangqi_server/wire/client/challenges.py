"""How you ask somebody for a game: a challenge, its answers, and a room taken back."""

from xiangqi_server.wire.client.base import Request, RoomRequest
from xiangqi_server.wire.limits import NameText, PlayerId, WaitHours
from xiangqi_server.wire.terms import DeclineName, GameTerms, SidePreference


class Invite(Request, tag="invite", frozen=True):
    """Open a room with a free seat for a friend, who need not have been here before.

    Answer: `done` with the room's id and the key to its free seat; you get `game_opened` on every
    connection, before or after. The friend opens `/game/<room>#seat=<seat_key>` in a browser, or
    sends `join` and then `sit` with the key. While the room waits, its owner reads the key in
    `room` too, and no other player does. A player who has the id without the key looks on.

    Fields:
        side: your own.
        hours: how long the seat stays free.
    """

    terms: GameTerms
    side: SidePreference = "any"
    hours: WaitHours = 24


class Challenge(Request, tag="challenge", frozen=True):
    """Ask a player for a game. Answer: `done` with the room that waits for the answer.

    You get `game_opened`, the other `challenged`, on every connection. Accepted, the room gets
    `seated`; declined, withdrawn or too late, `ended`. A game by days may wait for a week, any
    other five minutes. You can ask a player without a connection only for a game by days
    (`not_online`).

    Fields:
        player: the player you ask, or null.
        side: your own.
        name: the name of a player with an account, or one that looks like it, if `player` is null.
    """

    player: PlayerId | None
    terms: GameTerms
    side: SidePreference = "any"
    name: NameText | None = None


class AcceptChallenge(RoomRequest, tag="accept_challenge", frozen=True):
    """Play the game you were challenged to. Answer: `done`; you get `game_opened`."""


class DeclineChallenge(RoomRequest, tag="decline_challenge", frozen=True):
    """Do not play the game you were challenged to. Answer: `done`.

    Fields:
        reason: what the other one reads.
    """

    reason: DeclineName = DeclineName.NOT_NOW


class WithdrawChallenge(RoomRequest, tag="withdraw_challenge", frozen=True):
    """Take an invitation or a challenge of your own back.

    Answer: `done`, also if it waits no longer.
    """
