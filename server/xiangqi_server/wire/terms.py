"""The terms of a game as they travel, the same in both directions. Times in ms."""

from typing import Literal

from xiangqi_server.ladder import state as ladder
from xiangqi_server.lobby import messages as lobby
from xiangqi_server.room import results, terms

SideName = Literal["red", "black"]
ConductName = Literal["played", "forfeit", "lost"]
GameResultName = results.GameResultName
SidePreference = lobby.SidePreference
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
LadderStep = ladder.StepKind

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

FischerClock = terms.FischerClock
ByoyomiClock = terms.ByoyomiClock
ThreePartClock = terms.ThreePartClock
PerMoveClock = terms.PerMoveClock
CorrespondenceClock = terms.CorrespondenceClock
NoClock = terms.NoClock
ClockTerms = terms.ClockTerms
RuleTerms = terms.RuleTerms
GameTerms = terms.GameTerms
