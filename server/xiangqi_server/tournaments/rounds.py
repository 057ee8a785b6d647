"""Tournaments of rounds: how many there are, which is played, and when the next begins.

A round is over with its last game; then, after a break, the next one is paired, or the tournament
is over. How a round is paired is in `round_pairing`, what its games bring in `round_results`.
"""

from typing import Final

from xiangqi_server.room.terms import ClockTerms, CorrespondenceClock
from xiangqi_server.room.time_limits import allotted_ms
from xiangqi_server.tournaments import knockout, teams
from xiangqi_server.tournaments.plan import Arena, Knockout, Robin, Swiss, TeamRobin
from xiangqi_server.tournaments.robin import round_count
from xiangqi_server.tournaments.state import Tournament

LEAST_ENTRANTS: Final = 2
_READY_PART: Final = 3
_LEAST_READY_MS: Final = 60_000
_MOST_READY_MS: Final = 600_000


def show_up_ms(clock: ClockTerms) -> int:
    """How long both may take to come to a game of a round: a third of a side's time, 1 to 10 min.

    By days nobody need come: 0.
    """
    whole_ms = allotted_ms(clock)
    if whole_ms is None:
        return 0
    return max(_LEAST_READY_MS, min(whole_ms // _READY_PART, _MOST_READY_MS))


def round_count_of(tournament: Tournament) -> int:
    """How many rounds there will be, as far as is known; 0 in an arena."""
    match tournament.the_plan.format:
        case Arena():
            return 0
        case Robin(double):
            size = len(tournament.field) or tournament.taking_part
            return round_count(size, double=double)
        case Swiss(rounds):
            return min(rounds, max(1, round_count(len(tournament.entrants), double=False)))
        case TeamRobin(double=double):
            return teams.round_count_of(tournament, double=double)
        case Knockout():
            size = len(tournament.field) or tournament.taking_part
            return knockout.round_count(size) if size > 1 else 0


def round_of(tournament: Tournament) -> int:
    """The latest round in which games were paired, from 1; 0 before the first."""
    rounds = (
        knockout.round_of(number, len(tournament.field))
        for number, match in tournament.matches.items()
        if match.games
    )
    return max(rounds, default=0) if tournament.is_knockout else len(tournament.rounds)


def are_enough(tournament: Tournament) -> bool:
    """Whether there is anybody to play against."""
    if isinstance(tournament.the_plan.format, TeamRobin):
        return len(teams.field_of(tournament)) >= LEAST_ENTRANTS
    return tournament.taking_part >= LEAST_ENTRANTS


def round_text(tournament: Tournament, room: str) -> str:
    """The round of a game as PGN writes it: `2.1` is the first game of a match; `-` in an arena."""
    for number, match in tournament.matches.items():
        for game_number, game in enumerate(match.games, start=1):
            if game.room == room:
                return f"{knockout.round_of(number, len(tournament.field))}.{game_number}"
    for number, round_ in enumerate(tournament.rounds, start=1):
        if any(game.room == room for game in round_.games):
            return str(number)
    return "-"


def break_ms(tournament: Tournament) -> int:
    """How long it takes from the end of a round to the next."""
    format_ = tournament.the_plan.format
    return 0 if isinstance(format_, Arena | Knockout) else format_.break_s * 1_000


def is_at_once(tournament: Tournament) -> bool:
    """All rounds are paired at the start: a round robin by days, or one whose pairs are free."""
    plan = tournament.the_plan
    is_by_days = isinstance(plan.terms.clock, CorrespondenceClock)
    return tournament.is_free or (isinstance(plan.format, Robin) and is_by_days)


def takes_late(tournament: Tournament) -> bool:
    """Whether a running tournament may still be entered: a Swiss one, up to half its rounds."""
    is_swiss = isinstance(tournament.the_plan.format, Swiss)
    return is_swiss and 2 * len(tournament.rounds) <= round_count_of(tournament)
