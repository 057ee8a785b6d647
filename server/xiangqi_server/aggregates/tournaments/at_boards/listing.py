"""People who are listed by name for a tournament at real boards, by its organiser or an arbiter.

The sender says which number its first row gets. So a list that is sent twice, or by two arbiters at
once, adds nobody twice.
"""

from typing import Final

from xiangqi_server.aggregates.tournaments.apply import apply
from xiangqi_server.aggregates.tournaments.at_boards.names import (
    MOST_LISTED,
    EntrantName,
    entrant_id,
    naming_effect,
)
from xiangqi_server.aggregates.tournaments.entering import require_open, require_team
from xiangqi_server.aggregates.tournaments.event_builder import EventBuilder, TournamentDecision
from xiangqi_server.aggregates.tournaments.formats.table import format_of
from xiangqi_server.aggregates.tournaments.messages import ListedRow, ListEntrants, PlayerEntered
from xiangqi_server.aggregates.tournaments.refusals import TournamentRefusal
from xiangqi_server.aggregates.tournaments.state import Phase, Tournament
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, require

NOT_AT_BOARDS: Final = "Only a tournament at real boards has this."


def require_arbiter(tournament: Tournament, by: str, *, is_operator: bool) -> None:
    """Go on if a player may see to a tournament at real boards.

    Raises:
        Refused: NOT_ALLOWED.
    """
    is_one = is_operator or by == tournament.organiser or by in tournament.arbiters
    require(is_one, CommonRefusal.NOT_ALLOWED)
    require(tournament.the_plan.at_boards, CommonRefusal.NOT_ALLOWED, NOT_AT_BOARDS)


def listed(tournament: Tournament, command: ListEntrants, now_ms: int) -> TournamentDecision:
    """Take them in, and have their names kept.

    Raises:
        Refused: NOT_ALLOWED, TOURNAMENT_OVER, ENTRIES_CLOSED, LIST_MOVED, TOURNAMENT_FULL or
            NO_SUCH_TEAM.
    """
    require_arbiter(tournament, command.by, is_operator=command.is_operator)
    require_open(tournament)
    is_late = tournament.phase is not Phase.ANNOUNCED
    may_enter = not is_late or format_of(tournament.the_plan).may_enter_late(tournament)
    require(may_enter, TournamentRefusal.ENTRIES_CLOSED)
    require(command.first == tournament.numbered + 1, TournamentRefusal.LIST_MOVED)
    builder = EventBuilder(tournament, now_ms, apply)
    names = {}
    for number, row in enumerate(command.rows, start=command.first):
        builder.add(_entry(builder.tournament, number, row))
        names[number] = EntrantName(row.name, row.club, row.federation)
    return builder.decision((naming_effect(tournament.id, names),))


def _entry(tournament: Tournament, number: int, row: ListedRow) -> PlayerEntered:
    is_room = len(tournament.entrants) < tournament.the_plan.format.most_entrants
    require(is_room and number <= MOST_LISTED, TournamentRefusal.TOURNAMENT_FULL)
    require_team(tournament, row.team)
    return PlayerEntered(entrant_id(tournament.id, number), row.rating, row.team, number)
