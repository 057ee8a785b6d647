"""The terms of a game as they travel, the same in both directions. Times in ms."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from xiangqi_server.aggregate.spans import DAY_MS
from xiangqi_server.wire.limits import RulesName

SideName = Literal["red", "black"]
ConductName = Literal["played", "forfeit", "lost"]
GameResultName = Literal["red", "black", "draw", "none"]
SidePreference = Literal["red", "black", "any"]
Language = Literal["en", "zh-Hans", "zh-Hant", "vi"]
OfferName = Literal["draw", "takeback", "abort", "rematch"]
ClaimName = Literal["win", "draw"]
CreditReason = Literal["outage", "failover"]
"""Why a clock was given time back."""

DeclineName = Literal[
    "not_now", "later", "too_fast", "too_slow", "rated_please", "casual_please", "other_rules"
]
AudienceName = Literal["players", "spectators"]
PhraseName = Literal[
    "hello", "good_luck", "thanks", "good_game", "well_played", "sorry", "one_moment", "bye"
]
NotationName = Literal["wxf", "iccs", "chinese", "uci"]
PlayerListName = Literal["friends", "ignored", "online", "bots"]
ModerationListName = Literal["reports", "actions"]
ReasonName = Literal["abuse", "cheating", "stalling", "name", "spam", "other"]
SanctionName = Literal["warn", "mute", "ban", "lift"]

SpeedName = Literal["bullet", "blitz", "rapid", "classical", "correspondence"]
ResultName = Literal["won", "lost", "drawn", "red", "black"]
ClockName = Literal["fischer", "byoyomi", "three_part", "per_move", "correspondence", "none"]

LiveOrder = Literal["rating", "watchers", "newest"]
SecurityChange = Literal[
    "password_changed", "recovery_code_created", "recovered", "reset_code_created", "reset"
]
TokenScope = Literal["play", "read"]
LadderStep = Literal["joined", "left", "idle", "won", "held", "yielded", "sank"]

LessonName = Literal[
    "general",
    "advisor",
    "elephant",
    "horse",
    "chariot",
    "cannon",
    "soldier",
    "check",
    "repetition",
]
LessonGoal = Literal["reach", "capture", "escape", "mate", "avoid"]
LessonStatus = Literal["open", "done", "failed"]
MoveObstacle = Literal[
    "not_yours",
    "own_piece",
    "leg",
    "eye",
    "river",
    "palace",
    "blocked",
    "screen",
    "backwards",
    "sideways",
    "shape",
    "general",
    "facing",
    "check",
]
"""Why a move is not legal. A horse's leg or an elephant's eye is blocked, a cannon has not just one
piece to jump over, or a soldier goes back or sideways too soon. The generals would face each other,
or your own general would stand in check. `shape` is any other way the piece does not go."""

VerdictName = Literal["red_loses", "black_loses", "draw"]
LevelName = Literal["none", "root_chase", "direct_chase", "perpetual_attack", "perpetual_check"]
"""How guilty a side is of a repetition; the later is the guiltier."""

PlyKind = Literal["check", "kill", "chase", "exchange", "idle", "unclear"]
DeedKind = Literal[
    "check",
    "chase",
    "unroot",
    "checks_and_chases",
    "some_checks",
    "chases_several",
    "some_chases",
    "kill",
    "attacks",
    "some_attacks",
    "drives",
    "idle",
]
ChaseKind = Literal["direct", "root"]
ChaseReason = Literal[
    "unprotected",
    "false_root",
    "horse_takes_chariot",
    "cannon_takes_chariot",
    "gains",
    "equal",
    "by_check",
]
RejectionReason = Literal[
    "protected",
    "exempt_attacker",
    "uncrossed_soldier",
    "existed_before",
    "exchange",
    "pinned_attacker",
    "exposes_general",
    "no_gain",
    "mated_at_once",
    "taken_back",
    "answers_check",
    "holds_draw",
]
BanReason = Literal[
    "fourth_check",
    "repeated_check",
    "return_chase",
    "driven_piece",
    "endless_loop",
    "perpetual_check",
    "perpetual_chase",
    "perpetual_attack",
    "check_count",
]


class FischerClock(Struct, tag="fischer", frozen=True, forbid_unknown_fields=True):
    """A clock each.

    Fields:
        main_ms: for the whole game.
        increment_ms: added after each own move.
    """

    main_ms: Annotated[int, Meta(ge=1_000, le=DAY_MS)]
    increment_ms: Annotated[int, Meta(ge=0, le=600_000)] = 0


class ByoyomiClock(Struct, tag="byoyomi", frozen=True, forbid_unknown_fields=True):
    """Main time, then periods; a move within a period renews it.

    Fields:
        main_ms: for the game; 0 begins with the first period.
        period_ms: one period.
        periods: how many of them.
    """

    main_ms: Annotated[int, Meta(ge=0, le=DAY_MS)]
    period_ms: Annotated[int, Meta(ge=1_000, le=600_000)]
    periods: Annotated[int, Meta(ge=1, le=20)] = 1


class ThreePartClock(Struct, tag="three_part", frozen=True, forbid_unknown_fields=True):
    """局时, 步时, 读秒: time for the game, a limit for each move, and counted seconds.

    Fields:
        game_ms: for the whole game.
        move_ms: for each move while the game time lasts.
        count_ms: for each move once the game time is used up.
    """

    game_ms: Annotated[int, Meta(ge=1_000, le=DAY_MS)]
    move_ms: Annotated[int, Meta(ge=1_000, le=3_600_000)]
    count_ms: Annotated[int, Meta(ge=1_000, le=600_000)]


class PerMoveClock(Struct, tag="per_move", frozen=True, forbid_unknown_fields=True):
    """The same time for each move; what is not used is lost.

    Fields:
        move_ms: for each move.
    """

    move_ms: Annotated[int, Meta(ge=1_000, le=3_600_000)]


class CorrespondenceClock(Struct, tag="correspondence", frozen=True, forbid_unknown_fields=True):
    """Days for each move.

    Fields:
        days: of 24 hours, for each move.
    """

    days: Annotated[int, Meta(ge=1, le=14)]


class NoClock(Struct, tag="none", frozen=True, forbid_unknown_fields=True):
    """A game without a clock."""


ClockTerms = (
    FischerClock | ByoyomiClock | ThreePartClock | PerMoveClock | CorrespondenceClock | NoClock
)


class RuleTerms(Struct, frozen=True, forbid_unknown_fields=True):
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
        nine_rounds: of `cxa` without `forbid` only. A side loses that does nothing but check,
            threaten mate or chase for nine rounds on end, although no position recurs. In these
            rounds nothing is taken, the attacks go to three points or more, and the other side does
            not do so too.
    """

    name: RulesName = "axf"
    version: Annotated[int, Meta(ge=0, le=1_000)] = 0
    forbid: bool = False
    strict: bool = False
    count: bool = False
    always: bool = False
    nine_rounds: bool = False


class GameTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """What both players agree on before the first move.

    Fields:
        clock: one of six kinds; see *Clocks*.
        rules: the rule set and its options.
        compensation: lag that the server measures is not charged, up to a quota.
        takebacks: a takeback may be asked for.
        chat: the players may write to each other.
        delay_ms: how long after it happens spectators see it.
        rated: the result counts for both players' ratings; both need an account.
    """

    clock: ClockTerms
    rules: RuleTerms = RuleTerms()
    compensation: bool = True
    takebacks: bool = True
    chat: bool = True
    delay_ms: Annotated[int, Meta(ge=0, le=600_000)] = 0
    rated: bool = False
