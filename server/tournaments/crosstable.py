"""The rounds of a tournament by player: whom each met in which round, and what that brought."""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from server.rules.board.encoding import Side
from server.tournaments.state import Entrant, Tournament

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
    """

    how: How
    opponent: str = ""
    side: Side | None = None
    points: int = 0
    room: str = ""


ABSENT: Final = RoundResult("absent")
BYE: Final = RoundResult("bye", points=2)

Crosstable = Mapping[str, tuple[RoundResult, ...]]
"""By player, a result per round. In a round robin a round is one of its table."""


def crosstable(tournament: Tournament) -> Crosstable:
    """The table as it stands."""
    rows: dict[str, list[RoundResult]] = {player: [] for player in tournament.entrants}
    for round_ in tournament.rounds:
        met = dict.fromkeys(round_.byes, BYE)
        for game in round_.games:
            result = tournament.results.get(game.room)
            for player, other, side in (
                (game.red, game.black, Side.RED),
                (game.black, game.red, Side.BLACK),
            ):
                if result is None:
                    is_open = game.room in tournament.open_pairs
                    room = "" if is_open else game.room
                    met[player] = RoundResult(
                        "open" if is_open else "playing", other, side, 0, room
                    )
                else:
                    how: How = "forfeit" if result.absent else "played"
                    points = result.points_of(player)
                    met[player] = RoundResult(how, other, side, points, game.room)
        for player, row in rows.items():
            row.append(met.get(player, ABSENT))
    return {player: tuple(row) for player, row in rows.items()}


def numbers_of(tournament: Tournament) -> dict[str, int]:
    """The pairing number of each player: by the rating at the start, then by entering."""
    entrants = sorted(tournament.entrants.values(), key=by_rating)
    return {entrant.player: number for number, entrant in enumerate(entrants, start=1)}


def by_rating(entrant: Entrant) -> tuple[int, int]:
    """The strongest first."""
    return (-entrant.rating, entrant.number)
