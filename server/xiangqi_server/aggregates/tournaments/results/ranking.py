"""The order of players with equal points: a tie-break is a sum, a preset a row of them.

All sums are whole numbers; of the one that counts half the points of a drawn opponent it is the
double. What a preset names first goes first, and in the end the order of entering: no two players
have one place.

Sources: CXA 2011, 14.1 (round robin), 14.3.1 and 14.3.2 (Swiss), 14.4 (byes); AXF, Sydney; WXF,
18th championship; FIDE C.07 for `lila`, whose bye has a virtual opponent. Fouls are not counted:
a repetition that breaks the rules has lost its game already.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import islice
from operator import attrgetter
from typing import Final, Literal

from xiangqi_server.aggregates.tournaments.plan import RankingName
from xiangqi_server.aggregates.tournaments.results.crosstable import Crosstable, RoundResult
from xiangqi_server.aggregates.tournaments.state import Entrant
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.steps import Steps, at_once

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

_PLAYERS_A_STEP: Final = 100
_BY_ENTERING: Final = attrgetter("by_entering")
HALVES: Final[frozenset[TieBreakName]] = frozenset({"sonneborn"})
"""The criteria whose sums are kept doubled."""


@dataclass(frozen=True)
class Scores:
    """A crosstable with what is asked of it again and again.

    Fields:
        virtual: a bye counts as a game against a virtual opponent; else its opponent's points are
            those of the last of all.
        known_points: of all players, where the table has the rows of a few.
    """

    table: Crosstable
    virtual: bool = False
    known_points: Mapping[str, int] | None = None

    @cached_property
    def points(self) -> Mapping[str, int]:
        """The points of each player."""
        if self.known_points is not None:
            return self.known_points
        return {who: sum([result.points for result in row]) for who, row in self.table.items()}

    @cached_property
    def lowest(self) -> int:
        """The points of the last."""
        return min(self.points.values(), default=0)

    def until(self, round_: int) -> "Scores":
        """The same after that many rounds."""
        return Scores({who: row[:round_] for who, row in self.table.items()}, self.virtual)

    def since(self, round_: int) -> "Scores":
        """The same without that many of the first rounds."""
        return Scores({who: row[round_:] for who, row in self.table.items()}, self.virtual)

    def points_of_opponents(self, row: tuple[RoundResult, ...]) -> list[int]:
        """The points of each round's opponent, or those that stand for a missing one."""
        points = self.points
        return [
            points[result.opponent] if result.opponent else self._points_of_nobody(row, number)
            for number, result in enumerate(row)
        ]

    def _points_of_nobody(self, row: tuple[RoundResult, ...], number: int) -> int:
        if row[number].how != "bye":
            return 0
        if not self.virtual:
            return self.lowest
        before = sum(other.points for other in row[:number])
        return before + len(row) - number - 1


def scores_of(
    table: Crosstable, ranking: RankingName, points: Mapping[str, int] | None = None
) -> Scores:
    """A crosstable as a preset looks at it; `points` of everybody, if it lacks rows."""
    return Scores(table, virtual=ranking == "lila", known_points=points)


TieBreak = Callable[[str, Scores], int]
_Earlier = Callable[[str], tuple[int, ...]]
"""How a player stood at another moment: numbers, the greater the better."""


def _opponents(player: str, scores: Scores) -> int:
    return sum(scores.points_of_opponents(scores.table[player]))


def _sonneborn(player: str, scores: Scores) -> int:
    row = scores.table[player]
    return sum(
        result.points * points
        for result, points in zip(row, scores.points_of_opponents(row), strict=True)
        if result.how != "forfeit"
    )


def _running(player: str, scores: Scores) -> int:
    row = scores.table[player]
    return sum(result.points * (len(row) - number) for number, result in enumerate(row))


def _wins(player: str, scores: Scores) -> int:
    return sum([result.points == 2 for result in scores.table[player]])


def _direct(player: str, scores: Scores) -> int:
    mine = scores.points[player]
    return sum(
        result.points
        for result in scores.table[player]
        if result.how == "played" and scores.points[result.opponent] == mine
    )


def _black_games(player: str, scores: Scores) -> int:
    row = scores.table[player]
    return sum([result.side is Side.BLACK and result.how == "played" for result in row])


def _black_wins(player: str, scores: Scores) -> int:
    row = scores.table[player]
    return sum(
        result.side is Side.BLACK and result.how == "played" and result.points == 2
        for result in row
    )


_SUMS: Final[Mapping[TieBreakName, TieBreak]] = {
    "opponents": _opponents,
    "sonneborn": _sonneborn,
    "running": _running,
    "wins": _wins,
    "direct": _direct,
    "black_games": _black_games,
    "black_wins": _black_wins,
}

PRESETS: Final[Mapping[RankingName, tuple[TieBreakName, ...]]] = {
    "cxa_swiss": ("opponents", "wins", "black_games"),
    "cxa_running": ("running", "wins", "black_games"),
    "cxa_robin": ("sonneborn", "wins", "direct", "black_games"),
    "axf": ("opponents", "direct", "wins", "black_wins", "black_games"),
    "wxf": ("opponents", "direct", "wins"),
    "lila": ("sonneborn", "performance"),
}


def sums_of(
    entrants: Iterable[Entrant], scores: Scores, ranking: RankingName
) -> dict[str, tuple[int, ...]]:
    """The sums of each player, in the order of the preset."""
    return {
        entrant.player: tuple([_sum(name, entrant, scores) for name in PRESETS[ranking]])
        for entrant in entrants
    }


def _sum(name: TieBreakName, entrant: Entrant, scores: Scores) -> int:
    if name == "performance":
        return entrant.performance or entrant.rating
    return _SUMS[name](entrant.player, scores)


def ordered(
    entrants: Mapping[str, Entrant],
    table: Crosstable,
    ranking: RankingName,
    points: Mapping[str, int] | None = None,
) -> list[tuple[Entrant, tuple[int, ...]]]:
    """All players with their sums, the first first.

    Args:
        points: of everybody, if the table has the rows of these players alone; then it is not asked
            how they stood earlier.
    """
    return at_once(ordered_in_steps(entrants, table, ranking, points))


def ordered_in_steps(
    entrants: Mapping[str, Entrant],
    table: Crosstable,
    ranking: RankingName,
    points: Mapping[str, int] | None = None,
) -> Steps[list[tuple[Entrant, tuple[int, ...]]]]:
    """The same, some players at a time."""
    scores, sums = scores_of(table, ranking, points), dict[str, tuple[int, ...]]()
    everybody = iter(entrants.values())
    while part := tuple(islice(everybody, _PLAYERS_A_STEP)):
        sums |= sums_of(part, scores, ranking)
        yield
    groups: dict[tuple[int, tuple[int, ...]], list[Entrant]] = {}
    for entrant in entrants.values():
        key = (scores.points[entrant.player], sums[entrant.player])
        groups.setdefault(key, []).append(entrant)
    order, earlier = list[Entrant](), [] if points else _earlier(scores, ranking)
    for key in sorted(groups, reverse=True):
        order += yield from _told_apart(groups[key], earlier)
    return [(entrant, sums[entrant.player]) for entrant in order]


def _told_apart(tied: list[Entrant], earlier: Sequence[_Earlier]) -> Steps[list[Entrant]]:
    """Equal players in their order: by the first of `earlier` that differs, then by entering.

    Few are still equal after a round or two, and only of these is more asked; but a thousand who
    drew all their games are equal to the end.
    """
    if len(tied) == 1 or not earlier:
        return sorted(tied, key=_BY_ENTERING)
    groups: dict[tuple[int, ...], list[Entrant]] = {}
    for number, entrant in enumerate(tied):
        if number % _PLAYERS_A_STEP == 0:
            yield
        groups.setdefault(earlier[0](entrant.player), []).append(entrant)
    order: list[Entrant] = []
    for key in sorted(groups, reverse=True):
        order += yield from _told_apart(groups[key], earlier[1:])
    return order


def _earlier(scores: Scores, ranking: RankingName) -> list[_Earlier]:
    """What the Chinese rules ask after that: how all stood a round earlier, and so on.

    By the running sum it is the same sum without the first round, and so on. What is not asked is
    not worked out.
    """
    rounds = max(map(len, scores.table.values()), default=0)
    if ranking == "cxa_swiss":
        return [_place_at(partial(scores.until, number)) for number in range(rounds - 1, 0, -1)]
    if ranking == "cxa_running":
        return [_running_of(partial(scores.since, number)) for number in range(1, rounds)]
    return []


def _place_at(scores_then: Callable[[], Scores]) -> _Earlier:
    names, then = PRESETS["cxa_swiss"], cache(scores_then)
    return lambda who: (then().points[who], *(_SUMS[name](who, then()) for name in names))


def _running_of(scores_then: Callable[[], Scores]) -> _Earlier:
    then = cache(scores_then)
    return lambda who: (_running(who, then()),)
