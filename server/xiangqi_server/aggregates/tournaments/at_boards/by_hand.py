"""What a person does to the rounds of a tournament at real boards, and who sits where.

Nothing is paired there without a person who says so, or without a date. A round with missing
results waits for them, and a pairing that is shown changes by hand alone.
"""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Final

from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.tournaments.actions import RoundAction, SeatAction
from xiangqi_server.aggregates.tournaments.arena import room_id
from xiangqi_server.aggregates.tournaments.formats.table import format_of
from xiangqi_server.aggregates.tournaments.messages import PairedGame
from xiangqi_server.aggregates.tournaments.refusals import TournamentRefusal
from xiangqi_server.aggregates.tournaments.results.round_results import recounted
from xiangqi_server.aggregates.tournaments.state import (
    GivenBye,
    Phase,
    Round,
    Tournament,
    TournamentGame,
)
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, require

_NO_ROUNDS: Final = "There is no such thing in this format."
_TWO_PLAYERS: Final = "Nobody plays themselves."
_SEATED_BY_TABLE: Final = "In this format the table says who meets whom."


def require_step(tournament: Tournament, action: RoundAction) -> None:
    """Go on if this can be done to the rounds now.

    Raises:
        Refused: TOURNAMENT_NOT_RUNNING, RESULTS_MISSING, TOO_FEW_ENTRANTS, ROUND_HAS_RESULTS or
            BAD_TERMS.
    """
    format_, is_running = format_of(tournament.the_plan), tournament.phase is Phase.RUNNING
    if action.what != "pair":
        require(is_running, TournamentRefusal.TOURNAMENT_NOT_RUNNING)
    match action.what:
        case "pair" | "finish":
            require(not tournament.games, TournamentRefusal.RESULTS_MISSING, _missing(tournament))
            is_enough = is_running or format_.are_enough(tournament)
            require(is_enough, TournamentRefusal.TOO_FEW_ENTRANTS)
        case "unpair":
            require(format_.has_rounds, CommonRefusal.NOT_ALLOWED, _NO_ROUNDS)
            games = tournament.rounds[-1].games if tournament.rounds else ()
            written = (tournament.results.get(game.room) for game in games)
            is_untouched = bool(tournament.rounds) and not any(
                result is not None and result.by for result in written
            )
            require(is_untouched, TournamentRefusal.ROUND_HAS_RESULTS)
        case "start":
            require(action.at_ms is not None, RoomRefusal.BAD_TERMS, "When does it begin?")


def _missing(tournament: Tournament) -> str:
    """The boards of the latest round without a result, in words."""
    format_ = format_of(tournament.the_plan)
    boards = format_.boards(tournament, format_.round_of(tournament))
    open_ = [str(at) for at, game in enumerate(boards, start=1) if game.room in tournament.games]
    return f"{'Boards' if len(open_) > 1 else 'Board'} {', '.join(open_)}."


def require_seat(tournament: Tournament, action: SeatAction) -> None:
    """Go on if two players can sit at a board.

    Raises:
        Refused: NOT_ALLOWED, NOT_ENTERED, NO_SUCH_BOARD or ROUND_HAS_RESULTS.
    """
    format_, both = format_of(tournament.the_plan), (action.red, action.black)
    require(format_.has_rounds, CommonRefusal.NOT_ALLOWED, _NO_ROUNDS)
    require(action.red != action.black, CommonRefusal.NOT_ALLOWED, _TWO_PLAYERS)
    are_known = all(player in tournament.entrants for player in both)
    require(are_known, TournamentRefusal.NOT_ENTERED)
    games = format_.boards(tournament, action.round)
    is_there = bool(games) and action.board <= len(games) + 1
    require(is_there, TournamentRefusal.NO_SUCH_BOARD)
    if _are_seated(games, action):
        return
    require(format_.gives_byes, CommonRefusal.NOT_ALLOWED, _SEATED_BY_TABLE)
    require(action.round == len(tournament.rounds), TournamentRefusal.NO_SUCH_BOARD)
    touched = [game for game in games if {game.red, game.black} & {*both}]
    is_new = action.board > len(games)
    require(not is_new or not touched, TournamentRefusal.NO_SUCH_BOARD)
    touched += games[action.board - 1 : action.board]
    are_open = all(game.room in tournament.games for game in touched)
    require(are_open, TournamentRefusal.ROUND_HAS_RESULTS)


def _are_seated(games: Sequence[PairedGame], action: SeatAction) -> bool:
    """Whether the two sit at that board already, on one side or the other."""
    here = games[action.board - 1 : action.board]
    return any({game.red, game.black} == {action.red, action.black} for game in here)


def seated(tournament: Tournament, action: SeatAction) -> Tournament:
    """The tournament in which two players sit at a board."""
    before = tournament.rounds[action.round - 1]
    after = _round_seated(tournament, before, action)
    rounds = tournament.rounds
    rounds = (*rounds[: action.round - 1], after, *rounds[action.round :])
    changed = [game for game in after.games if game not in before.games]
    known = {player for game in before.games for player in (game.red, game.black)}
    moved = {player for game in changed for player in (game.red, game.black)}
    moved |= known.difference(who for game in after.games for who in (game.red, game.black))
    moved |= {bye.player for bye in after.given} | set(after.byes)
    running = {
        game.room: TournamentGame(game.red, game.black)
        for game in changed
        if game.room not in tournament.results
    }
    rooms = {who: room for room, game in running.items() for who in (game.red, game.black)}
    sitting = {game.red for game in after.games} | {game.black for game in after.games}
    entrants = [
        tournament.entrants[player]._replace(
            room=rooms.get(player, tournament.entrants[player].room if player in sitting else "")
        )
        for player in moved
    ]
    there = tournament.with_entrants(*entrants)
    games = tournament.games.set_all(running.items())
    return recounted(replace(there, rounds=rounds, games=games), moved)


def _round_seated(tournament: Tournament, before: Round, action: SeatAction) -> Round:
    """The round in which the two sit there; a player who was there goes to the place they leave."""
    games, at, wanted = list(before.games), action.board - 1, (action.red, action.black)
    is_new = at == len(games)
    if is_new:
        seed = sha256(f"seat:{tournament.version}".encode()).digest()  # `verify` knows no id
        return _without_byes(before, wanted, (), (*games, PairedGame(room_id(seed), *wanted)))
    there = (games[at].red, games[at].black)
    coming = [player for player in wanted if player not in there]
    leaving = [player for player in there if player not in wanted]
    swap = dict(zip(coming, leaving, strict=True))
    for number, game in enumerate(games):
        red, black = swap.get(game.red, game.red), swap.get(game.black, game.black)
        games[number] = PairedGame(game.room, red, black)
    games[at] = PairedGame(games[at].room, *wanted)
    return _without_byes(before, coming, leaving, tuple(games))


def _without_byes(
    before: Round, coming: Sequence[str], leaving: Sequence[str], games: tuple[PairedGame, ...]
) -> Round:
    """The round whose byes of players that sit down go to those whose place they take."""
    swap = dict(zip(coming, leaving, strict=False))
    byes = tuple(swap.get(player, "") if player in coming else player for player in before.byes)
    given = tuple(
        GivenBye(swap.get(bye.player, ""), bye.points) if bye.player in coming else bye
        for bye in before.given
    )
    return Round(
        games,
        tuple(player for player in byes if player),
        tuple(bye for bye in given if bye.player),
    )
