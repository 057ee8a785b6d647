"""What a room can be asked.

Commands come from a player (`by`), from another aggregate, or from the node (presence,
downtime, the alarm). A `side` is 0 for Red and 1 for Black; moments are the store's time in ms.
"""

from msgspec import Struct

from server.room.messages.choices import ClaimKind, DeclineReason, OfferKind
from server.room.messages.events import Ended, Warned
from server.room.terms import Seats, Terms


class Counsel(Struct, frozen=True):
    """What the rules say to a move or a takeback, found out before it is decided.

    Fields:
        follows: the end or the warning it brings about.
        refusal, detail: why it may not be played, empty if it may.
    """

    follows: Ended | Warned | None = None
    refusal: str = ""
    detail: str = ""


class Open(Struct, frozen=True, tag="open"):
    """Open a room: with both seats taken the game starts, with one it waits for a friend.

    The fields are those of `Opened`.
    """

    terms: Terms
    seats: Seats
    previous: str | None = None
    origin: str = ""
    ready_ms: int = 0
    waits_ms: int = 0
    invited: str | None = None
    points: tuple[int, int] = (0, 0)


class Sit(Struct, frozen=True, tag="sit"):
    """Take the free seat; a rated game asks for an account."""

    by: str
    has_account: bool = False


class Ready(Struct, frozen=True, tag="ready"):
    """Say that one is there, and the game may begin."""

    by: str


class DeclineChallenge(Struct, frozen=True, tag="decline_challenge"):
    """The invited player does not want this game."""

    by: str
    reason: DeclineReason


class Withdraw(Struct, frozen=True, tag="withdraw"):
    """Take one's invitation or challenge back."""

    by: str


class TurnAway(Struct, frozen=True, tag="turn_away"):
    """By order of a player: `by` cannot play here, being engaged elsewhere."""

    by: str


class PlayMove(Struct, frozen=True, tag="play"):
    """Play a move given as text in any notation.

    Fields:
        ply: the number of the ply played, from 0.
        premove: it was waiting for this ply, and is refused if it would lose by repetition.
        made_at_ms: of a premove, when it arrived: no later time is charged, so one that was
            there before its turn costs nothing.
        lag_ms: how late the move arrived for reasons of the line, as the server measured.
        counsel: what the rules say of the move, where that was thought about elsewhere.
    """

    by: str
    ply: int
    text: str
    premove: bool = False
    lag_ms: int = 0
    made_at_ms: int = 0
    counsel: "Counsel | None" = None


class Resign(Struct, frozen=True, tag="resign"):
    """Give the game up."""

    by: str


class Abort(Struct, frozen=True, tag="abort"):
    """End the game without a result, before its second move; or withdraw an invitation."""

    by: str


class MakeOffer(Struct, frozen=True, tag="offer"):
    """Propose something, at the ply the player sees.

    Proposing what the other player proposes is agreeing (but for takebacks, where each
    means another move): then `fresh_id` is used as in `AcceptOffer`.
    """

    by: str
    what: OfferKind
    ply: int
    fresh_id: str


class AcceptOffer(Struct, frozen=True, tag="accept"):
    """Agree to the other player's offer; `fresh_id` becomes the room of a rematch.

    `counsel` is what the rules say of the shorter game after a takeback.
    """

    by: str
    what: OfferKind
    fresh_id: str
    counsel: "Counsel | None" = None


class DeclineOffer(Struct, frozen=True, tag="decline"):
    """Turn the other player's offer down, or take one's own back."""

    by: str
    what: OfferKind


class GiveTime(Struct, frozen=True, tag="give_time"):
    """Give the other player some time."""

    by: str


class Claim(Struct, frozen=True, tag="claim"):
    """End the game because the other player has left and did not come back in time."""

    by: str
    what: ClaimKind


class Absent(Struct, frozen=True, tag="absent"):
    """The player of a side has no connection left on any node."""

    side: int


class Present(Struct, frozen=True, tag="present"):
    """The player of a side is connected."""

    side: int


class Introduce(Struct, frozen=True, tag="introduce"):
    """The rating the player `by` came to this rated game with; said by its aggregate."""

    by: str
    points: float
    deviation: float


class ChangeRating(Struct, frozen=True, tag="change_rating"):
    """What the game made of the rating of the player `by`; said by its aggregate.

    Fields:
        before: the points just before, which other games may have changed since this one began.
    """

    by: str
    points: float
    deviation: float
    before: float | None = None


class TakeOutage(Struct, frozen=True, tag="take_outage"):
    """From one moment to another no node served: give the time back."""

    from_ms: int
    to_ms: int


class TakeFailover(Struct, frozen=True, tag="take_failover"):
    """The node of `player` died at one moment, and up to another the player was cut off.

    Fields:
        to_ms: when it was back, or how far its absence is known by now.
    """

    player: str
    from_ms: int
    to_ms: int


class Alarm(Struct, frozen=True, tag="alarm"):
    """The time the room asked to be woken at has come."""


RoomCommand = (
    Open
    | Sit
    | Ready
    | DeclineChallenge
    | Withdraw
    | TurnAway
    | PlayMove
    | Resign
    | Abort
    | MakeOffer
    | AcceptOffer
    | DeclineOffer
    | GiveTime
    | Claim
    | Absent
    | Present
    | Introduce
    | ChangeRating
    | TakeOutage
    | TakeFailover
    | Alarm
)
