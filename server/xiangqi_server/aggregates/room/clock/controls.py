"""The kinds of clocks: what players agree on, and the arithmetic of one side's time under it.

They are stored and travel as they are here, as part of the terms. Of the rules:

* Byo-yomi: a turn uses the main time first, then one period after the other. A period is lost when
  all of it is used; the one in which the move is made is whole again at the next turn. The flag
  falls when the last one is lost.
* Three parts: while game time lasts, a move must be made within the move time as well. When game
  time runs out, even in the middle of a move, the move time no longer counts: from that moment the
  move must be made within the counted seconds, and so must each later one. If both run out at the
  same moment, the seconds are counted.
"""

from typing import Annotated, Final

from msgspec import Meta, Struct

from xiangqi_server.aggregates.room.clock.control import SideClock, SideTime
from xiangqi_server.kernel.aggregate.spans import DAY_MS, HOUR_MS

MAX_MAIN_MS: Final = DAY_MS
MAX_INCREMENT_MS: Final = 10 * 60 * 1000
MAX_MOVE_MS: Final = HOUR_MS
MAX_PERIODS: Final = 20
MAX_DAYS: Final = 14
MAX_BANK_DAYS: Final = 30

MainMs = Annotated[int, Meta(ge=1_000, le=MAX_MAIN_MS)]
PeriodMs = Annotated[int, Meta(ge=1_000, le=MAX_INCREMENT_MS)]
MoveMs = Annotated[int, Meta(ge=1_000, le=MAX_MOVE_MS)]


class FischerClock(Struct, frozen=True, gc=False, tag="fischer"):
    """A clock each.

    Fields:
        main_ms: for the whole game.
        increment_ms: added after each own move.
    """

    main_ms: MainMs
    increment_ms: Annotated[int, Meta(ge=0, le=MAX_INCREMENT_MS)] = 0

    def start(self) -> SideTime:
        """The main time."""
        return SideTime(self.main_ms)

    def allowance_ms(self, time: SideTime) -> int:
        """All that is left."""
        return time.left_ms

    def moved(self, time: SideTime, used_ms: int) -> SideTime:
        """What was used is gone, the increment is earned."""
        return SideTime(time.left_ms - used_ms + self.increment_ms)

    def cut(self, time: SideTime, used_ms: int) -> SideTime:
        """What was used is gone."""
        return SideTime(time.left_ms - used_ms)

    def face(self, time: SideTime, used_ms: int) -> SideClock:
        """The main time."""
        return SideClock(max(0, time.left_ms - used_ms), 0, None)


class ByoyomiClock(Struct, frozen=True, gc=False, tag="byoyomi"):
    """Main time, then periods; a move within a period renews it.

    Fields:
        main_ms: for the game; 0 begins with the first period.
        period_ms: one period.
        periods: how many of them.
    """

    main_ms: Annotated[int, Meta(ge=0, le=MAX_MAIN_MS)]
    period_ms: PeriodMs
    periods: Annotated[int, Meta(ge=1, le=MAX_PERIODS)] = 1

    def start(self) -> SideTime:
        """The main time and all periods."""
        return SideTime(self.main_ms, self.periods)

    def allowance_ms(self, time: SideTime) -> int:
        """The main time and every period that is left."""
        return time.left_ms + time.periods * self.period_ms

    def moved(self, time: SideTime, used_ms: int) -> SideTime:
        """Main time used and periods lost are gone; the period of the move is not."""
        left_ms = time.left_ms - used_ms
        if left_ms > 0:
            return SideTime(left_ms, time.periods)
        return SideTime(0, time.periods - -left_ms // self.period_ms)

    def cut(self, time: SideTime, used_ms: int) -> SideTime:
        """The same: a turn that begins again has a whole period."""
        return self.moved(time, used_ms)

    def face(self, time: SideTime, used_ms: int) -> SideClock:
        """The main time, and when it is used up the running period, also as `turn_ms`."""
        left_ms = time.left_ms - used_ms
        if left_ms > 0:
            return SideClock(left_ms, time.periods, None)
        lost, of_period_ms = divmod(-left_ms, self.period_ms)
        if lost >= time.periods:
            return SideClock(0, 0, 0)
        period_left_ms = self.period_ms - of_period_ms
        return SideClock(period_left_ms, time.periods - lost, period_left_ms)


class ThreePartClock(Struct, frozen=True, gc=False, tag="three_part"):
    """局时, 步时, 读秒: time for the game, a limit for each move, and counted seconds.

    Fields:
        game_ms: for the whole game.
        move_ms: for each move while the game time lasts.
        count_ms: for each move once the game time is used up.
    """

    game_ms: MainMs
    move_ms: MoveMs
    count_ms: PeriodMs

    def start(self) -> SideTime:
        """The game time."""
        return SideTime(self.game_ms)

    def allowance_ms(self, time: SideTime) -> int:
        """The move time, or the rest of the game time and the counted seconds after it."""
        if time.left_ms > self.move_ms:
            return self.move_ms
        return time.left_ms + self.count_ms

    def moved(self, time: SideTime, used_ms: int) -> SideTime:
        """Game time used is gone; move time and counted seconds are whole for each move."""
        return SideTime(max(0, time.left_ms - used_ms))

    def cut(self, time: SideTime, used_ms: int) -> SideTime:
        """The same."""
        return self.moved(time, used_ms)

    def face(self, time: SideTime, used_ms: int) -> SideClock:
        """The game time, then the counted seconds; `turn_ms` is what this move may still take."""
        turn_ms = max(0, self.allowance_ms(time) - used_ms)
        game_left_ms = time.left_ms - used_ms
        return SideClock(game_left_ms if game_left_ms > 0 else turn_ms, 0, turn_ms)


class _EachMove(Struct, frozen=True, gc=False):
    """Time for each move, seconds or days."""

    def allowance_ms(self, time: SideTime) -> int:
        """The time of the move, with what the other player gave for it."""
        return time.left_ms

    def face(self, time: SideTime, used_ms: int) -> SideClock:
        """What is left for the move."""
        left_ms = max(0, time.left_ms - used_ms)
        return SideClock(left_ms, 0, left_ms)


class PerMoveClock(_EachMove, frozen=True, gc=False, tag="per_move"):
    """The same time for each move; what is not used is lost.

    Fields:
        move_ms: for each move.
    """

    move_ms: MoveMs

    def start(self) -> SideTime:
        """The time of the first move."""
        return SideTime(self.move_ms)

    def moved(self, time: SideTime, used_ms: int) -> SideTime:
        """The time of the next move, whole."""
        return self.start()

    def cut(self, time: SideTime, used_ms: int) -> SideTime:
        """The same."""
        return self.start()


class CorrespondenceClock(_EachMove, frozen=True, gc=False, tag="correspondence"):
    """Days for each move, and days in reserve.

    Fields:
        days: of 24 hours; so many are added after each own move.
        bank_days: how much more a player may have saved up, which is there at the beginning; with
            0 what a move does not use is lost.
        leave: a vacation of a player stops the clock; null: it does, but not in tournaments and on
            the ladder.
    """

    days: Annotated[int, Meta(ge=1, le=MAX_DAYS)]
    bank_days: Annotated[int, Meta(ge=0, le=MAX_BANK_DAYS)] = 0
    leave: bool | None = None

    def start(self) -> SideTime:
        """The time of the first move, and the whole reserve."""
        return SideTime((self.days + self.bank_days) * DAY_MS)

    def moved(self, time: SideTime, used_ms: int) -> SideTime:
        """What is left and the days of the next move, up to what there was at the beginning."""
        left_ms = time.left_ms - used_ms + self.days * DAY_MS
        return SideTime(min(self.start().left_ms, left_ms))

    def cut(self, time: SideTime, used_ms: int) -> SideTime:
        """What is left, and at least the days of one move."""
        return SideTime(max(self.days * DAY_MS, time.left_ms - used_ms))


class NoClock(Struct, frozen=True, gc=False, tag="none"):
    """A game without a clock."""

    def start(self) -> SideTime:
        """0, which stands for nothing here."""
        return SideTime(0)

    def allowance_ms(self, time: SideTime) -> None:
        """For ever."""

    def moved(self, time: SideTime, used_ms: int) -> SideTime:
        """Unchanged."""
        return time

    def cut(self, time: SideTime, used_ms: int) -> SideTime:
        """Unchanged."""
        return time

    def face(self, time: SideTime, used_ms: int) -> SideClock:
        """Nothing."""
        return SideClock(0, 0, None)


ClockTerms = (
    FischerClock | ByoyomiClock | ThreePartClock | PerMoveClock | CorrespondenceClock | NoClock
)
