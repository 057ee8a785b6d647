"""What the two players of a room agreed on before the first move. Times in ms.

The terms are stored and travel as they are here: `wire.terms` passes them on.
"""

from typing import Annotated, Final

from msgspec import Meta, Struct

from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.spans import DAY_MS, HOUR_MS

MAX_MAIN_MS: Final = DAY_MS
MAX_INCREMENT_MS: Final = 10 * 60 * 1000
MAX_MOVE_MS: Final = HOUR_MS
MAX_PERIODS: Final = 20
MAX_DAYS: Final = 14
MAX_DELAY_MS: Final = 10 * 60 * 1000

RulesName = Annotated[str, Meta(min_length=1, max_length=24)]
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


class PerMoveClock(Struct, frozen=True, gc=False, tag="per_move"):
    """The same time for each move; what is not used is lost.

    Fields:
        move_ms: for each move.
    """

    move_ms: MoveMs


class CorrespondenceClock(Struct, frozen=True, gc=False, tag="correspondence"):
    """Days for each move.

    Fields:
        days: of 24 hours, for each move.
    """

    days: Annotated[int, Meta(ge=1, le=MAX_DAYS)]


class NoClock(Struct, frozen=True, gc=False, tag="none"):
    """A game without a clock."""


ClockTerms = (
    FischerClock | ByoyomiClock | ThreePartClock | PerMoveClock | CorrespondenceClock | NoClock
)


def clock_name(clock: ClockTerms) -> str:
    """The tag of a clock, as it is stored and told."""
    return str(clock.__struct_config__.tag)


class RuleTerms(Struct, frozen=True, gc=False):
    """The rule set of a game.

    Fields:
        name: one of `rules` in `welcome`.
        version: of the rule set; 0 asks for the current one, answers name the real one.
        forbid: a move that would lose by a ruling is refused instead; the sets that refuse
            such moves anyway do no more.
        strict: of `axf`, `wxf`, `cxa` and `club`: rule at the third occurrence of a position
            instead of the fourth.
        count: of `club` only: six checks in a row with one piece, twelve with two and
            eighteen with three lose as well.
        always: of `cxa` only: rule also where careful readings of the articles differ, which
            is else a draw that an arbiter would decide.
        nine_rounds: of `cxa` without `forbid` only: who does nothing but check, threaten mate
            or chase for nine rounds on end, nothing being taken and against three points or
            more, loses although no position recurs, unless the other side does so too.
    """

    name: RulesName = "axf"
    version: Annotated[int, Meta(ge=0, le=1_000)] = 0
    forbid: bool = False
    strict: bool = False
    count: bool = False
    always: bool = False
    nine_rounds: bool = False


class GameTerms(Struct, frozen=True, gc=False):
    """What both players agree on before the first move.

    Fields:
        clock: one of six kinds; see *Clocks*.
        rules: the rule set and its options.
        compensation: lag that the server measures is not charged, up to a quota.
        takebacks: a takeback may be asked for.
        chat: the players may write to each other.
        delay_ms: how long after it happens spectators are told.
        rated: the result counts for both players' ratings; both need an account.
    """

    clock: ClockTerms
    rules: RuleTerms = RuleTerms()
    compensation: bool = True
    takebacks: bool = True
    chat: bool = True
    delay_ms: Annotated[int, Meta(ge=0, le=MAX_DELAY_MS)] = 0
    rated: bool = False


class Seats(Struct, frozen=True, gc=False):
    """Who holds the right to play each side: opaque player ids, None for a free seat."""

    red: str | None = None
    black: str | None = None

    def of(self, side: Side) -> str | None:
        """The player of `side`, or None."""
        return self.red if side is Side.RED else self.black

    def taken(self) -> tuple[str, ...]:
        """The players who hold a seat, Red first."""
        if self.red is None or self.black is None:
            return tuple([player for player in (self.red, self.black) if player is not None])
        return self.red, self.black

    def taken_by(self, side: Side, player: str) -> "Seats":
        """The seats once a player has taken that of a side."""
        return Seats(player, self.black) if side is Side.RED else Seats(self.red, player)

    def side_of(self, player: str) -> Side | None:
        """The side `player` holds, or None for a spectator."""
        if player == self.red:
            return Side.RED
        return Side.BLACK if player == self.black else None
