"""Every message a client may send. Decoding, limits and `PROTOCOL.md` are made from these types.

`id` is the client's own: the answer (`done` or `refused`) echoes it, and a repeat of an
accepted command is answered, not done again.
"""

from typing import Annotated

from msgspec import Meta, Struct

from server.wire.limits import (
    FEATURES,
    ChatText,
    CommandId,
    MoveText,
    Ply,
    PoolName,
    RoomId,
    SeekId,
    ShortText,
    Token,
    Version,
)
from server.wire.terms import (
    AudienceName,
    ClaimName,
    GameTerms,
    Language,
    NotationName,
    OfferName,
    PhraseName,
    SidePreference,
)


class ClientMessage(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all: a message is an object whose `type` names its class, all fields typed."""


class Hello(ClientMessage, tag="hello", frozen=True):
    """Introduce oneself: the first message. Answer: `welcome`, or `refused`.

    Fields:
        id: the client's own; it comes back in `welcome`.
        token: the one an earlier `welcome` gave; without it one becomes a new guest.
        client: name and version of the program, for the operator's log.
        features: reserved; names the server does not know are ignored.
        language: of the texts in refusals, warnings and rulings.
    """

    id: CommandId
    token: Token | None = None
    client: ShortText = ""
    features: Annotated[list[ShortText], Meta(max_length=FEATURES)] = []
    language: Language = "en"


class Beat(ClientMessage, tag="beat", frozen=True):
    """Answer a `beat` of the server at once. Not answered.

    Fields:
        n: of the server's `beat`.
    """

    n: Annotated[int, Meta(ge=0, le=2**53)]


class Join(ClientMessage, tag="join", frozen=True):
    """See a room from now on, as its player or as a spectator.

    Answer: `room` or the events missed, then `done`; to the seat to move also `legal`.

    Fields:
        since: the version one holds; the answer then is the missing events if they are at
            hand, else a whole `room`.
    """

    id: CommandId
    room: RoomId
    since: Version | None = None


class Leave(ClientMessage, tag="leave", frozen=True):
    """See a room no longer. One keeps one's seat. Answer: `done`."""

    id: CommandId
    room: RoomId


class Sit(ClientMessage, tag="sit", frozen=True):
    """Take the free seat of a room one was invited to. Answer: `done`; the room gets `seated`."""

    id: CommandId
    room: RoomId


class Move(ClientMessage, tag="move", frozen=True):
    """Play a move. Answer: `done`; the room gets `moved`. Or `refused`.

    Fields:
        ply: number of the ply being played, from 0; a stale one is refused, so a double
            click plays once.
        text: squares ("h2e2"), ICCS ("H2-E2"), WXF ("C2=5") or Chinese ("炮二平五").
    """

    id: CommandId
    room: RoomId
    ply: Ply
    text: MoveText


class Resign(ClientMessage, tag="resign", frozen=True):
    """Give the game up. Answer: `done`; the room gets `ended`."""

    id: CommandId
    room: RoomId


class Abort(ClientMessage, tag="abort", frozen=True):
    """End a game without a result while fewer than two moves are played, or withdraw an invitation.

    Answer: `done`; the room gets `ended`.
    """

    id: CommandId
    room: RoomId


class Offer(ClientMessage, tag="offer", frozen=True):
    """Propose a draw, a takeback or an abort (during the game), or a rematch (after it).

    Answer: `done`; the room gets `offered`.

    An offer of what the other side offers already is an acceptance, but for takebacks. An
    offer made during the game ends with the other player's next move.

    Fields:
        what: `takeback` asks for one's own last move, and the reply to it if there is one.
        ply: number of plies played as one sees the game; a stale one is refused.
    """

    id: CommandId
    room: RoomId
    what: OfferName
    ply: Ply


class Accept(ClientMessage, tag="accept", frozen=True):
    """Agree to the other player's offer.

    Answer: `done`; the room gets `ended` (a draw, an abort), `took_back` or `rematch_opened`.
    """

    id: CommandId
    room: RoomId
    what: OfferName


class Decline(ClientMessage, tag="decline", frozen=True):
    """Turn the other player's offer down, or take one's own back.

    Answer: `done`; the room gets `declined`.
    """

    id: CommandId
    room: RoomId
    what: OfferName


class GiveTime(ClientMessage, tag="give_time", frozen=True):
    """Give the other player 15 s. Answer: `done`; the room gets `time_given`."""

    id: CommandId
    room: RoomId


class Claim(ClientMessage, tag="claim", frozen=True):
    """End the game because the other player has left; see *Presence and claims*.

    Answer: `done`; the room gets `ended`. Or `refused`.

    Fields:
        what: to win it, or to call it a draw.
    """

    id: CommandId
    room: RoomId
    what: ClaimName


class Premove(ClientMessage, tag="premove", frozen=True):
    """Have the server play a move as soon as it is one's turn; see *Premoves*.

    Answer: `done`; one's own connections get `premove`. Or `refused`. An earlier one is
    replaced.

    Fields:
        ply: number of the ply to be played: one's own next.
        text: as in `move`, read in the position of that ply.
    """

    id: CommandId
    room: RoomId
    ply: Ply
    text: MoveText


class CancelPremove(ClientMessage, tag="cancel_premove", frozen=True):
    """Take one's premove back. Answer: `done`, also if there was none."""

    id: CommandId
    room: RoomId


class Chat(ClientMessage, tag="chat", frozen=True):
    """Say something, in words of one's own or by a phrase; see *Chat*.

    Answer: `done`; who may read it gets `chat`. Or `refused`.

    Fields:
        to: whom one speaks to.
        text: words of one's own.
        phrase: instead of `text`: a phrase that each reader gets in the own language.
    """

    id: CommandId
    room: RoomId
    to: AudienceName
    text: ChatText | None = None
    phrase: PhraseName | None = None


class Export(ClientMessage, tag="export", frozen=True):
    """Have the game as PGN. Answer: `pgn`, then `done`.

    Fields:
        notation: of its moves.
    """

    id: CommandId
    room: RoomId
    notation: NotationName = "wxf"


class WatchLobby(ClientMessage, tag="watch_lobby", frozen=True):
    """See the lobby from now on. Answer: `lobby`, then `done`; later `lobby_changed`."""

    id: CommandId


class LeaveLobby(ClientMessage, tag="leave_lobby", frozen=True):
    """See the lobby no longer; an open seek stays. Answer: `done`."""

    id: CommandId


class Seek(ClientMessage, tag="seek", frozen=True):
    """Show an open offer to everybody; an earlier one of one's own is replaced.

    Answer: `done`; the lobby gets `lobby_changed`. When somebody takes it, `game`. It goes
    when its player has had no connection for half a minute.

    Fields:
        side: what one wants to play.
    """

    id: CommandId
    terms: GameTerms
    side: SidePreference = "any"


class Unseek(ClientMessage, tag="unseek", frozen=True):
    """Take one's open offer back. Answer: `done`, also if there was none."""

    id: CommandId


class Take(ClientMessage, tag="take", frozen=True):
    """Accept somebody's open offer. Answer: `done`; both players get `game`.

    Fields:
        seek: the offer's id.
    """

    id: CommandId
    seek: SeekId


class Match(ClientMessage, tag="match", frozen=True):
    """Wait in a pool for an opponent, first come first paired.

    Answer: `done`; when paired, `game`. One may wait in several pools; being paired in one
    takes one out of all. One is also taken out after half a minute without a connection.

    Fields:
        pool: its name.
    """

    id: CommandId
    pool: PoolName


class Unmatch(ClientMessage, tag="unmatch", frozen=True):
    """Wait no longer, in any pool. Answer: `done`."""

    id: CommandId


class Invite(ClientMessage, tag="invite", frozen=True):
    """Open a room with a free seat for a friend, open for a day.

    Answer: `done` with the room's id; one gets `game` on every connection, before or after.
    The friend opens `/game/<room>` in a browser, or sends `join` and then `sit`.

    Fields:
        side: one's own.
    """

    id: CommandId
    terms: GameTerms
    side: SidePreference = "any"


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
    | WatchLobby
    | LeaveLobby
    | Seek
    | Unseek
    | Take
    | Match
    | Unmatch
    | Invite
)
