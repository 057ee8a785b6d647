"""What an organiser announces: the format, the terms of every game, the start, who may enter."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from xiangqi_server.aggregate.refusal import require
from xiangqi_server.aggregate.spans import DAY_MS, MINUTE_MS
from xiangqi_server.room.refusals import RoomRefusal
from xiangqi_server.room.terms import CorrespondenceClock, FischerClock, GameTerms, NoClock
from xiangqi_server.room.terms_check import checked_terms

MAX_AHEAD_MS: Final = 90 * DAY_MS
"""How far ahead a tournament may be announced."""
MIN_ARENA_MINUTES: Final = 5
MAX_ARENA_MINUTES: Final = 720
MIN_FREE_MS: Final = 5 * MINUTE_MS
MAX_FREE_MS: Final = 90 * DAY_MS
"""How long the pairs of a round robin may have to find a time."""
MAX_SWISS_ROUNDS: Final = 20
MAX_MATCH_GAMES: Final = 6
MAX_BOARDS: Final = 20
MAX_TEAMS: Final = 20
RESERVES: Final = 2
"""How many players a team may have for each board."""
BreakS = Annotated[int, Meta(ge=5, le=7 * 24 * 3_600)]


class Arena(Struct, frozen=True, tag="arena"):
    """For a number of minutes whoever is free is paired again; points make the order.

    Fields:
        berserk: a player may give up half the time, and wins a point more so.
        teams: their names; whoever enters chooses one. None in an arena of players.
        leaders: how many of each team count, those with most points.
    """

    minutes: Annotated[int, Meta(ge=MIN_ARENA_MINUTES, le=MAX_ARENA_MINUTES)]
    berserk: bool = False
    teams: tuple[str, ...] = ()
    leaders: Annotated[int, Meta(ge=1, le=MAX_BOARDS)] = 5


class Robin(Struct, frozen=True, tag="robin"):
    """Everybody meets everybody, by Berger's tables; by days all games are played at once.

    Fields:
        double: twice, with the sides changed.
        break_s: from the end of a round to the next.
        until_ms: the store's time until which each pair plays when both want to; None where it is
            played in rounds.
    """

    double: bool = False
    break_s: BreakS = 60
    until_ms: int | None = None


class Swiss(Struct, frozen=True, tag="swiss"):
    """A number of rounds, in each of which players with equal points meet; nobody meets twice.

    Fields:
        break_s: from the end of a round to the next.
        late_points: what a player who enters late has for each round missed: 1 as for a draw, or 0.
    """

    rounds: Annotated[int, Meta(ge=1, le=MAX_SWISS_ROUNDS)]
    break_s: BreakS = 60
    late_points: Annotated[int, Meta(ge=0, le=1)] = 0


class Knockout(Struct, frozen=True, tag="knockout"):
    """Who loses a match is out.

    Fields:
        games: of a match, before it is broken by quicker ones.
        third_place: who lost before the final play for it.
    """

    games: Annotated[int, Meta(ge=1, le=MAX_MATCH_GAMES)] = 1
    third_place: bool = True


class TeamRobin(Struct, frozen=True, tag="team_robin"):
    """Every team meets every other one, on several boards.

    Fields:
        teams: their names; whoever enters chooses one.
        double: twice, with the sides changed.
        break_s: from the end of a round to the next.
    """

    teams: tuple[str, ...]
    boards: Annotated[int, Meta(ge=1, le=MAX_BOARDS)] = 4
    double: bool = False
    break_s: BreakS = 60


Format = Arena | Robin | Swiss | Knockout | TeamRobin
Ranking = Literal["cxa_swiss", "cxa_running", "cxa_robin", "axf", "wxf", "lila"]
"""By what players with equal points are told apart; see `ranking`."""
MOST_ENTRANTS: Final[dict[type[Format], int]] = {
    Arena: 10_000,
    Robin: 46,
    Swiss: 1_000,
    Knockout: 256,
    TeamRobin: 400,
}


MOST_OF_DOUBLE: Final = 24
"""The most entrants of a double round robin, so that nobody has more than 46 games in one: by days
all of them are open at once, and a player may have 64."""


def most_entrants(format_: Format) -> int:
    """How many players may enter."""
    is_double = isinstance(format_, Robin) and format_.double
    return MOST_OF_DOUBLE if is_double else MOST_ENTRANTS[type(format_)]


class Conditions(Struct, frozen=True):
    """Who may enter; what is None or 0 asks nothing.

    Fields:
        min_rating, max_rating: at the speed of the games, both included.
        min_games: how many rated games at that speed.
        min_account_days: so old is the account.
        bots: programs may enter.
        invited: only whom the organiser has invited.
        lock: the id of what the password that is asked for is checked against, "" for none.
    """

    min_rating: int | None = None
    max_rating: int | None = None
    min_games: int = 0
    min_account_days: int = 0
    bots: bool = False
    invited: bool = False
    lock: str = ""


class Plan(Struct, frozen=True):
    """What was announced.

    Fields:
        name: as people read it.
        starts_ms: the store's time.
        text: what the organiser tells everybody, or "".
        ranking: not in an arena, nor in a knock-out.
    """

    name: str
    format: Format
    terms: GameTerms
    starts_ms: int
    text: str = ""
    conditions: Conditions = Conditions()
    ranking: Ranking = "cxa_swiss"


def checked_plan(plan: Plan, now_ms: int) -> Plan:
    """The plan as it can be played: the rule set has its version, takebacks are off.

    Raises:
        Refused: BAD_TERMS or UNKNOWN_RULES.
    """
    is_ahead = now_ms <= plan.starts_ms <= now_ms + MAX_AHEAD_MS
    require(is_ahead, RoomRefusal.BAD_TERMS, "It starts in the past, or too far ahead.")
    asked = plan.conditions
    low, high = asked.min_rating, asked.max_rating
    require(low is None or high is None or low <= high, RoomRefusal.BAD_TERMS, "An empty range.")
    is_clock = not isinstance(plan.terms.clock, NoClock)
    require(is_clock, RoomRefusal.BAD_TERMS, "A tournament is played on a clock.")
    is_by_days = isinstance(plan.terms.clock, CorrespondenceClock)
    is_quick = not (is_by_days and isinstance(plan.format, Arena))
    require(is_quick, RoomRefusal.BAD_TERMS, "An arena is not played by days.")
    _require_date(plan, is_by_days=is_by_days)
    terms = checked_terms(replace(plan.terms, takebacks=False))
    return replace(plan, terms=terms, format=_checked_format(plan.format, terms))


def _require_date(plan: Plan, *, is_by_days: bool) -> None:
    """Go on if a round robin is played in rounds, or until a date that fits.

    Raises:
        Refused: BAD_TERMS.
    """
    if not isinstance(plan.format, Robin) or plan.format.until_ms is None:
        return
    require(not is_by_days, RoomRefusal.BAD_TERMS, "By days all games are played at once.")
    is_fit = MIN_FREE_MS <= plan.format.until_ms - plan.starts_ms <= MAX_FREE_MS
    require(is_fit, RoomRefusal.BAD_TERMS, "The last day is too near the start, or too far.")


def teams_of(format_: Format) -> tuple[str, ...]:
    """The names of the teams; none where players play for themselves."""
    return format_.teams if isinstance(format_, Arena | TeamRobin) else ()


def _checked_format(format_: Format, terms: GameTerms) -> Format:
    """The format as it can be played: only a clock with main time and increment is halved.

    Raises:
        Refused: BAD_TERMS, for its teams.
    """
    teams = teams_of(format_)
    are_teams = len(teams) > 1 or (isinstance(format_, Arena) and not teams)
    if isinstance(format_, Arena | TeamRobin):
        is_fit = are_teams and len(teams) <= MAX_TEAMS
        require(is_fit, RoomRefusal.BAD_TERMS, "Too few teams, or too many.")
    are_known_apart = len({team.casefold() for team in teams}) == len(teams)
    require(are_known_apart, RoomRefusal.BAD_TERMS, "Two teams have one name.")
    if isinstance(format_, Arena) and not isinstance(terms.clock, FischerClock):
        return replace(format_, berserk=False)
    return format_
