"""What a room can be asked, and what can happen in it.

Commands come from a player (`by`), from another aggregate, or from the node (presence,
downtime, the alarm). Events are numbered facts, stored for ever: a field may be added with
a default, never changed. A `side` is 0 for Red and 1 for Black; moments are the store's time in ms.
"""

from enum import StrEnum
from typing import Final

from msgspec import Struct

from server.room.terms import Seats, Terms

LOBBY_ID: Final = "main"
"""The one lobby, which is told of pairs that came to nothing."""


class DeclineReason(StrEnum):
    """Why a player does not want a game one was challenged to."""

    NOT_NOW = "not_now"
    LATER = "later"
    TOO_FAST = "too_fast"
    TOO_SLOW = "too_slow"
    RATED_PLEASE = "rated_please"
    CASUAL_PLEASE = "casual_please"
    OTHER_RULES = "other_rules"


class OfferKind(StrEnum):
    """What one player can propose to the other."""

    DRAW = "draw"
    TAKEBACK = "takeback"
    """The last own move is taken back, and the reply to it, if there is one."""
    ABORT = "abort"
    """The game ends without a result, at any ply; before the second move `Abort` does."""
    REMATCH = "rematch"


class ClaimKind(StrEnum):
    """What one can claim when the other player has left."""

    WIN = "win"
    DRAW = "draw"


class CreditReason(StrEnum):
    """Why a turn was given time back."""

    OUTAGE = "outage"
    """No node served."""
    FAILOVER = "failover"
    """The player's own node had died, and the player was on the way to another one."""


# Commands.


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
    """What the game made of the rating of the player `by`; said by its aggregate."""

    by: str
    points: float
    deviation: float


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


# Orders to the players of a room and to the lobby, which accept them as commands.


class Engage(Struct, frozen=True, tag="engage"):
    """A game with this player has begun in `room`, on `side`.

    Fields:
        rated: the speed it is rated in; the player is to introduce itself. None in a casual game.
        live: both were looked for and must show up; one can play only one such game at a time.
        opponent: None while the room waits for a friend.
    """

    room: str
    side: int
    rated: str | None = None
    live: bool = False
    opponent: str | None = None


class Release(Struct, frozen=True, tag="release"):
    """The game in `room` is over."""

    room: str


class Settle(Struct, frozen=True, tag="settle"):
    """A game is over, for the aggregate that had it opened.

    Fields:
        winner: the player who won; None for a draw or no result.
        counts: it was played, and not called off.
    """

    room: str
    winner: str | None
    counts: bool


class Rate(Struct, frozen=True, tag="rate"):
    """A rated game is over: rate yourself by it, once.

    Fields:
        speed: the rating it counts for, a value of `room.speed.Speed`.
        points, deviation: the opponent's rating as recorded in the room.
        score: 1 for a win, 0.5 for a draw, 0.
    """

    room: str
    speed: str
    points: float
    deviation: float
    score: float


class Challenge(Struct, frozen=True, tag="challenge"):
    """Somebody waits in `room` for this player, who would play `side`, until a moment."""

    room: str
    by: str
    side: int
    terms: Terms
    until_ms: int


class Unchallenge(Struct, frozen=True, tag="unchallenge"):
    """Nobody waits in `room` any more: answered, withdrawn, or too late."""

    room: str


class Dissolve(Struct, frozen=True, tag="dissolve"):
    """The game of a pair in `room` came to nothing; `stay` are those who still want one."""

    room: str
    stay: tuple[str, ...]


# Events.


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


class Counsel(Struct, frozen=True):
    """What the rules say to a move or a takeback, found out before it is decided.

    Fields:
        follows: the end or the warning it brings about.
        refusal, detail: why it may not be played, empty if it may.
    """

    follows: Ended | Warned | None = None
    refusal: str = ""
    detail: str = ""


class RematchOpened(Struct, frozen=True, tag="rematch_opened"):
    """Both want to play again, with sides changed, in `room`."""

    room: str


class RatingKnown(Struct, frozen=True, tag="rating_known"):
    """The rating the player of `side` came to this rated game with."""

    side: int
    points: float
    deviation: float


class RatingChanged(Struct, frozen=True, tag="rating_changed"):
    """What the game made of the rating of the player of `side`."""

    side: int
    points: float
    deviation: float


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
