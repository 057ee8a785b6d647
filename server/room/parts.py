"""The parts a room is made of, each with what can happen to it.

A part knows neither the room nor its events: `apply` says with plain values what has happened,
and the part says what it is then. Those that a snapshot holds as they are, are written as
arrays: a field may be added at the end with a default, and nothing else may change.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from server.aggregate.spans import DAY_MS
from server.room.clock.control import SideClock, SideTime
from server.room.clock.pair import Clock, start
from server.room.messages import DeclineReason, OfferKind
from server.room.terms import NoClock
from server.rules.board.by_side import BySide
from server.rules.board.encoding import Side

INVITE_MS: Final = DAY_MS
"""How long a room waits for its second player."""

SAFE_MS: Final = 10_000
"""How long no flag falls after downtime of ours."""

FAILOVER_MS: Final = 15_000
"""How long a player whose node died may take to come back, at our cost."""

_WAITS_MS: Final = (10_000, 30_000, 90_000, 270_000, 600_000)
"""How long an offer must wait after the first refusal, the second, and so on; it grows no more
after the fifth."""


class Invitation(Struct, frozen=True, gc=False):
    """Who may take the free seat, and for how long.

    Fields:
        waits_ms: how long the room waits for its second player, from its opening.
        invited: who alone may take the free seat, None for anybody.
        lock: the hash of the key that opens the free seat, "" for none.
    """

    waits_ms: int = INVITE_MS
    invited: str | None = None
    lock: str = ""


class ReadyCheck(Struct, frozen=True, gc=False):
    """Whether both players have shown up.

    Fields:
        lasts_ms: how long both may take to show up; 0 asks nobody.
        by_ms: until when they may; 0 before they are asked.
    """

    lasts_ms: int = 0
    by_ms: int = 0
    is_ready: BySide[bool] = BySide(red=False, black=False)

    @property
    def is_open(self) -> bool:
        """Somebody is asked, and has not answered yet."""
        return self.lasts_ms > 0 and not all(self.is_ready)

    def begun(self, at_ms: int) -> "ReadyCheck":
        """Both are asked from a moment on."""
        return replace(self, by_ms=at_ms + self.lasts_ms if self.lasts_ms else 0)

    def readied(self, side: Side) -> "ReadyCheck":
        """A player has shown up."""
        return replace(self, is_ready=self.is_ready.replace(side, value=True))

    def credited(self, ms: int, to_ms: int) -> "ReadyCheck":
        """Both may take longer after downtime that ended at `to_ms`."""
        return replace(self, by_ms=max(self.by_ms + ms, to_ms + SAFE_MS)) if self.by_ms else self


class Series(Struct, frozen=True, gc=False):
    """What this game is one of.

    Fields:
        origin: the aggregate that wants to be told how it ended, as ``kind`` (the only one) or
            ``kind:id``; or "".
        previous, next: the room of the game this one is a rematch of, and of its own rematch.
        points: of Red's and of Black's player in the games before this one, two a win.
    """

    origin: str = ""
    previous: str | None = None
    next: str | None = None
    points: BySide[int] = BySide(0, 0)

    @property
    def tournament(self) -> str | None:
        """The tournament it is a game of, None for none."""
        kind, _, id_ = self.origin.partition(":")
        return id_ if kind == "tournament" else None


class BerserkSides(Struct, frozen=True, gc=False):
    """Who gave up half the time.

    Fields:
        is_allowed: whoever had the room opened allows it.
    """

    is_allowed: bool = False
    sides: BySide[bool] = BySide(red=False, black=False)

    def chosen(self, side: Side) -> "BerserkSides":
        """One side did."""
        return replace(self, sides=self.sides.replace(side, value=True))


class Suspension(Struct, frozen=True, array_like=True, gc=False):
    """Since when a game's clock stands after an outage, and until when it waits."""

    since_ms: int
    until_ms: int


class Timing(Struct, frozen=True, gc=False):
    """The clocks, and the moments of a game, in the store's time.

    Fields:
        clock: as it stood when the current turn began, or the last one.
        turn_started_ms: from when the side to move is charged; downtime of ours has moved it on.
        quotas_ms: lag that may still be compensated.
        opened_at_ms, ended_at_ms: the first event, and the end.
        credited_to_ms: downtime before this moment was given back.
        safe_until_ms: no flag falls before this moment, after downtime.
        suspended: the game waits for its players after a long outage.
    """

    clock: Clock = start(NoClock())
    turn_started_ms: int = 0
    quotas_ms: BySide[int] = BySide(0, 0)
    opened_at_ms: int = 0
    ended_at_ms: int = 0
    credited_to_ms: int = 0
    safe_until_ms: int = 0
    suspended: Suspension | None = None

    def turn(self, at_ms: int) -> "Timing":
        """A turn begins."""
        return replace(self, turn_started_ms=at_ms)

    def showing(self, times: BySide[SideTime], quotas_ms: BySide[int], at_ms: int) -> "Timing":
        """A turn begins, and the clocks and quotas stand at what an event recorded."""
        clock = self.clock.showing(times)
        return replace(self, clock=clock, quotas_ms=quotas_ms, turn_started_ms=at_ms)

    def given(self, side: Side, gift_ms: int) -> "Timing":
        """A side has some time more."""
        return replace(self, clock=self.clock.given(side, gift_ms))

    def berserk(self, side: Side, cost_ms: int) -> "Timing":
        """A side has less time by `cost_ms`, and earns no increment."""
        return replace(self, clock=self.clock.berserk(side, cost_ms))

    def credited(self, ms: int, to_ms: int, safe_until_ms: int) -> "Timing":
        """The turn started later than it did, and for a while no flag falls."""
        return replace(
            self,
            turn_started_ms=self.turn_started_ms + ms,
            credited_to_ms=max(to_ms, self.credited_to_ms),
            safe_until_ms=max(safe_until_ms, self.safe_until_ms),
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

    def stands_at(self, at_ms: int) -> int:
        """The moment up to which the running clock has run at `at_ms`."""
        return at_ms if self.suspended is None else min(at_ms, self.suspended.since_ms)


class Offer(Struct, frozen=True, gc=False, array_like=True):
    """A proposal that waits for an answer, whose it is, and the ply it was made at."""

    what: OfferKind
    side: Side
    ply: int


class Wait(Struct, frozen=True, gc=False, array_like=True):
    """How often offers of one kind by one side came to nothing, and until when it must wait.

    They were turned down by the other side, or taken back.
    """

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


class Offers(Struct, frozen=True, gc=False):
    """What waits for an answer, at most one of a kind, and who must wait with the next one."""

    open: tuple[Offer, ...] = ()
    waits: tuple[Wait, ...] = ()

    def of(self, what: OfferKind) -> Offer | None:
        """The open offer of a kind, or None."""
        return next((offer for offer in self.open if offer.what is what), None)

    def wait(self, what: OfferKind, side: Side) -> Wait | None:
        """The wait that refusals of `side`'s offers of a kind have led to, over or not."""
        return next((wait for wait in self.waits if (wait.what, wait.side) == (what, side)), None)

    def made(self, offer: Offer) -> "Offers":
        """One more is open."""
        return replace(self, open=(*self.open, offer))

    def moved(self, mover: Side) -> "Offers":
        """A move answers the other player's; the mover's own stand, but for a takeback."""
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
        """The offer is gone, and its side must wait, also if it took the offer back itself."""
        offer = self.of(what)
        if offer is None:
            return self
        wait = Wait.after(offer, self.wait(what, offer.side), at_ms)
        rest = tuple(kept for kept in self.open if kept is not offer)
        return Offers(rest, (*self._others(what, offer.side), wait))

    def taken_back(self, asker: Side) -> "Offers":
        """A takeback ends every offer, and forgets the refusals of takebacks before it."""
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


class Faces(Struct, frozen=True, gc=False):
    """What both clocks show at a moment, whose runs, and when its flag falls if nothing happens."""

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
