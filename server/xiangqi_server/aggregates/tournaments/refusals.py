"""Why a tournament refuses something."""

from xiangqi_server.kernel.aggregate.refusal import RefusalCode


class TournamentRefusal(RefusalCode):
    """Codes about entering, playing in and managing a tournament."""

    NO_SUCH_TOURNAMENT = "no_such_tournament"
    TOURNAMENT_OVER = "tournament_over"
    TOURNAMENT_NOT_RUNNING = "tournament_not_running"
    ENTRIES_CLOSED = "entries_closed"
    TOURNAMENT_FULL = "tournament_full"
    NOT_ENTERED = "not_entered"
    CONDITIONS_NOT_MET = "conditions_not_met"
    NO_SUCH_TEAM = "no_such_team"
    TOURNAMENT_PASSWORD = "tournament_password"  # noqa: S105 - a code, not a secret
    RETURN_TOO_SOON = "return_too_soon"
    ENTERED_TOO_OFTEN = "entered_too_often"
    OWN_INTEREST = "own_interest"
    LIST_MOVED = "list_moved"
    RESULT_DIFFERS = "result_differs"
    RESULTS_MISSING = "results_missing"
    ROUND_HAS_RESULTS = "round_has_results"
    NO_SUCH_BOARD = "no_such_board"
    TOO_FEW_ENTRANTS = "too_few_entrants"
