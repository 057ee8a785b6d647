"""Who plays in a room: opening it, sitting down, showing up, turning it down."""

from enum import StrEnum

from msgspec import Struct

from server.room.terms import Seats, Terms
from server.rules.board.by_side import BySide
from server.rules.board.encoding import Side


class DeclineReason(StrEnum):
    """Why a player does not want a game they were challenged to."""

    NOT_NOW = "not_now"
    LATER = "later"
    TOO_FAST = "too_fast"
    TOO_SLOW = "too_slow"
    RATED_PLEASE = "rated_please"
    CASUAL_PLEASE = "casual_please"
    OTHER_RULES = "other_rules"


class Open(Struct, frozen=True, gc=False, tag="open"):
    """Open a room: with both seats taken the game starts, with one it waits for a friend.

    The fields are those of `Opened`; and `by_guest`: whoever challenges has no account.
    """

    terms: Terms
    seats: Seats
    previous: str | None = None
    origin: str = ""
    ready_ms: int = 0
    waits_ms: int = 0
    invited: str | None = None
    points: BySide[int] = BySide(0, 0)
    lock: str = ""
    by_guest: bool = False
    may_berserk: bool = False


class Sit(Struct, frozen=True, gc=False, tag="sit"):
    """Take the free seat; a rated game asks for an account.

    Fields:
        seat_key: what opens the seat of an invitation.
    """

    by: str
    has_account: bool = False
    seat_key: str = ""


class Ready(Struct, frozen=True, gc=False, tag="ready"):
    """Say that you are there, and the game may begin."""

    by: str


class DeclineChallenge(Struct, frozen=True, gc=False, tag="decline_challenge"):
    """The invited player does not want this game."""

    by: str
    reason: DeclineReason


class WithdrawChallenge(Struct, frozen=True, gc=False, tag="withdraw"):
    """Take your invitation or challenge back."""

    by: str


class TurnAway(Struct, frozen=True, gc=False, tag="turn_away"):
    """By order of a player: `by` cannot play here, being engaged elsewhere."""

    by: str


class Bar(Struct, frozen=True, gc=False, tag="bar"):
    """By order of a player: operators keep `by` from new games until a moment; 0 lifts that.

    A room calls off what has not begun; the lobby and the ladder let the player go, and keep it
    out until then.

    Fields:
        number: of the operators' action; a later one has a greater number.
        is_new: the room heard of the player only under the ban, so it is called off though it runs.
    """

    by: str
    number: int
    until_ms: int
    is_new: bool = False


class Opened(Struct, frozen=True, gc=False, tag="opened"):
    """The room exists. The rule set's version is written here and holds for ever.

    Fields:
        origin: the aggregate that wants to be told how it ended, as ``kind`` (the only one) or
            ``kind:id``; or "".
        ready_ms: how long both may take to say that they are there, once both seats are
            taken; 0 begins without asking.
        waits_ms: how long the room waits for its second player; 0 for the usual time.
        invited: the only one who may take the free seat; None for anybody.
        points: of Red's and of Black's player in the games this is a rematch of, two a win.
        lock: the hash of the key that opens the free seat; "" for a seat without a key, as before
            there were any. A log is public, so the key itself is never written.
        may_berserk: a player may give up half the time before the first move.
    """

    terms: Terms
    seats: Seats
    previous: str | None = None
    origin: str = ""
    ready_ms: int = 0
    waits_ms: int = 0
    invited: str | None = None
    points: BySide[int] = BySide(0, 0)
    lock: str = ""
    may_berserk: bool = False


class Seated(Struct, frozen=True, gc=False, tag="seated"):
    """The free seat was taken: the game starts."""

    side: Side
    player: str


class Readied(Struct, frozen=True, gc=False, tag="readied"):
    """The player of `side` is there; when both are, Red's clock runs."""

    side: Side


SeatCommand = Open | Sit | Ready | DeclineChallenge | WithdrawChallenge | TurnAway | Bar
SeatEvent = Opened | Seated | Readied
