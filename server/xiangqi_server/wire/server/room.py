"""A room as it stands, and what happens in it: one message per event of its log."""

from typing import Literal

from xiangqi_server.wire.limits import Moment
from xiangqi_server.wire.parts import (
    Absence,
    BerserkSides,
    Clock,
    MoveLine,
    OpenOffer,
    Outcome,
    PlayerRating,
    ReadyCheck,
    RepetitionWarning,
    Seat,
    VacationSides,
)
from xiangqi_server.wire.server.base import ServerMessage
from xiangqi_server.wire.terms import CreditReason, GameTerms, OfferName, SideName


class Room(ServerMessage, tag="room", frozen=True):
    """A whole room.

    Fields:
        version: number of the last event in it.
        at_ms: when that event was stored; the clocks are as of then.
        status: `waiting` until both seats are taken, then `playing`, then `over`; between the first
            two `readying`, where the server asks two paired players whether they are there.
        red, black: the players, null while the seat is free.
        you: your own side, null for a spectator.
        start_fen: the position before the first move.
        fen: the position now.
        moves: all moves, oldest first.
        check: the side to move is in check.
        red_quota_ms, black_quota_ms: lag that may still be compensated; see *Receipts*.
        offers: what waits for an answer.
        absences: the players who have left; see *Presence and claims*.
        warning: of a repetition, as long as it stands.
        outcome: null until the game is over.
        suspended_until_ms: until when a suspended game waits for its players; null for any other.
        behind_ms: how late you see this game: `delay_ms` of its terms for a spectator as long as it
            is played, else 0.
        previous: room of the game this one is a rematch of, or null.
        next: room of the rematch, or null.
        red_rating, black_rating: of a rated game, as far as they are known and not hidden.
        ready: while `readying`, which players are there, else null; see *Ready-check*.
        series: points of Red's and of Black's player in the games this is a rematch of: two for a
            win, one for a draw.
        invited: of a challenge, the player who was asked; null if anybody may sit.
        waits_until_ms: while `waiting`, when the invitation lapses, else null.
        seat_key: to the player who invites, while `waiting`: what opens the free seat; else null.
        needs_key: it waits for a player with the key of its seat.
        tournament: the one it is a game of, or null.
        berserk: which sides have halved their time; null where they may not.
        away: the players that are on vacation; null if both are not.
    """

    room: str
    version: int
    digest: str
    at_ms: Moment
    status: Literal["waiting", "readying", "playing", "over"]
    terms: GameTerms
    red: Seat | None
    black: Seat | None
    you: SideName | None
    start_fen: str
    fen: str
    moves: list[MoveLine]
    check: bool
    clock: Clock
    red_quota_ms: int
    black_quota_ms: int
    offers: list[OpenOffer]
    absences: list[Absence]
    warning: RepetitionWarning | None
    outcome: Outcome | None
    spectators: int
    behind_ms: int
    previous: str | None
    next: str | None
    red_rating: PlayerRating | None = None
    black_rating: PlayerRating | None = None
    suspended_until_ms: Moment | None = None
    ready: ReadyCheck | None = None
    series: tuple[int, int] = (0, 0)
    invited: Seat | None = None
    waits_until_ms: Moment | None = None
    seat_key: str | None = None
    needs_key: bool = False
    tournament: str | None = None
    berserk: BerserkSides | None = None
    away: VacationSides | None = None


class RoomEvent(ServerMessage, frozen=True):
    """What every event of a room carries."""

    room: str
    version: int
    digest: str
    at_ms: Moment


class Seated(RoomEvent, tag="seated", frozen=True):
    """The free seat was taken: the game starts and Red's clock runs.

    Fields:
        side: which seat.
        seat: the player who took it; you if the player is your own id.
        ready: both are asked whether they are there before the clock runs; null if not.
    """

    side: SideName
    seat: Seat
    clock: Clock
    ready: ReadyCheck | None = None


class Readied(RoomEvent, tag="readied", frozen=True):
    """A player of a pair is there; see *Ready-check*.

    Fields:
        ready: null when both are: the game has begun and Red's clock runs.
    """

    side: SideName
    clock: Clock
    ready: ReadyCheck | None = None


class Moved(RoomEvent, tag="moved", frozen=True):
    """A move was played. It ends the offers of the other side, and a warning.

    Fields:
        ply: its number, from 0.
        uci: the move by its two squares.
        wxf: in WXF notation.
        chinese: in Chinese notation (simplified).
        check: it checks.
        spent_ms: how long the turn took, until the move arrived; 0 for a premove.
        compensated_ms: of that, what was not charged; see *Receipts*.
        red_quota_ms, black_quota_ms: lag that may still be compensated.
        clock: after the move; an increment is added, a period renewed.
    """

    ply: int
    uci: str
    wxf: str
    chinese: str
    check: bool
    spent_ms: int
    compensated_ms: int
    red_quota_ms: int
    black_quota_ms: int
    clock: Clock


class TookBack(RoomEvent, tag="took_back", frozen=True):
    """The last moves were taken back; the turn starts anew, and no time comes back.

    Fields:
        side: the side that asked for it.
        plies: how many of `moves` are gone, 1 or 2.
        fen: the position now.
        check: the side to move is in check.
        spent_ms: what the turn that is cut off had taken; it is charged.
    """

    side: SideName
    plies: int
    fen: str
    check: bool
    spent_ms: int
    clock: Clock


class TimeGiven(RoomEvent, tag="time_given", frozen=True):
    """A player gave the other one time.

    Fields:
        side: the side that has more time now.
        ms: how much more.
    """

    side: SideName
    ms: int
    clock: Clock


class Berserked(RoomEvent, tag="berserked", frozen=True):
    """A player halved the time left, and earns no increment any more.

    Fields:
        side: the side of that player.
        ms: how much time that was; 0 where the increment alone is gone.
    """

    side: SideName
    ms: int
    clock: Clock


class Disconnected(RoomEvent, tag="disconnected", frozen=True):
    """A player has left. If it had already, the countdown is put off.

    Fields:
        side: the side of that player.
        claimable_at_ms: the server's time from which the other player may `claim`.
    """

    side: SideName
    claimable_at_ms: Moment


class Reconnected(RoomEvent, tag="reconnected", frozen=True):
    """A player who had left is here again.

    Fields:
        side: the side of that player.
    """

    side: SideName


class AwayUntil(RoomEvent, tag="away_until", frozen=True):
    """A player in a game by days is on vacation, or is back; see *Vacation*.

    Fields:
        side: the player's.
        until_ms: until when; in the past if the player is back.
    """

    side: SideName
    until_ms: Moment
    clock: Clock


class TimeCredited(RoomEvent, tag="time_credited", frozen=True):
    """Time is given back to the side whose clock ran: the server was away, or its player is.

    Fields:
        ready: while both are still asked whether they are there, until when; else null.
        side: the side whose clock ran.
        ms: how much is given back.
        from_ms, to_ms: when the server was away; of a vacation, between which moments the clock
            stands as well, or does not if `ms` is below 0.
        reason: `outage` if the server was away for everybody. `failover` if the part of it that
            this player was connected to had died, stood still or sent the player on, or if no part
            knew the player. It may be credited twice: when it is noticed, and when the player is
            back.
    """

    side: SideName
    ms: int
    from_ms: Moment
    to_ms: Moment
    clock: Clock
    reason: CreditReason = CreditReason.OUTAGE
    ready: ReadyCheck | None = None


class Suspended(RoomEvent, tag="suspended", frozen=True):
    """The server was away for more than ten minutes: the clock stands until both players are back.

    Both count as disconnected until `reconnected` tells of each; no move is taken meanwhile.

    Fields:
        until_ms: when the game is aborted, if not both are back by then.
    """

    until_ms: Moment
    clock: Clock


class Continued(RoomEvent, tag="continued", frozen=True):
    """Both players of a suspended game are back: the clock runs from where it stood."""

    clock: Clock


class Offered(RoomEvent, tag="offered", frozen=True):
    """A player proposed something to the other."""

    side: SideName
    what: OfferName
    ply: int


class Declined(RoomEvent, tag="declined", frozen=True):
    """An offer was turned down, or taken back by its owner.

    Fields:
        side: the side that turned it down or took it back.
        what: what had been proposed.
    """

    side: SideName
    what: OfferName


class Warned(RoomEvent, tag="warned", frozen=True):
    """A repetition is on its way to a ruling.

    Fields:
        warning: stands until the next `moved` or `ended`.
    """

    warning: RepetitionWarning


class Ended(RoomEvent, tag="ended", frozen=True):
    """The game is over. All offers and warnings are gone.

    Fields:
        outcome: how it ended.
        clock: as the clocks stopped.
    """

    outcome: Outcome
    clock: Clock


class RematchOpened(RoomEvent, tag="rematch_opened", frozen=True):
    """Both want to play again.

    Fields:
        next: room of the new game, which has begun with sides changed.
    """

    next: str


class RatingKnown(RoomEvent, tag="rating_known", frozen=True):
    """The rating with which a player came to a rated game.

    Fields:
        side: the side of that player.
        rating: without a change; its points are 0 if hidden.
    """

    side: SideName
    rating: PlayerRating


class Rated(RoomEvent, tag="rated", frozen=True):
    """A rated game has counted for a player; it comes after `ended`, once for each side.

    Fields:
        side: the side of that player.
        rating: with the change; its points are 0 if hidden.
    """

    side: SideName
    rating: PlayerRating
