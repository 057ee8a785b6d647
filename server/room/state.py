"""A room as a value: all that a live game is, and nothing that only a node knows.

Rooms are changed by `apply` alone; sockets, presence and spectators are elsewhere. A room
nobody has written anything about is *empty*; it then waits for a friend or starts at
once, asks both players of a found pair whether they are there, plays, and is over. The
order of these is the `Status` below; nothing goes back.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

from server.aggregate.spans import DAY_MS
from server.room.clock.control import SideClock
from server.room.clock.pair import Clock, start
from server.room.messages import DeclineReason, OfferKind, Warned
from server.room.score import Score
from server.room.terms import NoClock, Seats, Terms
from server.rules.board import Side
from server.rules.game import Game

INVITE_MS: Final = DAY_MS
"""How long a room waits for its second player."""

SAFE_MS: Final = 10_000
"""After downtime of ours no flag falls for so long."""

FAILOVER_MS: Final = 15_000
"""So long a player whose node died may take to come back, at our cost."""

_WAITS_MS: Final = (10_000, 30_000, 90_000, 270_000, 600_000)
"""After the first refusal, the second, and so on; after the fifth it grows no more."""

_NO_CLOCK: Final = NoClock()
_NO_TERMS: Final = Terms(_NO_CLOCK)
_NOBODY: Final = Seats()


class Status(StrEnum):
    """Where a room is in its life."""

    EMPTY = "empty"
    WAITING = "waiting"
    READYING = "readying"
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Offer:
    """A proposal that waits for an answer, whose it is, and the ply it was made at."""

    what: OfferKind
    side: Side
    ply: int


@dataclass(frozen=True, slots=True)
class Wait:
    """How often offers of one kind by one side were turned down, and until when it must wait."""

    what: OfferKind
    side: Side
    refusals: int
    until_ms: int

    @classmethod
    def after(cls, offer: Offer, before: "Wait | None", at_ms: int) -> "Wait":
        """The wait when an offer is turned down at a moment: longer than the one before it."""
        refusals = 1 if before is None else before.refusals + 1
        lasts_ms = _WAITS_MS[min(refusals, len(_WAITS_MS)) - 1]
        return cls(offer.what, offer.side, refusals, at_ms + lasts_ms)


@dataclass(frozen=True, slots=True)
class Absence:
    """Since when a player is gone (or the countdown was put off), and when one may claim."""

    since_ms: int
    claimable_at_ms: int


class Suspension(NamedTuple):
    """Since when a game's clock stands after an outage, and until when it waits."""

    since_ms: int
    until_ms: int


@dataclass(frozen=True, slots=True)
class Faces:
    """What both clocks show at a moment, whose runs, and when its flag falls if nothing happens."""

    red: SideClock
    black: SideClock
    running: Side | None
    flag_at_ms: int | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended; the fields are those of `messages.Ended`."""

    winner: Side | None
    ending: str
    ruling: dict[str, object] | None = None
    texts: dict[str, str] = field(default_factory=dict)
    reason: DeclineReason | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """The rating a player came to a rated game with, and what the game made of it.

    Fields:
        after, after_deviation: None until the player is rated.
        before: the points just before that; None if nothing else may have changed them.
    """

    points: float
    deviation: float
    after: float | None = None
    after_deviation: float | None = None
    before: float | None = None

    @property
    def change(self) -> int | None:
        """By how many whole points this game, and no other, changed the rating; None until then."""
        if self.after is None:
            return None
        return round(self.after) - round(self.points if self.before is None else self.before)


@dataclass(frozen=True, slots=True)
class Room:
    """One game's place.

    Fields:
        terms: what was agreed on; without meaning while the room is empty.
        clock: as it stood when the current turn began, or the last one.
        turn_started_ms: store's time from which the side to move is charged; downtime of
            ours has moved it on.
        quotas_ms: lag of Red and of Black that may still be compensated.
        score: the moves as people read them, one line a ply.
        offers: what waits for an answer, at most one of a kind.
        waits: who was turned down and must wait with the next offer of that kind.
        absences: of Red and of Black; None for a player who is here, or a game not played.
        warning: a repetition on its way to a ruling; stands until the next move or the end.
        outcome: None until the room is over.
        opened_at_ms, ended_at_ms: store's time of the first event, and of the end.
        credited_to_ms: downtime before this moment was given back.
        safe_until_ms: no flag falls before this moment, after downtime.
        previous_room, next_room: the game this one is a rematch of, and its own rematch.
        suspended: the game waits for its players after a long outage.
        origin: the kind of the aggregate that wants to be told how it ended, or "".
        entries: the ratings of Red and of Black; None in a casual game, and until it is known.
        waits_ms: how long it waits for a second player, from its opening.
        invited: who alone may take the free seat, None for anybody.
        points: of Red's and of Black's player in the games before this one, two a win.
        ready_ms: how long both may take to show up; 0 asks nobody.
        ready_by_ms: until when they may.
        is_ready: whether Red and Black have shown up.
    """

    id: str
    terms: Terms = _NO_TERMS
    seats: Seats = _NOBODY
    game: Game = field(default_factory=Game.start)
    clock: Clock = field(default_factory=lambda: start(_NO_CLOCK))
    turn_started_ms: int = 0
    quotas_ms: tuple[int, int] = (0, 0)
    score: Score = field(default_factory=Score)
    offers: tuple[Offer, ...] = ()
    waits: tuple[Wait, ...] = ()
    absences: tuple[Absence | None, Absence | None] = (None, None)
    warning: Warned | None = None
    outcome: Outcome | None = None
    opened_at_ms: int = 0
    ended_at_ms: int = 0
    credited_to_ms: int = 0
    safe_until_ms: int = 0
    previous_room: str | None = None
    next_room: str | None = None
    entries: tuple[Entry | None, Entry | None] = (None, None)
    suspended: Suspension | None = None
    origin: str = ""
    waits_ms: int = INVITE_MS
    invited: str | None = None
    points: tuple[int, int] = (0, 0)
    ready_ms: int = 0
    ready_by_ms: int = 0
    is_ready: tuple[bool, bool] = (False, False)

    @classmethod
    def empty(cls, room: str) -> "Room":
        """A room nobody has opened."""
        return cls(room)

    @property
    def status(self) -> Status:
        """Where the room is in its life."""
        if self.outcome is not None:
            return Status.OVER
        match len(self.seats.taken()):
            case 0:
                return Status.EMPTY
            case 1:
                return Status.WAITING
            case _:
                is_asked = self.ready_ms > 0 and not all(self.is_ready)
                return Status.READYING if is_asked else Status.PLAYING

    @property
    def is_on(self) -> bool:
        """Both seats are taken and the game is not over, be its clock running or not."""
        return self.status in (Status.READYING, Status.PLAYING)

    def offer(self, what: OfferKind) -> Offer | None:
        """The open offer of a kind, or None."""
        return next((offer for offer in self.offers if offer.what is what), None)

    def wait(self, what: OfferKind, side: Side) -> Wait | None:
        """The wait that refusals of `side`'s offers of a kind have led to, over or not."""
        return next((wait for wait in self.waits if (wait.what, wait.side) == (what, side)), None)

    def used_ms(self, at_ms: int) -> int:
        """How long the turn of the side to move had lasted at a moment; 0 before the start."""
        match self.status:
            case Status.PLAYING:
                return max(0, self._stands_at(at_ms) - self.turn_started_ms)
            case Status.OVER if len(self.seats.taken()) > 1:
                until_ms = min(self._stands_at(at_ms), self.ended_at_ms)
                return max(0, until_ms - self.turn_started_ms)
            case _:
                return 0

    def _stands_at(self, at_ms: int) -> int:
        """The moment up to which the running clock has run at `at_ms`."""
        return at_ms if self.suspended is None else min(at_ms, self.suspended.since_ms)

    def flag_at_ms(self) -> int | None:
        """When the side to move runs out of time; None without a running clock."""
        if self.status is not Status.PLAYING or self.suspended is not None:
            return None
        allowance_ms = self.clock.allowance_ms(self.game.to_move)
        if allowance_ms is None:
            return None
        return max(self.turn_started_ms + allowance_ms, self.safe_until_ms)

    def flag_fell(self, now_ms: int) -> bool:
        """Whether the side to move is out of time at a moment of the store's time."""
        flag_at_ms = self.flag_at_ms()
        return flag_at_ms is not None and now_ms >= flag_at_ms

    def faces(self, at_ms: int) -> Faces:
        """What both clocks show at a moment of the store's time."""
        flag_at_ms = self.flag_at_ms()
        mover, used_ms = self.game.to_move, self.used_ms(at_ms)
        return Faces(
            red=self.clock.face(Side.RED, used_ms if mover is Side.RED else 0),
            black=self.clock.face(Side.BLACK, used_ms if mover is Side.BLACK else 0),
            running=None if flag_at_ms is None else mover,
            flag_at_ms=flag_at_ms,
        )
