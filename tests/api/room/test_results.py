"""What came of a game, at every exit: files, lists, searches, outcomes, matches and ratings."""

from typing import Final, get_args

from msgspec.structs import replace

from tests.support.for_each import for_each
from tests.support.rooms import ANN, BEN, a_story
from xiangqi_server.aggregates.room.decisions.endings import RoomEnding
from xiangqi_server.aggregates.room.decisions.opening import points_after
from xiangqi_server.aggregates.room.decisions.ratings import counts
from xiangqi_server.aggregates.room.messages import Ended
from xiangqi_server.aggregates.room.parts import Outcome
from xiangqi_server.aggregates.room.results import GameResultName
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.aggregates.tournaments.state import GameResult
from xiangqi_server.api.names.naming import as_guest
from xiangqi_server.api.room.export import Occasion, pgn_lines
from xiangqi_server.api.room.results import told_result
from xiangqi_server.api.room.rulings import outcome_view
from xiangqi_server.api.views.games_views import game_info
from xiangqi_server.game.records.pgn_reading import read_games
from xiangqi_server.game.records.record import Record
from xiangqi_server.game.rules.board.by_side import BySide
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.game.rules.repetition.ruling import Ending
from xiangqi_server.read_model.game_rows import row_of
from xiangqi_server.read_model.game_search import ResultName, Wanted

NOTHING: Final = {RoomEnding.ABORTED, RoomEnding.EXPIRED, RoomEnding.VOID, RoomEnding.DECLINED}
ENDS: Final = [
    (ending.value, winner)
    for ending in (*RoomEnding, *Ending)
    for winner in (None, *Side)
    if winner is None or ending not in NOTHING
]


def ended(ending: str, winner: Side | None) -> Room:
    """A game of three moves that ended so."""
    return replace(a_story("h2e2", "h9g7", "a0a1").room, outcome=Outcome(winner, ending))


def written(room: Room, counted: GameResult | None = None) -> dict[str, str]:
    """The headers of a game in a file, which is read again."""
    occasion = None if counted is None else Occasion("Cup", "3", counted)
    lines = list(pgn_lines(room, (), "wxf", occasion=occasion))
    (game,) = read_games(f"{line}\n".encode() for line in lines)
    assert isinstance(game, Record)
    last = lines[-1].split()[-1]
    assert game.tags["Result"] == (last if last != "*" else game.tags["Result"])
    return {name: game.tags.get(name, "") for name in ("Result", "Termination")}


def expected(ending: str, winner: Side | None) -> GameResultName:
    """What came of a game, said once more."""
    if ending in NOTHING:
        return "none"
    return "draw" if winner is None else "red" if winner is Side.RED else "black"


@for_each(ENDS)
def test_every_ending_has_one_result_at_every_exit(ending: str, winner: Side | None) -> None:
    room, result = ended(ending, winner), expected(ending, winner)
    row = row_of(room)
    assert row is not None
    assert room.outcome is not None

    pgn = {"none": "*", "draw": "1/2-1/2", "red": "1-0", "black": "0-1"}[result]
    assert written(room) == {"Result": pgn, "Termination": ending}
    assert game_info(room.id, row, 0, as_guest).result == result
    assert outcome_view(room, room.outcome, "en").result == result
    points = {"none": (0, 0), "draw": (1, 1), "red": (2, 0), "black": (0, 2)}[result]
    assert points_after(room) == BySide(*points)
    assert counts(Ended(winner, ending), 3) is (result != "none")
    names: tuple[ResultName, ...] = get_args(ResultName)
    found = {name for name in names if Wanted(player=ANN, result=name).fits(row)}
    assert (
        found
        == {
            "none": set(),
            "draw": {"drawn"},
            "red": {"red", "won"},
            "black": {"black", "lost"},
        }[result]
    )


def test_a_game_that_is_played_has_no_result() -> None:
    room = a_story("h2e2").room
    row = row_of(room)
    assert row is not None

    assert written(room) == {"Result": "*", "Termination": ""}
    assert game_info(room.id, row, 0, as_guest).result == "none"


COUNTED: Final = (
    (GameResult(ANN, (BEN,)), "1-0", "forfeit"),
    (GameResult(BEN, (ANN,)), "0-1", "forfeit"),
    (GameResult(None, (ANN, BEN)), "0-0", "forfeit"),
    (GameResult(None, lost=True), "0-0", "tournament"),
    (GameResult(ANN), "1-0", None),
    (GameResult(BEN), "0-1", None),
    (GameResult(None), "1/2-1/2", None),
)


@for_each((*end, *told) for end in [*ENDS, ("", None)] for told in COUNTED)
def test_in_a_tournament_a_game_has_the_result_that_counts_there(
    ending: str, winner: Side | None, counted: GameResult, result: str, termination: str | None
) -> None:
    room = ended(ending, winner) if ending else a_story("h2e2").room
    own = written(room)

    told = written(room, counted)

    by = "tournament" if own["Result"] != result else own["Termination"]
    assert told == {"Result": result, "Termination": termination or by}
    assert ("forfeit" in told_result(room, counted).text) is bool(counted.absent)


def test_the_words_of_a_forfeit_contradict_no_result() -> None:
    told = told_result(ended("void", None), GameResult(BEN, (ANN,)))

    assert told.text == "Red did not come. Black wins by forfeit."
    assert told_result(ended("void", None), GameResult(ANN)).text.endswith(
        "In its tournament the game counts as a win of Red."
    )
