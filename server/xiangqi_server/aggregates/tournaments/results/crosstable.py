"""The rounds of a tournament by player: each one's opponent in each round, and the points."""

from collections.abc import Iterable, Mapping
from typing import Final, Literal, NamedTuple

from xiangqi_server.aggregates.tournaments.messages import PairedGame
from xiangqi_server.aggregates.tournaments.state import Entrant, Tournament
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.steps import Steps, at_once

How = Literal["played", "forfeit", "bye", "absent", "playing", "open"]
UNDECIDED: Final[frozenset[How]] = frozenset({"playing", "open"})


class RoundResult(NamedTuple):
    """One round of one player.

    Fields:
        how: `playing` is not over, `open` has not begun; `forfeit` has an
            opponent, but one of the two did not come.
        opponent: "" for a bye, and where the player was not paired.
        points: 2 a win, 1 a draw.
        room: of the game, "" for none.
        is_given: a bye that did not come of the pairing.
    """

    how: How
    opponent: str = ""
    side: Side | None = None
    points: int = 0
    room: str = ""
    is_given: bool = False


ABSENT: Final = RoundResult("absent")
BYE: Final = RoundResult("bye", points=2)

Crosstable = Mapping[str, tuple[RoundResult, ...]]
"""By player, a result per round. In a round robin a round is one of its table."""


def crosstable(tournament: Tournament, players: Iterable[str] | None = None) -> Crosstable:
    """The table as it stands, or the rows of some players: those of a few cost next to nothing."""
    return at_once(crosstable_in_steps(tournament, players))


def crosstable_in_steps(
    tournament: Tournament, players: Iterable[str] | None = None
) -> Steps[Crosstable]:
    """The same, made round by round."""
    asked = tournament.entrants if players is None else players
    rows: dict[str, list[RoundResult]] = {player: [] for player in asked}
    for round_ in tournament.rounds:
        met = dict.fromkeys(round_.byes, BYE)
        met |= {
            bye.player: RoundResult("bye", points=bye.points, is_given=True)
            for bye in round_.given
            if bye.points
        }
        for game in round_.games:
            if game.red in rows or game.black in rows:
                met[game.red], met[game.black] = _results(tournament, game)
        for player, row in rows.items():
            row.append(met.get(player, ABSENT))
        yield
    return {player: tuple(row) for player, row in rows.items()}


def _results(tournament: Tournament, game: PairedGame) -> tuple[RoundResult, RoundResult]:
    """What a game is for Red's player and for Black's."""
    result, room = tournament.results.get(game.room), game.room
    how: How = "playing"
    red_points = black_points = 0
    if result is not None:
        how = "forfeit" if result.absent else "played"
        red_points, black_points = result.points_of(game.red), result.points_of(game.black)
    elif room in tournament.open_pairs:
        how, room = "open", ""
    red = RoundResult(how, game.black, Side.RED, red_points, room)
    return red, RoundResult(how, game.red, Side.BLACK, black_points, room)


def numbers_of(tournament: Tournament) -> dict[str, int]:
    """The pairing number of each player: by the rating at the start, then by entering."""
    entrants = sorted(tournament.entrants.values(), key=by_rating)
    return {entrant.player: number for number, entrant in enumerate(entrants, start=1)}


def by_rating(entrant: Entrant) -> tuple[int, int, str]:
    """The strongest first."""
    return (-entrant.rating, *entrant.by_entering)
