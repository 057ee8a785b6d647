"""A tournament at real boards: the results that arbiters write down.

Theory of operation. The games of a round are paired as online, but no room is opened. A board is
the place of a game in its round. The writer of a result says what stood there before. So of two
arbiters who write about one board the second learns of the first. A result that takes the place of
another is a ruling, with a note; points follow, and pairs stay.
"""

from typing import Final

from xiangqi_server.aggregates.tournaments.actions import (
    Conduct,
    ResultName,
    RuleGameAction,
)
from xiangqi_server.aggregates.tournaments.apply import apply
from xiangqi_server.aggregates.tournaments.at_boards.listing import require_arbiter
from xiangqi_server.aggregates.tournaments.event_builder import EventBuilder, TournamentDecision
from xiangqi_server.aggregates.tournaments.formats.table import format_of
from xiangqi_server.aggregates.tournaments.managing import managed_by
from xiangqi_server.aggregates.tournaments.messages import (
    BoardResult,
    EnterResults,
    ManageTournament,
    PairedGame,
    ResultTakenBack,
)
from xiangqi_server.aggregates.tournaments.refusals import TournamentRefusal
from xiangqi_server.aggregates.tournaments.results.round_results import ruled
from xiangqi_server.aggregates.tournaments.state import GameResult, Phase, Tournament
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, require

_PLAYED_ON: Final = "The players have played on since."
_IN_RULINGS: Final[dict[ResultName, tuple[str, Conduct]]] = {
    "red": ("red", "played"),
    "black": ("black", "played"),
    "draw": ("", "played"),
    "red_absent": ("black", "forfeit"),
    "black_absent": ("red", "forfeit"),
    "both_absent": ("", "forfeit"),
    "both_lost": ("", "lost"),
}
"""The side that wins, "" for neither, and how."""


def result_name(game: PairedGame, result: GameResult | None) -> ResultName:
    """What the result of a game is called."""
    if result is None:
        return "none"
    if len(result.absent) > 1:
        return "both_absent"
    if result.absent:
        return "red_absent" if result.absent[0] == game.red else "black_absent"
    if result.winner is not None:
        return "red" if result.winner == game.red else "black"
    return "both_lost" if result.lost else "draw"


def _ruling(game: PairedGame, result: ResultName) -> RuleGameAction:
    side, how = _IN_RULINGS[result]
    winner = {"red": game.red, "black": game.black}.get(side)
    return RuleGameAction(game.room, winner, how)


def entered(tournament: Tournament, command: EnterResults, now_ms: int) -> TournamentDecision:
    """Write results down; one that stands so already changes nothing.

    Raises:
        Refused: NOT_ALLOWED, TOURNAMENT_NOT_RUNNING, NO_SUCH_BOARD, BAD_MESSAGE, RESULT_DIFFERS and
            those of a ruling.
    """
    require_arbiter(tournament, command.by, is_operator=command.is_operator)
    is_begun = tournament.phase in (Phase.RUNNING, Phase.FINISHED)
    require(is_begun, TournamentRefusal.TOURNAMENT_NOT_RUNNING)
    changes = _changes(tournament, command)
    builder = EventBuilder(tournament, now_ms, apply)
    for game, row in changes:
        if row.result == "none":
            _take_back(builder, command, game)
        elif game.room in builder.tournament.results:
            _correct(builder, command, _ruling(game, row.result))
        else:
            settled = ruled(game, _ruling(game, row.result), opened=False, by=command.by)
            format_of(tournament.the_plan).settle(builder, settled)
    if tournament.phase is Phase.FINISHED and changes:
        format_of(tournament.the_plan).finish(builder)
    return builder.decision()


def _changes(tournament: Tournament, command: EnterResults) -> list[tuple[PairedGame, BoardResult]]:
    """The games that get another result; each row is held against what stands."""
    boards = format_of(tournament.the_plan).boards(tournament, command.round)
    numbers = [row.board for row in command.results]
    require(len({*numbers}) == len(numbers), CommonRefusal.BAD_MESSAGE, "Name each board once.")
    changes: dict[str, tuple[PairedGame, BoardResult]] = {}
    for row in command.results:
        require(row.board <= len(boards), TournamentRefusal.NO_SUCH_BOARD, f"Board {row.board}.")
        game = boards[row.board - 1]
        stands = result_name(game, tournament.results.get(game.room))
        if stands == row.result:
            continue
        require(stands == row.was, TournamentRefusal.RESULT_DIFFERS, f"Board {row.board}.")
        changes[game.room] = (game, row)
    return list(changes.values())


def _take_back(builder: EventBuilder, command: EnterResults, game: PairedGame) -> None:
    tournament = builder.tournament
    require(tournament.phase is Phase.RUNNING, TournamentRefusal.TOURNAMENT_OVER)
    format_ = format_of(tournament.the_plan)
    is_latest = command.round == format_.round_of(tournament)
    require(is_latest, TournamentRefusal.NO_SUCH_BOARD, "Only the latest round loses a result.")
    require(format_.may_correct(tournament, game.room), CommonRefusal.NOT_ALLOWED, _PLAYED_ON)
    builder.add(ResultTakenBack(game.room, command.by))


def _correct(builder: EventBuilder, command: EnterResults, action: RuleGameAction) -> None:
    tournament = builder.tournament
    may_correct = format_of(tournament.the_plan).may_correct(tournament, action.room)
    require(may_correct, CommonRefusal.NOT_ALLOWED, _PLAYED_ON)
    managing = ManageTournament(command.by, action, is_operator=command.is_operator)
    event = managed_by(tournament, managing, builder.now_ms)
    if event is not None:
        builder.add(event)
