"""The parts a room is made of, each with what can happen to it.

A part knows neither the room nor its events: `apply` tells it in plain values what has happened,
and the part gives its next value. Parts that a snapshot holds as they are, are written as arrays:
a field with a default may be added at the end, and nothing else may change.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from xiangqi_server.aggregates.room.clock.control import SideClock, SideTime
from xiangqi_server.aggregates.room.clock.pair import Clock, start
from xiangqi_server.aggregates.room.messages import DeclineReason, OfferKind, PublicOffer
from xiangqi_server.aggregates.room.terms import NoClock
from xiangqi_server.game.rules.board.by_side import BySide
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.spans import DAY_MS

INVITE_MS: Final = DAY_MS
"""How long a room waits for its second player."""

SAFE_MS: Final = 10_000
"""How long no flag falls after downtime of the server."""

FAILOVER_MS: Final = 15_000
"""How long a player whose node died may take to come back without being charged for it."""

_WAITS_MS: Final = (10_000, 30_000, 90_000, 270_000, 600_000)
"""How long a player must wait with the next offer after the first refusal, the second, and so on;
from the fifth on it is always the last of these."""


class Invitation(Struct, frozen=True, gc=False):
    """The conditions of the free seat, and how long it stays free.

    Fields:
        waits_ms: how long the room waits for its second player, from its opening.
        invited: the only player who may take the free seat, None if anybody may.
        lock: the hash of the key that opens the free seat, "" for none.
        listing: the room stands in the list of offers; None if it does not.
    """

    waits_ms: int = INVITE_MS
    invited: str | None = None
    lock: str = ""
    listing: PublicOffer | None = None


class ReadyCheck(Struct, frozen=True, gc=False):
    """Whether both players have shown up.

    Fields:
        lasts_ms: how long both may take to show up; 0 if they are not asked.
        by_ms: the moment by which they must; 0 before they are asked.
    """

    lasts_ms: int = 0
    by_ms: int = 0
    is_ready: BySide[bool] = BySide(red=False, black=False)

    @property
    def is_open(self) -> bool:
        """The players are asked, and not both have answered yet."""
        return self.lasts_ms > 0 and not all(self.is_ready)

    def begun(self, at_ms: int) -> "ReadyCheck":
        """Both are asked from a moment on."""
        return replace(self, by_ms=at_ms + self.lasts_ms if self.lasts_ms else 0)

    def readied(self, side: Side) -> "ReadyCheck":
        """A player has shown up."""
        return replace(self, is_ready=self.is_ready.replace(side, value=True))

    def credited(self, ms: int, to_ms: int) -> "ReadyCheck":
        """Both may take longer, because of downtime that ended at `to_ms`."""
        return replace(self, by_ms=max(self.by_ms + ms, to_ms + SAFE_MS)) if self.by_ms else self


class Series(Struct, frozen=True, gc=False):
    """The games to which this one belongs.

    Fields:
        origin: the aggregate that wants to hear how it ended, as ``kind`` (if there is only
            one of it) or ``kind:id``; "" for none.
        previous, next: the room of the game of which this is the rematch, and of its own rematch.
        points: what the players of Red and of Black won in the games before, 2 for a win.
    """

    origin: str = ""
    previous: str | None = None
    next: str | None = None
    points: BySide[int] = BySide(0, 0)

    @property
    def tournament(self) -> str | None:
        """The tournament to which the game belongs, None for none."""
        kind, _, id_ = self.origin.partition(":")
        return id_ if kind == "tournament" else None


class BerserkSides(Struct, frozen=True, gc=False):
    """Which players gave up half their time.

    Fields:
        is_allowed: the tournament that had the room opened allows it.
    """

    is_allowed: bool = False
    sides: BySide[bool] = BySide(red=False, black=False)

    def chosen(self, side: Side) -> "BerserkSides":
        """The player of `side` gave it up."""
        return replace(self, sides=self.sides.replace(side, value=True))


class Away(Struct, frozen=True, array_like=True, gc=False):
    """Until when a player is on vacation, by the change of that number."""

    number: int
    until_ms: int


class Suspension(Struct, frozen=True, array_like=True, gc=False):
    """Since when the clock of a game has stood after an outage, and until when the game waits."""

    since_ms: int
    until_ms: int


class Timing(Struct, frozen=True, gc=False):
    """The clocks, and the moments of a game, in the store's time.

    Fields:
        clock: as it stood when the current turn began, or, after the end, the last one.
        turn_started_ms: from when the side to move is charged; downtime has moved this moment on.
        quotas_ms: lag that may still be compensated.
        opened_at_ms, ended_at_ms: the first event, and the end.
        credited_to_ms: all downtime before this moment was given back.
        safe_until_ms: no flag falls before this moment, after downtime.
        suspended: the game waits for its players after a long outage.
        leave: between which moments of the turn the clock stands, for its player's vacation.
    """

    clock: Clock = start(NoClock())
    turn_started_ms: int = 0
    quotas_ms: BySide[int] = BySide(0, 0)
    opened_at_ms: int = 0
    ended_at_ms: int = 0
    credited_to_ms: int = 0
    safe_until_ms: int = 0
    suspended: Suspension | None = None
    leave: Suspension | None = None

    def stood_ms(self, from_ms: int, to_ms: int) -> int:
        """For how long the clock stood between two moments, because of a vacation."""
        leave = self.leave
        if leave is None:
            return 0
        return max(0, min(to_ms, leave.until_ms) - max(from_ms, leave.since_ms))

    def turn(self, at_ms: int) -> "Timing":
        """A turn begins."""
        return replace(self, turn_started_ms=at_ms)

    def showing(self, times: BySide[SideTime], quotas_ms: BySide[int], at_ms: int) -> "Timing":
        """A turn begins, and the clocks and quotas stand at what an event recorded."""
        clock = self.clock.showing(times)
        return replace(self, clock=clock, quotas_ms=quotas_ms, turn_started_ms=at_ms, leave=None)

    def given(self, side: Side, gift_ms: int) -> "Timing":
        """A side has been given `gift_ms`."""
        return replace(self, clock=self.clock.given(side, gift_ms))

    def berserk(self, side: Side, cost_ms: int) -> "Timing":
        """A side has less time by `cost_ms`, and earns no increment."""
        return replace(self, clock=self.clock.berserk(side, cost_ms))

    def credited(self, ms: int, to_ms: int, safe_until_ms: int) -> "Timing":
        """The turn counts as started later, and for a while no flag falls."""
        return replace(
            self,
            turn_started_ms=self.turn_started_ms + ms,
            credited_to_ms=max(to_ms, self.credited_to_ms),
            safe_until_ms=max(safe_until_ms, self.safe_until_ms),
        )

    def on_leave(self, from_ms: int, to_ms: int, *, is_longer: bool) -> "Timing":
        """The clock stands between two moments as well, or not any more."""
        leave = self.leave
        if leave is not None and not is_longer:
            return replace(self, leave=Suspension(leave.since_ms, from_ms))
        if leave is not None and from_ms <= leave.until_ms:
            return replace(self, leave=Suspension(leave.since_ms, to_ms))
        timing = self if leave is None else self._after_leave(leave)
        return replace(timing, leave=Suspension(max(from_ms, timing.turn_started_ms), to_ms))

    def _after_leave(self, over: Suspension) -> "Timing":
        """The turn counts as started later by a vacation that is over.

        Outages before its end were given back by then, or lie in it: none counts once more.
        """
        return replace(
            self,
            turn_started_ms=self.turn_started_ms + over.until_ms - over.since_ms,
            credited_to_ms=max(over.until_ms, self.credited_to_ms),
        )

    def continued(self, at_ms: int) -> "Timing":
        """The turn goes on as if no time had passed since the game was suspended."""
        since_ms = at_ms if self.suspended is None else self.suspended.since_ms
        return replace(
            self,
            suspended=None,
            turn_started_ms=self.turn_started_ms + at_ms - since_ms,
            credited_to_ms=max(at_ms, self.credited_to_ms),
            safe_until_ms=at_ms + SAFE_MS,
        )


class Offer(Struct, frozen=True, gc=False, array_like=True):
    """A proposal that waits for an answer: what, by which side, and at which ply."""

    what: OfferKind
    side: Side
    ply: int


class Wait(Struct, frozen=True, gc=False, array_like=True):
    """How often offers of one kind by one side came to nothing, and until when the side must wait.

    An offer comes to nothing when the other side turns it down, or its own side takes it back.
    """

    what: OfferKind
    side: Side
    refusals: int
    until_ms: int

    @classmethod
    def after(cls, offer: Offer, before: "Wait | None", at_ms: int) -> "Wait":
        """The wait after an offer came to nothing at a moment: longer than the wait `before`."""
        refusals = 1 if before is None else before.refusals + 1
        lasts_ms = _WAITS_MS[min(refusals, len(_WAITS_MS)) - 1]
        return cls(offer.what, offer.side, refusals, at_ms + lasts_ms)


class Offers(Struct, frozen=True, gc=False):
    """The offers that wait for an answer, at most one of a kind, and the waits before more."""

    open: tuple[Offer, ...] = ()
    waits: tuple[Wait, ...] = ()

    def of(self, what: OfferKind) -> Offer | None:
        """The open offer of a kind, or None."""
        return next((offer for offer in self.open if offer.what is what), None)

    def wait(self, what: OfferKind, side: Side) -> Wait | None:
        """How long `side` must wait with offers of a kind, even if that is over; None if never."""
        return next((wait for wait in self.waits if (wait.what, wait.side) == (what, side)), None)

    def made(self, offer: Offer) -> "Offers":
        """With one more open offer."""
        return replace(self, open=(*self.open, offer))

    def moved(self, mover: Side) -> "Offers":
        """A move answers the other player's offers; the mover's own stand, except a takeback."""
        if not self.open:
            return self
        return replace(
            self,
            open=tuple(
                offer
                for offer in self.open
                if offer.side is mover and offer.what is not OfferKind.TAKEBACK
            ),
        )

    def declined(self, what: OfferKind, at_ms: int) -> "Offers":
        """The offer is gone, and its side must wait, even if it took the offer back itself."""
        offer = self.of(what)
        if offer is None:
            return self
        wait = Wait.after(offer, self.wait(what, offer.side), at_ms)
        rest = tuple(kept for kept in self.open if kept is not offer)
        return Offers(rest, (*self._others(what, offer.side), wait))

    def taken_back(self, asker: Side) -> "Offers":
        """A takeback ends every offer, and forgets how often takebacks were refused before."""
        return Offers((), self._others(OfferKind.TAKEBACK, asker))

    def closed(self) -> "Offers":
        """Nothing waits for an answer."""
        return replace(self, open=())

    def _others(self, what: OfferKind, side: Side) -> tuple[Wait, ...]:
        return tuple(wait for wait in self.waits if (wait.what, wait.side) != (what, side))


class Absence(Struct, frozen=True, gc=False, array_like=True):
    """Since when a player is gone (or the countdown was put off), and when the other may claim."""

    since_ms: int
    claimable_at_ms: int


class ClockFaces(Struct, frozen=True, gc=False):
    """What both clocks show at a moment, which runs, and when its flag falls if nothing happens."""

    sides: BySide[SideClock]
    running: Side | None
    flag_at_ms: int | None


class Outcome(Struct, frozen=True, gc=False, array_like=True):
    """How a game ended; the fields are those of `messages.Ended`."""

    winner: Side | None
    ending: str
    ruling: dict[str, object] | None = None
    texts: dict[str, str] = {}
    reason: DeclineReason | None = None


class Entry(Struct, frozen=True, gc=False, array_like=True):
    """The rating with which a player came to a rated game, and what the game made of it.

    Fields:
        after, after_deviation: None until the player has been rated.
        before: the points just before that; None if no other game can have changed them.
    """

    points: float
    deviation: float
    after: float | None = None
    after_deviation: float | None = None
    before: float | None = None

    @property
    def change(self) -> int | None:
        """By how many whole points this game alone changed the rating; None until it has."""
        if self.after is None:
            return None
        return round(self.after) - round(self.points if self.before is None else self.before)
