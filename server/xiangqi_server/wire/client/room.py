"""What you ask of a room: to see it, to play, to offer, to chat."""

from xiangqi_server.wire.client.base import Request, RoomRequest
from xiangqi_server.wire.limits import ChatText, MoveText, Ply, RoomId, SeatKey, Version
from xiangqi_server.wire.terms import AudienceName, ClaimName, NotationName, OfferName, PhraseName


class Join(Request, tag="join", frozen=True):
    """See a room from now on, as its player or as a spectator.

    Answer: `room` or the events missed, then `done`; to the seat to move then `legal`.

    Fields:
        since: the version you hold; the answer then is the missing events if they are at
            hand, else a whole `room`.
    """

    room: RoomId
    since: Version | None = None


class Leave(Request, tag="leave", frozen=True):
    """See a room no longer. You keep your seat. Answer: `done`."""

    room: RoomId


class Sit(RoomRequest, tag="sit", frozen=True):
    """Take the free seat of a room you were invited to. Answer: `done`; the room gets `seated`.

    Fields:
        seat_key: from the link of the invitation. To know a room's id never gives a seat: without
            the key it is refused with `no_seat_key`, but in rooms from before there were keys.
    """

    seat_key: SeatKey | None = None


class Ready(RoomRequest, tag="ready", frozen=True):
    """Say that you are there, and the game may begin; see *Ready-check*.

    Answer: `done`, also where the server asks nobody; the room gets `readied`.
    """


class Move(RoomRequest, tag="move", frozen=True):
    """Play a move. Answer: `done`; the room gets `moved`. Or `refused`.

    Fields:
        ply: number of the ply being played, from 0; a stale one is refused, so a double
            click plays once.
        text: squares ("h2e2"), ICCS ("H2-E2"), WXF ("C2=5") or Chinese ("炮二平五").
    """

    ply: Ply
    text: MoveText


class Resign(RoomRequest, tag="resign", frozen=True):
    """Give the game up. Answer: `done`; the room gets `ended`."""


class Abort(RoomRequest, tag="abort", frozen=True):
    """End a game without a result while fewer than two moves are played, or withdraw an invitation.

    Answer: `done`; the room gets `ended`.
    """


class Offer(RoomRequest, tag="offer", frozen=True):
    """Propose a draw, a takeback or an abort (during the game), or a rematch (after it).

    Answer: `done`; the room gets `offered`.

    An offer of what the other side offers already is an acceptance, except for takebacks. An offer
    made during the game ends with the other player's next move.

    Fields:
        what: `takeback` asks for your own last move, and the reply to it if there is one.
        ply: number of plies played as you see the game; a stale one is refused.
    """

    what: OfferName
    ply: Ply


class Accept(RoomRequest, tag="accept", frozen=True):
    """Agree to the other player's offer.

    Answer: `done`; the room gets `ended` (a draw, an abort), `took_back` or `rematch_opened`.
    """

    what: OfferName


class Decline(RoomRequest, tag="decline", frozen=True):
    """Turn the other player's offer down, or take your own back.

    Either way its side must wait before it offers the same again (`offer_too_soon`).

    Answer: `done`; the room gets `declined`.
    """

    what: OfferName


class GiveTime(RoomRequest, tag="give_time", frozen=True):
    """Give the other player 15 s. Answer: `done`; the room gets `time_given`."""


class Berserk(RoomRequest, tag="berserk", frozen=True):
    """Halve your own time, and earn no increment; see *Arenas*.

    Answer: `done`; the room gets `berserked`.
    """


class Claim(RoomRequest, tag="claim", frozen=True):
    """End the game because the other player has left; see *Presence and claims*.

    Answer: `done`; the room gets `ended`. Or `refused`.

    Fields:
        what: to win it, or to call it a draw.
    """

    what: ClaimName


class Premove(Request, tag="premove", frozen=True):
    """Have the server play a move as soon as it is your turn; see *Premoves*.

    Answer: `done`; your own connections get `premove`. Or `refused`. An earlier one is
    replaced.

    Fields:
        ply: number of the ply to be played: your own next.
        text: as in `move`, read in the position of that ply.
    """

    room: RoomId
    ply: Ply
    text: MoveText


class CancelPremove(Request, tag="cancel_premove", frozen=True):
    """Take your premove back. Answer: `done`, also if you had no premove."""

    room: RoomId


class Chat(Request, tag="chat", frozen=True):
    """Say something, in words of your own or by a phrase; see *Chat*.

    Answer: `done`; everybody who may read it gets `chat`. Or `refused`.

    Fields:
        to: the people you speak to.
        text: words of your own.
        phrase: instead of `text`: a phrase, which readers get in their languages.
    """

    room: RoomId
    to: AudienceName
    text: ChatText | None = None
    phrase: PhraseName | None = None


class Legal(Request, tag="legal", frozen=True):
    """Ask what you may play now, as the seat to move; see *Turns and moves*. Answer: `legal`."""

    room: RoomId


class Export(Request, tag="export", frozen=True):
    """Have the game as PGN. Answer: `pgn`, then `done`.

    Fields:
        notation: of its moves.
    """

    room: RoomId
    notation: NotationName = "wxf"


class Log(Request, tag="log", frozen=True):
    """Have the log of the room, to hold it against a digest you have kept. Answer: `log`.

    While a game that spectators are shown late goes on, only its players may have it.

    Fields:
        after: the version after which to begin; 0, or `next` of the answer before.
    """

    room: RoomId
    after: Version = 0
