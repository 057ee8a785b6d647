"""What an organiser announces, the same in both directions. Times in ms."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from xiangqi_server.wire.limits import LongText, MomentMs, TeamName, TournamentName
from xiangqi_server.wire.limits import Rating as RatingPoints
from xiangqi_server.wire.terms import GameTerms

TeamNames = Annotated[list[TeamName], Meta(max_length=20)]
BreakSeconds = Annotated[int, Meta(ge=5, le=604_800)]


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
    teams: TeamNames = []
    leaders: Annotated[int, Meta(ge=1, le=20)] = 5


class RobinFormat(Struct, tag="robin", frozen=True, forbid_unknown_fields=True):
    """Everybody meets everybody, by Berger's tables; at most 46 players, 24 if twice.

    Fields:
        double: twice, with the sides changed.
        break_s: seconds from the end of a round to the next. By days all games are played at once.
        until_ms: the moment until which each pair plays when both want to, 5 minutes to 90 days
            after the start; null plays it in rounds. Not by days.
    """

    double: bool = False
    break_s: BreakSeconds = 60
    until_ms: MomentMs | None = None


class SwissFormat(Struct, tag="swiss", frozen=True, forbid_unknown_fields=True):
    """In each round players with equal points meet, no two of them twice; at most 1,000 players.

    Fields:
        rounds: how many, and never more than it takes to meet everybody.
        break_s: seconds from the end of a round to the next.
        late_points: what a player who enters late has for each round missed: 1 as for a draw, or 0.
    """

    rounds: Annotated[int, Meta(ge=1, le=20)]
    break_s: BreakSeconds = 60
    late_points: Annotated[int, Meta(ge=0, le=1)] = 0


class KnockoutFormat(Struct, tag="knockout", frozen=True, forbid_unknown_fields=True):
    """A player who loses a match is out; at most 256 players.

    Fields:
        games: of a match, before quicker ones break it.
        third_place: the players who lost before the final play for it.
    """

    games: Annotated[int, Meta(ge=1, le=6)] = 1
    third_place: bool = True


class TeamRobinFormat(Struct, tag="team_robin", frozen=True, forbid_unknown_fields=True):
    """Every team meets every other one; on odd boards the first has Red; at most 400 players.

    Fields:
        teams: their names, at least two; a player who enters chooses one.
        boards: so many players of a team play at once, its strongest; it may have twice as many.
        double: twice, with the sides changed.
        break_s: seconds from the end of a round to the next.
    """

    teams: TeamNames
    boards: Annotated[int, Meta(ge=1, le=20)] = 4
    double: bool = False
    break_s: BreakSeconds = 60


TournamentFormat = ArenaFormat | RobinFormat | SwissFormat | KnockoutFormat | TeamRobinFormat
RankingName = Literal["cxa_swiss", "cxa_running", "cxa_robin", "axf", "wxf", "lila"]
TieBreakName = Literal[
    "opponents",
    "sonneborn",
    "running",
    "wins",
    "direct",
    "black_games",
    "black_wins",
    "performance",
]


class EntryConditions(Struct, frozen=True, forbid_unknown_fields=True):
    """What a player needs to enter, besides an account.

    Fields:
        min_rating: at the speed of the games; null asks nothing.
        max_rating: the same.
        min_games: so many rated games at that speed.
        min_account_days: so old is the account.
        bots: accounts that are bots may enter.
        invited: only players whom the organiser has invited; see `manage_tournament`.
    """

    min_rating: RatingPoints | None = None
    max_rating: RatingPoints | None = None
    min_games: Annotated[int, Meta(ge=0, le=1_000)] = 0
    min_account_days: Annotated[int, Meta(ge=0, le=3_650)] = 0
    bots: bool = False
    invited: bool = False


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
    """

    name: TournamentName
    format: TournamentFormat
    terms: GameTerms
    starts_ms: MomentMs
    text: LongText = ""
    conditions: EntryConditions = EntryConditions()
    ranking: RankingName = "cxa_swiss"
