"""What the two players of a room agreed on before the first move. Times in ms.

The terms are stored and travel as they are here: `wire.terms` passes them on.
"""

from typing import Annotated, Final

from msgspec import Meta, Struct

from xiangqi_server.aggregates.room.clock.controls import ByoyomiClock as ByoyomiClock
from xiangqi_server.aggregates.room.clock.controls import ClockTerms as ClockTerms
from xiangqi_server.aggregates.room.clock.controls import CorrespondenceClock as CorrespondenceClock
from xiangqi_server.aggregates.room.clock.controls import FischerClock as FischerClock
from xiangqi_server.aggregates.room.clock.controls import NoClock as NoClock
from xiangqi_server.aggregates.room.clock.controls import PerMoveClock as PerMoveClock
from xiangqi_server.aggregates.room.clock.controls import ThreePartClock as ThreePartClock
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.game.rules.rulesets.base import NATURAL_LIMITS, USUAL_LIMIT

MAX_DELAY_MS: Final = 10 * 60 * 1000

NaturalLimit = Annotated[int, Meta(ge=0, le=max(NATURAL_LIMITS))]
RulesName = Annotated[str, Meta(min_length=1, max_length=24)]


def clock_name(clock: ClockTerms) -> str:
    """The tag of a clock, as it is stored and sent."""
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
        nine_rounds: of `cxa` without `forbid` only. A side that does nothing but check, threaten
            mate or chase for nine rounds on end loses, though no position recurs. That is with
            nothing taken, against three points or more, and unless the other side does so too.
        entering: of `axf`, `wxf`, `cxa` and `club`: the move that enters a repetition counts as
            one of it, unless it captures. Then the ruling may fall a ply sooner. null asks for the
            set's own: `cxa` counts it. A game that tells null does not.
        limit: moves of each side without a capture that draw the game: 60, 50, or 0 for no limit.
            A game without one is drawn after 3,000 plies.
    """

    name: RulesName = "axf"
    version: Annotated[int, Meta(ge=0, le=1_000)] = 0
    forbid: bool = False
    strict: bool = False
    count: bool = False
    always: bool = False
    nine_rounds: bool = False
    entering: bool | None = None
    limit: NaturalLimit = USUAL_LIMIT


class GameTerms(Struct, frozen=True, gc=False):
    """What both players agree on before the first move.

    Fields:
        clock: one of six kinds; see *Clocks*.
        rules: the rule set and its options.
        compensation: lag that the server measures is not charged, up to a quota.
        takebacks: a takeback may be asked for.
        chat: the players may write to each other.
        delay_ms: how long after it happens spectators learn of it.
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
    """The player with the right to each side: opaque player ids, None for a free seat."""

    red: str | None = None
    black: str | None = None

    def of(self, side: Side) -> str | None:
        """The player of `side`, or None."""
        return self.red if side is Side.RED else self.black

    def taken(self) -> tuple[str, ...]:
        """The players with a seat, Red first."""
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
