"""The laws of logs: one copy for the tests of rooms, the simulation and the nemesis.

No command takes effect twice, and no time is made or lost. Time is added up from the log alone:
from the terms and the receipts, by rules written here anew; what is left is what the events say.
The law, for each side and at every event::

    used + left = main + increments + periods + gifts + credits + compensated + renewed

`used` is all that passed in the turns of a side before its moves arrived, our downtime
included. `renewed` is what a limit per move gives back: the part of a period in which a
move was made, counted seconds, the time for a move (less what of it lapsed unused).
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import assert_never

from xiangqi_server.aggregates.room.messages import (
    Berserked,
    Continued,
    Ended,
    Moved,
    Opened,
    Readied,
    RoomEvent,
    Seated,
    Suspended,
    TimeCredited,
    TimeGiven,
    TookBack,
)
from xiangqi_server.aggregates.room.terms import (
    ByoyomiClock,
    ClockTerms,
    CorrespondenceClock,
    FischerClock,
    NoClock,
    PerMoveClock,
    ThreePartClock,
)
from xiangqi_server.kernel.aggregate.decision import Stamped
from xiangqi_server.kernel.aggregate.spans import DAY_MS
from xiangqi_server.kernel.host.journal import Fact
from xiangqi_server.kernel.store.values import StoredEvent


@dataclass(frozen=True, slots=True)
class Account:
    """The time of one side so far.

    Fields:
        granted_ms: main time and periods.
        left_ms: by the last event that told it, and what was given since.
        gaps_ms: what passed between the arrival of moves and their events: nobody's time.
        early_ms: how long before its time was used up it lost on time.
    """

    granted_ms: int
    left_ms: int
    increments_ms: int = 0
    gifts_ms: int = 0
    credits_ms: int = 0
    compensated_ms: int = 0
    renewed_ms: int = 0
    used_ms: int = 0
    gaps_ms: int = 0
    early_ms: int = 0

    @property
    def is_fair(self) -> bool:
        """No time is missing, no turn cost more than it took, and no flag fell early."""
        return self.missing_ms == 0 and self.gaps_ms >= 0 and self.early_ms == 0

    @property
    def missing_ms(self) -> int:
        """0; above it time was lost, below it time was made."""
        gained_ms = self.increments_ms + self.gifts_ms + self.credits_ms
        returned_ms = self.compensated_ms + self.renewed_ms
        return self.granted_ms + gained_ms + returned_ms - self.used_ms - self.left_ms


def audit(log: Iterable[Stamped[RoomEvent]]) -> tuple[Account, Account]:
    """The accounts of Red and of Black at the end of a log that was read from its start.

    Raises:
        AssertionError: after some event an account is not fair.
    """
    red = black = Account(0, 0)
    for red, black in accounts(log):
        assert red.is_fair, red
        assert black.is_fair, black
    return red, black


def accounts(log: Iterable[Stamped[RoomEvent]]) -> Iterator[tuple[Account, Account]]:
    """The accounts of Red and of Black after each event of a log, read from its start."""
    book = _Book()
    for stamped in log:
        book.enter(stamped)
        red, black = book.accounts
        yield red, black


def doubled(facts: Iterable[Fact]) -> list[object]:
    """The commands that took effect more than once."""
    return [
        ref for ref, count in Counter(fact.ref for fact in facts if fact.ref).items() if count > 1
    ]


def torn(events: Iterable[StoredEvent]) -> list[str]:
    """The ids of appends that come back after another append."""
    ids = Counter(event_id for event_id, _ in groupby(event.event_id for event in events))
    return [event_id for event_id, count in ids.items() if count > 1]


class _Book:
    """The accounts while a log is read."""

    def __init__(self) -> None:
        self.clock: ClockTerms = NoClock()
        self.accounts = [Account(0, 0), Account(0, 0)]
        self.mains_ms = [0, 0]
        self.no_increment = [False, False]
        self.ply = 0
        self.turn_began_ms = 0
        self.turn_credits_ms = 0
        self.suspended_ms = 0

    def enter(self, stamped: Stamped[RoomEvent]) -> None:
        """Take one event in."""
        event, at_ms = stamped.event, stamped.at_ms
        match event:
            case Opened(terms):
                self.clock = terms.clock
                main_ms, periods_ms = _granted_ms(terms.clock)
                self.accounts = [Account(main_ms + periods_ms, main_ms + periods_ms)] * 2
                self.mains_ms = [main_ms, main_ms]
                self.turn_began_ms = at_ms
            case Seated() | Readied():
                self.turn_began_ms, self.turn_credits_ms = at_ms, 0
            case Moved():
                self._turn_ends(event, event.compensated_ms, at_ms)
                earns = not self.no_increment[self.ply % 2]
                self._gain(self.ply % 2, increments_ms=self._increment_ms() if earns else 0)
                self.ply += 1
                self._tell(event)
            case TookBack():
                self._turn_ends(event, 0, at_ms)
                self.ply -= event.plies
                self._tell(event)
            case TimeGiven(side, gift_ms):
                self._gain(side, gifts_ms=gift_ms, left_ms=gift_ms)
                self.mains_ms[side] += gift_ms
            case Berserked(side, cost_ms):
                self._gain(side, gifts_ms=-cost_ms, left_ms=-cost_ms)
                self.mains_ms[side] -= cost_ms
                self.no_increment[side] = True
            case TimeCredited(side, credit_ms):
                assert side == self.ply % 2
                assert 0 < credit_ms <= at_ms - self.turn_began_ms
                self.turn_credits_ms += credit_ms
                self._gain(side, credits_ms=credit_ms, used_ms=credit_ms)
            case Suspended():
                self.suspended_ms = at_ms
            case Continued():
                self.turn_began_ms += at_ms - self.suspended_ms
            case Ended(ending="time") if isinstance(self.clock, FischerClock | ByoyomiClock):
                mover = self.ply % 2
                passed_ms = at_ms - self.turn_began_ms - self.turn_credits_ms
                self._gain(mover, early_ms=max(0, self.accounts[mover].left_ms - passed_ms))
            case _:
                pass

    def _turn_ends(self, event: Moved | TookBack, compensated_ms: int, at_ms: int) -> None:
        side = self.ply % 2
        passed_ms = at_ms - self.turn_began_ms - self.turn_credits_ms
        charged_ms = event.spent_ms - compensated_ms
        self._gain(
            side,
            used_ms=event.spent_ms,
            compensated_ms=compensated_ms,
            gaps_ms=passed_ms - event.spent_ms,
            renewed_ms=_renewed_ms(self.clock, self.mains_ms[side], charged_ms),
        )
        self.turn_began_ms, self.turn_credits_ms = at_ms, 0

    def _increment_ms(self) -> int:
        return self.clock.increment_ms if isinstance(self.clock, FischerClock) else 0

    def _tell(self, event: Moved | TookBack) -> None:
        """What is left is what the event says."""
        period_ms = self.clock.period_ms if isinstance(self.clock, ByoyomiClock) else 0
        red_ms = event.red_left_ms + event.red_periods * period_ms
        black_ms = event.black_left_ms + event.black_periods * period_ms
        red, black = self.accounts
        self.accounts = [replace(red, left_ms=red_ms), replace(black, left_ms=black_ms)]
        self.mains_ms = [event.red_left_ms, event.black_left_ms]

    def _gain(self, side: int, **gains_ms: int) -> None:
        account = self.accounts[side]
        sums = {name: getattr(account, name) + gain for name, gain in gains_ms.items()}
        self.accounts[side] = replace(account, **sums)


def _granted_ms(clock: ClockTerms) -> tuple[int, int]:
    """What a side has before the first move: main time, or that of a move; and periods."""
    match clock:
        case FischerClock(main_ms):
            return main_ms, 0
        case ByoyomiClock(main_ms, period_ms, periods):
            return main_ms, periods * period_ms
        case ThreePartClock(game_ms):
            return game_ms, 0
        case PerMoveClock(move_ms):
            return move_ms, 0
        case CorrespondenceClock(days, bank_days):
            return (days + bank_days) * DAY_MS, 0
        case NoClock():
            return 0, 0
        case _:
            assert_never(clock)


def _renewed_ms(clock: ClockTerms, main_ms: int, charged_ms: int) -> int:
    """What a turn of which `charged_ms` were charged gives back; `main_ms` stood before it."""
    beyond_ms = max(0, charged_ms - main_ms)
    match clock:
        case FischerClock():
            return 0
        case ByoyomiClock(period_ms=period_ms):
            return beyond_ms % period_ms
        case ThreePartClock():
            return beyond_ms
        case CorrespondenceClock(days, bank_days) if bank_days:
            return min(days * DAY_MS, _granted_ms(clock)[0] - main_ms + charged_ms)
        case PerMoveClock() | CorrespondenceClock():
            return _granted_ms(clock)[0] - main_ms + charged_ms
        case NoClock():
            return charged_ms
        case _:
            assert_never(clock)
