"""What an organiser announces, the same in both directions. Times in ms.

Formats and conditions are passed on as a tournament keeps them. Only an arena is another struct
here: it has `berserk` unless its organiser says no, and one in an old log only if the log says so.
"""

from typing import Annotated

from msgspec import Meta, Struct

from xiangqi_server.aggregates.tournaments.plan import EntryConditions as EntryConditions
from xiangqi_server.aggregates.tournaments.plan import KnockoutFormat as KnockoutFormat
from xiangqi_server.aggregates.tournaments.plan import RankingName as RankingName
from xiangqi_server.aggregates.tournaments.plan import RobinFormat as RobinFormat
from xiangqi_server.aggregates.tournaments.plan import RoundDates as RoundDates
from xiangqi_server.aggregates.tournaments.plan import SwissFormat as SwissFormat
from xiangqi_server.aggregates.tournaments.plan import TeamNames
from xiangqi_server.aggregates.tournaments.plan import TeamRobinFormat as TeamRobinFormat
from xiangqi_server.aggregates.tournaments.results.ranking import TieBreakName as TieBreakName
from xiangqi_server.wire.limits import LongText, MomentMs, TournamentName
from xiangqi_server.wire.terms import GameTerms


class ArenaFormat(Struct, tag="arena", frozen=True, forbid_unknown_fields=True):
    """A player who is free is paired again until the time is over; points make the order.

    Fields:
        minutes: how long it lasts.
        berserk: before the first move a player may halve the time left, and a win then counts a
            point more; only with a clock of main time and increment.
        teams: their names, at least two; a player who enters chooses one. Empty for an arena of
            players.
        leaders: so many of each team count, those with most points.
    """

    minutes: Annotated[int, Meta(ge=5, le=720)]
    berserk: bool = True
    teams: TeamNames = ()
    leaders: Annotated[int, Meta(ge=1, le=20)] = 5


TournamentFormat = ArenaFormat | RobinFormat | SwissFormat | KnockoutFormat | TeamRobinFormat


class TournamentPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """What is announced.

    Fields:
        name: of the tournament, of 3 to 60 characters.
        format: how it is played.
        terms: of every game; takebacks are off, whatever is asked.
        starts_ms: when it begins, at most 90 days ahead.
        text: the organiser's words to everybody.
        conditions: what a player needs to enter.
        ranking: the sums that put equal points in order, except in an arena; see *Order*.
        at_boards: it is played at real boards; see *Over the board*.
        dates: at boards, when each round begins; empty where the organiser says so.
    """

    name: TournamentName
    format: TournamentFormat
    terms: GameTerms
    starts_ms: MomentMs
    text: LongText = ""
    conditions: EntryConditions = EntryConditions()
    ranking: RankingName = "cxa_swiss"
    at_boards: bool = False
    dates: RoundDates = ()
