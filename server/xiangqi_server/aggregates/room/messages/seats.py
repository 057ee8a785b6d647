"""The players of a room: opening it, sitting down, showing up, declining it."""

from enum import StrEnum

from msgspec import Struct

from xiangqi_server.aggregates.room.terms import GameTerms, Seats
from xiangqi_server.game.rules.board.by_side import BySide
from xiangqi_server.game.rules.board.encoding import Side


class DeclineReason(StrEnum):
    """Why a player declines a challenge."""

    NOT_NOW = "not_now"
    LATER = "later"
    TOO_FAST = "too_fast"
    TOO_SLOW = "too_slow"
    RATED_PLEASE = "rated_please"
    CASUAL_PLEASE = "casual_please"
    OTHER_RULES = "other_rules"


class PublicOffer(Struct, frozen=True, gc=False):
    """The room stands in the list of offers by days, for anybody that suits.

    Fields:
        rating: its owner's, at the speed of the game.
        low, high: the least and the greatest rating that may take the seat, None for any.
    """

    rating: int
    low: int | None = None
    high: int | None = None

    def admits(self, rating: int | None) -> bool:
        """Whether a player of that rating, if it is known, may take the seat."""
        if rating is None:
            return False
        is_enough = self.low is None or self.low <= rating
        return is_enough and (self.high is None or rating <= self.high)


class _Opening(Struct, frozen=True, gc=False):
    """How a room begins.

    Fields:
        origin: the aggregate that wants to hear how the game ended, as ``kind`` (if there is
            only one of it) or ``kind:id``; "" for none.
        ready_ms: how long both players may take to say that they are there, once both seats are
            taken; 0 if the game begins without asking.
        waits_ms: how long the room waits for its second player; 0 for the usual time.
        invited: the only player who may take the free seat; None if anybody may.
        points: what the players of Red and of Black won in the games of which this is a rematch, 2
            for a win.
        lock: the hash of the key that opens the free seat; "" for a seat without a key. A log is
            public, so the key itself is never written.
        may_berserk: a player may give up half the time before the first move.
        listing: the room is an offer to everybody; None if it is not.
    """

    terms: GameTerms
    seats: Seats
    previous: str | None = None
    origin: str = ""
    ready_ms: int = 0
    waits_ms: int = 0
    invited: str | None = None
    points: BySide[int] = BySide(0, 0)
    lock: str = ""
    may_berserk: bool = False
    listing: PublicOffer | None = None


class Open(_Opening, frozen=True, gc=False, tag="open"):
    """Open a room: with both seats taken the game starts, with one it waits for a friend.

    Fields:
        by_guest: the player who challenges has no account.
    """

    by_guest: bool = False


class Sit(Struct, frozen=True, gc=False, tag="sit"):
    """Take the free seat; in a rated game that needs an account.

    Fields:
        seat_key: the key that opens the seat of an invitation.
        rating: of the player at the speed of the game, where the room is an offer to everybody.
    """

    by: str
    has_account: bool = False
    seat_key: str = ""
    rating: int | None = None


class Ready(Struct, frozen=True, gc=False, tag="ready"):
    """Say that you are there and the game may begin."""

    by: str


class DeclineChallenge(Struct, frozen=True, gc=False, tag="decline_challenge"):
    """The invited player does not want this game."""

    by: str
    reason: DeclineReason


class WithdrawChallenge(Struct, frozen=True, gc=False, tag="withdraw"):
    """Take your invitation or challenge back."""

    by: str


class TurnAway(Struct, frozen=True, gc=False, tag="turn_away"):
    """An order of a player's aggregate: `by` plays elsewhere and cannot play here."""

    by: str


class Bar(Struct, frozen=True, gc=False, tag="bar"):
    """An order of a player's aggregate: operators bar `by` from new games until a moment.

    A room calls off a game that has not begun; the lobby and the ladder drop the player, and keep
    the player out until then.

    Fields:
        number: the number of the operators' action; a later one has a greater number.
        until_ms: 0 lifts the bar.
        is_new: the room heard of the player only under the ban, so the game is called off even if
            it runs.
    """

    by: str
    number: int
    until_ms: int
    is_new: bool = False


class Opened(_Opening, frozen=True, gc=False, tag="opened"):
    """The room exists. The version of its rule set is written here, and holds for ever."""


class Seated(Struct, frozen=True, gc=False, tag="seated"):
    """The free seat was taken: the game starts."""

    side: Side
    player: str


class Readied(Struct, frozen=True, gc=False, tag="readied"):
    """The player of `side` is there; once both are, Red's clock runs."""

    side: Side


SeatCommand = Open | Sit | Ready | DeclineChallenge | WithdrawChallenge | TurnAway | Bar
SeatEvent = Opened | Seated | Readied
