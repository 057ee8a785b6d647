"""Swiss rounds: those with equal points meet, nobody twice, and the sides even out.

Theory of operation. Players stand in the order of their points; within a group of equal points the
first of the upper half is followed by the first of the lower half, and so on, so that who should
meet stand side by side. The cheapest pairing of neighbours (`matching`) is one in which points
differ least, then one in which fewest get a side they should not, then the one nearest to upper
half against lower half. If somebody is left over the reach is widened, then the rule of sides is
given up; never the rule that nobody meets twice.

Sources: FIDE C.04.1 (basic rules) and, for the sides, C.04.3 article 5 (2026): absolute, strong and
mild preferences, and the five rules by which the sides of a pair are chosen, in their order.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from server.rules.board.encoding import Side
from server.tournaments.crosstable import Crosstable
from server.tournaments.matching import nearest

ABSOLUTE, STRONG, MILD, NONE = 3, 2, 1, 0
"""How much a player should have the side it prefers."""

_POINT: Final = 10_000_000
_CLASH: Final = 10_000
_BYE: Final = 10**16
_BYE_POINT: Final = 10**13
_SECOND_BYE: Final = 10**18
REACHES: Final = ((8, 10_000), (12, 60), (16, 16))
"""How far apart partners may stand, and in fields of what size that can be afforded."""


class Preference(NamedTuple):
    """The side a player should have, and how much; no side before its first game."""

    side: Side | None
    degree: int


@dataclass(frozen=True, slots=True)
class SwissPlayer:
    """A player as the pairing sees it.

    Fields:
        number: the pairing number, from 1; the lower comes first.
        met: whom it has played.
        sides: of its games, in order.
        had_bye: it had a win without a game.
    """

    player: str
    number: int
    points: int
    met: frozenset[str] = frozenset()
    sides: tuple[Side, ...] = ()
    had_bye: bool = False

    @property
    def difference(self) -> int:
        """How many more games it had with Red than with Black."""
        return self.sides.count(Side.RED) - self.sides.count(Side.BLACK)

    @property
    def preference(self) -> Preference:
        """Which side it should have."""
        if not self.sides:
            return Preference(None, NONE)
        difference, last = self.difference, self.sides[-1]
        is_run = len(self.sides) > 1 and self.sides[-2] is last
        if abs(difference) > 1:
            return Preference(Side.BLACK if difference > 0 else Side.RED, ABSOLUTE)
        if is_run:
            return Preference(last.opponent, ABSOLUTE)
        if difference:
            return Preference(Side.BLACK if difference > 0 else Side.RED, STRONG)
        return Preference(last.opponent, MILD)


class SwissRound(NamedTuple):
    """The pairs of a round, Red first, and who has no opponent."""

    pairs: list[tuple[str, str]]
    byes: tuple[str, ...]


def players_of(table: Crosstable, numbers: Mapping[str, int]) -> list[SwissPlayer]:
    """Those of a table who have a number, as the pairing of the next round sees them.

    A game to which one of the two did not come was no meeting, and gave nobody a side.
    """
    found = []
    for player, number in numbers.items():
        row = table[player]
        played = [one for one in row if one.how == "played"]
        found.append(
            SwissPlayer(
                player=player,
                number=number,
                points=sum(one.points for one in row),
                met=frozenset(one.opponent for one in played),
                sides=tuple(one.side for one in played if one.side is not None),
                had_bye=any(
                    one.how == "bye" or (one.how == "forfeit" and one.points) for one in row
                ),
            )
        )
    return found


def paired(
    players: list[SwissPlayer],
    forbidden: frozenset[frozenset[str]] = frozenset(),
    last_points: int | None = None,
    reaches: Sequence[tuple[int, int]] = REACHES,
) -> SwissRound | None:
    """The pairs of a round; None if there is no pairing in which nobody meets twice.

    Args:
        forbidden: pairs that an arbiter keeps apart.
        last_points: in the last round, who has more points may have any side.
        reaches: how far apart partners may stand, what is tried first, and in fields of what size.
    """
    order = _in_groups(players)
    for is_strict in (True, False):
        for reach, most in reaches:
            if len(order) <= most:
                found = _attempt(order, reach, forbidden, last_points, is_strict=is_strict)
                if found is not None:
                    return found
    return None


class _Place(NamedTuple):
    player: SwissPlayer
    preference: Preference
    step: int


def _in_groups(players: list[SwissPlayer]) -> list[_Place]:
    """By points; within a group those of the upper and of the lower half in turns."""
    order: list[_Place] = []
    for points in sorted({one.points for one in players}, reverse=True):
        group = sorted((one for one in players if one.points == points), key=lambda one: one.number)
        half = len(group) // 2
        upper, lower = group[:half], group[half:]
        for step, one in enumerate(lower):
            if step < half:
                order.append(_Place(upper[step], upper[step].preference, step))
            order.append(_Place(one, one.preference, step))
    return order


def _attempt(
    order: list[_Place],
    reach: int,
    forbidden: frozenset[frozenset[str]],
    last_points: int | None,
    *,
    is_strict: bool,
) -> SwissRound | None:
    """The best pairing of that reach, if nobody is left over who must not be."""

    def cost(one: int, other: int) -> int | None:
        first, second = order[one], order[other]
        return _cost(first, second, forbidden, last_points, is_strict=is_strict)

    def alone(number: int) -> int:
        player = order[number].player
        return _BYE + _SECOND_BYE * player.had_bye + _BYE_POINT * player.points

    pairs = nearest(len(order), cost, reach, alone)
    paired_ = {number for pair in pairs for number in pair}
    left = [order[number].player for number in range(len(order)) if number not in paired_]
    if len(left) > len(order) % 2 or any(one.had_bye for one in left):
        return None
    games = [seated(order[one].player, order[other].player) for one, other in pairs]
    return SwissRound(games, tuple(one.player for one in left))


def _cost(
    first: _Place,
    second: _Place,
    forbidden: frozenset[frozenset[str]],
    last_points: int | None,
    *,
    is_strict: bool,
) -> int | None:
    one, other = first.player, second.player
    if other.player in one.met or (forbidden and {one.player, other.player} in forbidden):
        return None
    (side, degree), (other_side, other_degree) = first.preference, second.preference
    clash = 0
    if side is not None and side is other_side:
        least = min(degree, other_degree)
        is_top = last_points is not None and max(one.points, other.points) > last_points
        if least == ABSOLUTE and is_strict and not is_top:
            return None
        clash = 1 + (least >= STRONG)
    apart = abs(one.points - other.points)
    ideal = abs(first.step - second.step) if not apart else 0
    return apart * (100 + max(one.points, other.points)) * (_POINT // 100) + clash * _CLASH + ideal


def seated(one: SwissPlayer, other: SwissPlayer) -> tuple[str, str]:
    """The pair with Red first. The rules are numbered as in C.04.3, article 5.2."""
    first, second = (
        (one, other) if (-one.points, one.number) < (-other.points, other.number) else (other, one)
    )
    side = _side_of_first(first, second)
    return (first.player, second.player) if side is Side.RED else (second.player, first.player)


def _side_of_first(first: SwissPlayer, second: SwissPlayer) -> Side:
    """The side of whoever stands higher."""
    mine, theirs = first.preference, second.preference
    if mine.side is not None and mine.side is not theirs.side:
        return mine.side  # 5.2.1: both preferences
    if mine.side is None and theirs.side is not None:
        return theirs.side.opponent
    if mine.side is None:  # 5.2.5: by the number of the higher one
        return Side.RED if first.number % 2 else Side.BLACK
    if mine.degree != theirs.degree:  # 5.2.2: the stronger preference
        return mine.side if mine.degree > theirs.degree else mine.side.opponent
    if mine.degree == ABSOLUTE and abs(first.difference) != abs(second.difference):
        wider = abs(first.difference) > abs(second.difference)
        return mine.side if wider else mine.side.opponent
    for own, other in zip(reversed(first.sides), reversed(second.sides), strict=False):
        if own is not other:  # 5.2.3: alternate to the latest round in which they had two sides
            return own.opponent
    return mine.side  # 5.2.4: the preference of the higher one
