"""What can happen in a room.

Events are numbered facts, stored for ever: a field may be added with a default, never
changed. A `side` is 0 for Red and 1 for Black; moments are the store's time in ms.
"""

from msgspec import Struct

from server.room.messages.choices import CreditReason, DeclineReason, OfferKind
from server.room.terms import Seats, Terms


class Opened(Struct, frozen=True, tag="opened"):
    """The room exists. The rule set's version is written here and holds for ever.

    Fields:
        origin: the kind of the aggregate that wants to be told how it ended, or "".
        ready_ms: how long both may take to say that they are there, once both seats are
            taken; 0 begins without asking.
        waits_ms: how long the room waits for its second player; 0 for the usual time.
        invited: the only one who may take the free seat; None for anybody.
        points: of Red's and of Black's player in the games this is a rematch of, two a win.
    """

    terms: Terms
    seats: Seats
    previous: str | None = None
    origin: str = ""
    ready_ms: int = 0
    waits_ms: int = 0
    invited: str | None = None
    points: tuple[int, int] = (0, 0)


class Seated(Struct, frozen=True, tag="seated"):
    """The free seat was taken: the game starts."""

    side: int
    player: str


class Readied(Struct, frozen=True, tag="readied"):
    """The player of `side` is there; when both are, Red's clock runs."""

    side: int


class Moved(Struct, frozen=True, tag="moved"):
    """A move was played.

    Fields:
        ply: its number, from 0.
        uci, wxf, chinese: the move in coordinates, WXF and Chinese (simplified).
        check: the move checks.
        spent_ms: what the turn took, from its start to the arrival of the move, without
            downtime of ours; 0 for a premove.
        red_left_ms, black_left_ms: the time standing on the clocks after the move, without
            the periods or counted seconds that may follow it; 0 in a game without a clock.
        red_periods, black_periods: periods of byo-yomi left.
        compensated_ms: of `spent_ms`, what was not charged: lag, and whatever went past the
            time left in the first seconds after downtime.
        red_quota_ms, black_quota_ms: lag that may still be compensated in this game.
    """

    ply: int
    uci: str
    wxf: str
    chinese: str
    check: bool
    spent_ms: int
    red_left_ms: int
    black_left_ms: int
    red_periods: int = 0
    black_periods: int = 0
    compensated_ms: int = 0
    red_quota_ms: int = 0
    black_quota_ms: int = 0


class TookBack(Struct, frozen=True, tag="took_back"):
    """The last moves are undone, as if never played; the turn starts anew.

    Fields:
        side: who asked for it.
        plies: how many moves are undone, 1 or 2.
        spent_ms: how long the turn that is cut off had lasted; it is charged.
        red_left_ms, black_left_ms, red_periods, black_periods: as in `Moved`. Nobody gets
            back what was spent on moves that are undone.
    """

    side: int
    plies: int
    spent_ms: int
    red_left_ms: int
    black_left_ms: int
    red_periods: int = 0
    black_periods: int = 0


class TimeGiven(Struct, frozen=True, tag="time_given"):
    """The other player gave `side` time."""

    side: int
    ms: int


class Gone(Struct, frozen=True, tag="gone"):
    """The player of `side` has left; if again while gone, the countdown has been put off.

    Fields:
        claimable_at_ms: from when the other player may claim the game, while not to move.
    """

    side: int
    claimable_at_ms: int


class Back(Struct, frozen=True, tag="back"):
    """The player of `side` is here again."""

    side: int


class Credited(Struct, frozen=True, tag="credited"):
    """Downtime of ours was taken out of the running turn of `side`.

    Fields:
        ms: by how much the turn started later than it did; above 0.
        from_ms, to_ms: when no node served, or not that of the player.
    """

    side: int
    ms: int
    from_ms: int
    to_ms: int
    reason: CreditReason = CreditReason.OUTAGE


class Suspended(Struct, frozen=True, tag="suspended"):
    """We were away for long: the clock stands, and both players count as gone until they come.

    Fields:
        until_ms: when the game ends without a result, if not both are back.
    """

    until_ms: int


class Continued(Struct, frozen=True, tag="continued"):
    """Both players of a suspended game are back: the clock runs from where it stood."""


class Offered(Struct, frozen=True, tag="offered"):
    """One player proposed something to the other."""

    side: int
    what: OfferKind
    ply: int


class Declined(Struct, frozen=True, tag="declined"):
    """An offer was turned down by the other player, or taken back by its own (`side` acted)."""

    side: int
    what: OfferKind


class Warned(Struct, frozen=True, tag="warned"):
    """A repetition is on its way to a ruling; it stands until the next move or the end.

    Fields:
        warning: a `rules.ruling.RepetitionWarning` as builtins.
        texts: for each reader ("red", "black", "spectators") by language.
    """

    warning: dict[str, object]
    texts: dict[str, dict[str, str]]


class Ended(Struct, frozen=True, tag="ended"):
    """The game is over: the clocks stand still, offers and warning are gone.

    Fields:
        winner: 0 or 1, None for a draw or an aborted game.
        ending: how, a value of `room.endings.Ending` or `rules.ruling.Ending`.
        ruling: a `rules.ruling.Ruling` as builtins, where the rules ended the game.
        texts: the ruling by language, {} where the code says it all.
        reason: why a challenge was declined, else None.
    """

    winner: int | None
    ending: str
    ruling: dict[str, object] | None = None
    texts: dict[str, str] = {}
    reason: DeclineReason | None = None


class RematchOpened(Struct, frozen=True, tag="rematch_opened"):
    """Both want to play again, with sides changed, in `room`."""

    room: str


class RatingKnown(Struct, frozen=True, tag="rating_known"):
    """The rating the player of `side` came to this rated game with."""

    side: int
    points: float
    deviation: float


class RatingChanged(Struct, frozen=True, tag="rating_changed"):
    """What the game made of the rating of the player of `side`.

    Fields:
        before: the points just before, which other games may have changed since this one began;
            None where that was not kept.
    """

    side: int
    points: float
    deviation: float
    before: float | None = None


RoomEvent = (
    Opened
    | Seated
    | Moved
    | Readied
    | TookBack
    | TimeGiven
    | Gone
    | Back
    | Credited
    | Suspended
    | Continued
    | Offered
    | Declined
    | Warned
    | Ended
    | RematchOpened
    | RatingKnown
    | RatingChanged
)
