"""The terms of a game as they travel, the same in both directions. Times in ms."""

from typing import Literal

from xiangqi_server.aggregates.ladder import state as ladder
from xiangqi_server.aggregates.lobby import messages as lobby
from xiangqi_server.aggregates.moderation import messages as moderation
from xiangqi_server.aggregates.notices import news as notices
from xiangqi_server.aggregates.room import results, speed, terms
from xiangqi_server.aggregates.room.messages import offers, presence, seats, time
from xiangqi_server.aggregates.tournaments import actions
from xiangqi_server.game.lessons import judge, obstacles, tasks
from xiangqi_server.game.rules.repetition import evidence, ruling, summary

SideName = Literal["red", "black"]
ConductName = actions.Conduct
GameResultName = results.GameResultName
SidePreference = lobby.SidePreference
Language = Literal["en", "zh-Hans", "zh-Hant", "vi"]
OfferName = offers.OfferKind
ClaimName = presence.ClaimKind
CreditReason = time.CreditReason
"""Why a clock was given time back."""

DeclineName = seats.DeclineReason
AudienceName = Literal["players", "spectators"]
PhraseName = Literal[
    "hello", "good_luck", "thanks", "good_game", "well_played", "sorry", "one_moment", "bye"
]
NotationName = Literal["wxf", "iccs", "chinese", "uci"]
PlayerListName = Literal["friends", "ignored", "online", "bots"]
ModerationListName = Literal["reports", "actions"]
ReasonName = moderation.Reason
SanctionName = moderation.Sanction

SpeedName = speed.Speed
ResultName = Literal["won", "lost", "drawn", "red", "black"]
ClockName = Literal["fischer", "byoyomi", "three_part", "per_move", "correspondence", "none"]

LiveOrder = Literal["rating", "watchers", "newest"]
SecurityChange = Literal[
    "password_changed", "recovery_code_created", "recovered", "reset_code_created", "reset"
]
TokenScope = Literal["play", "read"]
LadderStep = ladder.StepKind
NoticeTopic = notices.Topic

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
LessonGoal = tasks.Goal
LessonStatus = judge.TaskStatus
MoveObstacle = obstacles.Obstacle
"""Why a move is not legal. A horse's leg or an elephant's eye is blocked, a cannon has not just one
piece to jump over, or a soldier goes back or sideways too soon. The generals would face each other,
or your own general would stand in check. `shape` is any other way the piece does not go."""

JudgedState = Literal["ruled", "warned", "open", "no_time"]
ReviewState = Literal["none", "waiting", "running", "done", "given_up"]
ReviewersName = Literal["none", "quick", "full"]
FigureName = Literal["time_spread", "fast_moves", "best_moves", "loss"]
MarkName = Literal["inaccuracy", "mistake", "blunder"]
"""How much a move lost of its side's chance to win; see *Reviews*."""
VerdictName = Literal["red_loses", "black_loses", "draw"]
LevelName = Literal["none", "root_chase", "direct_chase", "perpetual_attack", "perpetual_check"]
"""How guilty a side is of a repetition; the later is the guiltier."""

RulesName = terms.RulesName
PlyKind = evidence.PlyKind
DeedKind = summary.DeedKind
ChaseKind = evidence.ChaseKind
ChaseReason = evidence.Why
RejectionReason = evidence.Rejection
BanReason = ruling.BanReason

FischerClock = terms.FischerClock
ByoyomiClock = terms.ByoyomiClock
ThreePartClock = terms.ThreePartClock
PerMoveClock = terms.PerMoveClock
CorrespondenceClock = terms.CorrespondenceClock
NoClock = terms.NoClock
ClockTerms = terms.ClockTerms
RuleTerms = terms.RuleTerms
GameTerms = terms.GameTerms
