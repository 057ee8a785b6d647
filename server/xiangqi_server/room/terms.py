"""What the two players of a room agreed on before the first move. Times in ms."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from xiangqi_server.aggregate.spans import DAY_MS, HOUR_MS
from xiangqi_server.rules.board.encoding import Side

MAX_MAIN_MS: Final = DAY_MS
MAX_INCREMENT_MS: Final = 10 * 60 * 1000
MAX_MOVE_MS: Final = HOUR_MS
MAX_PERIODS: Final = 20
MAX_DAYS: Final = 14
MAX_DELAY_MS: Final = 10 * 60 * 1000

MainMs = Annotated[int, Meta(ge=1_000, le=MAX_MAIN_MS)]
PeriodMs = Annotated[int, Meta(ge=1_000, le=MAX_INCREMENT_MS)]
MoveMs = Annotated[int, Meta(ge=1_000, le=MAX_MOVE_MS)]


class Fischer(Struct, frozen=True, gc=False, tag="fischer"):
    """Main time, and an increment added after each own move."""

    main_ms: MainMs
    increment_ms: Annotated[int, Meta(ge=0, le=MAX_INCREMENT_MS)] = 0


class Byoyomi(Struct, frozen=True, gc=False, tag="byoyomi"):
    """Main time, then `periods` periods; a move made within a period renews it."""

    main_ms: Annotated[int, Meta(ge=0, le=MAX_MAIN_MS)]
    period_ms: PeriodMs
    periods: Annotated[int, Meta(ge=1, le=MAX_PERIODS)] = 1


class ThreePart(Struct, frozen=True, gc=False, tag="three_part"):
    """局时, 步时, 读秒: time for the game, a limit for each move, and counted seconds.

    While the game time lasts each move must also be made within `move_ms`; when it is
    used up, each move must be made within `count_ms`.
    """

    game_ms: MainMs
    move_ms: MoveMs
    count_ms: PeriodMs


class PerMove(Struct, frozen=True, gc=False, tag="per_move"):
    """The same time for each move; what is not used is lost."""

    move_ms: MoveMs


class Correspondence(Struct, frozen=True, gc=False, tag="correspondence"):
    """A number of days for each move."""

    days: Annotated[int, Meta(ge=1, le=MAX_DAYS)]


class NoClock(Struct, frozen=True, gc=False, tag="none"):
    """A game without a clock."""


ClockTerms = Fischer | Byoyomi | ThreePart | PerMove | Correspondence | NoClock


def clock_name(clock: ClockTerms) -> str:
    """The tag of a clock, as it is stored and told."""
    return str(clock.__struct_config__.tag)


class Rules(Struct, frozen=True, gc=False):
    """The rule set of a game, by name and version, with its options.

    Fields:
        version: that of the rule set; 0 stands for the current one until the room is opened.
        forbid: a ruling refuses the move instead of ending the game.
        strict: rule at the third occurrence instead of the fourth.
        count: the check-count option of the club rules.
        always: rule also where the Chinese rules would leave it to an arbiter.
        nine_rounds: nine rounds of attacks lose without a repetition, by the Chinese rules.
    """

    name: str = "axf"
    version: int = 0
    forbid: bool = False
    strict: bool = False
    count: bool = False
    always: bool = False
    nine_rounds: bool = False


class Terms(Struct, frozen=True, gc=False):
    """What is agreed on for one room: clock, rules, and the rest.

    Fields:
        compensation: lag measured by the server is not charged, up to a quota.
        takebacks: a takeback may be asked for.
        chat: the players may write to each other.
        delay_ms: how far behind spectators see the game.
        rated: the result counts for both players' ratings.
    """

    clock: ClockTerms
    rules: Rules = Rules()
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
